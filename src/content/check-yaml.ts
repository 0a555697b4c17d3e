import type * as v from 'valibot';
import {
  type ConfigPath,
  didYouMean,
  isRecord,
  listAt,
  printConfigPath,
  stringAt,
  valueAt,
  without,
} from '../config/problem.ts';
import { checkSchema, type SchemaProblem, type TypeNames } from '../config/schema-check.ts';
import { getOrInsert } from '../shared/maps.ts';
import type { YamlMap, YamlNode, YamlSpan } from './yaml/read-yaml.ts';
import { isEmpty } from './yaml/values.ts';

/** A problem of a value, with its span in the text. */
export interface ValueProblem extends Pick<SchemaProblem, 'kind'> {
  readonly message: string;
  readonly hint?: string | undefined;
  readonly span: YamlSpan;
}

const TYPES: TypeNames = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  Array: 'a list',
  Object: 'a group of keys',
};

interface Checked<Value> {
  readonly value: Value | undefined;
  readonly problems: readonly ValueProblem[];
}

/**
 * Creates a reader of nodes by a schema: strings as written (`1.10`, `yes`), other scalars in YAML's core schema, keys
 * without a value as missing. Members with problems, down to `depth`, are left out of the value.
 */
export function yamlReader<const Schema extends v.GenericSchema>(
  schema: Schema,
  depth = 1,
): (root: YamlNode) => Checked<v.InferOutput<Schema>> {
  const shape = shapeOf(schema);
  const check = (root: YamlNode, plain: unknown): Checked<v.InferOutput<Schema>> => {
    const { value, problems } = checkSchema(schema, plain, TYPES);
    if (problems.length === 0) return { value, problems: [] };
    const wrong = problems.map((problem) => wrongMember(problem, depth));
    const find = createFinder(root);
    const described = problems.map((problem) => describeProblem(problem, root, find));
    if (wrong.some(({ length }) => length === 0)) return { value, problems: described };
    // Some problems appear only after others are gone; removed members are not missing.
    const rest = check(root, without(plain, wrong));
    const further = rest.problems.filter(({ kind }) => kind !== 'missing');
    return { value: rest.value, problems: [...described, ...further] };
  };
  return (root) => {
    const { value, problems } = check(root, toPlain(root, shape));
    return { value, problems: problems.toSorted((a, b) => a.span.start - b.span.start) };
  };
}

/** Path of the member to remove for a problem; a list is removed whole. */
function wrongMember({ kind, path }: SchemaProblem, depth: number): ConfigPath {
  if (kind === 'missing') return path.slice(0, -1).slice(0, depth);
  const index = path.findIndex((key) => typeof key === 'number');
  const named = index < 0 ? path : path.slice(0, index);
  return kind === 'unknown-key' ? named : named.slice(0, depth);
}

/** Dependencies of a node's plain value. */
interface Shape {
  readonly isText: boolean;
  readonly isNullable: boolean;
  readonly item: Shape | undefined;
  readonly keys: ReadonlyMap<string, Shape>;
  /** For keys that the author chooses. */
  readonly others: Shape | undefined;
}

/** The shape of a schema, unwrapped, with all its options. */
function shapeOf(schema: unknown): Shape {
  const type = stringAt(schema, 'type');
  const wrapped = valueAt(schema, 'wrapped');
  const inner = (wrapped === undefined ? listAt(schema, 'options') : [wrapped]).map(shapeOf);
  const entries = valueAt(schema, 'entries');
  const of = (key: 'item' | 'value'): Shape | undefined => {
    const found = valueAt(schema, key);
    return found === undefined ? undefined : shapeOf(found);
  };
  return {
    isText: type === 'string' || type === 'picklist' || inner.some(({ isText }) => isText),
    isNullable: type === 'nullable' || inner.some(({ isNullable }) => isNullable),
    item: of('item') ?? inner.find(({ item }) => item)?.item,
    keys: isRecord(entries)
      ? new Map(Object.entries(entries).map(([key, entry]) => [key, shapeOf(entry)]))
      : (inner.find(({ keys }) => keys.size > 0)?.keys ?? new Map()),
    others: of('value') ?? inner.find(({ others }) => others)?.others,
  };
}

function toPlain(node: YamlNode, shape: Shape | undefined): unknown {
  switch (node.kind) {
    case 'list':
      return node.items.map((item) => toPlain(item, shape?.item));
    case 'map':
      return Object.fromEntries(
        node.entries.flatMap(({ key, value }) => {
          const inner = shape?.keys.get(key) ?? shape?.others;
          return isEmpty(value) && inner?.isNullable !== true ? [] : [[key, toPlain(value, inner)]];
        }),
      );
    case 'scalar':
      if (node.value === null && shape?.isNullable === true) return null;
      return shape?.isText === true ? node.source : node.value;
  }
}

/** Keys that a hint lists. */
const MOST_KEYS = 12;

interface Found {
  readonly node: YamlNode | undefined;
  readonly keySpan: YamlSpan | undefined;
  readonly parent: YamlNode | undefined;
}

/** Finds many paths; the keys of a map are read once. */
function createFinder(root: YamlNode): (path: ConfigPath) => Found {
  const known = new Map<YamlMap, ReadonlyMap<string, YamlMap['entries'][number]>>();
  const entriesOf = (map: YamlMap): ReadonlyMap<string, YamlMap['entries'][number]> =>
    getOrInsert(known, map, () => new Map(map.entries.map((entry) => [entry.key, entry])));
  const step = ({ node }: Found, key: ConfigPath[number]): Found => {
    if (node?.kind === 'list')
      return { node: node.items[Number(key)], keySpan: undefined, parent: node };
    const entry = node?.kind === 'map' ? entriesOf(node).get(String(key)) : undefined;
    return { node: entry?.value, keySpan: entry?.keySpan, parent: node };
  };
  const start: Found = { node: root, keySpan: undefined, parent: undefined };
  return (path) => path.reduce(step, start);
}

function describeProblem(
  problem: SchemaProblem,
  root: YamlNode,
  find: ReturnType<typeof createFinder>,
): ValueProblem {
  const { kind, path } = problem;
  const { node, keySpan, parent } = find(path);
  const name = path.length === 0 ? 'the file' : `"${printConfigPath(path)}"`;
  const { start } = parent?.span ?? root.span;
  switch (kind) {
    case 'unknown-key': {
      const { key, known } = problem;
      const message = `"${key}" is not a known key`;
      const shown = known.slice(0, MOST_KEYS).join(', ');
      const all = `known keys: ${shown}${known.length > MOST_KEYS ? ' …' : ''}`;
      const meant = problem.meant === undefined ? undefined : `did you mean "${problem.meant}"?`;
      const hint = meant ?? didYouMean(key, known) ?? all;
      return { kind, message, hint, span: keySpan ?? root.span };
    }
    case 'missing': {
      const message = `the key ${name} is missing`;
      return { kind, message, hint: `add the key ${path.at(-1)}`, span: { start, end: start + 1 } };
    }
    case 'format': {
      const { reason, hint } = problem.refusal;
      return { kind, message: `${name} ${reason}`, hint, span: (node ?? root).span };
    }
    case 'type':
    case 'value': {
      const found = node ?? root;
      const message = `${name} must be ${problem.expected}, but it is ${describe(found)}`;
      const given = 'hint' in problem ? problem.hint : undefined;
      return { kind, message, hint: given ?? hintForType(problem, found), span: found.span };
    }
  }
}

/** A hint how to write a value of the expected type, if the current value suggests it. */
function hintForType(
  { kind, path, ...problem }: SchemaProblem,
  found: YamlNode,
): string | undefined {
  if (!('expected' in problem)) return undefined;
  const { expected } = problem;
  if (kind === 'value') return `write ${path.at(-1)}: ${expected}`;
  if (expected === TYPES.Object) return 'write lines of the form key: value';
  if (found.kind !== 'scalar') return `write ${expected}`;
  if (expected === TYPES.boolean) return 'write true or false, without quotes';
  if (expected === TYPES.number) return 'write a number, without quotes';
  const items = found.source.split(/\s*,\s*/).filter((item) => item !== '');
  return expected.startsWith(TYPES.Array) && items.length > 0
    ? `write a list: ${path.at(-1)}: [${items.join(', ')}]`
    : `write ${expected}`;
}

function describe(node: YamlNode): string {
  if (node.kind === 'list') return node.items.length === 0 ? 'an empty list' : 'a list';
  if (node.kind === 'map') return 'a group of keys';
  if (node.value === null) return 'empty';
  if (typeof node.value === 'boolean') return node.source;
  return typeof node.value === 'number' ? `the number ${node.source}` : `the text "${node.source}"`;
}
