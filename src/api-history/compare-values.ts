/** Compares the keywords about single values: types, limits, allowed values, words. */
import {
  asSchema,
  canonical,
  isObject,
  listOf,
  stringsOf,
  textOrNone,
} from '../openapi/model/model-context.ts';
import type { JsonObject, JsonValue } from '../openapi/read/description.ts';
import type { Flat } from '../openapi/schema/flatten.ts';
import { isAnnotation } from '../openapi/schema/keywords.ts';
import { typeOfValue } from '../openapi/schema/shape.ts';
import { type Bound, boundOf } from '../shared/request/number-bounds.ts';
import { isSame, type Job, text } from './comparison.ts';
import { compareLifetimes } from './lifetimes.ts';

/** The JSON types of a schema without null; undefined if any is allowed. */
export function typesOf({ json }: Flat): readonly string[] | undefined {
  const { type } = json;
  const all = typeof type === 'string' ? [type] : Array.isArray(type) ? stringsOf(type) : undefined;
  const rest = all?.filter((item) => item !== 'null');
  if (rest !== undefined && rest.length > 0) return rest;
  const values = allowed(json);
  if (values !== undefined && values.length > 0) return [...new Set(values.map(typeOfValue))];
  if (isObject(json['properties'])) return ['object'];
  return json['items'] === undefined ? undefined : ['array'];
}

/** True for alternatives without properties beside them. */
export function isUnion({ json }: Flat): boolean {
  return (json['oneOf'] ?? json['anyOf']) !== undefined && !isObject(json['properties']);
}

export function printTypes(types: readonly string[] | undefined): string {
  return types === undefined ? 'any' : types.join(' | ');
}

const covers = (types: readonly string[] | undefined, type: string): boolean =>
  types === undefined || types.includes(type) || (type === 'integer' && types.includes('number'));

/** Compares types and formats; true if the values of both have something in common. */
export function compareTypes(job: Job): boolean {
  const { old, now, form, say } = job;
  const [before, after] = [typesOf(old), typesOf(now)];
  // In text, everything is a string, and one value is a list of one.
  const isText = form === 'text' && (after?.includes('string') === true || isListOf(now, before));
  const isWithin = (some: typeof before, all: typeof before): boolean =>
    some === undefined ? all === undefined : some.every((type) => covers(all, type));
  const isWider = isText || isWithin(before, after);
  const isNarrower = isWithin(after, before);
  // Alternatives and values tell the types.
  const isTold = [old, now].every(({ json }) => allowed(json) !== undefined);
  const isListed = isTold && [old, now].some(({ json }) => json['type'] === undefined);
  if (!isUnion(old) && !isUnion(now) && !isListed && !(isWider && isNarrower)) {
    const code = isWider ? 'type-widened' : isNarrower ? 'type-narrowed' : 'type-changed';
    say(code, 'type', [printTypes(before), printTypes(after)]);
    if (!isWider && !isNarrower) return false;
  }
  const isAny = (flat: Flat, types: typeof before): boolean =>
    types === undefined && flat.nullable === undefined;
  const isNull = now.nullable === true;
  if ((old.nullable === true) !== isNull && !isAny(old, before) && !isAny(now, after))
    say(isNull ? 'nullable-added' : 'nullable-removed', '', [undefined, '']);
  compareFormats(job);
  return true;
}

/** True for a list whose items may be of all types. */
function isListOf({ json }: Flat, types: readonly string[] | undefined): boolean {
  const items = asSchema(json['items']);
  if (json['type'] !== 'array' || types === undefined || typeof items !== 'object') return false;
  const isPlain = (key: string): boolean => key === 'type' || key === 'items' || isAnnotation(key);
  if (![json, items].every((one) => Object.keys(one).every(isPlain))) return false;
  const { type } = items;
  const all = typeof type === 'string' ? [type] : stringsOf(type);
  return all.includes('string') || types.every((one) => covers(all, one));
}

/** Formats of which the values of the first are values of the second, too. */
const WIDER_FORMATS = ['int32 int64', 'float double'];

function compareFormats({ old, now, say }: Job): void {
  const [before, after] = [textOrNone(old.json['format']), textOrNone(now.json['format'])];
  if (before === after) return;
  const isWider = WIDER_FORMATS.includes(`${before} ${after}`);
  const isNarrower = WIDER_FORMATS.includes(`${after} ${before}`);
  if (before === undefined) say('format-added', 'format', [before, after]);
  else if (after === undefined) say('format-removed', 'format', [before, after]);
  else if (isWider) say('type-widened', 'format', [before, after]);
  else say(isNarrower ? 'type-narrowed' : 'format-changed', 'format', [before, after]);
}

const FLOORS = 'minimum minLength minItems minProperties minContains'.split(' ');
const CEILINGS = 'maximum maxLength maxItems maxProperties maxContains'.split(' ');

/** Lower bounds that say nothing if they are 0. */
const NATURAL: ReadonlySet<string> = new Set(['minLength', 'minItems', 'minProperties']);

const WORDS = ['title', 'description', 'example', 'examples'];

/** Compares all but the types; what limits values only if `isComparable`. */
export function compareValues(job: Job, isComparable: boolean): void {
  const { old, now, say, pair } = job;
  const [was, is] = [old.json, now.json];
  const words = WORDS.find((key) => !isSame(was[key], is[key]));
  if (words !== undefined) say('text-changed', words, [undefined, '']);
  compareLifetimes(was, is, {
    ...pair.options,
    part: 'property',
    say: (code, { before, after = '' }) => say(code, '', [before, after]),
  });
  const [first, next] = [was['default'], is['default']];
  if (!isSame(first, next))
    say('default-changed', 'default', [text(first) ?? 'none', text(next) ?? 'none']);
  if (!isComparable) return;
  compareEnums(job);
  for (const key of [...FLOORS, ...CEILINGS]) {
    const [before, after] = [limitOf(old, key), limitOf(now, key)];
    const sign = FLOORS.includes(key) ? 1 : -1;
    const change = Math.sign((after?.at ?? 0) - (before?.at ?? 0)) * sign;
    if (change === 0 && before?.isOpen === after?.isOpen) continue;
    const isTighter = change === 0 ? after?.isOpen === true : change > 0;
    sayLimit(job, {
      key: after?.key ?? before?.key ?? key,
      range: [before?.text, after?.text],
      isTighter,
    });
  }
  for (const key of ['multipleOf', 'uniqueItems']) {
    const [before, after] = [was[key], is[key]].map((value) =>
      value === false ? undefined : printed(key, value),
    );
    const divides = Number(was[key]) % Number(is[key]) === 0;
    if (before !== after) sayLimit(job, { key, range: [before, after], isTighter: !divides });
  }
  const [pattern, other] = [textOrNone(was['pattern']), textOrNone(is['pattern'])];
  // `.*` says nothing.
  const isFree = other === undefined || /^\^?\.\*\$?$/.test(other);
  const change = isFree ? 'pattern-removed' : 'pattern-changed';
  if (pattern !== other)
    say(pattern === undefined ? 'pattern-added' : change, 'pattern', [pattern, other]);
  for (const key of ['contentEncoding', 'contentMediaType'])
    if (was[key] !== is[key])
      say('constraint-changed', key, [printed(key, was[key]), printed(key, is[key]) ?? 'none']);
}

function printed(key: string, value: JsonValue | undefined): string | undefined {
  return value === undefined ? undefined : `${key} ${text(value)}`;
}

interface Limit {
  readonly key: string;
  readonly range: readonly [before: string | undefined, after: string | undefined];
  readonly isTighter: boolean;
}

function sayLimit({ say }: Job, { key, range, isTighter }: Limit): void {
  const [before, after] = range;
  const code = isTighter ? 'limit-tightened' : 'limit-loosened';
  say(
    before === undefined ? 'limit-added' : after === undefined ? 'limit-removed' : code,
    key,
    range,
  );
}

interface Limited extends Bound {
  readonly text: string;
}

/** The tighter one of a limit and the exclusive one; of whole numbers, as one that is not exclusive. */
function limitOf(flat: Flat, key: string): Limited | undefined {
  const bound = boundOf(flat.json, key);
  if (bound === undefined || (bound.at === 0 && NATURAL.has(key))) return undefined;
  const said = `${bound.key} ${bound.at}`;
  const isWhole = typesOf(flat)?.join('') === 'integer' && Number.isInteger(bound.at);
  if (!bound.isOpen || !isWhole) return { ...bound, text: said };
  return { ...bound, at: bound.at + (FLOORS.includes(key) ? 1 : -1), isOpen: false, text: said };
}

/** The values that a schema lists, without null. */
export function allowed(json: JsonObject): readonly JsonValue[] | undefined {
  const list = json['enum'] ?? json['x-extensible-enum'];
  if (Array.isArray(list)) return listOf(list).filter((item) => item !== null);
  return json['const'] === undefined ? undefined : [json['const']];
}

function compareEnums({ old, now, say }: Job): void {
  const [before, after] = [allowed(old.json), allowed(now.json)];
  const [first, next] = [old.json['const'], now.json['const']];
  if (first !== undefined && next !== undefined) {
    if (!isSame(first, next)) say('const-changed', 'const', [text(first), text(next)]);
    return;
  }
  const list = (values: readonly JsonValue[]): string | undefined =>
    text(values.map(text).join(', '));
  if (before === undefined && after === undefined) return;
  if (before === undefined)
    return say(next === undefined ? 'enum-added' : 'const-added', 'enum', [
      undefined,
      list(after ?? []),
    ]);
  if (after === undefined)
    return say(first === undefined ? 'enum-removed' : 'const-removed', 'enum', [list(before)]);
  const [had, has] = [new Set(before.map(canonical)), new Set(after.map(canonical))];
  for (const value of before)
    if (!has.has(canonical(value))) say('enum-value-removed', 'enum', [text(value)]);
  for (const value of after)
    if (!had.has(canonical(value))) say('enum-value-added', 'enum', [undefined, text(value)]);
}
