/** States of a description: equal parts of two states are the same objects. */
import { createSourceText } from '../content/source-text.ts';
import {
  asObject,
  dialectOf,
  emptyObject,
  isObject,
  type ModelContext,
} from '../openapi/model/model-context.ts';
import type { JsonObject, JsonValue } from '../openapi/read/description.ts';
import { type Holder, openLocation } from '../openapi/read/enter-values.ts';
import type { ReadSpec, ValueLocation, ValueLocations } from '../openapi/read/locations.ts';
import { describeFiles, type OpenedFile, resolveFile } from '../openapi/read/open.ts';
import { parsePointer, printPointer } from '../openapi/read/pointer.ts';
import { readValues } from '../openapi/read/read-spec.ts';
import { eachReference } from '../openapi/read/each-reference.ts';
import { createFlattener, type Flattener } from '../openapi/schema/flatten.ts';
import { createSchemaNames, type SchemaNames } from '../openapi/schema/names.ts';
import { parseJson } from '../shared/json.ts';
import { addTo } from '../shared/maps.ts';
import type { FilePath } from '../shared/paths.ts';
import { splitText } from './split-text.ts';

/** A description at a moment, as far as it has been read. */
export interface ApiState {
  readonly context: ModelContext;
  readonly names: SchemaNames;
  readonly flattener: Flattener;
  /** The part that holds an object; undefined for the maps that hold parts. */
  readonly partOf: (owner: object) => Part | undefined;
  /** All parts of the files read so far, by `<file>#<pointer>`. */
  readonly parts: () => ReadonlyMap<string, Part>;
  /** Keys of the parts that refer to a part, by its key. */
  readonly users: () => ReadonlyMap<string, readonly string[]>;
}

/** A part of a file. */
export interface Part {
  /** `<file>#<pointer>`. */
  readonly key: string;
  /** The keys of what may hold it, the outermost first, and its key. */
  readonly around: readonly string[];
  readonly value: JsonValue;
  /** The same keys for the target of each reference, and the files that these lead to. */
  readonly targets: readonly (readonly string[])[];
  readonly files: readonly FilePath[];
}

/** A file at that moment; undefined if there is none. Equal texts have equal ids. */
export type ReadFile = (file: FilePath) => SourceFile | undefined;

interface SourceFile {
  readonly id: string;
  readonly text: () => string;
  /** Each byte of the text as a character, which is faster to get. */
  readonly bytes?: () => string;
}

const toBytes = (text: string): string => Buffer.from(text).toString('latin1');
const fromBytes = (bytes: string): string => Buffer.from(bytes, 'latin1').toString();

interface SplitFile {
  readonly spec: ReadSpec;
  readonly parts: readonly Part[];
}

/** Reads states; objects of equal parts are shared. Throws `SyntaxError` for a root that cannot be read. */
export function createStateReader(): (root: FilePath, read: ReadFile) => ApiState {
  const shared: Shared = { recent: new Map(), locations: new Map(), owners: new Map() };
  const files = new Map<string, SplitFile | undefined>();
  const load = (file: FilePath, read: ReadFile): SplitFile | undefined => {
    const source = read(file);
    if (source === undefined) return undefined;
    const key = `${file} ${source.id}`;
    const { text, bytes = () => toBytes(text()) } = source;
    if (!files.has(key)) files.set(key, readParts(file, bytes(), shared));
    return files.get(key);
  };
  return (file, read) => {
    const root = load(file, read);
    if (root === undefined || !isObject(root.spec.file.root))
      throw new SyntaxError(read(file) === undefined ? 'does not exist' : 'cannot be read');
    return createState(root, shared, (other) => load(other, read));
  };
}

interface Shared {
  /** The parts that were read last, by their key, with their text. */
  readonly recent: Map<string, { source: string; readonly part: Part }>;
  readonly locations: ValueLocations;
  /** Parts by their values. */
  readonly owners: Map<object, Part>;
}

/** Values of parts have no line: other revisions have them at other lines. */
const NO_SPANS = { add: () => 0, span: () => ({ start: 0, end: 0 }) };

/** Reads the parts of a file of which `text` has the bytes. */
function readParts(file: FilePath, text: string, shared: Shared): SplitFile | undefined {
  const { recent, locations, owners } = shared;
  const specOf = (root: JsonValue): ReadSpec => ({
    file: { file, text: '', root },
    source: createSourceText(file, ''),
    spans: NO_SPANS,
  });
  const isJson = /^\s*\{/.test(text);
  /** `holder` is the object that has the part under the last key of its path. */
  const partAt = (path: readonly string[], source: string, holder?: JsonObject): Part => {
    const pointer = printPointer(path);
    const key = `${file}#${pointer}`;
    const last = recent.get(key);
    if (last?.source === source) {
      // The text that it was cut from is no longer needed.
      last.source = source;
      return last.part;
    }
    const written = fromBytes(source);
    const isMember = isJson && holder !== undefined;
    const own = isMember ? `{${written.trim().replace(/,$/, '')}}` : written;
    const { root: read, problems } = readValues(own, { spec: specOf(null), locations });
    const [problem] = problems;
    // JSON may have a key twice.
    const isRefused = problem !== undefined && parseJson(own) === undefined;
    if (read === undefined || isRefused) throw new SyntaxError(problem?.message);
    const value = holder === undefined ? read : (asObject(read)?.[path.at(-1) ?? ''] ?? null);
    // The map around the value stands for the holder.
    const above = holder && locations.get(holder);
    if (isObject(read) && above !== undefined) locations.set(read, above);
    const part = { key, around: keysAround(file, path), value, ...targetsOf(value, file) };
    if (typeof value === 'object' && value !== null) owners.set(value, part);
    recent.set(key, { source, part });
    return part;
  };
  const pieces = splitText(text);
  if (pieces !== undefined)
    try {
      const root = emptyObject();
      const spec = specOf(root);
      const enter = (value: JsonObject, holder: Holder): JsonObject => {
        openLocation({ spec, locations }, value, holder);
        return value;
      };
      enter(root, { parent: undefined, key: '' });
      const parts = pieces.map((piece) => {
        const path = piece.path.map(fromBytes);
        let holder = root;
        for (const key of path.slice(0, -1)) {
          const next = asObject(holder[key]) ?? enter(emptyObject(), { parent: holder, key });
          holder[key] = next;
          holder = next;
        }
        const part = partAt(path, piece.text, holder);
        const name = path.at(-1) ?? '';
        if (holder[name] !== undefined) throw new SyntaxError('a key is used twice');
        holder[name] = part.value;
        return part;
      });
      return { spec, parts };
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  try {
    const whole = partAt([], text);
    return { spec: specOf(whole.value), parts: [whole] };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

/** Keys of the parts that may hold a place of a file, the outermost first. */
function keysAround(file: FilePath, steps: readonly string[]): string[] {
  const depths = [...Array(Math.min(steps.length, 3) + 1).keys()];
  return depths.map((depth) => `${file}#${printPointer(steps.slice(0, depth))}`);
}

/** The parts that references lead to; which of them a file has depends on how it is split. */
function targetsOf(value: JsonValue, from: FilePath): Pick<Part, 'targets' | 'files'> {
  const refs = new Set<string>();
  eachReference(value, (ref) => refs.add(ref));
  const targets: string[][] = [];
  const files = new Set<FilePath>();
  for (const ref of refs) {
    const [address = '', fragment = ''] = ref.split('#');
    const file = address === '' ? from : resolveFile(address, from);
    if (typeof file !== 'string') continue;
    files.add(file);
    targets.push(keysAround(file, parsePointer(fragment) ?? []));
  }
  return { targets, files: [...files] };
}

function createState(
  root: SplitFile,
  { locations, owners }: Shared,
  load: (file: FilePath) => SplitFile | undefined,
): ApiState {
  const split = new Map([[root.spec.file.file, root]]);
  const open = (file: FilePath): OpenedFile => {
    const found = load(file);
    if (found === undefined) return { ok: false, reason: 'missing', message: '' };
    split.set(file, found);
    return { ok: true, spec: found.spec };
  };
  const { description, locationOf, take } = describeFiles({ root: root.spec, locations, open });
  let all: { parts: Map<string, Part>; users: Map<string, string[]> } | undefined;
  const everything = (): NonNullable<typeof all> => {
    if (all !== undefined) return all;
    const parts = new Map<string, Part>();
    // Keys of the parts below a place that is none itself, such as those of a whole file.
    const below = new Map<string, string[]>();
    // Reads the files that are found meanwhile, too.
    for (const file of split.values())
      for (const part of file.parts) {
        parts.set(part.key, part);
        for (const key of part.around) addTo(below, key, part.key);
        for (const other of part.files) take(other);
      }
    const users = new Map<string, string[]>();
    for (const [key, part] of parts)
      for (const around of part.targets) {
        const own = around.find((target) => parts.has(target));
        const used = own === undefined ? below.get(around.at(-1) ?? '') : [own];
        for (const target of used ?? []) addTo(users, target, key);
      }
    return (all = { parts, users });
  };
  const object = asObject(description.root.root) ?? emptyObject();
  const context: ModelContext = {
    description,
    dialect: dialectOf(object),
    root: object,
    diagnostics: [],
  };
  const names = createSchemaNames(context);
  return {
    context,
    names,
    flattener: createFlattener(context, names),
    partOf: (owner) => {
      let at: ValueLocation | undefined = locationOf(owner);
      while (at !== undefined && !owners.has(at.value)) at = at.parent && locations.get(at.parent);
      return at && owners.get(at.value);
    },
    parts: () => everything().parts,
    users: () => everything().users,
  };
}
