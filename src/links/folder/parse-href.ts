import { readLines } from '../../shared/code-lines.ts';
import {
  parseUrl,
  printFile,
  resolveDotSegments,
  stripIgnored,
  urlScheme,
} from '../../shared/paths.ts';
import { type HrefParts, splitHref } from '../../site/resolve-link.ts';

/** An href parsed as in the URL standard, before it is joined with a base. */
export type ParsedHref =
  | { readonly type: 'empty' }
  /** With a scheme. */
  | { readonly type: 'scheme'; readonly scheme: string; readonly url: string }
  /** `//host/path`. */
  | { readonly type: 'host'; readonly url: string }
  /** A path, query or fragment; `path` is empty for a bare query or fragment. */
  | ({ readonly type: 'relative' } & HrefParts);

/** Parses an href relative to an http page (URL standard 4.4), stripping what browsers strip. */
export function parseHref(href: string): ParsedHref {
  const url = stripIgnored(href);
  if (url === '') return { type: 'empty' };
  const scheme = urlScheme(url);
  if (scheme !== undefined) return { type: 'scheme', scheme, url };
  if (/^[/\\]{2}/.test(url)) return { type: 'host', url };
  return { type: 'relative', ...splitLocal(url) };
}

/** Splits an href without scheme and host; backslashes become slashes. */
export function splitLocal(url: string): HrefParts {
  const parts = splitHref(url);
  return { ...parts, path: parts.path.replaceAll('\\', '/') };
}

/** A path joined with a base path, dot segments resolved, percent-encoding kept. */
export interface JoinedPath {
  readonly path: string;
  /** True if it tried to climb above the root, where the URL standard stops. */
  readonly escaped: boolean;
}

/** Joins as the URL standard does; `base` is the path of the page. */
export function joinPath(base: string, path: string): JoinedPath {
  if (path === '') return { path: base, escaped: false };
  let folder = base.lastIndexOf('/');
  let from = 0;
  // The usual climbs, without splitting the path.
  while (folder > 0 && path.startsWith('../', from)) {
    folder = base.lastIndexOf('/', folder - 1);
    from += 3;
  }
  const full = path.startsWith('/') ? path : base.slice(0, folder + 1) + path.slice(from);
  if (!full.includes('/.') && !full.includes('%')) return { path: full, escaped: false };
  // Dots may be percent-encoded.
  const dots = /(?<=\/)(?:\.|%2e){1,2}(?=\/|$)/gi;
  return resolveDotSegments(full.replace(dots, (segment) => segment.replace(/%2e/gi, '.')));
}

/** Where a folder is published. */
export interface HostedAt {
  /** Starts and ends with `/`. */
  readonly baseUrl: string;
  /** `https://host`, if known: full addresses of the site are then checked like its paths. */
  readonly origin?: string | undefined;
}

/** The URL path of a document: `x/` for `x/index.html`. */
export function ownPath({ baseUrl }: HostedAt, file: string): string {
  const path = file.replace(/(^|\/)index\.html$/, '$1');
  return printFile(path, { baseUrl, trailingSlash: true });
}

/** The base of a document's references; undefined if its `base` is on another site. */
export type DocumentBase = string | undefined;

/** The URL path that resolves a file's references (HTML standard 2.4.3, "document base URL"). */
export function documentBase(host: HostedAt, file: string, base: string | undefined): DocumentBase {
  const own = ownPath(host, file);
  const parsed = parseHref(base ?? '');
  if (parsed.type === 'empty') return own;
  if (parsed.type === 'relative') return joinPath(own, parsed.path).path;
  const { origin = 'https://unknown.invalid' } = host;
  const url = parseUrl(parsed.url, origin);
  if (url === undefined) return own;
  return url.origin === new URL(origin).origin ? url.pathname : undefined;
}

/** True for a URL path of the site. */
export function isBelow(baseUrl: string, path: string): boolean {
  return path.startsWith(baseUrl) || `${path}/` === baseUrl;
}

/** True for a relative path from a page of the site to a path outside of its base path. */
export function climbsOut(
  baseUrl: string,
  written: string,
  { base, path }: { readonly base: string; readonly path: string },
): boolean {
  const isRelative = written !== '' && !written.startsWith('/');
  return isRelative && base.startsWith(baseUrl) && !isBelow(baseUrl, path);
}

/** Targets of a fragment: as written, then percent-decoded (HTML standard 7.4.6.4). */
export interface Fragment {
  readonly raw: string;
  readonly decoded: string;
}

/** The name in a fragment; undefined if every page has it: empty, `top`, or only a text directive. */
export function readFragment(fragment: string | undefined): Fragment | undefined {
  if (fragment === undefined) return undefined;
  const directive = fragment.indexOf(':~:');
  const raw = directive < 0 ? fragment : fragment.slice(0, directive);
  if (raw === '') return undefined;
  // Malformed escapes stay, and invalid UTF-8 becomes U+FFFD (URL standard 1.3).
  const decoded = raw.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) =>
    Buffer.from(escapes.replaceAll('%', ''), 'hex').toString(),
  );
  return /^top$/i.test(decoded) ? undefined : { raw, decoded };
}
/** True if a page with these ids has the element that a fragment names. */
export function hasAnchor(ids: ReadonlySet<string>, fragment: string): boolean {
  const name = readFragment(fragment);
  if (name === undefined || ids.has(name.raw) || ids.has(name.decoded)) return true;
  const lines = readLines(name.decoded);
  return (
    lines !== undefined &&
    [lines.first, lines.last].every((line) => ids.has(`${lines.start}${line}`))
  );
}
