/** Compares the addresses of a site with those that it must not lose. */
import { join } from 'node:path';
import { replaceFile } from '../cache/cache-folder.ts';
import { realFolder } from '../config/folders.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Rules } from '../diagnostics/levels.ts';
import { selectFindings } from '../links/select-findings.ts';
import { readSuppressions } from '../links/suppressions.ts';
import {
  LOCK_FILE,
  lockedAnchors,
  missingFrom,
  type PublishedUrl,
  printLock,
  readUrlLock,
} from '../links/url-lock.ts';
import { loadSite } from '../publish/recover.ts';
import { toSitePath } from '../shared/paths.ts';
import type { ProgressEvent } from './produce.ts';

export interface UrlsOptions {
  readonly siteDir: string;
  readonly configFile?: string;
  /** Levels by code that override the configuration. */
  readonly rules?: Rules;
  /** Whether to accept the addresses as they are. */
  readonly write?: boolean;
  readonly onProgress?: (event: ProgressEvent) => void;
}

export interface UrlsResult {
  /** Errors of the site, lost addresses among them. */
  readonly diagnostics: readonly Diagnostic[];
  readonly siteDir: string;
  /** True if the configuration is invalid: exit code 2. */
  readonly badUsage: boolean;
  readonly published: readonly PublishedUrl[];
  /** Addresses that the lock lacks; of an unknown path, all anchors. */
  readonly added: readonly PublishedUrl[];
  /** Addresses of the lock that the site no longer has, with or without a redirect. */
  readonly removed: readonly PublishedUrl[];
  readonly hasLock: boolean;
  readonly isWritten: boolean;
}

/** Compares the addresses of a site with its lock, and writes the lock if asked to and the site has no other error. */
export async function listUrls(options: UrlsOptions): Promise<UrlsResult> {
  const loaded = await loadSite({ ...options, siteDir: realFolder(options.siteDir) });
  const { config } = loaded;
  if (config === undefined)
    return { ...NO_URLS, ...loaded, siteDir: options.siteDir, badUsage: true };
  const { configLocator } = await import('./build.ts');
  const { produceSite } = await import('./produce.ts');
  const { openSiteCache } = await import('./cache.ts');
  const cache = openSiteCache({ config, compiled: loaded.compiled });
  const produced = await produceSite({
    config,
    locate: configLocator(config),
    sink: { put: () => {}, copy: () => {}, keep: () => true },
    cache,
    progress: options.onProgress ?? (() => {}),
    bundlesClient: false,
  });
  cache.save();
  const { siteDir } = config;
  const { diagnostics } = selectFindings({
    run: { command: 'build' },
    config,
    flags: options.rules,
    diagnostics: [...loaded.diagnostics, ...produced.diagnostics],
    suppressions: readSuppressions(produced.docs),
    hrefs: produced.links.hrefs,
  });
  const lock = readUrlLock(siteDir);
  const locked = lock === undefined ? new Map<string, ReadonlySet<string>>() : lockedAnchors(lock);
  const published = produced.urls();
  const known = new Map(published.map(({ path, anchors }) => [path, new Set(anchors)]));
  const before = [...locked].map(([path, anchors]) => urlOf(path, anchors));
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const isWritten = options.write === true && errors.every(({ code }) => ACCEPTED.has(code));
  if (isWritten) replaceFile(join(siteDir, LOCK_FILE), printLock(published));
  return {
    diagnostics: isWritten ? [] : errors,
    siteDir,
    badUsage: false,
    published,
    added: missingFrom(published, locked),
    removed: missingFrom(before, known),
    hasLock: lock !== undefined,
    isWritten,
  };
}

/** The errors that writing the lock settles. */
const ACCEPTED: ReadonlySet<string> = new Set([
  'url-removed',
  'anchor-removed',
  'urls-lock-invalid',
]);

function urlOf(path: string, anchors: ReadonlySet<string>): PublishedUrl {
  return { path: toSitePath(path), anchors: [...anchors] };
}

/** The result of a run that read no site. */
export const NO_URLS = {
  published: [],
  added: [],
  removed: [],
  hasLock: false,
  isWritten: false,
} as const;
