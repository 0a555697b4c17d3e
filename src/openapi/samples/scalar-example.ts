import { matchesPattern } from '../../shared/request/patterns.ts';
import { entriesFor } from '../../shared/name-lists.ts';
import type { SchemaNode } from '../model/api-model.ts';
import { asNumber, asText, emptyObject, isObject, stringsOf } from '../model/model-context.ts';
import type { JsonObject } from '../read/description.ts';
import { boundOf } from '../../shared/request/number-bounds.ts';

/** Example texts by format (OpenAPI format registry, JSON Schema 2020-12). */
const FORMATS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'date-time': '2026-01-15T09:30:00Z',
    'date-time-local': '2026-01-15T09:30:00',
    date: '2026-01-15',
    time: '09:30:00Z',
    'time-local': '09:30:00',
    'http-date': 'Thu, 15 Jan 2026 09:30:00 GMT',
    duration: 'P3D',
    'email idn-email': 'user@example.com',
    'hostname idn-hostname domain': 'example.com',
    'ipv4 ip': '192.0.2.1',
    ipv6: '2001:db8::1',
    cidr: '192.0.2.0/24',
    'uri url iri': 'https://example.com',
    'uri-reference iri-reference': '/path',
    'uri-template': 'https://example.com/{id}',
    'uuid guid': '7f3c9a1e-5b8d-4206-9c1e-3f7a9c1e5b8d',
    'json-pointer': '/name',
    'relative-json-pointer': '1/name',
    regex: '^[a-z]+$',
    'byte base64': 'ZXhhbXBsZQ==',
    base64url: 'ZXhhbXBsZQ',
    binary: 'binary',
    password: 'password',
    char: 'a',
    decimal: '1.50',
    'int32 int64 uint64': '1',
    html: '<p>text</p>',
    color: '#3f7a9c',
    phone: '+15550100',
    'media-range': 'application/json',
  }).flatMap(([names, text]) => entriesFor(names, text)),
);

const NO_KEYWORDS: JsonObject = emptyObject();

/** Returns the keywords of a schema, with those of its references and of `allOf`. */
export function keywordsOf({ source }: SchemaNode): JsonObject {
  return isObject(source) ? source : NO_KEYWORDS;
}

/** Returns the first type other than `null`, else the one that a label like `string<date-time> | null` shows. */
export function typeOf(node: SchemaNode): string | undefined {
  const types = stringsOf([keywordsOf(node)['type'] ?? null].flat());
  const [, shown] =
    /(?:^|\|)\s*(string|number|integer|boolean|object|array)\b/.exec(node.typeLabel) ?? [];
  return types.find((name) => name !== 'null') ?? shown;
}

/** Returns a scalar that fits the type, format and bounds of a schema, and its pattern if that is simple. */
export function exampleScalar(node: SchemaNode): string | number | boolean | null {
  switch (typeOf(node)) {
    case 'boolean':
      return true;
    case 'integer':
      return exampleNumber(keywordsOf(node), true);
    case 'number':
      return exampleNumber(keywordsOf(node), false);
    case 'string':
      return exampleText(keywordsOf(node));
    default:
      return node.typeLabel === 'null' ? null : exampleText(keywordsOf(node));
  }
}

function exampleText(keywords: JsonObject): string {
  const min = Math.min(Math.max(0, asNumber(keywords['minLength']) ?? 0), LONGEST);
  const max = asNumber(keywords['maxLength']) ?? Infinity;
  const format = asText(keywords['format']) ?? '';
  const encoding = asText(keywords['contentEncoding']) ?? '';
  const encoded = encoding.startsWith('base64') ? FORMATS.get(encoding) : undefined;
  const plain = FORMATS.get(format) ?? encoded ?? 'string';
  const pattern = asText(keywords['pattern']);
  if (pattern !== undefined && matchesPattern(pattern, plain) === false) {
    const other = candidates(pattern, min).find(
      (text) => text.length >= min && text.length <= max && matchesPattern(pattern, text) === true,
    );
    if (other !== undefined) return other;
  }
  if (plain.length >= min && plain.length <= max) return plain;
  if (plain.length < min && GROWING.has(format))
    return `${plain}/${'path'.repeat(LONGEST)}`.slice(0, min);
  // A resized text would not fit its format; any text is a valid password.
  if (FORMATS.has(format) && format !== 'password') return plain;
  return plain.length < min ? plain.repeat(min).slice(0, min) : plain.slice(0, Math.max(0, max));
}

/** Texts that fit many patterns: a fixed start and one sign as often as pattern or bounds say, and those of formats. */
function candidates(pattern: string, least: number): readonly string[] {
  const [, start = ''] = /^\^([\w:/#-]+)/.exec(pattern) ?? [];
  const counts = [...pattern.matchAll(/\{(\d+)/g)].map(([, count]) => Number(count));
  const sizes = [...counts, least, 1, 6].filter((size) => size > 0 && size <= LONGEST);
  const repeated = ['', start].flatMap((first) =>
    sizes.flatMap((size) => ['1', 'a', 'A'].map((sign) => first + sign.repeat(size))),
  );
  return [...repeated, ...FORMATS.values()];
}

const LONGEST = 200;

// Formats that allow a longer end.
const GROWING: ReadonlySet<string> = new Set(['uri', 'url', 'iri', 'uri-reference']);

/** The first number on the way from a usual one to a bound that fits; multiples of the step, if there is one. */
function exampleNumber(keywords: JsonObject, isWhole: boolean): number {
  const { format } = keywords;
  const [least, most] = [boundOf(keywords, 'minimum'), boundOf(keywords, 'maximum')];
  const [low, high] = [least?.at ?? -Infinity, most?.at ?? Infinity];
  const given = asNumber(keywords['multipleOf']) ?? 0;
  const step = given > 0 ? given : isWhole ? 1 : undefined;
  const isTime = format === 'unix-time' || format === 'timestamp';
  const wish = isTime ? 1_768_469_400 : step === undefined ? 1.5 : 1;
  const gap = step ?? Math.min(1, Number.isFinite(high - low) ? (high - low) / 2 : 1);
  const [up, down] =
    step === undefined
      ? [low, high]
      : [Math.ceil(low / step) * step, Math.floor(high / step) * step];
  const first = step === undefined ? wish : Math.max(1, Math.ceil(wish / step)) * step;
  const isAbove = (value: number): boolean => value > low || (value === low && !least?.isOpen);
  const isBelow = (value: number): boolean => value < high || (value === high && !most?.isOpen);
  const others = first < high ? [up, up + gap] : [down, down - gap];
  const value = [first, ...others].find((one) => isAbove(one) && isBelow(one));
  // Avoids 0.30000000000000004 for 3 × 0.1.
  return given > 0 ? Number((value ?? first).toPrecision(12)) : (value ?? first);
}
