import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a request is for something that a reader looks at, so that a page makes sense as its answer. Browsers say so
 * (Fetch Metadata, `Sec-Fetch-Dest`); of others, the address tells: a page has no extension or `.html`.
 */
export function wantsDocument(
  { 'sec-fetch-dest': destination }: IncomingHttpHeaders,
  pathname: string,
): boolean {
  if (typeof destination === 'string') return DOCUMENTS.has(destination);
  return !/\.[^/.]+$/.test(pathname) || /\.html?$/i.test(pathname);
}

const DOCUMENTS: ReadonlySet<string> = new Set(['document', 'iframe', 'frame']);
