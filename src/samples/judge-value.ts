/** Compares values of samples with the schemas of an API. */
import { editDistance, nearest } from '../diagnostics/nearest.ts';
import { isJsonType } from '../shared/request/media-type.ts';
import { validate } from '../shared/request/validate.ts';
import { getOrInsert } from '../shared/maps.ts';
import { problemOf } from '../shared/request/words.ts';
import type { LoadedApi } from '../openapi/load-descriptions.ts';
import type { MediaContent, Parameter, RawSchema, SchemaNode } from '../openapi/model/api-model.ts';
import { asObject, dialectOf } from '../openapi/model/model-context.ts';
import type { JsonObject, JsonValue } from '../openapi/read/description.ts';
import { printPointer } from '../openapi/read/pointer.ts';
import { isPartial } from './literal.ts';
import { ANYTHING, type Field, isPlaceholder, type Mistake, scalar, type Value } from './sample.ts';

/** A part of a value that does not fit. */
export interface Mismatch extends Mistake {
  /** True for a field that is missing. */
  readonly isMissing: boolean;
}

interface Expected {
  readonly api: LoadedApi;
  readonly schema: RawSchema;
  readonly direction: 'request' | 'response';
  /** True if parts are left out. */
  readonly isExcerpt?: boolean;
  /** `the body`, `the response` */
  readonly what: string;
}

const STEPS = 100_000;

/** Lists what does not fit a schema, and names that are misspelled. */
export function mismatches(
  value: Value,
  { api, schema, direction, isExcerpt = false, what }: Expected,
): readonly Mismatch[] {
  const dialect = dialectOf(asObject(api.description.root.root) ?? {});
  const findings = validate(value.json, schema, {
    dialect: /^[23]\.0/.test(dialect) ? 'draft-4' : '2020-12',
    follow: api.description.follow,
    direction,
    nearest,
    budget: { left: STEPS },
    sample: {
      isOpen: (json) => json === ANYTHING || (typeof json === 'string' && isPlaceholder(json)),
      isPartial: isExcerpt ? () => true : isPartial,
      misspelled,
    },
  });
  const found = new Map<string, Mismatch>();
  for (const finding of findings ?? []) {
    const { path, key, near, rule, facts } = finding;
    const part = path.reduce<Value>((at, step) => at.parts.get(step) ?? at, value);
    if (rule === 'format' && facts[0] === 'uuid' && isIllustrative(part.json)) continue;
    const named = key === undefined ? undefined : part.keys.get(key);
    // A whole object or list is shown by its bracket.
    const bracket = part.parts.size > 0 ? { start: part.start, end: part.start + 1 } : part;
    const { start, end } = named ?? bracket;
    const name = path.length === 0 ? what : `"${printPointer(path)}" in ${what}`;
    const message = `${name} ${problemOf(finding)}`;
    const isNew = near !== undefined && (rule !== 'notAllowed' || facts.length === 0);
    found.set(message, {
      start,
      end,
      message,
      hint: isNew ? `did you mean "${near}"?` : undefined,
      fix: named === undefined || key === undefined ? undefined : fixOf(key, near, end - start),
      isMissing: rule === 'lacks',
    });
  }
  return [...found.values()];
}

export function bodyMismatches(
  value: Value,
  api: LoadedApi,
  schema: RawSchema,
): readonly Mismatch[] {
  return mismatches(value, { api, schema, direction: 'request', what: 'the body' });
}

const MOST_NAMES = 500;

/** The keys of an object that no part of its schema has, with the nearest name that is missing. */
function misspelled(
  object: JsonObject,
  properties: JsonObject,
  isDeclared: (key: string) => boolean,
): ReadonlyMap<string, string> {
  const names = Object.keys(properties);
  const absent = names.filter((name) => !(name in object));
  const unknown = Object.keys(object).filter((key) => !(key in properties) && !isDeclared(key));
  return new Map(
    (names.length > MOST_NAMES ? [] : unknown).flatMap((key) => {
      const near = nearest(key, absent);
      return near === undefined ? [] : [[key, near]];
    }),
  );
}

/** A name to write in place of a misspelled one, with its quotes. */
function fixOf(key: string, near = '', length: number): string | undefined {
  if (near === '' || !/^\w+$/.test(key + near) || editDistance(key, near, 2) > 2) return undefined;
  return length === key.length ? near : length === key.length + 2 ? `"${near}"` : undefined;
}

/** True for an id that is plainly made up: writers of guides rarely print whole ones. */
function isIllustrative(json: JsonValue): boolean {
  if (typeof json !== 'string') return false;
  return !/^(?:[\da-f-]{20,}|\d+)$/i.test(json) || /^0?12345/.test(json);
}

/** The only name that is at most two letters off. */
export function certainName(name: string, known: readonly string[]): string | undefined {
  const limit = Math.min(2, Math.floor(name.length / 3));
  const isNear = (one: string): boolean =>
    editDistance(name.toLowerCase(), one.toLowerCase(), limit) <= limit;
  const [only, another] = known.filter(isNear);
  return another === undefined ? only : undefined;
}

/** Lists what does not fit a parameter. */
export function parameterMismatches(
  api: LoadedApi,
  { name, in: place, schema, style }: Parameter,
  field: Field,
): readonly Mismatch[] {
  if (schema === undefined || style === 'deepObject') return [];
  const node = api.schemas.read(schema);
  const isList = node.kind === 'array';
  const items = isList ? node.items : schema;
  if (items === undefined || /^(?:union|object|map)$/.test(node.kind)) return [];
  const { typeLabel, enum: choices } = api.schemas.read(items);
  // `OPTION` stands for a choice, unless the choices are in capitals themselves.
  const isWord = (text: string): boolean =>
    /^[A-Z]+$/.test(text) &&
    choices.length > 0 &&
    choices.every(({ json }) => !/^[A-Z]|^$/.test(String(json))) &&
    !choices.some(({ json }) => String(json) === text.toLowerCase());
  const what = `the ${place} parameter "${name}"`;
  return (isList ? field.text.split(/[,| ]/) : [field.text]).flatMap((text) => {
    if (text === '' || isWord(text) || isPlaceholder(text) || isPlaceholder(field.text)) return [];
    const value = scalar(jsonOf(text, typeLabel), field);
    return mismatches(value, { api, schema: items, direction: 'request', what });
  });
}

/** A text as the type of its schema. */
function jsonOf(text: string, type: string): JsonValue {
  if (/^(?:integer|number)/.test(type) && /^-?\d+(?:\.\d+)?$/.test(text)) return Number(text);
  if (type.startsWith('boolean') && /^(?:true|false|1|0)$/i.test(text))
    return /^(?:true|1)$/i.test(text);
  return text;
}

/** The JSON of a body or response; undefined if it is something else. */
export function jsonContent(contents: readonly MediaContent[] = []): MediaContent | undefined {
  return contents.find(({ type }) => isJsonType(type));
}

const FIELDS = new WeakMap<SchemaNode, ReadonlyMap<string, RawSchema>>();

/** The fields of a schema and of its alternatives. */
export function fieldsOf({ schemas }: LoadedApi, node: SchemaNode): ReadonlyMap<string, RawSchema> {
  return getOrInsert(FIELDS, node, () => {
    const variants = node.variants?.list.map((variant) => schemas.read(variant.schema)) ?? [];
    const properties = [node, ...variants].flatMap((one) => one.properties);
    return new Map(properties.map(({ name, schema }) => [name, schema] as const));
  });
}
