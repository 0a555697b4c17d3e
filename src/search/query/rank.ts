import { itemAt } from '../../shared/item-at.ts';
import { bitCount, type Coverage, createCoverage } from './coverage.ts';
import type { Clause } from './expand.ts';
import { type IndexReader, type IndexView, KINDS } from './index-reader.ts';
import { type Matches, matchClauses, type TitleMatch } from './match.ts';
import type { Plan } from './plan.ts';
import { isNewsWord } from './words.ts';
import { type LunrScore, scoreSections } from './score.ts';

/** A section with its final score. */
export interface Ranked {
  readonly section: number;
  readonly score: number;
  /** The words of the index that it has. */
  readonly words: readonly string[];
  /** Terms of the plan that it or its page's title has. */
  readonly terms: number;
}

interface RankInput {
  readonly plan: Plan;
  readonly clauses: readonly Clause[];
  readonly reader: IndexReader;
  readonly view: IndexView;
  /** Factors of operations whose path was typed. */
  readonly paths: ReadonlyMap<number, number>;
  /** True if the query has capital letters. */
  readonly isCapital: boolean;
}

import { tune } from './tune.ts';

/** Number of sections that lunr scores: those with most of the query's words. */
const SCORED = 150;

/** Score of an operation that was found only by its path. */
const LEAST = 1e-6;

/**
 * Ranks the sections that have most of the query's words: lunr's score × coverage, the share of the query's words in the
 * section or its page's title, × factors of its title and its kind. Operations whose path was typed come first.
 */
export function rank(input: RankInput): readonly Ranked[] {
  const { plan, clauses, reader, view, paths } = input;
  const matches = matchClauses(clauses, reader, view);
  const coverage = createCoverage(plan, atomWeights(plan, matches, reader.count()));
  const chosen = choose(input, matches, coverage);
  const scores = scoreSections([...chosen, ...paths.keys()], clauses, view);
  const compare = createTitleFactor(input, matches, coverage);
  const ranked = [...new Set([...chosen, ...paths.keys()])]
    .map((section) => {
      const { score, words } = scores.all.get(section) ?? NOTHING;
      const page = reader.pageOf(section);
      const above = itemAt(matches.inTitle, page);
      const own = itemAt(matches.found, section);
      const terms = own | above;
      // A section inherits from its page's title if it matches other words: `options` under `Logger`.
      const inherits = page !== section && terms !== above;
      const inherited = inherits ? tune('inherit', INHERITED) * (scores.titles.get(page) ?? 0) : 0;
      const covered = coverage.share(terms, itemAt(matches.inflected, section));
      const value = (score + inherited) * covered ** tune('cover', COVERAGE) * compare(section);
      return {
        section,
        score: Math.max(value, LEAST) * (paths.get(section) ?? 1),
        words,
        terms: terms | itemAt(matches.inflected, section),
      };
    })
    .map((hit) => ({ ...hit }));
  leadPages(input, matches, coverage, ranked);
  return ranked.sort(
    (a, b) => b.score - a.score || reader.orderOf(a.section) - reader.orderOf(b.section),
  );
}

function leadPages(
  { reader, plan }: RankInput,
  matches: Matches,
  coverage: Coverage,
  ranked: { section: number; score: number }[],
): void {
  const best = new Map<number, number>();
  for (const { section, score } of ranked) {
    const page = reader.pageOf(section);
    if (page === section) continue;
    const own = coverage.atomsOf(itemAt(matches.inTitle, section)) & plan.counted;
    const above = coverage.atomsOf(itemAt(matches.inTitle, page)) & plan.counted;
    if (tune('ownonly', 1) && (own & ~above) !== 0) continue;
    best.set(page, Math.max(best.get(page) ?? 0, score));
  }
  for (const hit of ranked) {
    const top = best.get(hit.section);
    if (top === undefined) continue;
    const above = coverage.atomsOf(itemAt(matches.inTitle, hit.section)) & plan.counted;
    const part = coverage.shareOfAtoms(above);
    if (part >= tune('leadmin', 0.3))
      hit.score = Math.max(hit.score, top * (tune('lead0', 0) + tune('lead1', 1.05) * part));
  }
}

/** Rare words tell more than frequent ones. */
function atomWeights(
  plan: Plan,
  { sections, found, inflected }: Matches,
  count: number,
): readonly number[] {
  const coverage = createCoverage(plan);
  const frequency = plan.atoms.map(() => 0);
  const sets = new Map<number, number>();
  for (const section of sections) {
    const set = itemAt(found, section) | itemAt(inflected, section);
    sets.set(set, (sets.get(set) ?? 0) + 1);
  }
  for (const [set, number] of sets) {
    const atoms = coverage.atomsOf(set);
    for (const atom of frequency.keys())
      if ((atoms & (1 << atom)) !== 0) frequency[atom] = itemAt(frequency, atom) + number;
  }
  return frequency.map((number) => Math.log(1 + count / Math.max(1, number)) ** tune('idf', 0.8));
}

const NOTHING: LunrScore = { score: 0, words: [] };
/** The share of the page title's score that a section inherits. */
const INHERITED = 0.5;
/** Power of the coverage: words that a section lacks lower its score, but do not bury it. */
const COVERAGE = 2.5;

/** The sections with the highest coverage, and among them those with the highest weights. */
function choose(
  { reader, plan }: RankInput,
  matches: Matches,
  coverage: Coverage,
): readonly number[] {
  const { sections, found, inflected, inTitle, weight } = matches;
  if (sections.length <= SCORED || plan.counted === 0) return sections.slice(0, SCORED);
  const estimate = new Float64Array(sections.length);
  for (const [at, section] of sections.entries()) {
    const above = itemAt(inTitle, reader.pageOf(section));
    const share = coverage.share(itemAt(found, section) | above, itemAt(inflected, section));
    estimate[at] =
      share ** COVERAGE * (1 + coverage.share(itemAt(inTitle, section))) * itemAt(weight, section);
  }
  const least = itemAt(estimate.toSorted(), sections.length - SCORED);
  return sections.filter((_, at) => itemAt(estimate, at) >= least).slice(0, SCORED);
}

// Factors of titles.
/** A title of only the query's words. */
const TITLE_SHARE = 1;
/** A title that equals the query, or equals it except for an unfinished word. */
const SAME_TITLE = 2;
const SAME_BUT_UNFINISHED = 1.6;
/** A title that begins with the query. */
const TITLE_BEGINS = 1.2;
/** The start of a page, whose title has all of the query's words. */
const PAGE_START = 1.8;
/** Weight of a title word that matches as a beginning or another inflection. */
const PARTLY = 0.5;

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
function createTitleFactor(
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
    const factor = 1 + tune('share', TITLE_SHARE) * (matched / Math.max(1, length)) * share(atoms);
    if (share(atoms) < 1) return factor;
    if (matched >= length && share(exact) === 1) return factor * tune('same', SAME_TITLE);
    return matched >= length - PARTLY ? factor * tune('unfinished', SAME_BUT_UNFINISHED) : factor;
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
    const kindFactor = kind === undefined || isMeant ? 1 : tune(kind, KIND_FACTORS[kind]);
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
    const begins = beginsWith(titles.get(section) ?? [], plan, coverage)
      ? tune('begins', TITLE_BEGINS)
      : 1;
    const start = isStart && share(own.atoms) === 1 ? tune('start', PAGE_START) : 1;
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
  const matched = bitCount(exactly) + tune('partly', PARTLY) * bitCount(partly & ~exactly);
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
