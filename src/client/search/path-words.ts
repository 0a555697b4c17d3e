import { decodeSafely } from '../../shared/paths.ts';

const FILE = /(?:^index)?\.(?:html?|mdx?|php|aspx?)$/;

/** Queries for what a reader looked for at an unknown path, best first: the words of its last part, then of all parts. */
export function pathQueries(pathname: string, baseUrl: string): readonly string[] {
  const path = pathname.startsWith(baseUrl) ? pathname.slice(baseUrl.length) : pathname;
  const parts = path.split('/').map(wordsOf).filter(Boolean);
  const whole = parts.join(' ');
  return [...new Set([parts.at(-1) ?? '', whole])].filter(Boolean);
}

function wordsOf(part: string): string {
  const text = (decodeSafely(part) ?? part).replace(FILE, '');
  return text.replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ').trim();
}
