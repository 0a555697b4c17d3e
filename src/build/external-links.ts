/** The addresses outside of a site: wires the links of a run to `external/` and to its cache file. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { diagnostic } from '../diagnostics/create.ts';
import type { Diagnostic, LinkFacts } from '../diagnostics/diagnostic.ts';
import type { LinkUse } from './check/check-input.ts';
import { archiveSuggestion } from './external/archive.ts';
import {
  consultCache,
  DEFAULT_CACHE_TTL,
  type ExternalCache,
  updateCache,
  withGrace,
} from './external/cache.ts';
import { printCache, readCache } from './external/cache-file.ts';
import { checkExternal, machineWorld } from './external/check-external.ts';
import type { ExternalOptions, ExternalOutcome, ExternalTarget } from './external/types.ts';

/** A place that names an address outside of the site. */
export type ExternalUse = Pick<LinkUse, 'href' | 'location'> & { readonly url: string };

export interface ExternalCheckOptions {
  readonly options: ExternalOptions;
  /** Absolute; undefined: nothing is remembered. */
  readonly cacheFile: string | undefined;
  /** Milliseconds that an address counts as working. */
  readonly okTtlMs?: number | undefined;
  /** Runs in which an address may be broken before that is an error. */
  readonly grace: number;
  /** Suggest snapshots of dead addresses. */
  readonly archive: boolean;
}

export interface ExternalCheck {
  readonly diagnostics: readonly Diagnostic[];
  /** Addresses, each once. */
  readonly addresses: number;
  /** False where the run was ended before all were asked. */
  readonly complete: boolean;
  readonly notes: readonly string[];
}

/** Asks for every address once, and says what became of it at each place that names it. */
export async function checkExternalLinks(
  uses: readonly ExternalUse[],
  { options, cacheFile, okTtlMs, grace, archive }: ExternalCheckOptions,
): Promise<ExternalCheck> {
  const targets = targetsOf(uses);
  const { cache, note } = loadCache(cacheFile);
  const ttl = { ...DEFAULT_CACHE_TTL, ...(okTtlMs === undefined ? {} : { okTtlMs }) };
  const now = Date.now();
  const { known, open } = consultCache(cache, targets, { now, ...ttl, ...options, grace });
  const asked = await checkExternal(open, options, machineWorld(options, process.env));
  const renewed = updateCache(cache, asked, Date.now());
  if (cacheFile !== undefined) saveCache(cacheFile, renewed);
  const outcomes = withGrace(new Map([...known, ...asked]), renewed, grace);
  return {
    diagnostics: uses.flatMap((use) => findingsOf(use, outcomes, archive)),
    addresses: targets.length,
    complete: targets.every(({ url }) => outcomes.has(url)),
    notes: note === undefined ? [] : [note],
  };
}

/** Addresses without fragments, each once, with the fragments that are used with it. */
function targetsOf(uses: readonly ExternalUse[]): readonly ExternalTarget[] {
  const fragments = new Map<string, Set<string>>();
  for (const { url } of uses) {
    const { address, fragment } = splitUrl(url);
    if (address === undefined) continue;
    const known = fragments.get(address) ?? new Set<string>();
    fragments.set(address, known);
    if (fragment !== '') known.add(fragment);
  }
  return [...fragments].map(([url, known]) => ({ url, fragments: [...known] }));
}

/** Only what a browser asks a server for has an address. */
function splitUrl(url: string): { address: string | undefined; fragment: string } {
  const full = /^[/\\]{2}/.test(url) ? `https:${url}` : url;
  if (!URL.canParse(full)) return { address: undefined, fragment: '' };
  const parsed = new URL(full);
  const isWeb = parsed.protocol === 'http:' || parsed.protocol === 'https:';
  const fragment = parsed.hash.slice(1);
  parsed.hash = '';
  return { address: isWeb ? parsed.href : undefined, fragment };
}

function findingsOf(
  use: ExternalUse,
  outcomes: ReadonlyMap<string, ExternalOutcome>,
  archive: boolean,
): readonly Diagnostic[] {
  const { address, fragment } = splitUrl(use.url);
  const outcome = address === undefined ? undefined : outcomes.get(address);
  if (address === undefined || outcome === undefined) return [];
  const link: LinkFacts = { href: use.href, resolved: address, suggestions: [] };
  const { location } = use;
  switch (outcome.kind) {
    case 'broken': {
      const snapshot = archive ? archiveSuggestion(address, outcome) : undefined;
      const message = `${address} does not answer: ${outcome.reason}`;
      const hint = snapshot === undefined ? undefined : `a snapshot may be at ${snapshot}`;
      return [diagnostic('external-broken', { message, location, hint, link })];
    }
    case 'unverified': {
      const message = `${address} could not be checked: ${outcome.reason}`;
      return [diagnostic('external-unverified', { message, location, link })];
    }
    case 'moved':
      return [
        movedFinding(use, { link, outcome, fragment }),
        ...pageFindings(use, { link, outcome, fragment }),
      ];
    case 'ok':
      return pageFindings(use, { link, outcome, fragment });
  }
}

interface ReachedUse<Kind extends ExternalOutcome['kind']> {
  readonly link: LinkFacts;
  readonly outcome: Extract<ExternalOutcome, { readonly kind: Kind }>;
  readonly fragment: string;
}

function movedFinding(
  { location }: ExternalUse,
  { link, outcome, fragment }: ReachedUse<'moved'>,
): Diagnostic {
  const { movedTo, permanent } = outcome;
  const target = fragment === '' || movedTo.includes('#') ? movedTo : `${movedTo}#${fragment}`;
  // Many hosts send old addresses to their start page: that is no place to link to.
  const isHome =
    new URL(movedTo).pathname === '/' && new URL(link.resolved ?? movedTo).pathname !== '/';
  return diagnostic('external-redirect-permanent', {
    message: `${link.resolved ?? link.href} has moved to ${movedTo} (${permanent})`,
    location,
    hint: `link to ${target}`,
    link: { ...link, suggestions: [target], ...(isHome ? {} : { fix: target }) },
  });
}

/** What a page that answers is found to lack. */
function pageFindings(
  { location }: ExternalUse,
  { link, outcome, fragment }: ReachedUse<'ok' | 'moved'>,
): readonly Diagnostic[] {
  const address = link.resolved ?? link.href;
  if (outcome.missing.includes(fragment)) {
    const message = `${address} has no anchor "#${fragment}"`;
    return [diagnostic('external-broken', { message, location, link })];
  }
  if (!outcome.soft404) return [];
  const message = `${address} answers with the title of an error page`;
  return [diagnostic('external-unverified', { message, location, link })];
}

function loadCache(file: string | undefined): { cache: ExternalCache; note?: string } {
  if (file === undefined || !existsSync(file)) return { cache: new Map() };
  const { cache, note } = readCache(readFileSync(file, 'utf8'));
  return note === undefined ? { cache } : { cache, note };
}

function saveCache(file: string, cache: ExternalCache): void {
  mkdirSync(dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, printCache(cache));
  renameSync(temporary, file);
}
