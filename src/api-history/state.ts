/** States of a description: equal parts of two states are the same objects. */
import { dirname, join } from 'node:path/posix';
import { readYaml } from '../content/yaml/read-yaml.ts';
import { toValue } from '../content/yaml/values.ts';
import {
  asObject,
  dialectOf,
  emptyObject,
  isObject,
  type ModelContext,
} from '../openapi/model/model-context.ts';
import type {
  Description,
  JsonObject,
  JsonValue,
  Resolution,
} from '../openapi/read/description.ts';
import { parsePointer, printPointer, walkPointer } from '../openapi/read/pointer.ts';
import { createFlattener, type Flattener } from '../openapi/schema/flatten.ts';
import { createSchemaNames, type SchemaNames } from '../openapi/schema/names.ts';
import { getOrInsert } from '../shared/maps.ts';
import { decodeSafely, type FilePath, toFilePath } from '../shared/paths.ts';
import { splitText } from './split-text.ts';

/** A description at a moment, as far as it has been read. */
export interface ApiState {
  readonly context: ModelContext;
  readonly names: SchemaNames;
  readonly flattener: Flattener;
  /** The part that holds an object. */
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
  readonly file: FilePath;
  readonly pointer: string;
  readonly value: JsonValue;
  /** For each reference, the keys of parts that may hold its target, and the files that hold them. */
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
  readonly root: JsonValue;
  readonly parts: readonly Part[];
}

type Link = { readonly parent: object; readonly key: string } | { readonly part: Part };

/** Reads states; objects of equal parts are shared. Throws `SyntaxError` for a root that cannot be read. */
export function createStateReader(): (root: FilePath, read: ReadFile) => ApiState {
  const recent: Shared['recent'] = new Map();
  const files = new Map<string, SplitFile | undefined>();
  const links = new Map<object, Link>();
  const load = (file: FilePath, read: ReadFile): SplitFile | undefined => {
    const source = read(file);
    if (source === undefined) return undefined;
    const key = `${file} ${source.id}`;
    const { text, bytes = () => toBytes(text()) } = source;
    if (!files.has(key)) files.set(key, readParts(file, bytes(), { recent, links }));
    return files.get(key);
  };
  return (file, read) => {
    const root = load(file, read);
    if (root === undefined || !isObject(root.root))
      throw new SyntaxError(read(file) === undefined ? 'does not exist' : 'cannot be read');
    return createState({ file, root, links, load, read });
  };
}

interface Shared {
  /** The parts that were read last, by their key, with their text. */
  readonly recent: Map<string, { source: string; readonly part: Part }>;
  readonly links: Map<object, Link>;
}

const LIMITS = { maxAliases: 10_000, maxDepth: 250, maxNodes: 4_000_000 };

/** Reads the parts of a file of which `text` has the bytes. */
function readParts(file: FilePath, text: string, { recent, links }: Shared): SplitFile | undefined {
  const partAt = (path: readonly string[], source: string): Part => {
    const pointer = printPointer(path);
    const key = `${file}#${pointer}`;
    const last = recent.get(key);
    if (last?.source === source) {
      // The text that it was cut from is no longer needed.
      last.source = source;
      return last.part;
    }
    const refs: string[] = [];
    const read = readValue(fromBytes(source));
    const value = path.length === 0 ? read : (asObject(read)?.[path.at(-1) ?? ''] ?? null);
    if (typeof value === 'object' && value !== null) enter(value, links, refs);
    const part = { key, file, pointer, value, ...targetsOf(refs, file) };
    if (typeof value === 'object' && value !== null) links.set(value, { part });
    recent.set(key, { source, part });
    return part;
  };
  const pieces = splitText(text);
  if (pieces !== undefined)
    try {
      const root = emptyObject();
      const parts = pieces.map((piece) => {
        const path = piece.path.map(fromBytes);
        const part = partAt(path, piece.text);
        let holder = root;
        for (const step of path.slice(0, -1)) {
          const next = asObject(holder[step]) ?? emptyObject();
          holder[step] = next;
          holder = next;
        }
        const name = path.at(-1) ?? '';
        if (holder[name] !== undefined) throw new SyntaxError('a key is used twice');
        holder[name] = part.value;
        return part;
      });
      enterHolders(root, '', { file, links });
      return { root, parts };
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  try {
    const whole = partAt([], text);
    return { root: whole.value, parts: [whole] };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

/** Links the maps that hold parts. */
function enterHolders(
  holder: JsonObject,
  pointer: string,
  { file, links }: { readonly file: FilePath; readonly links: Shared['links'] },
): void {
  if (links.has(holder)) return;
  const key = `${file}#${pointer}`;
  links.set(holder, { part: { key, file, pointer, value: holder, targets: [], files: [] } });
  for (const [step, value] of Object.entries(holder))
    if (isObject(value)) enterHolders(value, pointer + printPointer([step]), { file, links });
}

/** Reads YAML or JSON, or members of a JSON object; objects have no prototype. */
function readValue(text: string): JsonValue {
  const trimmed = text.trim();
  const isMember = /^"(?:[^"\\]|\\.)*"\s*:/.test(trimmed);
  if (isMember || trimmed.startsWith('{')) {
    let value: JsonValue | undefined;
    try {
      value = JSON.parse(isMember ? `{${trimmed.replace(/,$/, '')}}` : trimmed);
    } catch {
      // YAML: a key in quotes, or the flow style.
    }
    if (value !== undefined) return withoutPrototypes(value);
  }
  const { root, problems } = readYaml(text, LIMITS);
  const [problem] = problems;
  if (root === undefined || problem !== undefined) throw new SyntaxError(problem?.message);
  return toValue(root);
}

function withoutPrototypes(value: JsonValue, depth = 0): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > LIMITS.maxDepth) throw new SyntaxError('it is nested too deeply');
  if (Array.isArray(value)) return value.map((item) => withoutPrototypes(item, depth + 1));
  const object = emptyObject();
  for (const [key, child] of Object.entries(value))
    object[key] = withoutPrototypes(child, depth + 1);
  return object;
}

function enter(value: JsonObject | JsonValue[], links: Shared['links'], refs: string[]): void {
  for (const [key, child] of Object.entries(value)) {
    if (typeof child === 'string') {
      if (key === '$ref') refs.push(child);
    } else if (typeof child === 'object' && child !== null && !links.has(child)) {
      links.set(child, { parent: value, key });
      enter(child, links, refs);
    }
  }
}

/** The file and fragment that a reference leads to; undefined if it is remote. */
function targetOf(ref: string, from: FilePath): readonly [FilePath, string] | undefined {
  const [address = '', fragment = ''] = ref.split('#');
  if (address === '') return [from, fragment];
  const path = decodeSafely(address) ?? address;
  if (/^[a-z][a-z\d+.-]*:|^\//i.test(path)) return undefined;
  return [toFilePath(join(dirname(from), path)), fragment];
}

/** Keys of the parts that may hold a place of a file, the outermost first. */
function keysAround(file: FilePath, steps: readonly string[]): string[] {
  const depths = [...Array(Math.min(steps.length, 3) + 1).keys()];
  return depths.map((depth) => `${file}#${printPointer(steps.slice(0, depth))}`);
}

/** The parts that references lead to; which of them a file has depends on how it is split. */
function targetsOf(refs: readonly string[], from: FilePath): Pick<Part, 'targets' | 'files'> {
  const targets: string[][] = [];
  const files = new Set<FilePath>();
  for (const ref of new Set(refs)) {
    const target = targetOf(ref, from);
    if (target === undefined) continue;
    const [file, fragment] = target;
    files.add(file);
    const steps = parsePointer(fragment) ?? [];
    targets.push(keysAround(file, steps));
  }
  return { targets, files: [...files] };
}

interface StateInput extends Pick<Shared, 'links'> {
  readonly file: FilePath;
  readonly root: SplitFile;
  readonly load: (file: FilePath, read: ReadFile) => SplitFile | undefined;
  readonly read: ReadFile;
}

function createState({ file: rootFile, root, links, load, read }: StateInput): ApiState {
  const files = new Map<FilePath, SplitFile | undefined>([[rootFile, root]]);
  const origins = new Map<object, object>();
  const resolutions = new Map<string, Resolution>();
  const fileAt = (file: FilePath): SplitFile | undefined => {
    if (!files.has(file)) files.set(file, load(file, read));
    return files.get(file);
  };
  const linkOf = (owner: object): Link | undefined => {
    for (let at: object | undefined = owner; at !== undefined; at = origins.get(at)) {
      const link = links.get(at);
      if (link !== undefined) return link;
    }
    return undefined;
  };
  const placeOf = (owner: object): { readonly part: Part | undefined; readonly rest: string } => {
    const steps: string[] = [];
    for (let link = linkOf(owner); link !== undefined; link = linkOf(link.parent)) {
      if ('part' in link) return { part: link.part, rest: printPointer(steps.reverse()) };
      steps.push(link.key);
    }
    return { part: undefined, rest: '' };
  };
  let all: { parts: Map<string, Part>; users: Map<string, string[]> } | undefined;
  const everything = (): NonNullable<typeof all> => {
    if (all !== undefined) return all;
    const parts = new Map<string, Part>();
    for (const file of files.keys())
      for (const part of files.get(file)?.parts ?? []) {
        parts.set(part.key, part);
        for (const other of part.files) fileAt(other);
      }
    // The parts below a place that is none itself, such as those of a whole file.
    const below = new Map<string, string[]>();
    for (const [key, { file, pointer }] of parts)
      for (const around of keysAround(file, parsePointer(pointer) ?? []))
        if (around !== key) getOrInsert(below, around, () => []).push(key);
    const users = new Map<string, string[]>();
    for (const [key, part] of parts)
      for (const around of part.targets) {
        const holders = around.filter((target) => parts.has(target));
        const used = holders.length > 0 ? holders : (below.get(around.at(-1) ?? '') ?? []);
        for (const target of used) getOrInsert(users, target, () => []).push(key);
      }
    return (all = { parts, users });
  };
  const missing = (
    ref: string,
    code: 'openapi-ref-missing' | 'openapi-ref-remote',
  ): Resolution => ({
    ok: false,
    problem: { code, message: `"${ref}" leads nowhere` },
  });
  const follow = (ref: string, from: FilePath): Resolution => {
    const key = `${from}\n${ref}`;
    const known = resolutions.get(key);
    if (known !== undefined) return known;
    resolutions.set(key, missing(ref, 'openapi-ref-missing'));
    const found = resolve(ref, from);
    resolutions.set(key, found);
    return found;
  };
  const resolve = (ref: string, from: FilePath): Resolution => {
    const target = targetOf(ref, from);
    if (target === undefined) return missing(ref, 'openapi-ref-remote');
    const [file, fragment] = target;
    const split = fileAt(file);
    const steps = parsePointer(fragment);
    if (split === undefined || steps === undefined) return missing(ref, 'openapi-ref-missing');
    const walked = walkPointer(split.root, steps, (value) => {
      const inner = asObject(value)?.['$ref'];
      const next = typeof inner === 'string' ? follow(inner, file) : undefined;
      return next?.ok === true ? next.value : undefined;
    });
    if (!walked.ok) return missing(ref, 'openapi-ref-missing');
    const name = steps.at(-1) ?? file.slice(file.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
    return { ok: true, value: walked.value, name, file, pointer: printPointer(steps) };
  };
  const description: Description = {
    root: { file: rootFile, text: '', root: root.root },
    files: () => [],
    problems: () => [],
    locate: () => ({ file: rootFile, line: 1, column: 1 }),
    locateKey: () => ({ file: rootFile, line: 1, column: 1 }),
    locateName: () => ({ file: rootFile, line: 1, column: 1 }),
    locateText: () => [],
    follow: (ref, owner) => follow(ref, placeOf(owner).part?.file ?? rootFile),
    pointer: (owner) => {
      const { part, rest } = placeOf(owner);
      return { file: part?.file ?? rootFile, pointer: (part?.pointer ?? '') + rest };
    },
    derive: (made, from) => {
      if (made !== from) origins.set(made, from);
      return made;
    },
  };
  const object = asObject(root.root) ?? emptyObject();
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
    partOf: (owner) => placeOf(owner).part,
    parts: () => everything().parts,
    users: () => everything().users,
  };
}
