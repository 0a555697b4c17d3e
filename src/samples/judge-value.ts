/** Compares values of samples with the schemas of an API. */
import { nearest } from '../diagnostics/nearest.ts';
import { type Finding, validate } from '../shared/request/validate.ts';
import type { LoadedApi } from '../openapi/load-descriptions.ts';
import type { MediaContent, Parameter, RawSchema } from '../openapi/model/api-model.ts';
import { asObject, dialectOf, isObject } from '../openapi/model/model-context.ts';
import type { JsonValue } from '../openapi/read/description.ts';
import { isPartial } from './literal.ts';
import { ANYTHING, type Field, isPlaceholder, type Range, type Value } from './sample.ts';

/** A part of a value that does not fit. */
export interface Mismatch extends Range {
  /** Names the part, and says what it must be. */
  readonly message: string;
  readonly hint?: string | undefined;
  /** The text to write in place of the range, if there is one candidate. */
  readonly fix?: string | undefined;
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

function isOpen(value: JsonValue): boolean {
  return value === ANYTHING || (typeof value === 'string' && isPlaceholder(value));
}

/** Lists what does not fit a schema, and names that are misspelled. */
export function mismatches(value: Value, expected: Expected): readonly Mismatch[] {
  const { api, schema, direction, what } = expected;
  const findings = validate(value.json, schema, {
    dialect: dialectOfApi(api),
    follow: api.description.follow,
    direction,
    nearest,
    budget: { left: STEPS },
    sample: { isOpen, isPartial: expected.isExcerpt === true ? () => true : isPartial },
  });
  const seen = new Set<string>();
  const names = misspelled(value, { ...expected, path: [] });
  const wrong = [...names, ...closed(value, findings)];
  const found: Mismatch[] = [];
  for (const finding of findings ?? []) {
    const { range, part } = placeOf(value, finding);
    if (isIllustrative(finding, part)) continue;
    const problem = withoutMisspelled(finding, wrong, part.json);
    const message = `${partOf(what, finding.path)} ${problem}`;
    if (problem === '' || seen.has(message)) continue;
    seen.add(message);
    found.push({ ...range, message, isMissing: problem.startsWith(LACKS) });
  }
  return [...found, ...names.filter(({ message }) => !seen.has(message))];
}

const LACKS = 'lacks the required ';

/** A field with a wrong name is not missing, too. */
function withoutMisspelled(
  { problem }: Finding,
  names: readonly Pick<Misspelled, 'object' | 'near'>[],
  object: JsonValue,
): string {
  const near = new Set(names.flatMap((one) => (one.object === object ? [`"${one.near}"`] : [])));
  if (near.size === 0 || !problem.startsWith(LACKS)) return problem;
  const lacking = (problem.match(/"[^"]*"/g) ?? []).filter((name) => !near.has(name));
  if (lacking.length === 0) return '';
  return `${LACKS}${lacking.length === 1 ? 'property' : 'properties'} ${lacking.join(', ')}`;
}

/** The names that a validation suggests for those that an object must not have. */
function closed(
  value: Value,
  findings: readonly Finding[] = [],
): readonly Pick<Misspelled, 'object' | 'near'>[] {
  return findings.flatMap((finding) => {
    const near = finding.key && /\(did you mean "([^"]*)"\?\)$/.exec(finding.problem)?.[1];
    return near ? [{ object: placeOf(value, finding).part.json, near }] : [];
  });
}

/** `the body`, `"/items/0" in the body` */
function partOf(what: string, path: Finding['path']): string {
  return path.length === 0 ? what : `"${pointerOf(path)}" in ${what}`;
}

function dialectOfApi(api: LoadedApi): 'draft-4' | '2020-12' {
  const dialect = dialectOf(asObject(api.description.root.root) ?? {});
  return dialect === '2.0' || dialect === '3.0' ? 'draft-4' : '2020-12';
}

/** JSON pointer (RFC 6901). */
function pointerOf(path: readonly (string | number)[]): string {
  return path
    .map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
}

function placeOf(
  value: Value,
  { path, key }: Finding,
): { readonly range: Range; readonly part: Value } {
  let part = value;
  for (const step of path) part = part.parts.get(step) ?? part;
  const named = key === undefined ? undefined : part.keys.get(key);
  // A whole object or list is shown by its bracket.
  const range = part.parts.size > 0 ? { start: part.start, end: part.start + 1 } : part;
  return { range: named ?? range, part };
}

/** True for an id that is plainly made up: writers of guides rarely print whole ones. */
function isIllustrative({ problem }: Finding, { json }: Value): boolean {
  if (typeof json !== 'string' || !problem.startsWith('must have the format "uuid"')) return false;
  return !/^(?:[\da-f-]{20,}|\d+)$/i.test(json);
}

const MOST_NAMES = 500;

/** A key that an object does not have, but that is nearly that of a field. */
interface Misspelled extends Mismatch {
  readonly object: JsonValue;
  readonly near: string;
}

function misspelled(
  value: Value,
  { path, ...expected }: Expected & { readonly path: Finding['path'] },
): readonly Misspelled[] {
  const { api, schema, what } = expected;
  if (
    path.length > 20 ||
    !(isObject(value.json) || Array.isArray(value.json)) ||
    value.json === ANYTHING
  )
    return [];
  const node = api.schemas.read(schema);
  const inside = (
    key: string | number,
    part: Value,
    inner: RawSchema | undefined,
  ): readonly Misspelled[] =>
    inner === undefined
      ? []
      : misspelled(part, { ...expected, schema: inner, path: [...path, key] });
  if (Array.isArray(value.json))
    return [...value.parts].flatMap(([index, part]) => inside(index, part, node.items));
  const known = new Map(
    node.properties.map((property) => [property.name, property.schema] as const),
  );
  const isClosed =
    known.size > 0 &&
    known.size < MOST_NAMES &&
    node.variants === undefined &&
    node.patternProperties.length === 0;
  return [...value.parts].flatMap(([key, part]) => {
    const inner = known.get(String(key));
    if (inner !== undefined) return inside(key, part, inner);
    // With `additionalProperties: false`, the validation has reported it; a schema allows any name.
    if (!isClosed || (node.additional !== undefined && node.additional !== true)) return [];
    const absent = [...known.keys()].filter((name) => !value.parts.has(name));
    const near = nearest(String(key), absent);
    const range = value.keys.get(String(key));
    if (near === undefined || range === undefined) return [];
    const message = `${partOf(what, path)} has no field "${key}"`;
    const hint = `did you mean "${near}"?`;
    return [{ ...range, message, hint, isMissing: false, object: value.json, near }];
  });
}

/** Lists what does not fit a parameter. */
export function parameterMismatches(
  api: LoadedApi,
  { name, in: place, schema, style }: Parameter,
  field: Field,
): readonly Mismatch[] {
  if (
    schema === undefined ||
    field.text === '' ||
    isPlaceholder(field.text) ||
    style === 'deepObject'
  )
    return [];
  const what = `the ${place} parameter "${name}"`;
  const node = api.schemas.read(schema);
  const items = node.kind === 'array' ? node.items : schema;
  if (items === undefined || node.kind === 'union' || node.kind === 'object' || node.kind === 'map')
    return [];
  const texts = node.kind === 'array' ? field.text.split(/[,| ]/) : [field.text];
  return texts.flatMap((text) => {
    if (isPlaceholder(text)) return [];
    const { start, end } = field;
    const json = jsonOf(text, api.schemas.read(items).typeLabel);
    const value: Value = { json, start, end, parts: new Map(), keys: new Map() };
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
export function jsonContent(contents: readonly MediaContent[]): MediaContent | undefined {
  return contents.find(({ type }) => /^(?:application\/(?:[\w.+-]+\+)?json|\*\/\*)/i.test(type));
}
