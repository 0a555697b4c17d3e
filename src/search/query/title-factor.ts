import type { Coverage } from './coverage.ts';
import { fold } from './fold.ts';
import type { Sections } from './indexed-sections.ts';
import type { Matches } from './match.ts';

/** How much a title adds that consists of nothing but the query's words. */
const TITLE_SHARE = 1;
/** Factors of a title that is the query, is it but for an unfinished word, or begins with it. */
const SAME_TITLE = 2;
const SAME_BUT_UNFINISHED = 1.6;
const TITLE_BEGINS = 1.2;
/** What a title's word is worth that the query's word only begins, or is another form of. */
const PARTLY = 0.5;

export interface Query {
  /** As `comparable` makes it. */
  readonly text: string;
  readonly covered: Coverage;
}

/**
 * What a section's title says of the query, 1 for nothing: the share of the title that is the query × the
 * share of the query that is in it, with bonuses for a title that is the query or begins with it. The title
 * is compared alone and together with that of its page (`Options` of the page `Logger` for `logger options`).
 */
export function titleFactor(
  sections: Sections,
  matches: Matches,
  { document, query }: { readonly document: number; readonly query: Query },
): number {
  if (matches.inTitle[document] === 0) return 1;
  const isUnfinished = query.covered(matches.known) < 1;
  const factorOf = (title: TitleMatch): number => shareFactor(title, query.covered, isUnfinished);
  const own = compareTitle(sections, matches, document);
  const page = sections.pages[document] ?? 0;
  const factor =
    page === document
      ? factorOf(own)
      : Math.max(factorOf(own), factorOf(join(own, compareTitle(sections, matches, page))));
  const title = sections.documents[document]?.title ?? '';
  return comparable(title).startsWith(query.text) ? factor * TITLE_BEGINS : factor;
}

/** Letters and digits, folded, with single spaces between. */
export function comparable(text: string): string {
  return fold(text)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

/** How a title compares with a query. */
interface TitleMatch {
  /** Number of its words. */
  readonly size: number;
  /** How many of them the query has. */
  readonly words: number;
  /** Terms of the query that it has, in any form and as typed. */
  readonly bits: number;
  readonly exactBits: number;
}

function compareTitle(sections: Sections, matches: Matches, document: number): TitleMatch {
  const places = sections.titleOf(document);
  let words = 0;
  for (const place of places) {
    const found = matches.words.get(place);
    if (found !== undefined) words += found.exactBits === 0 ? PARTLY : 1;
  }
  const bits = matches.inTitle[document] ?? 0;
  return { size: places.length, words, bits, exactBits: matches.exactInTitle[document] ?? 0 };
}

function join(left: TitleMatch, right: TitleMatch): TitleMatch {
  return {
    size: left.size + right.size,
    words: left.words + right.words,
    bits: left.bits | right.bits,
    exactBits: left.exactBits | right.exactBits,
  };
}

function shareFactor(
  { size, words, bits, exactBits }: TitleMatch,
  covered: Coverage,
  isUnfinished: boolean,
): number {
  const share = 1 + TITLE_SHARE * (words / Math.max(1, size)) * covered(bits);
  if (covered(bits) < 1) return share;
  if (words === size && covered(exactBits) === 1) return share * SAME_TITLE;
  return isUnfinished && words >= size - PARTLY ? share * SAME_BUT_UNFINISHED : share;
}
