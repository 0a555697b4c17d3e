/** Checks the external addresses of a site: connects the links of a run to `external/` and to its cache file. */

import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { replaceFile } from '../../cache/cache-folder.ts';
import { readRegularFile } from '../../cache/regular-file.ts';
import type { DiagnosticCode } from '../../diagnostics/codes.ts';
import { type Diagnostic, diagnostic, type LinkFacts } from '../../diagnostics/diagnostic.ts';
import { parseUrl } from '../../shared/paths.ts';
import type { LinkUse } from '../../site/graph-types.ts';
import { hasAnchor } from '../folder/parse-href.ts';
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
