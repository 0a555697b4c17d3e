/** Checks the external addresses of a site: connects the links of a run to `external/` and to its cache file. */

import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { replaceFile } from '../../cache/cache-folder.ts';
import { readRegularFile } from '../../cache/regular-file.ts';
import { isRecord } from '../../config/problem.ts';
import type { DiagnosticCode } from '../../diagnostics/codes.ts';
import {
  compareStrings,
  type Diagnostic,
  diagnostic,
  type LinkFacts,
} from '../../diagnostics/diagnostic.ts';
import { parseUrl } from '../../shared/paths.ts';
import type { LinkUse } from '../../site/graph-types.ts';
import { hasAnchor } from '../folder/parse-href.ts';
import { checkExternal } from './check-external.ts';
import type { ExternalOptions, ExternalOutcome, ExternalTarget } from './external-check.ts';
import { MACHINE_CLOCK } from './pacing.ts';
import { createNetwork } from './request.ts';

/** An occurrence of an external address. */
export type ExternalUse = Pick<LinkUse, 'href' | 'location'> & { readonly url: string };

export interface ExternalCheckOptions {
  readonly options: ExternalOptions;
  /** Absolute; undefined: nothing is cached. */
  readonly cacheFile: string | undefined;
  /** Milliseconds for which a working address is not requested again. */
  readonly okTtlMs?: number | undefined;
  /** Check fragments too. */
  readonly anchors: boolean;
}

export interface ExternalCheck {
  readonly diagnostics: readonly Diagnostic[];
  /** Addresses, each once. */
  readonly addresses: number;
  /** False if the run ended before all were requested. */
  readonly complete: boolean;
  readonly notes: readonly string[];
}

/** Requests every address once, and reports its outcome at each occurrence. */
export async function checkExternalLinks(
  uses: readonly ExternalUse[],
  { options, cacheFile, okTtlMs = DEFAULT_OK_TTL_MS, anchors }: ExternalCheckOptions,
): Promise<ExternalCheck> {
  const targets = targetsOf(uses, anchors);
  const read =
    cacheFile !== undefined && existsSync(cacheFile)
      ? readCache(readRegularFile(cacheFile)?.toString() ?? '')
      : new Map();
  const cache: ExternalCache = read ?? new Map();
  const known = consultCache(cache, targets, { now: Date.now(), okTtlMs });
  const asked = await askFor(
    targets.filter(({ url }) => !known.has(url)),
    options,
  );
  if (cacheFile !== undefined) {
    mkdirSync(dirname(cacheFile), { recursive: true });
    replaceFile(cacheFile, printCache(updateCache(cache, asked, Date.now())));
  }
  const outcomes = new Map([...known, ...asked]);
  return {
    diagnostics: uses.flatMap((use) => findingsOf(use, outcomes, anchors)),
    addresses: targets.length,
    complete: targets.every(({ url }) => outcomes.has(url)),
    notes: read ? [] : [`${cacheFile} is damaged or of another version and is not used.`],
  };
}

async function askFor(
  targets: readonly ExternalTarget[],
  options: ExternalOptions,
): Promise<ReadonlyMap<string, ExternalOutcome>> {
  if (targets.length === 0) return new Map();
  const network = await createNetwork({ ...options, env: process.env });
  try {
    return await checkExternal(targets, options, { clock: MACHINE_CLOCK, send: network.send });
  } finally {
    await network.close();
  }
}

/** Addresses without fragments, each once. */
function targetsOf(uses: readonly ExternalUse[], anchors: boolean): readonly ExternalTarget[] {
  const targets = new Map<string, boolean>();
  for (const { url } of uses) {
    const { address, fragment } = splitUrl(url);
    if (address === undefined) continue;
    const wantsIds = anchors && fragment !== '';
    targets.set(address, wantsIds || targets.get(address) === true);
  }
  return [...targets].map(([url, wantsIds]) => ({ url, wantsIds }));
}

/** Returns addresses that a browser requests from a server. */
function splitUrl(url: string): { address: string | undefined; fragment: string } {
  const full = /^[/\\]{2}/.test(url) ? `https:${url}` : url;
  const parsed = parseUrl(full);
  if (parsed === undefined) return { address: undefined, fragment: '' };
  const isWeb = parsed.protocol === 'http:' || parsed.protocol === 'https:';
  const fragment = parsed.hash.slice(1);
  parsed.hash = '';
  return { address: isWeb ? parsed.href : undefined, fragment };
}

function findingsOf(
  use: ExternalUse,
  outcomes: ReadonlyMap<string, ExternalOutcome>,
  anchors: boolean,
): readonly Diagnostic[] {
  const { address, fragment } = splitUrl(use.url);
  const outcome = address === undefined ? undefined : outcomes.get(address);
  if (address === undefined || outcome === undefined) return [];
  const link: LinkFacts = { href: use.href, resolved: address, suggestions: [] };
  const { location } = use;
  const finding = (code: DiagnosticCode, message: string): Diagnostic =>
    diagnostic(code, { message: `${address} ${message}`, location, link });
  if ('cause' in outcome)
    return [
      outcome.kind === 'broken'
        ? finding('external-broken', `does not answer: ${outcome.reason}`)
        : finding('external-unverified', `could not be checked: ${outcome.reason}`),
    ];
  const found: Diagnostic[] = [];
  if (outcome.kind === 'moved') {
    const { movedTo, permanent } = outcome;
    const target = fragment === '' || movedTo.includes('#') ? movedTo : `${movedTo}#${fragment}`;
    // Many hosts redirect old addresses to their start page, which is not a useful target.
    const isHome = new URL(movedTo).pathname === '/' && new URL(address).pathname !== '/';
    found.push({
      ...finding('external-redirect-permanent', `has moved to ${movedTo} (${permanent})`),
      hint: `link to ${target}`,
      link: { ...link, suggestions: [target], ...(isHome ? {} : { fix: target }) },
    });
  }
  const ids = anchors ? outcome.ids : undefined;
  if (ids !== undefined && !hasFragment(new Set(ids), fragment))
    found.push(finding('external-broken', `has no anchor "#${fragment}"`));
  return found;
}

/** Targets that scripts of the page create: routes of an application, and lines of a source file. */
const MADE_BY_SCRIPTS = /^(?:[!/]|L\d+(?:C\d+)?(?:-L\d+(?:C\d+)?)?(?::~:.*)?$)/;

/** Sites with user content (such as GitHub) prefix its ids, and a script resolves them. */
function hasFragment(ids: ReadonlySet<string>, fragment: string): boolean {
  const isFound = [fragment, `user-content-${fragment}`].some((name) => hasAnchor(ids, name));
  return isFound || MADE_BY_SCRIPTS.test(fragment);
}

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
