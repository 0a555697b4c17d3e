import { resolve } from 'node:path';
import {
  DEFAULT_EXTERNAL_OPTIONS,
  type ExternalOptions,
} from '../links/external/external-check.ts';
import type { CheckLinksOptions } from '../pipeline/check-links.ts';
import type { ChangedFiles } from './changed-files.ts';
import type { LinkFlags } from './link-flags.ts';

interface ExternalPlace {
  readonly siteDir: string;
  readonly changed: ChangedFiles | undefined;
  readonly signal: AbortSignal;
}

/** What the flags ask for outside of the site; undefined: no request is sent. */
export function externalCheck(
  flags: LinkFlags,
  { siteDir, changed, signal }: ExternalPlace,
): CheckLinksOptions['external'] {
  if (flags.external === undefined || flags.offline === true) return undefined;
  const isWanted = (file: string): boolean =>
    flags.external !== 'changed' || changed === undefined || changed.files.has(file);
  return {
    options: requestOptions(flags, signal),
    cacheFile: flags.cache === false ? undefined : resolve(siteDir, flags.cache),
    okTtlMs: flags.cacheTtl,
    anchors: flags.externalAnchors === true,
    isWanted: ({ file }) => isWanted(file),
  };
}

function requestOptions(flags: LinkFlags, signal: AbortSignal): ExternalOptions {
  const byDefault = DEFAULT_EXTERNAL_OPTIONS;
  return {
    ...byDefault,
    concurrency: flags.concurrency ?? byDefault.concurrency,
    perHost: flags.perHost ?? byDefault.perHost,
    timeoutMs: flags.timeout ?? byDefault.timeoutMs,
    retries: flags.retries ?? byDefault.retries,
    allowPrivate: flags.allowPrivate === true,
    signal,
  };
}
