import type { IncomingHttpHeaders } from 'node:http';
import { LIVE_FOLDER } from '../../shared/live.ts';

/**
 * The part of an address below dev's own folder, without a slash at the start; undefined for addresses of the site. The
 * folder stands below the base path, and at the root for pages that were shown before the base path was known.
 */
export function liveAddress(pathname: string, baseUrl: string): string | undefined {
  for (const base of new Set([baseUrl, '/'])) {
    const folder = `${base}${LIVE_FOLDER}`;
    if (pathname === folder || pathname.startsWith(`${folder}/`)) {
      return pathname.slice(folder.length + 1);
    }
  }
  return undefined;
}

/**
 * Whether a page of another origin asks. Browsers say so by `Sec-Fetch-Site` (Fetch Metadata; other ports are
 * `same-site`), older ones by `Origin`. A request without either is no browser's.
 */
export function isForeign({
  host = '',
  origin,
  'sec-fetch-site': site,
}: IncomingHttpHeaders): boolean {
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  return origin !== undefined && !isOwnOrigin(origin, host);
}

// The scheme may differ: a proxy before this server may speak https.
function isOwnOrigin(origin: string, host: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, host: asking } = new URL(origin);
  const own = `${protocol}//${host}`;
  return asking !== '' && URL.canParse(own) && new URL(own).host === asking;
}
