import { decodeEntities } from '../html/character-references.ts';
import { slugify, uniqueSlug } from '../shared/slug.ts';

interface Heading {
  readonly level: number;
  readonly id: string;
  /** Offset of its line. */
  readonly at: number;
}

/** CommonMark 4.2 and 4.5; headings of other forms are not in Markdown versions. */
const LINE = /^(?: {0,3}(`{3,}|~{3,})(.*)|(#{1,6})[ \t]+(.*))$/gm;

/** The headings of a Markdown version, with the ids that they have on the page. */
export function headingsOf(text: string): readonly Heading[] {
  const headings: Heading[] = [];
  const ids = new Set<string>();
  const taken = { has: (id: string) => ids.has(id), next: new Map<string, number>() };
  let fence = '';
  for (const { index, 1: mark = '', 2: rest = '', 3: hashes, 4: words = '' } of text.matchAll(
    LINE,
  )) {
    if (mark !== '') {
      if (fence === '') fence = mark;
      else if (mark.startsWith(fence) && rest.trim() === '') fence = '';
    } else if (fence === '' && hashes !== undefined) {
      const id = uniqueSlug(slugify(plainText(words)), taken);
      ids.add(id);
      headings.push({ level: hashes.length, id, at: index });
    }
  }
  return headings;
}

/** The text of a heading's Markdown. */
function plainText(markdown: string): string {
  return markdown
    .replace(/!?\[((?:[^\]\\]|\\.)*)\]\([^)]*\)/g, '$1')
    .replace(/<[^>]*>/g, '')
    .replace(/(?<!\\)(?:`+|\*+)/g, '')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1');
}

/**
 * The part of a page from a heading to the next one that is not below it; undefined if there is no such heading. Ids that
 * authors gave to headings are only in the HTML.
 */
export function sectionOf(text: string, html: string, id: string): string | undefined {
  const headings = headingsOf(text);
  const [, , inner] =
    [...html.matchAll(HEADING)].find(([, own = '']) => decodeEntities(own) === id) ?? [];
  const slug = inner && slugify(decodeEntities(inner.replace(/<[^>]*>/g, '')));
  const start =
    headings.find((heading) => heading.id === id) ??
    headings.find((heading) => heading.id === slug);
  if (start === undefined) return undefined;
  const end = headings.find(({ level, at }) => at > start.at && level <= start.level);
  return text.slice(start.at, end?.at).trimEnd();
}

const HEADING = /<h[1-6](?: [^>]*)? id="([^"]*)"[^>]*>(.*?)<\/h[1-6]>/gs;

/** The part of a text from `offset` on; it ends at the end of a line, if there is one in its second half. */
export function partOf(
  text: string,
  offset: number,
  limit: number,
): { start: number; end: number } {
  const start = Math.min(offset, text.length);
  if (text.length - start <= limit) return { start, end: text.length };
  const line = text.lastIndexOf('\n', start + limit - 1) + 1;
  const end = line > start + limit / 2 ? line : start + limit;
  // Not between the halves of a character.
  return { start, end: /[\udc00-\udfff]/.test(text.charAt(end)) ? end - 1 : end };
}
