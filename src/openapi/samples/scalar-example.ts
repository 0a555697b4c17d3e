import type { Facts } from './scalar-facts.ts';

/** Example texts by format (OpenAPI format registry, JSON Schema 2020-12). */
const FORMATS: ReadonlyMap<string, string> = new Map([
  ['date-time', '2026-01-15T09:30:00Z'],
  ['date-time-local', '2026-01-15T09:30:00'],
  ['date', '2026-01-15'],
  ['time', '09:30:00Z'],
  ['time-local', '09:30:00'],
  ['http-date', 'Thu, 15 Jan 2026 09:30:00 GMT'],
  ['duration', 'P3D'],
  ['email', 'user@example.com'],
  ['idn-email', 'user@example.com'],
  ['hostname', 'example.com'],
  ['idn-hostname', 'example.com'],
  ['domain', 'example.com'],
  ['ipv4', '192.0.2.1'],
  ['ipv6', '2001:db8::1'],
  ['ip', '192.0.2.1'],
  ['cidr', '192.0.2.0/24'],
  ['uri', 'https://example.com'],
  ['url', 'https://example.com'],
  ['iri', 'https://example.com'],
  ['uri-reference', '/path'],
  ['iri-reference', '/path'],
  ['uri-template', 'https://example.com/{id}'],
  ['uuid', '7f3c9a1e-5b8d-4206-9c1e-3f7a9c1e5b8d'],
  ['guid', '7f3c9a1e-5b8d-4206-9c1e-3f7a9c1e5b8d'],
  ['json-pointer', '/name'],
  ['relative-json-pointer', '1/name'],
  ['regex', '^[a-z]+$'],
  ['byte', 'ZXhhbXBsZQ=='],
  ['base64', 'ZXhhbXBsZQ=='],
  ['base64url', 'ZXhhbXBsZQ'],
  ['binary', 'binary'],
  ['password', 'password'],
  ['char', 'a'],
  ['decimal', '1.50'],
  ['int32', '1'],
  ['int64', '1'],
  ['uint64', '1'],
  ['html', '<p>text</p>'],
  ['color', '#3f7a9c'],
  ['phone', '+15550100'],
  ['media-range', 'application/json'],
]);

/** Returns a text that fits the format and length of a schema; patterns are not considered. */
export function exampleText(facts: Facts): string {
  const min = Math.min(Math.max(0, facts.minLength ?? 0), LONGEST);
  const max = facts.maxLength ?? Infinity;
  const { format = '', encoding = '' } = facts;
  const encoded = encoding.startsWith('base64') ? FORMATS.get(encoding) : undefined;
  const plain = FORMATS.get(format) ?? encoded ?? 'string';
  if (plain.length >= min && plain.length <= max) return plain;
  if (plain.length < min && GROWING.has(format))
    return `${plain}/${'path'.repeat(LONGEST)}`.slice(0, min);
  // A resized text would not fit its format; any text is a valid password.
  if (FORMATS.has(format) && format !== 'password') return plain;
  return plain.length < min ? plain.repeat(min).slice(0, min) : plain.slice(0, Math.max(0, max));
}

const LONGEST = 200;

// Formats that allow a longer end.
const GROWING: ReadonlySet<string> = new Set(['uri', 'url', 'iri', 'uri-reference']);

export function exampleNumber(facts: Facts): number {
  const isWhole = facts.type === 'integer';
  const isTime = facts.format === 'unix-time' || facts.format === 'timestamp';
  const wish = isTime ? 1_768_469_400 : isWhole || facts.multipleOf !== undefined ? 1 : 1.5;
  const step =
    facts.multipleOf !== undefined && facts.multipleOf > 0 ? facts.multipleOf : undefined;
  const low = Math.max(facts.minimum ?? -Infinity, facts.exclusiveMinimum ?? -Infinity);
  const high = Math.min(facts.maximum ?? Infinity, facts.exclusiveMaximum ?? Infinity);
  const isOpenLow = low === facts.exclusiveMinimum;
  const isOpenHigh = high === facts.exclusiveMaximum;
  if (step !== undefined) return multiple(wish, { step, low, high, isOpenLow, isOpenHigh });
  const gap = isWhole ? 1 : Math.min(1, Number.isFinite(high - low) ? (high - low) / 2 : 1);
  let value = wish;
  if (value < low || (isOpenLow && value === low)) value = isOpenLow ? low + gap : low;
  if (value > high || (isOpenHigh && value === high)) value = isOpenHigh ? high - gap : high;
  if (!isWhole) return value;
  return value > wish ? Math.ceil(value) : Math.floor(value);
}

interface Range {
  readonly step: number;
  readonly low: number;
  readonly high: number;
  readonly isOpenLow: boolean;
  readonly isOpenHigh: boolean;
}

function multiple(wish: number, { step, low, high, isOpenLow, isOpenHigh }: Range): number {
  let count = Math.max(1, Math.ceil(wish / step));
  if (count * step < low || (isOpenLow && count * step <= low)) {
    count = Math.ceil(low / step);
    if (isOpenLow && count * step <= low) count += 1;
  }
  if (count * step > high || (isOpenHigh && count * step >= high)) {
    count = Math.floor(high / step);
    if (isOpenHigh && count * step >= high) count -= 1;
  }
  // Avoids 0.30000000000000004 for 3 × 0.1.
  return Number((count * step).toPrecision(12));
}
