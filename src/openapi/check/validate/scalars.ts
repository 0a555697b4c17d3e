import { itemAt } from '../../../shared/item-at.ts';
import { asNumber, isObject } from '../../model/model-context.ts';
import type { JsonObject, JsonValue } from '../../read/description.ts';
import { anyOf, describe, matchesPattern, quote } from '../check-context.ts';
import { type Finding, finding, NONE, type ValidationContext } from './validation.ts';

const TYPE_WORDS: ReadonlyMap<string, string> = new Map([
  ['string', 'text'],
  ['number', 'a number'],
  ['integer', 'a whole number'],
  ['boolean', 'true or false'],
  ['array', 'a list'],
  ['object', 'an object'],
  ['null', 'null'],
]);

/** Checks `type`; returns `NONE` itself if it fits. */
export function checkType(
  schema: JsonObject,
  value: JsonValue,
  context: ValidationContext,
): readonly Finding[] {
  const given = schema['type'];
  if (given === undefined || given === 'file') return NONE;
  const types = Array.isArray(given) ? given : [given];
  const words: string[] = [];
  let fits = false;
  for (const type of types) {
    const word = typeof type === 'string' ? TYPE_WORDS.get(type) : undefined;
    if (word === undefined) context.run.unknown = true;
    else words.push(word);
    fits ||= isOfType(value, type);
  }
  if (fits || context.run.unknown) return NONE;
  return [finding(context, `must be ${words.join(' or ')}, but it is ${say(value)}`, 'type')];
}

function isOfType(value: JsonValue, type: JsonValue): boolean {
  switch (type) {
    case 'integer':
      return typeof value === 'number' && Number.isInteger(value);
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    case 'null':
      return value === null;
    default:
      return typeof value === type;
  }
}

function say(value: JsonValue): string {
  return value === null ? 'null' : describe(value);
}

export function checkConst(
  schema: JsonObject,
  value: JsonValue,
  context: ValidationContext,
): readonly Finding[] {
  const expected = schema['const'];
  if (expected === undefined || equals(expected, value)) return NONE;
  return [finding(context, `must be ${quote(expected)}, but it is ${say(value)}`)];
}

export function checkEnum(
  schema: JsonObject,
  value: JsonValue,
  context: ValidationContext,
): readonly Finding[] {
  const values = schema['enum'];
  if (values === undefined) return NONE;
  if (!Array.isArray(values)) {
    context.run.unknown = true;
    return NONE;
  }
  if (values.some((one) => equals(one, value))) return NONE;
  const shown = anyOf(values.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))));
  return [finding(context, `must be ${shown}, but it is ${say(value)}`)];
}

/** Compares JSON values; the order of keys does not matter. */
export function equals(a: JsonValue, b: JsonValue): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, index) => equals(item, itemAt(b, index)));
  }
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => key in b && equals(a[key] ?? null, b[key] ?? null));
}

/** Checks the bounds of a number: `exclusiveMinimum` is a flag in draft 4 and a bound in 2020-12. */
export function checkNumber(
  schema: JsonObject,
  value: number,
  context: ValidationContext,
): readonly Finding[] {
  const found: Finding[] = [];
  const tell = (problem: string): void =>
    void found.push(finding(context, `${problem}, but it is ${value}`));
  const minimum = bound(context, schema, 'minimum');
  const maximum = bound(context, schema, 'maximum');
  const old = context.run.options.dialect === 'draft-4';
  const above = old ? undefined : bound(context, schema, 'exclusiveMinimum');
  const below = old ? undefined : bound(context, schema, 'exclusiveMaximum');
  const openLow = old && isOpen(context, schema, 'exclusiveMinimum');
  const openHigh = old && isOpen(context, schema, 'exclusiveMaximum');
  if (minimum !== undefined && (openLow ? value <= minimum : value < minimum)) {
    tell(openLow ? `must be more than ${minimum}` : `must be at least ${minimum}`);
  }
  if (maximum !== undefined && (openHigh ? value >= maximum : value > maximum)) {
    tell(openHigh ? `must be less than ${maximum}` : `must be at most ${maximum}`);
  }
  if (above !== undefined && value <= above) tell(`must be more than ${above}`);
  if (below !== undefined && value >= below) tell(`must be less than ${below}`);
  const step = bound(context, schema, 'multipleOf');
  if (step !== undefined && step > 0 && !isMultiple(value, step)) {
    tell(`must be a multiple of ${step}`);
  }
  return found;
}

function isOpen({ run }: ValidationContext, schema: JsonObject, key: string): boolean {
  const given = schema[key];
  if (given !== undefined && typeof given !== 'boolean') run.unknown = true;
  return given === true;
}

// 0.3 is a multiple of 0.1 although 0.3 / 0.1 is not an integer in binary.
function isMultiple(value: number, step: number): boolean {
  const quotient = value / step;
  if (!Number.isFinite(quotient)) return true;
  return Math.abs(quotient - Math.round(quotient)) <= Math.abs(quotient) * 1e-12 + 1e-9;
}

/** Reads a numeric keyword; other values make the schema unreadable. */
function bound({ run }: ValidationContext, schema: JsonObject, key: string): number | undefined {
  const given = schema[key];
  if (given === undefined) return undefined;
  const value = asNumber(given);
  if (value === undefined) run.unknown = true;
  return value;
}

export function checkText(
  schema: JsonObject,
  value: string,
  context: ValidationContext,
): readonly Finding[] {
  const found = [...checkCount(schema, context, { of: 'Length', size: () => lengthOf(value) })];
  const pattern = schema['pattern'];
  if (pattern !== undefined) {
    const matches = typeof pattern === 'string' ? matchesPattern(pattern, value) : undefined;
    if (matches === undefined) context.run.unknown = true;
    else if (!matches) {
      found.push(
        finding(context, `must match the pattern "${pattern}", but it is ${quote(value)}`),
      );
    }
  }
  const format = schema['format'];
  if (typeof format === 'string' && !hasFormat(value, format)) {
    found.push(finding(context, `must have the format "${format}", but it is ${quote(value)}`));
  }
  return found;
}

const COUNTED = { Length: 'characters', Items: 'items', Properties: 'properties' } as const;

/** Checks `minLength` and `maxLength`, and the same for items and properties. */
export function checkCount(
  schema: JsonObject,
  context: ValidationContext,
  { of, size }: { readonly of: keyof typeof COUNTED; readonly size: () => number },
): readonly Finding[] {
  const least = bound(context, schema, `min${of}`);
  const most = bound(context, schema, `max${of}`);
  if (least === undefined && most === undefined) return NONE;
  const has = size();
  const tell = (limit: string): Finding =>
    finding(context, `must have at ${limit} ${COUNTED[of]}, but it has ${has}`);
  return [
    ...(least !== undefined && has < least ? [tell(`least ${least}`)] : []),
    ...(most !== undefined && has > most ? [tell(`most ${most}`)] : []),
  ];
}

/** Counts Unicode characters (JSON Schema, 6.3.1). */
function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** False if a text violates a known format; unknown formats always pass. */
function hasFormat(text: string, format: string): boolean {
  const test = FORMATS.get(format);
  return test === undefined || test(text);
}

const FORMATS: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['date', isDate],
  ['date-time', isDateTime],
  ['email', isEmail],
  ['uri', isUri],
  [
    'uuid',
    (text: string) => /^(?:urn:uuid:)?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text),
  ],
  ['ipv4', isIpv4],
  ['ipv6', isIpv6],
]);

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** RFC 3339, 5.6: `full-date`. */
function isDate(text: string): boolean {
  const found = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (found === null) return false;
  const [year, month, day] = [Number(found[1]), Number(found[2]), Number(found[3])];
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 && leap ? 29 : (DAYS[month - 1] ?? 0);
  return day >= 1 && day <= days;
}

const TIME = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:z|([+-])(\d\d):(\d\d))$/i;

/** RFC 3339, 5.6: `date-time`; a space may replace the `T`. */
function isDateTime(text: string): boolean {
  if (!/^.{10}[t\s]/i.test(text) || !isDate(text.slice(0, 10))) return false;
  const found = TIME.exec(text.slice(11));
  if (found === null) return false;
  const [hour, minute, second] = [Number(found[1]), Number(found[2]), Number(found[3])];
  const [zoneHour, zoneMinute] = [Number(found[5] ?? 0), Number(found[6] ?? 0)];
  if (zoneHour > 23 || zoneMinute > 59 || hour > 23 || minute > 59) return false;
  if (second < 60) return true;
  const offset = (zoneHour * 60 + zoneMinute) * (found[4] === '-' ? 1 : -1);
  // Leap seconds occur at the end of a UTC day.
  const utc = (hour * 60 + minute + offset + 2880) % 1440;
  return second === 60 && utc === 1439;
}

const ATOM = "[\\w!#$%&'*+/=?^`{|}~-]+";
const LABEL = '[a-z\\d](?:[a-z\\d-]{0,61}[a-z\\d])?';
const LOCAL = new RegExp(`^${ATOM}(?:\\.${ATOM})*$`, 'i');
const DOMAIN = new RegExp(`^${LABEL}(?:\\.${LABEL})+$`, 'i');

function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  return at > 0 && LOCAL.test(text.slice(0, at)) && DOMAIN.test(text.slice(at + 1));
}

/** RFC 3986: checks the scheme and the allowed characters, not each component. */
function isUri(text: string): boolean {
  if (!/^[a-z][a-z\d+.-]*:[\w.~:/?#[\]@!$&'()*+,;=%-]*$/i.test(text)) return false;
  if (/%(?![\da-f]{2})/i.test(text) || text.indexOf('#') !== text.lastIndexOf('#')) return false;
  return text.length > text.indexOf(':') + 1;
}

function isIpv4(text: string): boolean {
  return /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/.test(text);
}

/** RFC 4291, 2.2. */
function isIpv6(text: string): boolean {
  const halves = text.split('::');
  if (halves.length > 2) return false;
  let groups = 0;
  for (const [index, half] of halves.entries()) {
    const parts = half === '' ? [] : half.split(':');
    for (const [at, part] of parts.entries()) {
      const last = index === halves.length - 1 && at === parts.length - 1;
      if (last && part.includes('.') && isIpv4(part)) groups += 2;
      else if (/^[\da-f]{1,4}$/i.test(part)) groups += 1;
      else return false;
    }
  }
  return halves.length === 2 ? groups <= 7 : groups === 8;
}
