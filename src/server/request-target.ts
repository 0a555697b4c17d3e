import { decodeSafely } from '../shared/paths.ts';

/** Longest target that is answered, in bytes. */
const LONGEST = 8192;

/** Where a request leads. */
export interface Target {
  /** As in the request: percent-encoded, printable ASCII, no dot segment, no hidden separator. */
  readonly pathname: string;
  /** With its question mark; empty where there is none. */
  readonly query: string;
}

/** Why a target is not answered. */
export interface BadTarget {
  readonly status: 400 | 414;
  readonly message: string;
}

/**
 * Reads the target of a request line (RFC 9112, section 3.2.1: origin-form only). Refused is what a browser never sends
 * for an address of a site, and what programs read in more than one way: other forms, `//host`, dot segments, separators
 * and control characters in escapes, malformed escapes, fragments, characters beyond printable ASCII.
 */
export function readTarget(url: string): Target | BadTarget {
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
    return 'The address has to be a path that starts with one slash.';
  }
  if (/\\|%5c|%2f/i.test(pathname)) return 'The address has a separator that is not a slash.';
  const decoded = decodeSafely(pathname);
  if (decoded === undefined || /\p{Cc}/u.test(decoded)) return MALFORMED;
  const climbs = decoded.split('/').some((segment) => segment === '.' || segment === '..');
  return climbs ? 'The address has a dot segment.' : undefined;
}
