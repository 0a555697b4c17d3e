import { bitCount, type Coverage } from './coverage.ts';
import { type IndexReader, KINDS } from './index-reader.ts';
import type { Matches, TitleMatch } from './match.ts';
import type { Plan } from './plan.ts';
import { isNewsWord } from './words.ts';

// Factors of titles.
/** Power of the share of a title that is the query's words; a title of only these doubles the score. */
const TITLE_PART = 0.7;
/** A title that equals the query, or equals it except for an unfinished word. */
const SAME_TITLE = 1.6;
const SAME_BUT_UNFINISHED = 1.3;
/** A title that begins with the query. */
const TITLE_BEGINS = 1.2;
/** The start of a page, whose title has all of the query's words. */
const PAGE_START = 1.8;
/** Weight of a title word that matches as a beginning or another inflection. */
const PARTLY = 0.4;

/** Factors of kinds: readers look for guides first, then for operations. */
const KIND_FACTORS = {
  info: 0.8,
  reference: 0.4,
  operation: 0.5,
  parameter: 0.3,
  property: 0.2,
  schema: 0.2,
  news: 0.3,
};

/** The part of a title, or of a page's title with a section's, that matches. */
interface TitleCover {
  /** Number of atoms. */
  readonly length: number;
  /** Number of atoms that match, by weight. */
  readonly matched: number;
  /** The same without atoms that very many titles have. */
  readonly telling: number;
  readonly tellingMatched: number;
  /** Number of atoms that are words of the query in any inflection. */
  readonly named: number;
  /** Atoms of the query in the title: in any form, in any inflection, and exact. */
  readonly atoms: number;
  readonly inflected: number;
  readonly exact: number;
}

/** True if a title consists of the query's words, or lacks at most `gap` of them; common words of the title may lack. */
function isSame(title: TitleCover, gap = 0): boolean {
  const { length, matched, telling, tellingMatched } = title;
  return matched >= length - gap || (telling > 0 && tellingMatched >= telling - gap);
}

interface TitleInput {
  readonly plan: Plan;
  readonly reader: IndexReader;
  /** True if the query has capital letters. */
  readonly isCapital: boolean;
}

interface TitleFactor {
  /** The factor of a section's title and kind. */
  readonly factorOf: (section: number) => number;
  /** True for sections whose title is the query in any inflection. */
  readonly isNamed: (section: number) => boolean;
}

export function createTitleFactor(
  { plan, reader, isCapital }: TitleInput,
  { titles }: Matches,
  coverage: Coverage,
): TitleFactor {
  const share = coverage.shareOfAtoms;
  const cover = (section: number): TitleCover => {
    const found = titles.get(section);
    if (found === undefined) return coverTitle([], { length: 0, common: 0 }, coverage);
    const shape = { length: reader.titleLength(section), common: reader.titleCommon(section) };
    return coverTitle(found, shape, coverage);
  };
  const compounds = plan.words.filter(({ parts }) => parts.length > 0);
  const titleFactor = (title: TitleCover): number => {
    const { length, matched, telling, tellingMatched, exact } = title;
    // A part of a compound does not mean the compound: `Lockfile` is not `--frozen-lockfile`.
    const parts = compounds.filter(({ atoms }) => (atoms & ~title.atoms) !== 0);
    const atoms = parts.reduce((set, word) => set & ~word.atoms, title.atoms);
    const part = telling > 0 ? tellingMatched / telling : matched / Math.max(1, length);
    const factor = 1 + part ** TITLE_PART * share(atoms);
    if (share(atoms) < 1) return factor;
    if (share(exact) === 1 && isSame(title)) return factor * SAME_TITLE;
    return isSame(title, 1 - PARTLY) ? factor * SAME_BUT_UNFINISHED : factor;
  };
  const isAboutNews = plan.words.some(({ typed }) => isNewsWord(typed) || /\d/.test(typed));
  const factorOf = (section: number): number => {
    const kind = KINDS[reader.kindOf(section)];
    const own = cover(section);
    const pageSection = reader.pageOf(section);
    const isStart = pageSection === section;
    // The name of a schema as it is written, or a compound, means the schema.
    const isName =
      share(own.exact) === 1 &&
      isSame(own) &&
      plan.words.length === 1 &&
      (isCapital || plan.atoms.length > 1);
    const isMeant =
      kind === 'news' ? isAboutNews : isName || (kind === 'reference' && compounds.length > 0);
    const kindFactor = kind === undefined || isMeant ? 1 : KIND_FACTORS[kind];
    // A part of a schema's name does not mean the schema.
    const isPart = kind === 'schema' && !isName && !isSame(own);
    if (own.length === 0 || isPart) return kindFactor;
    const page = isStart ? own : cover(pageSection);
    const both = isStart || page.length === 0 ? own : join(own, page);
    const factor = Math.max(titleFactor(own), titleFactor(both));
    const begins = beginsWith(titles.get(section) ?? [], plan, coverage) ? TITLE_BEGINS : 1;
    const start = isStart && share(own.atoms) === 1 ? PAGE_START : 1;
    return factor * begins * start * kindFactor;
  };
  const isNamed = (section: number): boolean => {
    const { length, named, inflected } = cover(section);
    return length > 0 && named === length && share(inflected) === 1;
  };
  return { factorOf, isNamed };
}

function join(own: TitleCover, page: TitleCover): TitleCover {
  return {
    length: own.length + page.length,
    matched: own.matched + page.matched,
    telling: own.telling + page.telling,
    tellingMatched: own.tellingMatched + page.tellingMatched,
    named: own.named + page.named,
    atoms: own.atoms | page.atoms,
    inflected: own.inflected | page.inflected,
    exact: own.exact | page.exact,
  };
}

function coverTitle(
  found: readonly TitleMatch[],
  { length, common }: { readonly length: number; readonly common: number },
  coverage: Coverage,
): TitleCover {
  let [exactly, partly, named] = [0, 0, 0];
  let [terms, inflected, exact] = [0, 0, 0];
  for (const { clause, at, size } of found) {
    const set = ((1 << size) - 1) << at;
    terms |= clause.terms | clause.inflected;
    inflected |= clause.exact | clause.inflected;
    if ((clause.exact | clause.inflected) !== 0) named |= set;
    if (clause.exact === 0) partly |= set;
    else {
      exactly |= set;
      exact |= clause.exact;
    }
  }
  const weigh = (mask: number): number =>
    bitCount(exactly & mask) + PARTLY * bitCount(partly & ~exactly & mask);
  return {
    length,
    matched: weigh(-1),
    telling: length - bitCount(common),
    tellingMatched: weigh(~common),
    named: bitCount(named),
    atoms: coverage.atomsOf(terms),
    inflected: coverage.atomsOf(inflected),
    exact: coverage.atomsOf(exact),
  };
}

/** True if a title begins with the atoms of the query in their order. */
function beginsWith(found: readonly TitleMatch[], { atoms }: Plan, coverage: Coverage): boolean {
  let [next, at] = [0, 0];
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
