import { isRecord } from '../../config/problem.ts';
import { compareStrings } from '../../diagnostics/diagnostic.ts';
import { parseUrl } from '../../shared/paths.ts';
import type { ExternalOutcome, ExternalTarget } from './external-check.ts';

/** The outcome of a request, cached for later runs. */
interface CacheEntry {
  /** Milliseconds since 1970. */
  readonly checkedAt: number;
  readonly outcome: ExternalOutcome;
}

/** Entries by URL. */
export type ExternalCache = ReadonlyMap<string, CacheEntry>;

const DAY_MS = 24 * 60 * 60 * 1000;
export const DEFAULT_OK_TTL_MS = 7 * DAY_MS;
const BROKEN_TTL_MS = DAY_MS;
/** Older entries are dropped. */
const KEPT_MS = 60 * DAY_MS;

/** Returns outcomes of earlier runs that are still valid. */
export function consultCache(
  cache: ExternalCache,
  targets: readonly ExternalTarget[],
  { now, okTtlMs }: { readonly now: number; readonly okTtlMs: number },
): ReadonlyMap<string, ExternalOutcome> {
  const known = new Map<string, ExternalOutcome>();
  for (const { url, wantsIds } of targets) {
    const entry = cache.get(url);
    if (entry === undefined) continue;
    const { outcome, checkedAt } = entry;
    const isBroken = outcome.kind === 'broken';
    const age = now - checkedAt;
    // Another machine's clock may be ahead.
    const isFresh = age >= 0 && age < (isBroken ? BROKEN_TTL_MS : okTtlMs);
    const isEnough = isBroken || !wantsIds || ('ids' in outcome && outcome.ids !== undefined);
    if (isFresh && isEnough) known.set(url, outcome);
  }
  return known;
}

/** Returns the cache after a run that requested these addresses. Transient outcomes are not kept. */
export function updateCache(
  cache: ExternalCache,
  asked: ReadonlyMap<string, ExternalOutcome>,
  now: number,
): ExternalCache {
  const result = new Map([...cache].filter(([, { checkedAt }]) => now - checkedAt <= KEPT_MS));
  for (const [url, outcome] of asked) {
    const isPassing = outcome.kind === 'unverified' || (outcome.status ?? 0) >= 500;
    if (isPassing) result.delete(url);
    else result.set(url, { checkedAt: Math.round(now), outcome });
  }
  return result;
}

const SCHEMA_VERSION = 2;

/** Prints a cache as JSON, sorted, one entry per line. */
export function printCache(cache: ExternalCache): string {
  const lines = [...cache]
    .toSorted(([a], [b]) => compareStrings(a, b))
    .map(([url, { checkedAt, outcome }]) =>
      JSON.stringify({ url, checkedAt: new Date(checkedAt).toISOString(), outcome }),
    );
  return `{"schemaVersion":${SCHEMA_VERSION},"entries":[\n${lines.join(',\n')}\n]}\n`;
}

/** Parses the output of `printCache`, dropping damaged entries; undefined if it is something else. */
export function readCache(text: string): ExternalCache | undefined {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(file) || file['schemaVersion'] !== SCHEMA_VERSION) return undefined;
  if (!Array.isArray(file['entries'])) return undefined;
  return new Map(
    file['entries'].flatMap((entry: unknown): (readonly [string, CacheEntry])[] => {
      if (!isRecord(entry)) return [];
      const { url, outcome } = entry;
      const checkedAt = Date.parse(String(entry['checkedAt']));
      const isSound = isText(url) && !Number.isNaN(checkedAt) && isOutcome(outcome);
      return isSound ? [[url, { checkedAt, outcome }]] : [];
    }),
  );
}

function isOutcome(value: unknown): value is ExternalOutcome {
  if (!isRecord(value)) return false;
  const { kind, cause, reason, status, finalUrl, ids, movedTo } = value;
  if (kind === 'broken') return isText(cause) && isText(reason);
  const hasIds = ids === undefined || (Array.isArray(ids) && ids.every(isText));
  const isReached = typeof status === 'number' && isText(finalUrl) && hasIds;
  const isMoved = kind === 'moved' && isText(movedTo) && parseUrl(movedTo) !== undefined;
  return isReached && (kind === 'ok' || isMoved);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
