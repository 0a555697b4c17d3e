import { compareStrings } from '../../diagnostics/diagnostic.ts';
import { missingFragments } from './fragments.ts';
import type { ExternalOptions, ExternalOutcome, ExternalTarget, Method } from './types.ts';

/** What one request found out, kept for later runs. */
export interface CacheEntry {
  readonly url: string;
  readonly method: Method;
  /** Milliseconds since 1970. */
  readonly checkedAt: number;
  readonly outcome: ExternalOutcome;
  /** Runs in a row in which the address was asked for and was broken. */
  readonly failures: number;
}

/** Entries by `cacheKey`. */
export type ExternalCache = ReadonlyMap<string, CacheEntry>;

export interface CacheRules {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly okTtlMs: number;
  readonly brokenTtlMs: number;
  /** Runs in which an address may be broken before that is an error. */
  readonly grace: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;
export const DEFAULT_CACHE_TTL = { okTtlMs: 7 * DAY_MS, brokenTtlMs: DAY_MS } as const;
/** Entries that nobody has renewed are dropped. */
const KEPT_MS = 60 * DAY_MS;
/** A page with more is not remembered with its ids. */
const MOST_IDS = 5000;

export function cacheKey(method: Method, url: string): string {
  return `${method} ${url}`;
}

/** The addresses whose outcome is known still, and those that must be asked for. */
export function consultCache(
  cache: ExternalCache,
  targets: readonly ExternalTarget[],
  rules: CacheRules & Pick<ExternalOptions, 'method' | 'anchors'>,
): {
  readonly known: ReadonlyMap<string, ExternalOutcome>;
  readonly open: readonly ExternalTarget[];
} {
  const known = new Map<string, ExternalOutcome>();
  for (const target of targets) {
    const outcome = lookUp(cache, target, rules);
    if (outcome !== undefined) known.set(target.url, outcome);
  }
  return { known, open: targets.filter(({ url }) => !known.has(url)) };
}

function lookUp(
  cache: ExternalCache,
  { url, fragments }: ExternalTarget,
  rules: CacheRules & Pick<ExternalOptions, 'method' | 'anchors'>,
): ExternalOutcome | undefined {
  const wantsIds = rules.anchors && fragments.some((fragment) => fragment !== '');
  const methods: readonly Method[] =
    rules.method === 'auto' && !wantsIds ? ['HEAD', 'GET'] : ['GET'];
  const fresh = methods
    .map((method) => cache.get(cacheKey(method, url)))
    .find((entry) => entry !== undefined && isFresh(entry, rules));
  if (fresh === undefined) return undefined;
  const { outcome } = fresh;
  if (outcome.kind !== 'ok' && outcome.kind !== 'moved') return outcome;
  if (!wantsIds) return { ...outcome, missing: [] };
  return outcome.ids === undefined
    ? undefined
    : { ...outcome, missing: missingFragments(fragments, new Set(outcome.ids)) };
}

function isFresh({ outcome, checkedAt, failures }: CacheEntry, rules: CacheRules): boolean {
  const age = rules.now - checkedAt;
  // The clock of another machine may be ahead.
  if (age < 0) return false;
  switch (outcome.kind) {
    case 'ok':
    case 'moved':
      return age < rules.okTtlMs;
    case 'broken':
      // Runs that may fail are counted, so they must ask.
      return failures > rules.grace && !isPassing(outcome.status) && age < rules.brokenTtlMs;
    case 'unverified':
      return false;
  }
}

function isPassing(status: number | undefined): boolean {
  return status !== undefined && (status === 429 || status >= 500);
}

/** The cache after a run that has asked for these addresses. */
export function updateCache(
  cache: ExternalCache,
  asked: ReadonlyMap<string, ExternalOutcome>,
  now: number,
): ExternalCache {
  const result = new Map(cache);
  for (const [key, { checkedAt }] of cache) if (now - checkedAt > KEPT_MS) result.delete(key);
  for (const [url, outcome] of asked) {
    const failures = outcome.kind === 'broken' ? failuresOf(cache, url) + 1 : 0;
    // What is unverified proves nothing about earlier failures.
    if (outcome.kind === 'unverified') continue;
    // A success of one method ends the failures of the other.
    result.delete(cacheKey('HEAD', url));
    result.delete(cacheKey('GET', url));
    const method = outcome.kind === 'broken' ? 'GET' : outcome.method;
    const entry = { url, method, checkedAt: Math.round(now), outcome: kept(outcome), failures };
    result.set(cacheKey(method, url), entry);
  }
  return result;
}

/** Runs in a row in which an address was broken. */
function failuresOf(cache: ExternalCache, url: string): number {
  return cache.get(cacheKey('GET', url))?.failures ?? 0;
}

function kept(outcome: ExternalOutcome): ExternalOutcome {
  if (outcome.kind !== 'ok' && outcome.kind !== 'moved') return outcome;
  const { ids, ...rest } = outcome;
  const isShort = ids !== undefined && ids.length <= MOST_IDS;
  return { ...rest, missing: [], ...(isShort ? { ids: ids.toSorted(compareStrings) } : {}) };
}

/** Takes broken addresses that may still fail for what they are: unverified. `cache` is the one after the run. */
export function withGrace(
  outcomes: ReadonlyMap<string, ExternalOutcome>,
  cache: ExternalCache,
  grace: number,
): ReadonlyMap<string, ExternalOutcome> {
  const result = new Map<string, ExternalOutcome>();
  for (const [url, outcome] of outcomes) {
    const failures = failuresOf(cache, url);
    const spared = outcome.kind === 'broken' && failures > 0 && failures <= grace;
    result.set(url, spared ? sparedOutcome(outcome, failures, grace) : outcome);
  }
  return result;
}

function sparedOutcome(
  outcome: Extract<ExternalOutcome, { kind: 'broken' }>,
  failures: number,
  grace: number,
): ExternalOutcome {
  const reason = `${outcome.reason} (run ${failures} of ${grace} that may fail)`;
  return { ...outcome, kind: 'unverified', cause: 'grace', reason };
}
