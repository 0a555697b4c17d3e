/** Compares the addresses of a site with those that it must not lose. */
import { join } from 'node:path';
import { replaceFile } from '../cache/cache-folder.ts';
import type { PublishedUrl } from '../links/url-lock.ts';
import {
  LOCK_FILE,
  lockedAnchors,
  missingFrom,
  printLock,
  readUrlLock,
} from '../links/url-lock.ts';
import { toSitePath } from '../shared/paths.ts';
import { type CheckLinksOptions, type CheckLinksResult, checkLinks } from './check-links.ts';

export interface UrlsResult extends Pick<CheckLinksResult, 'diagnostics' | 'siteDir' | 'badUsage'> {
  readonly published: readonly PublishedUrl[];
  /** Addresses that the lock lacks; of an unknown path, all anchors. */
  readonly added: readonly PublishedUrl[];
  /** Addresses of the lock that the site no longer has, with or without a redirect. */
  readonly removed: readonly PublishedUrl[];
  readonly hasLock: boolean;
  readonly isWritten: boolean;
}

/** The errors that writing the lock settles. */
const SETTLED: ReadonlySet<string> = new Set([
  'url-removed',
  'anchor-removed',
  'urls-lock-invalid',
]);

/** Compares the addresses of a site with its lock, and writes the lock if asked to and the site has no other error. */
export async function listUrls(options: CheckLinksOptions, isAsked: boolean): Promise<UrlsResult> {
  const { diagnostics, siteDir, badUsage, urls } = await checkLinks(options);
  const lock = readUrlLock(siteDir);
  const published = urls();
  const locked = lock === undefined ? new Map<string, ReadonlySet<string>>() : lockedAnchors(lock);
  const known = new Map(published.map(({ path, anchors }) => [path, new Set(anchors)]));
  const before = [...locked].map(([path, anchors]) => ({
    path: toSitePath(path),
    anchors: [...anchors],
  }));
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const isWritten = isAsked && !badUsage && errors.every(({ code }) => SETTLED.has(code));
  if (isWritten) replaceFile(join(siteDir, LOCK_FILE), printLock(published));
  return {
    diagnostics: isWritten ? [] : errors,
    siteDir,
    badUsage,
    published,
    added: missingFrom(published, locked),
    removed: missingFrom(before, known),
    hasLock: lock !== undefined,
    isWritten,
  };
}

/** The result of a run that read no site. */
export const NO_URLS = {
  published: [],
  added: [],
  removed: [],
  hasLock: false,
  isWritten: false,
} as const;
