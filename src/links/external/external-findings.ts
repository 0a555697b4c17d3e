/** Checks the external addresses of a site: connects the links of a run to `external/` and to its cache file. */

import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Diagnostic, diagnostic, type LinkFacts } from '../../diagnostics/diagnostic.ts';
import { parseUrl } from '../../shared/paths.ts';

import { replaceFile } from '../../cache/cache-folder.ts';
import { readRegularFile } from '../../cache/regular-file.ts';
import type { LinkUse } from '../../site/graph-types.ts';
import {
  consultCache,
  DEFAULT_OK_TTL_MS,
  type ExternalCache,
  printCache,
  readCache,
  updateCache,
} from './cache-file.ts';
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
  const { cache, notes } = loadCache(cacheFile);
  const known = consultCache(cache, targets, { now: Date.now(), okTtlMs });
  const asked = await askFor(
    targets.filter(({ url }) => !known.has(url)),
    options,
  );
  if (cacheFile !== undefined) saveCache(cacheFile, updateCache(cache, asked, Date.now()));
  const outcomes = new Map([...known, ...asked]);
  return {
    diagnostics: uses.flatMap((use) => findingsOf(use, outcomes, anchors)),
    addresses: targets.length,
    complete: targets.every(({ url }) => outcomes.has(url)),
    notes,
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
  switch (outcome.kind) {
    case 'broken': {
      const message = `${address} does not answer: ${outcome.reason}`;
      return [diagnostic('external-broken', { message, location, link })];
    }
    case 'unverified': {
      const message = `${address} could not be checked: ${outcome.reason}`;
      return [diagnostic('external-unverified', { message, location, link })];
    }
    case 'moved':
    case 'ok': {
      const ids = anchors ? outcome.ids : undefined;
      const moved =
        outcome.kind === 'moved' ? [movedFinding(use, { link, outcome, fragment })] : [];
      if (ids === undefined || hasFragment(ids, fragment)) return moved;
      const message = `${address} has no anchor "#${fragment}"`;
      return [...moved, diagnostic('external-broken', { message, location, link })];
    }
  }
}

interface MovedUse {
  readonly link: LinkFacts;
  readonly outcome: Extract<ExternalOutcome, { readonly kind: 'moved' }>;
  readonly fragment: string;
}

function movedFinding(
  { location }: ExternalUse,
  { link, outcome, fragment }: MovedUse,
): Diagnostic {
  const { movedTo, permanent } = outcome;
  const target = fragment === '' || movedTo.includes('#') ? movedTo : `${movedTo}#${fragment}`;
  // Many hosts redirect old addresses to their start page, which is not a useful target.
  const isHome =
    new URL(movedTo).pathname === '/' && new URL(link.resolved ?? movedTo).pathname !== '/';
  return diagnostic('external-redirect-permanent', {
    message: `${link.resolved ?? link.href} has moved to ${movedTo} (${permanent})`,
    location,
    hint: `link to ${target}`,
    link: { ...link, suggestions: [target], ...(isHome ? {} : { fix: target }) },
  });
}

/** Targets that scripts of the page create: routes of an application, and lines of a source file. */
const MADE_BY_SCRIPTS = /^(?:[!/]|L\d+(?:C\d+)?(?:-L\d+(?:C\d+)?)?$)/;

/** Tells whether a fragment has a target on a page with these ids (HTML standard, 7.4.6.4). */
function hasFragment(ids: readonly string[], fragment: string): boolean {
  const raw = fragment.replace(/:~:.*$/s, '');
  const decoded = decodeFragment(raw);
  return (
    raw === '' ||
    decoded.toLowerCase() === 'top' ||
    MADE_BY_SCRIPTS.test(raw) ||
    // Sites with user content (such as GitHub) prefix its ids, and a script resolves them.
    [raw, decoded, `user-content-${decoded}`].some((id) => ids.includes(id))
  );
}

/** Percent-decodes; malformed escapes stay, and invalid UTF-8 becomes U+FFFD (URL standard, 1.3). */
function decodeFragment(fragment: string): string {
  const bytes = Buffer.from(fragment).toString('latin1');
  const decoded = bytes.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(decoded, 'latin1').toString('utf8');
}

function loadCache(file: string | undefined): {
  readonly cache: ExternalCache;
  readonly notes: readonly string[];
} {
  if (file === undefined || !existsSync(file)) return { cache: new Map(), notes: [] };
  const cache = readCache(readRegularFile(file)?.toString() ?? '');
  if (cache !== undefined) return { cache, notes: [] };
  return { cache: new Map(), notes: [`${file} is damaged or of another version and is not used.`] };
}

function saveCache(file: string, cache: ExternalCache): void {
  mkdirSync(dirname(file), { recursive: true });
  replaceFile(file, printCache(cache));
}
