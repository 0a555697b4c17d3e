import { bitCount, type Coverage } from './coverage.ts';
import { KINDS } from './index-reader.ts';
import type { Matches, TitleMatch } from './match.ts';
import type { Plan } from './plan.ts';
import type { RankInput } from './rank.ts';
import { isNewsWord } from './words.ts';

// Factors of titles.
/** A title of only the query's words. */
const TITLE_SHARE = 1;
/** A title that equals the query, or equals it except for an unfinished word. */
const SAME_TITLE = 1.6;
const SAME_BUT_UNFINISHED = 1.3;
/** A title that begins with the query. */
const TITLE_BEGINS = 1.2;
/** The start of a page, whose title has all of the query's words. */
const PAGE_START = 1.8;
/** Weight of a title word that matches as a beginning or another inflection. */
const PARTLY = 0.6;

/** Factors of kinds: readers look for guides first, then for operations. */
const KIND_FACTORS = {
  info: 0.8,
  tag: 0.9,
  operation: 0.6,
  parameter: 0.35,
  property: 0.2,
  schema: 0.2,
  news: 0.4,
};

/** The atoms of a title, or of a page's title with a section's. */
interface TitleCover {
  readonly length: number;
  /** Number of atoms that match, by weight. */
  readonly matched: number;
  /** Atoms of the query in the title, in any form and exact. */
  readonly atoms: number;
  readonly exact: number;
}

/** Creates the factor of a section's title and kind. */
export function createTitleFactor(
  { plan, reader, isCapital }: RankInput,
  { titles }: Matches,
  coverage: Coverage,
): (section: number) => number {
  const share = coverage.shareOfAtoms;
  const cover = (section: number): TitleCover => {
    const found = titles.get(section);
    if (found === undefined) return { length: 0, matched: 0, atoms: 0, exact: 0 };
    return coverTitle(found, reader.titleLength(section), coverage);
  };
  const factorOf = ({ length, matched, atoms, exact }: TitleCover): number => {
    const factor = 1 + TITLE_SHARE * (matched / Math.max(1, length)) * share(atoms);
    if (share(atoms) < 1) return factor;
    if (matched >= length && share(exact) === 1) return factor * SAME_TITLE;
    return matched >= length - PARTLY ? factor * SAME_BUT_UNFINISHED : factor;
  };
  const isAboutNews = plan.words.some(({ typed }) => isNewsWord(typed) || /\d/.test(typed));
  return (section) => {
    const kind = KINDS[reader.kindOf(section)];
    const own = cover(section);
    const pageSection = reader.pageOf(section);
    const isStart = pageSection === section;
    // The name of a schema as it is written, or a compound, means the schema.
    const isName =
      share(own.exact) === 1 &&
      own.matched >= own.length &&
      plan.words.length === 1 &&
      (isCapital || plan.atoms.length > 1);
    const isMeant = kind === 'news' ? isAboutNews : isName;
    const kindFactor = kind === undefined || isMeant ? 1 : KIND_FACTORS[kind];
    if (own.length === 0) return kindFactor;
    const page = isStart ? own : cover(pageSection);
    const both =
      isStart || page.length === 0
        ? own
        : {
            length: own.length + page.length,
            matched: own.matched + page.matched,
            atoms: own.atoms | page.atoms,
            exact: own.exact | page.exact,
          };
    const factor = Math.max(factorOf(own), factorOf(both));
    const begins = beginsWith(titles.get(section) ?? [], plan, coverage) ? TITLE_BEGINS : 1;
    const start = isStart && share(own.atoms) === 1 ? PAGE_START : 1;
    return factor * begins * start * kindFactor;
  };
}

function coverTitle(found: readonly TitleMatch[], length: number, coverage: Coverage): TitleCover {
  let exactly = 0;
  let partly = 0;
  let terms = 0;
  let exact = 0;
  for (const { clause, at, size } of found) {
    const set = ((1 << size) - 1) << at;
    terms |= clause.terms | clause.inflected;
    if (clause.exact === 0) partly |= set;
    else {
      exactly |= set;
      exact |= clause.exact;
    }
  }
  const matched = bitCount(exactly) + PARTLY * bitCount(partly & ~exactly);
  return { length, matched, atoms: coverage.atomsOf(terms), exact: coverage.atomsOf(exact) };
}

/** True if a title begins with the atoms of the query in their order. */
function beginsWith(found: readonly TitleMatch[], { atoms }: Plan, coverage: Coverage): boolean {
  let next = 0;
  let at = 0;
  while (next < atoms.length) {
    const match = found.find(
      ({ clause, at: start, size }) =>
        start === at && size > 0 && (coverage.atomsOf(clause.terms) & (1 << next)) !== 0,
    );
    if (match === undefined) return false;
    next += bitCount(coverage.atomsOf(match.clause.terms)) >= match.size ? match.size : 1;
    at += match.size;
  }
  return true;
}
