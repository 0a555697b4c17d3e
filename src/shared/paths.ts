/** Prints and parses addresses: only this file converts between routes, paths, URLs and output files. */
import { wellFormed } from './escape-html.ts';

declare const brand: unique symbol;
type Brand<Name extends string> = string & { readonly [brand]: Name };

/**
 * A page's address inside the site: starts with `/`, no base path, no final slash except for `/` itself, not encoded. Where
 * pages are `x.html`, that of a folder is `/x/index` if it is beside them (`folderFiles` of a dialect).
 */
export type Route = Brand<'Route'>;
/** A path inside the site: starts with `/`, no base path, dot segments resolved, not encoded. */
export type SitePath = Brand<'SitePath'>;
/** An address for `href` and `src`: with base path, percent-encoded. */
export type Url = Brand<'Url'>;
/** A source file relative to the site folder, `/` separators, no `./`. */
export type FilePath = Brand<'FilePath'>;
/** A file relative to the output folder, `/` separators. */
export type OutputPath = Brand<'OutputPath'>;

// The only cast from strings to addresses; every exported function below normalizes first.
const branded = <Address extends string>(text: string): Address => text as Address;

/** How addresses are printed; `baseUrl` starts and ends with `/`. */
export interface AddressStyle {
  readonly baseUrl: string;
  readonly trailingSlash: boolean;
}

/** The output folder of scripts and styles, and of nothing else, because browsers run its files. */
export const ASSETS_FOLDER = 'dw-assets/';
/** The output folder of files that pages refer to; the app neither runs nor reads them. */
export const FILES_FOLDER = 'dw-files/';

/** True for a route or an output path in a folder that only the build writes to; ignores case. */
export function isInBuildFolder(path: string): boolean {
  const inside = `${path.replace(/^\//, '').toLowerCase()}/`;
  return inside.startsWith(ASSETS_FOLDER) || inside.startsWith(FILES_FOLDER);
}

/** Normalizes any path-like text: one leading slash, no final slash, no empty segments. */
export function toRoute(path: string): Route {
  const segments = wellFormed(path)
    .split('/')
    .filter((segment) => segment !== '');
  return branded<Route>(`/${segments.join('/')}`);
}

/** Converts a path below the site's root, with or without the leading slash. */
export function toSitePath(path: string): SitePath {
  return branded<SitePath>(`/${path.replace(/^\/+/, '')}`);
}

/** Converts a path relative to the site folder, with either separator. */
export function toFilePath(path: string): FilePath {
  return branded<FilePath>(path.replaceAll('\\', '/').replace(/^(\.\/)+/, ''));
}

/** Converts a path relative to the output folder. */
export function toOutputPath(path: string): OutputPath {
  return branded<OutputPath>(path.replace(/^\/+/, ''));
}

/** Prints a route as a URL: base path, percent-encoding and the configured final slash. */
export function printRoute(route: Route, style: AddressStyle): Url {
  const path = encodePath(route.slice(1));
  const tail =
    route !== '/' && style.trailingSlash ? `${path}/` : path.replace(/(?<=\/)index$/, '');
  return branded<Url>(style.baseUrl + tail);
}

/** Prints a file of the site (static file, asset) as a URL. */
export function printFile(path: string, style: AddressStyle): Url {
  return branded<Url>(style.baseUrl + encodePath(path.replace(/^\/+/, '')));
}

/** Prints a route with base path, without a final slash: the `sectionRoute` of the search index. */
export function printSectionRoute(
  route: Route,
  anchor: string | undefined,
  style: AddressStyle,
): string {
  const path = style.baseUrl + encodePath(route.slice(1));
  return anchor === undefined ? path : `${path}#${anchor}`;
}

/** The output file of a route: `x/index.html`, or `x.html` without trailing slashes. */
export function routeFile(route: Route, style: AddressStyle): OutputPath {
  if (route === '/') return branded<OutputPath>('index.html');
  const name = route.slice(1);
  return branded<OutputPath>(style.trailingSlash ? `${name}/index.html` : `${name}.html`);
}

/** The Markdown version of a route. */
export function markdownFile(route: Route): OutputPath {
  return branded<OutputPath>(route === '/' ? 'index.md' : `${route.slice(1)}.md`);
}

/** The Markdown version beside a document. */
export function markdownBeside(document: OutputPath, { trailingSlash }: AddressStyle): OutputPath {
  const ending = trailingSlash ? /(?:(?<=.)\/index)?\.html$/ : /\.html$/;
  return branded<OutputPath>(document.replace(ending, '.md'));
}

/** Parses a URL path into a path inside the site; undefined if it is malformed or outside of the base path. */
export function readUrlPath(urlPath: string, style: AddressStyle): SitePath | undefined {
  const base = style.baseUrl;
  const inside = urlPath.startsWith(base) || `${urlPath}/` === base;
  if (!inside) return undefined;
  const decoded = decodeSafely(urlPath.slice(base.length));
  return decoded === undefined ? undefined : branded<SitePath>(`/${decoded}`);
}

/** The route of a path: `/x/`, `/x/index.html` and `/x.html` are `/x`. */
export function pathToRoute(path: string): Route {
  return toRoute(path.replace(/(?:^|\/)index\.html$/, '').replace(/\.html$/, ''));
}

/** The route of a folder's file, if `/x/` or `/x/index.html` names one (see `Route`). */
export function folderRoute(
  path: string,
  { trailingSlash }: Pick<AddressStyle, 'trailingSlash'>,
): Route | undefined {
  const [, folder] = /^(.*[^/])\/(?:index\.html)?$/.exec(path) ?? [];
  return trailingSlash || folder === undefined ? undefined : toRoute(`${folder}/index`);
}

/** Resolves `.` and `..` as the URL standard does; `escaped` is true if the path leaves the root. */
export function resolveDotSegments(path: string): Readonly<{ path: SitePath; escaped: boolean }> {
  const result: string[] = [];
  let escaped = false;
  const segments = path.replace(/^\//, '').split('/');
  for (const [index, segment] of segments.entries()) {
    const last = index === segments.length - 1;
    if (segment === '..') {
      if (result.pop() === undefined) escaped = true;
      if (last) result.push('');
    } else if (segment === '.') {
      if (last) result.push('');
    } else result.push(segment);
  }
  return { path: branded<SitePath>(`/${result.join('/')}`), escaped };
}

/** Percent-decodes; undefined if an escape is malformed or not UTF-8. */
export function decodeSafely(text: string): string | undefined {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/**
 * Parses an address (URL standard); undefined if it is malformed. Not with `URL.canParse`: once optimized, Node 20's
 * rejects addresses with Latin-1 letters.
 */
export function parseUrl(url: string, base?: string): URL | undefined {
  try {
    return new URL(url, base);
  } catch {
    return undefined;
  }
}

/** True for hrefs that leave the site: they have a scheme or start with `//`. */
export function isExternal(href: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:|\/\/|\\\\|\/\\)/i.test(href);
}

/** True for `https:///x`: browsers take the text after the slashes for the host, which is never intended. */
export function lacksHost(href: string): boolean {
  return /^https?:[/\\]{3}/i.test(href);
}

/** The same text for names that differ only in case or Unicode composition, which some file systems ignore. */
export function foldName(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** The folder of a path, without a final slash; empty at the root. */
export function dirname(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

/** Percent-encodes a path for `href`, like the URL standard's path state. */
export function encodePath(path: string): string {
  return path.replace(/[^\w\-.~!$&'()*+,;=:@/]+/gu, encodeURIComponent);
}

/** Schemes that links of every site may have. */
export const PAGE_SCHEMES: ReadonlySet<string> = new Set(['http', 'https', 'mailto', 'tel']);
const ASSET_SCHEMES: ReadonlySet<string> = new Set(['http', 'https']);
const RASTER_IMAGE = /^data:image\/(?:png|jpeg|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon)[;,]/i;

/**
 * The scheme that a browser recognizes in an address, in lower case; undefined for relative addresses. As in the URL
 * standard, leading control characters and spaces, tabs and line breaks are ignored.
 */
export function urlScheme(href: string): string | undefined {
  return /^([a-z][a-z0-9+.-]*):/i.exec(stripIgnored(href))?.[1]?.toLowerCase();
}

/**
 * True for relative, http and https addresses; for pages also mailto, tel and configured schemes, for assets also raster
 * images.
 */
export function isSafeHref(
  href: string,
  kind: 'page' | 'asset',
  schemes: readonly string[] = [],
): boolean {
  const scheme = urlScheme(href);
  if (scheme === undefined) return true;
  if (kind === 'page') return PAGE_SCHEMES.has(scheme) || schemes.includes(scheme);
  return ASSET_SCHEMES.has(scheme) || RASTER_IMAGE.test(stripIgnored(href));
}

/** Schemes that run scripts or read the reader's data: never published, whatever the configuration says. */
export const DANGEROUS_SCHEMES: readonly string[] = [
  'javascript',
  'vbscript',
  'data',
  'blob',
  'file',
  'filesystem',
];

/** True for addresses that are removed from pages, including `data:` images that `isSafeHref` allows. */
export function isDangerousHref(href: string): boolean {
  return DANGEROUS_SCHEMES.includes(urlScheme(href) ?? '');
}

/** An address without what browsers ignore: control characters and spaces around it, tabs and line breaks anywhere. */
export function stripIgnored(href: string): string {
  let start = 0;
  let end = href.length;
  while (href.charCodeAt(start) <= 0x20) start += 1;
  while (href.charCodeAt(end - 1) <= 0x20) end -= 1;
  return href.slice(start, end).replace(/[\t\n\r]/g, '');
}
