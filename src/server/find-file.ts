import { prefersMarkdown } from '../shared/accept.ts';
import {
  type AddressStyle,
  decodeSafely,
  markdownBeside,
  type OutputPath,
  printFile,
  readUrlPath,
  type SitePath,
  toOutputPath,
  type Url,
} from '../shared/paths.ts';

/** The result of a look-up; `to` is the address to redirect to, without a query. */
export type Found<File> =
  | { readonly kind: 'file'; readonly path: OutputPath; readonly file: File }
  | { readonly kind: 'redirect'; readonly status: 301 | 302; readonly to: Url }
  /** `path` is undefined outside of the base path. */
  | { readonly kind: 'missing'; readonly path: SitePath | undefined };

type Lookup<File> = (path: OutputPath) => Promise<File | undefined>;

/**
 * Finds the file of an address as static hosts do: `/x/` is `x/index.html`; `/x` is the file `x`, and without trailing
 * slashes also `x.html`. Other forms of a page's address redirect to the canonical one, and `/` to the base path.
 * Hidden files are never found, except below `.well-known` (RFC 8615). A client that prefers Markdown by its `Accept` gets
 * the Markdown version of a page, if there is one.
 */
export async function findAddress<File>(
  pathname: string,
  style: AddressStyle & { readonly accept?: string | undefined },
  lookup: Lookup<File>,
): Promise<Found<File>> {
  const found = await findPath(pathname, style, lookup);
  if (found.kind !== 'file' || !found.path.endsWith('.html') || !prefersMarkdown(style.accept))
    return found;
  const path = markdownBeside(found.path, style);
  const file = await lookup(path);
  return file === undefined ? found : { kind: 'file', path, file };
}

async function findPath<File>(
  pathname: string,
  style: AddressStyle,
  lookup: Lookup<File>,
): Promise<Found<File>> {
  const home = printFile('', style);
  if (`${pathname}/` === style.baseUrl) return { kind: 'redirect', status: 301, to: home };
  const path = readUrlPath(pathname, style);
  if (path !== undefined) return findFile(path, style, lookup);
  return pathname === '/'
    ? { kind: 'redirect', status: 302, to: home }
    : { kind: 'missing', path: undefined };
}

async function findFile<File>(
  path: SitePath,
  style: AddressStyle,
  lookup: Lookup<File>,
): Promise<Found<File>> {
  const name = path.slice(1);
  if (!isPublic(name)) return { kind: 'missing', path };
  for (const { path: candidate, redirectTo } of candidates(name, style)) {
    const file = await lookup(candidate);
    if (file === undefined) continue;
    return redirectTo === undefined
      ? { kind: 'file', path: candidate, file }
      : { kind: 'redirect', status: 301, to: printFile(redirectTo, style) };
  }
  return { kind: 'missing', path };
}

/** Lists the possible files of the 404 page, the one of the address's locale first. */
export function notFoundFiles(
  path: SitePath | undefined,
  locales: { readonly locales: readonly { readonly code: string }[] },
): readonly OutputPath[] {
  const first = path?.split('/')[1];
  const own = locales.locales.find(({ code }) => code === first);
  return [...(own === undefined ? [] : [toOutputPath(`${own.code}/404.html`)]), DEFAULT_NOT_FOUND];
}

const DEFAULT_NOT_FOUND = toOutputPath('404.html');

interface Candidate {
  readonly path: OutputPath;
  /** The canonical address of the file, as a name below the base path; undefined if it was requested. */
  readonly redirectTo?: string;
}

function candidates(name: string, { trailingSlash }: AddressStyle): readonly Candidate[] {
  if (name === '' || name.endsWith('/')) {
    const index = { path: toOutputPath(`${name}index.html`) };
    const page = name.slice(0, -1);
    if (trailingSlash || page === '') return [index];
    return [index, { path: toOutputPath(`${page}.html`), redirectTo: page }];
  }
  const file = { path: toOutputPath(name) };
  const folder = { path: toOutputPath(`${name}/index.html`), redirectTo: `${name}/` };
  const [, page] = /^(.+?)(?:\/index)?\.html$/.exec(name) ?? [];
  if (trailingSlash)
    return page === undefined
      ? [file, folder]
      : [file, folder, { path: toOutputPath(`${page}/index.html`), redirectTo: `${page}/` }];
  const plain = { path: toOutputPath(`${name}.html`) };
  return page === undefined
    ? [file, plain, folder]
    : [file, plain, folder, { path: toOutputPath(`${page}.html`), redirectTo: page }];
}

/** False for a path with an empty or hidden segment. */
export function isPublic(name: string): boolean {
  const segments = name.replace(/\/$/, '').split('/');
  if (name !== '' && segments.includes('')) return false;
  return segments.every(
    (segment, index) => !segment.startsWith('.') || (index === 0 && segment === '.well-known'),
  );
}

/** Maximum length of a request target, in bytes. */
const LONGEST = 8192;

/** The parsed target of a request. */
export interface Target {
  /** As in the request: percent-encoded, printable ASCII, no dot segments, no encoded separators. */
  readonly pathname: string;
  /** With its question mark; empty if there is none. */
  readonly query: string;
}

/**
 * Parses the target of a request line (RFC 9112, section 3.2.1: origin-form only). Rejects forms that browsers never
 * send or that programs interpret differently: other forms, `//host`, dot segments, escaped separators and control
 * characters, malformed escapes, fragments, characters outside of printable ASCII.
 */
export function readTarget(url: string): Target | { status: 400 | 414; message: string } {
  if (url.length > LONGEST) return { status: 414, message: 'The address is too long.' };
  const question = url.indexOf('?');
  const pathname = question < 0 ? url : url.slice(0, question);
  const problem = /^[!-~]+$/.test(url) && !url.includes('#') ? pathProblem(pathname) : MALFORMED;
  if (problem !== undefined) return { status: 400, message: problem };
  return { pathname, query: question < 0 ? '' : url.slice(question) };
}

const MALFORMED = 'The address is malformed.';

function pathProblem(pathname: string): string | undefined {
  if (!pathname.startsWith('/') || pathname.startsWith('//')) {
    return 'The address must be a path with a single leading slash.';
  }
  if (/\\|%5c|%2f/i.test(pathname)) return 'The address has a separator that is not a slash.';
  const decoded = decodeSafely(pathname);
  if (decoded === undefined || /\p{Cc}/u.test(decoded)) return MALFORMED;
  const climbs = decoded.split('/').some((segment) => segment === '.' || segment === '..');
  return climbs ? 'The address has a dot segment.' : undefined;
}
