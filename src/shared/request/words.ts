import { collapseSpace } from '../cut-text.ts';
import type { JsonValue } from '../json.ts';
import type { Finding } from './validate.ts';

/** Describes a value for messages: `the text "x"`. */
export function describe(value: JsonValue | undefined): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'empty';
  if (Array.isArray(value)) return 'a list';
  switch (typeof value) {
    case 'number':
      return `the number ${value}`;
    case 'boolean':
      return String(value);
    case 'string':
      return `the text "${shorten(value)}"`;
    default:
      return 'an object';
  }
}

function quote(value: JsonValue): string {
  return typeof value === 'string' ? `"${shorten(value)}"` : shorten(JSON.stringify(value));
}

function shorten(written: string): string {
  const text = collapseSpace(written);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

/** Joins names to `"a", "b" or "c"`, at most ten. */
export function anyOf(values: readonly string[]): string {
  const shown = values.slice(0, MOST_SHOWN).map((value) => `"${value}"`);
  if (values.length > MOST_SHOWN) return `${shown.join(', ')} …`;
  const last = shown.pop() ?? '';
  return shown.length === 0 ? last : `${shown.join(', ')} or ${last}`;
}

const MOST_SHOWN = 10;

const TYPE_WORDS: ReadonlyMap<JsonValue, string> = new Map([
  ['string', 'text'],
  ['number', 'a number'],
  ['integer', 'a whole number'],
  ['boolean', 'true or false'],
  ['array', 'a list'],
  ['object', 'an object'],
  ['null', 'null'],
]);

const SIGN_WORDS: ReadonlyMap<string, string> = new Map([
  ['≥', 'at least'],
  ['>', 'more than'],
  ['≤', 'at most'],
  ['<', 'less than'],
]);

/** Prints a mismatch, to follow the name of the value: `must be text, but it is the number 5`. */
export function problemOf({ rule, facts, count, value, key }: Finding): string {
  const [fact = ''] = facts;
  const said = value === null ? 'null' : describe(value);
  switch (rule) {
    case 'mustBe': {
      const texts = facts.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
      return `must be ${texts.length === 1 ? quote(fact) : anyOf(texts)}, but it is ${said}`;
    }
    case 'mustHaveType':
      return `must be ${facts.map((one) => TYPE_WORDS.get(one)).join(' or ')}, but it is ${said}`;
    case 'format':
      return `must have the format "${fact}", but it is ${quote(value)}`;
    case 'pattern':
      return `must match the pattern "${fact}", but it is ${quote(value)}`;
    case 'range': {
      const limit = String(fact).replace(/^./, (sign) => SIGN_WORDS.get(sign) ?? sign);
      return `must be ${limit}, but it is ${quote(value)}`;
    }
    case 'multipleOf':
      return `must be a multiple of ${fact}, but it is ${quote(value)}`;
    case 'uniqueItems':
      return `is the same as item ${count}`;
    case 'lacks': {
      const names = facts.slice(0, MOST_LACKING).map((name) => `"${name}"`);
      const more = facts.length > names.length ? ` and ${facts.length - names.length} more` : '';
      const what = facts.length === 1 ? 'property' : 'properties';
      return `lacks the required ${what} ${names.join(', ')}${more}`;
    }
    case 'unknown':
      return `has no field "${fact}"`;
    case 'notAllowed': {
      const hint = fact === '' ? '' : ` (did you mean "${fact}"?)`;
      return key === undefined
        ? 'is not allowed here'
        : `has a property "${key}" that is not allowed${hint}`;
    }
    case 'noneFits':
      return `matches none of the ${count} alternatives`;
    case 'severalFit':
      return `matches ${count} of the schemas under "oneOf", but must match one`;
    default: {
      const [, end, what = ''] = /^(min|max)(.*)$/.exec(rule) ?? [];
      const words = what === 'Length' ? 'characters' : what.toLowerCase();
      return `must have at ${end === 'min' ? 'least' : 'most'} ${fact} ${words}, but it has ${count}`;
    }
  }
}

const MOST_LACKING = 5;
