import { itemAt } from '../../../shared/item-at.ts';
import { asNumber, isObject } from '../../model/json.ts';
import type { JsonObject, JsonValue } from '../../read/description.ts';
import { matchesPattern } from '../patterns.ts';
import { anyOf, describe, quote } from '../value-kinds.ts';
import { hasFormat } from './formats.ts';
import { finding, NONE } from './instance-location.ts';
import type { Finding, Spot } from './validation.ts';

const TYPE_WORDS: ReadonlyMap<string, string> = new Map([
  ['string', 'text'],
  ['number', 'a number'],
  ['integer', 'a whole number'],
  ['boolean', 'true or false'],
  ['array', 'a list'],
  ['object', 'an object'],
  ['null', 'null'],
]);

/** `type`. Gives `NONE` itself where the type fits. */
export function checkType(schema: JsonObject, value: JsonValue, spot: Spot): readonly Finding[] {
  const given = schema['type'];
  if (given === undefined || given === 'file') return NONE;
  const types = Array.isArray(given) ? given : [given];
  const words: string[] = [];
  let fits = false;
  for (const type of types) {
    const word = typeof type === 'string' ? TYPE_WORDS.get(type) : undefined;
    if (word === undefined) spot.run.unknown = true;
    else words.push(word);
    fits ||= isOfType(value, type);
  }
  if (fits || spot.run.unknown) return NONE;
  return [finding(spot, `must be ${words.join(' or ')}, but it is ${say(value)}`, 'type')];
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

/** `const`. */
export function checkConst(schema: JsonObject, value: JsonValue, spot: Spot): readonly Finding[] {
  const expected = schema['const'];
  if (expected === undefined || equals(expected, value)) return NONE;
  return [finding(spot, `must be ${quote(expected)}, but it is ${say(value)}`)];
}

/** `enum`. */
export function checkEnum(schema: JsonObject, value: JsonValue, spot: Spot): readonly Finding[] {
  const values = schema['enum'];
  if (values === undefined) return NONE;
  if (!Array.isArray(values)) {
    spot.run.unknown = true;
    return NONE;
  }
  if (values.some((one) => equals(one, value))) return NONE;
  const shown = anyOf(values.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))));
  return [finding(spot, `must be ${shown}, but it is ${say(value)}`)];
}

/** Equal as JSON values: the order of keys does not count. */
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

/** Bounds of a number: `exclusiveMinimum` is a flag in draft 4 and a bound in 2020-12. */
export function checkNumber(schema: JsonObject, value: number, spot: Spot): readonly Finding[] {
  const found: Finding[] = [];
  const tell = (problem: string): void =>
    void found.push(finding(spot, `${problem}, but it is ${value}`));
  const minimum = bound(spot, schema, 'minimum');
  const maximum = bound(spot, schema, 'maximum');
  const old = spot.run.options.dialect === 'draft-4';
  const above = old ? undefined : bound(spot, schema, 'exclusiveMinimum');
  const below = old ? undefined : bound(spot, schema, 'exclusiveMaximum');
  const openLow = old && isOpen(spot, schema, 'exclusiveMinimum');
  const openHigh = old && isOpen(spot, schema, 'exclusiveMaximum');
  if (minimum !== undefined && (openLow ? value <= minimum : value < minimum)) {
    tell(openLow ? `must be more than ${minimum}` : `must be at least ${minimum}`);
  }
  if (maximum !== undefined && (openHigh ? value >= maximum : value > maximum)) {
    tell(openHigh ? `must be less than ${maximum}` : `must be at most ${maximum}`);
  }
  if (above !== undefined && value <= above) tell(`must be more than ${above}`);
  if (below !== undefined && value >= below) tell(`must be less than ${below}`);
  const step = bound(spot, schema, 'multipleOf');
  if (step !== undefined && step > 0 && !isMultiple(value, step)) {
    tell(`must be a multiple of ${step}`);
  }
  return found;
}

function isOpen({ run }: Spot, schema: JsonObject, key: string): boolean {
  const given = schema[key];
  if (given !== undefined && typeof given !== 'boolean') run.unknown = true;
  return given === true;
}

// 0.3 is a multiple of 0.1 although 0.3 / 0.1 is not whole in binary.
function isMultiple(value: number, step: number): boolean {
  const quotient = value / step;
  if (!Number.isFinite(quotient)) return true;
  return Math.abs(quotient - Math.round(quotient)) <= Math.abs(quotient) * 1e-12 + 1e-9;
}

/** A keyword that is a number; what is not makes the schema unreadable. */
export function bound({ run }: Spot, schema: JsonObject, key: string): number | undefined {
  const given = schema[key];
  if (given === undefined) return undefined;
  const value = asNumber(given);
  if (value === undefined) run.unknown = true;
  return value;
}

/** Lengths, pattern and format of a text. */
export function checkText(schema: JsonObject, value: string, spot: Spot): readonly Finding[] {
  const found: Finding[] = [];
  const least = bound(spot, schema, 'minLength');
  const most = bound(spot, schema, 'maxLength');
  const length = least === undefined && most === undefined ? 0 : lengthOf(value);
  if (least !== undefined && length < least) {
    found.push(finding(spot, `must have at least ${least} characters, but it has ${length}`));
  }
  if (most !== undefined && length > most) {
    found.push(finding(spot, `must have at most ${most} characters, but it has ${length}`));
  }
  const pattern = schema['pattern'];
  if (pattern !== undefined) {
    const matches = typeof pattern === 'string' ? matchesPattern(pattern, value) : undefined;
    if (matches === undefined) spot.run.unknown = true;
    else if (!matches) {
      found.push(finding(spot, `must match the pattern "${pattern}", but it is ${quote(value)}`));
    }
  }
  const format = schema['format'];
  if (typeof format === 'string' && !hasFormat(value, format)) {
    found.push(finding(spot, `must have the format "${format}", but it is ${quote(value)}`));
  }
  return found;
}

/** Characters as Unicode counts them (JSON Schema, 6.3.1). */
function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}
