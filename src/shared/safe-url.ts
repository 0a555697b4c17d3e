const PAGE_SCHEMES: ReadonlySet<string> = new Set(['http', 'https', 'mailto', 'tel']);
const ASSET_SCHEMES: ReadonlySet<string> = new Set(['http', 'https']);
const RASTER_IMAGE = /^data:image\/(?:png|jpeg|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon)[;,]/i;

/**
 * The scheme that a browser sees in an address, in lower case, without the colon; undefined for relative addresses.
 * Follows the URL standard: leading control characters and spaces, and every tab and line break, do not count.
 */
export function urlScheme(href: string): string | undefined {
  return /^([a-z][a-z0-9+.-]*):/i.exec(stripIgnored(href))?.[1]?.toLowerCase();
}

/**
 * Whether an address may be printed: relative, http, https; for pages also mailto and tel;
 * for assets also raster images as `data:`.
 */
export function isSafeHref(href: string, kind: 'page' | 'asset'): boolean {
  const scheme = urlScheme(href);
  if (scheme === undefined) return true;
  if (kind === 'page') return PAGE_SCHEMES.has(scheme);
  return ASSET_SCHEMES.has(scheme) || RASTER_IMAGE.test(stripIgnored(href));
}

function stripIgnored(href: string): string {
  let start = 0;
  while (start < href.length && href.charCodeAt(start) <= 0x20) start += 1;
  return href.slice(start).replace(/[\t\n\r]/g, '');
}
