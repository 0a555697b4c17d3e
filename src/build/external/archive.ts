import type { ExternalOutcome } from './types.ts';

/** The last snapshot of a dead address in the Internet Archive, if there is one; undefined where that is no way out. */
export function archiveSuggestion(url: string, outcome: ExternalOutcome): string | undefined {
  if (outcome.kind !== 'broken' || !URL.canParse(url)) return undefined;
  const { protocol, hostname } = new URL(url);
  const isArchive = hostname === 'web.archive.org' || hostname === 'archive.org';
  if (isArchive || !/^https?:$/.test(protocol)) return undefined;
  return `https://web.archive.org/web/${url}`;
}
