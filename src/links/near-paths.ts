import { editDistance } from '../diagnostics/nearest.ts';
import { wellFormed } from '../shared/escape-html.ts';
import { itemAt } from '../shared/item-at.ts';
import { decodeSafely, foldName } from '../shared/paths.ts';

/** A path split for comparison. */
export interface PathParts {
  /** The path to suggest. */
  readonly path: string;
  /** Segments lower-cased and Unicode-composed, as some file systems compare them. */
  readonly folded: readonly string[];
  /** The path without accents and word separators: `q-a`, `q--a` and `q_a` are equal. */
  readonly letters: string;
  /** For a page: its letters without the file ending; `a.md`, `a.html`, `a/index.md` and `a/` are equal. */
  readonly page: string | undefined;
  readonly name: string;
  /** The folded name without its extension, and the extension. */
  readonly stem: string;
  readonly extension: string;
}

/** Splits a path that is not percent-encoded; messages show `suggested` instead. */
export function pathParts(path: string, suggested = path): PathParts {
  const bare = path.replace(/(?<=.)\/+$/, '');
  const folded = foldName(bare.replace(/^(?:\.\/)+/, '')).split('/');
  const last = itemAt(folded, folded.length - 1);
  const extension = /.\.([a-z][a-z0-9]{0,8})$/.exec(last)?.[1] ?? '';
  const letters = lettersOf(folded.join('/'));
  const isPage = /^(?:mdx?|markdown|html?|tsx)?$/.test(extension);
  const stem = extension === '' ? last : last.slice(0, -extension.length - 1);
  const above = folded.slice(0, -1);
  const pagePath = isIndex(stem) && above.length > 0 ? above : [...above, stem];
  return {
    path: suggested,
    folded,
    letters,
    page: isPage ? lettersOf(pagePath.join('/')) : undefined,
    name: bare.slice(bare.lastIndexOf('/') + 1),
    stem,
    extension,
  };
}

/** Keeps letters, digits, slashes and full stops; removes accents. */
function lettersOf(folded: string): string {
  return withoutAccents(folded).replace(/[^\p{L}\p{M}\p{N}/.]+/gu, '');
}

function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/[\u0300-\u036f]+/g, '');
}

/** How well a candidate matches. */
export interface Likeness {
  /** Lower is nearer. */
  readonly cost: number;
  /** Certain if no other candidate matches in the same way. */
  readonly isSure: boolean;
}

const sure = (cost: number): Likeness => ({ cost, isSure: true });
const maybe = (cost: number): Likeness => ({ cost, isSure: false });

/**
 * Compares an existing path with a missing one: differs in case, accents, hyphens or extension, or has the same name in
 * another folder. `typo` finds misspellings.
 */
export function pathLikeness(
  wanted: PathParts,
  found: PathParts,
  typo: (wanted: PathParts, found: PathParts) => number | undefined = misspelling,
): Likeness | undefined {
  if (isSame(wanted.folded, found.folded, 0)) return sure(0.5);
  if (wanted.letters === found.letters && /[^/.]/.test(wanted.letters)) return sure(0.75);
  if (wanted.page !== undefined && wanted.page === found.page && /[^/.]/.test(wanted.page))
    return sure(0.8);
  if (wanted.stem === found.stem && isSame(wanted.folded, found.folded, 1)) return maybe(1);
  const isNamed = wanted.stem.length > 2 && !isIndex(wanted.stem);
  if (isNamed && wanted.name === found.name) return sure(1.25);
  const cost = typo(wanted, found);
  const moved = isNamed && wanted.stem === found.stem ? 1.5 : undefined;
  const least = Math.min(cost ?? Infinity, moved ?? Infinity);
  return least === Infinity ? undefined : maybe(least);
}

function isSame(a: readonly string[], b: readonly string[], tail: number): boolean {
  if (a.length !== b.length) return false;
  for (let index = a.length - 1 - tail; index >= 0; index--) {
    if (a[index] !== b[index]) return false;
  }
  return true;
}

function isIndex(stem: string): boolean {
  return stem === 'index' || stem === 'readme';
}

/**
 * Counts the letters that differ: up to a third of each segment; more if the folder differs too and one letter of a
 * long name is wrong.
 */
export function misspelling(wanted: PathParts, found: PathParts): number | undefined {
  const distance = wordDistance(wanted.stem, found.stem);
  if (distance === undefined) return undefined;
  const last = wanted.extension === found.extension ? distance : distance + 0.5;
  const above = folderDistance(wanted.folded, found.folded);
  if (above !== undefined && above + last <= MOST_LETTERS) return above + last;
  return last === 1 && wanted.stem.length > 4 ? OTHER_FOLDER : undefined;
}

const MOST_LETTERS = 4;
const OTHER_FOLDER = 4;

function folderDistance(wanted: readonly string[], found: readonly string[]): number | undefined {
  if (wanted.length !== found.length) return undefined;
  let sum = 0;
  for (let index = 0; index < wanted.length - 1; index++) {
    const distance = wordDistance(itemAt(wanted, index), itemAt(found, index));
    if (distance === undefined) return undefined;
    sum += distance;
  }
  return sum;
}

/** The edit distance of two words; undefined if more than a third differs, or only numbers do. */
function wordDistance(wanted: string, found: string): number | undefined {
  if (wanted === found) return 0;
  const limit = Math.max(1, Math.floor(wanted.length / 3));
  const distance = editDistance(wanted, found, limit);
  if (distance > limit || distance >= Math.max(wanted.length, found.length)) return undefined;
  // Another number is another thing: step 2 is not a misspelled step 1.
  return withoutNumbers(wanted) === withoutNumbers(found) ? undefined : distance;
}

function withoutNumbers(text: string): string {
  return text.replace(/\d+/g, '0');
}

/** Compares an existing anchor with a missing one; `title` is the slug of its heading's text. */
export function anchorLikeness(
  wanted: string,
  found: string,
  title: string = found,
): Likeness | undefined {
  const [a, b, c] = [foldName(wanted), foldName(found), foldName(title)];
  if (a === b) return sure(0.5);
  const letters = slugLetters(a);
  if (letters !== '' && letters === slugLetters(b)) return sure(0.75);
  if (letters !== '' && letters === slugLetters(c)) return sure(0.8);
  if (startsWithWords(b, a)) return sure(1.25);
  const distance = Math.min(
    wordDistance(a, b) ?? Infinity,
    (wordDistance(a, c) ?? Infinity) + 0.25,
  );
  if (distance < Infinity) return maybe(distance);
  return startsWithWords(c, a) || endsWithWords(a, b) || endsWithWords(b, a) ? maybe(4) : undefined;
}

/** True for `404-not-found` and `404`. */
function startsWithWords(slug: string, words: string): boolean {
  return words.length > 2 && slug.startsWith(words) && slug[words.length] === '-';
}

/** True for `1-installation` and `installation`. */
function endsWithWords(slug: string, words: string): boolean {
  return words.length > 4 && slug.endsWith(`-${words}`);
}

function slugLetters(slug: string): string {
  return withoutAccents(slug).replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
}

/** Counts the trailing segments that two paths share. */
export function sharedEnd(a: PathParts, b: PathParts): number {
  let count = 0;
  while (count < a.folded.length && a.folded.at(-1 - count) === b.folded.at(-1 - count)) count += 1;
  return count;
}

/** Writes a path or anchor in the author's style: escapes characters that would end it, and others as `like` does. */
export function writeLike(text: string, like: string): string {
  const hasSpace = /\s/.test(like);
  const escaped = wellFormed(text).replace(
    hasSpace ? /[%?#<>"\\]/g : /[%?#<>"\\\s]/g,
    encodeURIComponent,
  );
  return /%[89a-f][0-9a-f]/i.test(like)
    ? escaped.replace(/[^\0-\x7f]+/gu, encodeURIComponent)
    : escaped;
}

/** Decodes an author's spelling; browsers read a backslash in a path as a slash. */
export function readWritten(text: string): string {
  return (decodeSafely(text) ?? text).replaceAll('\\', '/');
}
