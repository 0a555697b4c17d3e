import { compareStrings } from '../../diagnostics/diagnostic.ts';
import { type CacheEntry, cacheKey, type ExternalCache } from './cache.ts';
import type { BrokenCause, ExternalOutcome, Method, SchemeChange } from './types.ts';

const SCHEMA_VERSION = 1;

/** Prints a cache as JSON, sorted, one entry a line. */
export function printCache(cache: ExternalCache): string {
  const lines = [...cache]
    .toSorted(([a], [b]) => compareStrings(a, b))
    .map(([, { url, method, checkedAt, failures, outcome }]) =>
      JSON.stringify({
        url,
        method,
        checkedAt: new Date(checkedAt).toISOString(),
        failures,
        outcome: sortedKeys(outcome),
      }),
    );
  return `{"schemaVersion":${SCHEMA_VERSION},"entries":[\n${lines.join(',\n')}\n]}\n`;
}

export interface ReadCache {
  readonly cache: ExternalCache;
  /** Why the file, or a part of it, is not used; a sentence. */
  readonly note?: string;
}

/** Reads what `printCache` has printed. A file that is something else is an empty cache with a note. */
export function readCache(text: string): ReadCache {
  const empty: ExternalCache = new Map();
  const file = parseJson(text);
  if (file === undefined || !Array.isArray(file['entries'])) {
    return { cache: empty, note: 'The cache file is damaged and is not used.' };
  }
  if (file['schemaVersion'] !== SCHEMA_VERSION) {
    return { cache: empty, note: 'The cache file is of another version and is not used.' };
  }
  const entries = file['entries'].map(readEntry);
  const found = entries.filter((entry) => entry !== undefined);
  const cache = new Map(found.map((entry) => [cacheKey(entry.method, entry.url), entry]));
  const lost = entries.length - found.length;
  if (lost === 0) return { cache };
  const which = lost === 1 ? '1 entry' : `${lost} entries`;
  return { cache, note: `The cache file has ${which} that cannot be read.` };
}

type Fields = Readonly<Record<string, unknown>>;

function parseJson(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readEntry(value: unknown): CacheEntry | undefined {
  if (!isFields(value)) return undefined;
  const { url, method, failures } = value;
  const checkedAt = Date.parse(textOf(value['checkedAt']) ?? '');
  const outcome = readOutcome(value['outcome']);
  const isSound =
    typeof url === 'string' && isMethod(method) && isCount(failures) && !Number.isNaN(checkedAt);
  return isSound && outcome !== undefined
    ? { url, method, checkedAt, failures, outcome }
    : undefined;
}

/** Outcomes that are unverified are never kept. */
function readOutcome(value: unknown): ExternalOutcome | undefined {
  if (!isFields(value)) return undefined;
  const { kind, permanent } = value;
  if (kind === 'broken') return readBroken(value);
  const reached = readReached(value);
  if (reached === undefined) return undefined;
  if (kind === 'ok') return { kind, ...reached };
  const movedTo = textOf(value['movedTo']);
  const isMove = kind === 'moved' && (permanent === 301 || permanent === 308);
  return isMove && movedTo !== undefined ? { kind, permanent, movedTo, ...reached } : undefined;
}

function readReached(value: Fields) {
  const { status, method, soft404, schemes, ids } = value;
  const finalUrl = textOf(value['finalUrl']);
  const isSound = isCount(status) && isMethod(method) && typeof soft404 === 'boolean';
  if (!isSound || finalUrl === undefined) return undefined;
  return {
    status,
    finalUrl,
    method,
    missing: [],
    soft404,
    ...(isSchemeChange(schemes) ? { schemes } : {}),
    ...(isTexts(ids) ? { ids } : {}),
  };
}

function readBroken(value: Fields): ExternalOutcome | undefined {
  const { cause, status } = value;
  const reason = textOf(value['reason']);
  const finalUrl = textOf(value['finalUrl']);
  if (!isBrokenCause(cause) || reason === undefined) return undefined;
  return {
    kind: 'broken',
    cause,
    reason,
    ...(isCount(status) ? { status } : {}),
    ...(finalUrl === undefined ? {} : { finalUrl }),
  };
}

const BROKEN_CAUSES: Readonly<Record<BrokenCause, true>> = {
  dns: true,
  tls: true,
  refused: true,
  unreachable: true,
  timeout: true,
  reset: true,
  protocol: true,
  status: true,
  redirect: true,
  address: true,
};

function isBrokenCause(value: unknown): value is BrokenCause {
  return typeof value === 'string' && Object.hasOwn(BROKEN_CAUSES, value);
}

function isSchemeChange(value: unknown): value is SchemeChange {
  return value === 'http to https' || value === 'https to http';
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isMethod(value: unknown): value is Method {
  return value === 'HEAD' || value === 'GET';
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function sortedKeys(outcome: ExternalOutcome): object {
  return Object.fromEntries(Object.entries(outcome).toSorted(([a], [b]) => compareStrings(a, b)));
}
