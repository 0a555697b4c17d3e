import { itemAt } from '../../shared/item-at.ts';
import { getOrInsert } from '../../shared/maps.ts';
import { type Coverage, createCoverage } from './coverage.ts';
import type { Clause } from './expand.ts';
import type { IndexReader, IndexView } from './index-reader.ts';
import { type Matches, matchClauses } from './match.ts';
import { type Plan, setOf } from './plan.ts';
import { type Ranked, rankPages } from './rank-pages.ts';
import { type LunrScore, scoreSections } from './score.ts';
import { createTitleFactor } from './title-factor.ts';

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

/** Number of sections that lunr scores: those with most of the query's words. */
const SCORED = 150;
/** Score of an operation that was found only by its path. */
const LEAST = 1e-6;
/** The share of the page title's score that a section inherits. */
const INHERITED = 0.5;
/** Power of the coverage: words that a section lacks lower its score, but do not bury it. */
const COVERAGE = 2.5;
/** A section that has a compound of the query as a whole. */
const WHOLE = 2;
/** Power of a word's rarity in the coverage. */
const RARITY = 0.7;

const NOTHING: LunrScore = { score: 0, words: [] };

/**
 * Ranks the sections that have most of the query's words: lunr's score × coverage, the share of the query's words in the
 * section or its page's title, × factors of its title and its kind. Operations whose path was typed come first.
 */
export function rank(input: RankInput): readonly Ranked[] {
  const { plan, clauses, reader, view, paths } = input;
  const matches = matchClauses(clauses, reader, view);
  const coverage = createCoverage(plan, atomWeights(plan, matches, reader.total));
  const { factorOf, isNamed } = createTitleFactor(input, matches, coverage);
  const chosen = choose({ reader, matches, coverage, factorOf });
  const sections = [...new Set([...chosen, ...paths.keys()])];
  const scores = scoreSections(sections, clauses, view);
  const compounds = setOf(
    plan.words.flatMap(({ whole, parts }) => (parts.length > 0 ? whole : [])),
  );
  const ranked = sections.map((section): Ranked => {
    const { score, words } = scores.all.get(section) ?? NOTHING;
    const page = reader.pageOf(section);
    const above = itemAt(matches.inTitle, page);
    const terms = itemAt(matches.found, section) | above;
    const inflected = itemAt(matches.inflected, section);
    // A section inherits from its page's title if it matches other words: `options` under `Logger`.
    const inherits = page !== section && terms !== above;
    const inherited = inherits ? INHERITED * (scores.titles.get(page) ?? 0) : 0;
    const covered = coverage.share(terms, inflected) ** COVERAGE;
    const whole = (terms & compounds) === 0 ? 1 : WHOLE;
    const value = Math.max((score + inherited) * covered * whole * factorOf(section), LEAST);
    return {
      section,
      score: value * (paths.get(section) ?? 1),
      words,
      terms: terms | inflected,
    };
  });
  return rankPages(ranked, { reader, coverage, isNamed }).toSorted(
    (a, b) => b.score - a.score || reader.orderOf(a.section) - reader.orderOf(b.section),
  );
}

interface ChoiceInput {
  readonly reader: IndexReader;
  readonly matches: Matches;
  readonly coverage: Coverage;
  readonly factorOf: (section: number) => number;
}

/** The sections with the highest coverage, factors and weights, and the starts of their pages. */
function choose({ reader, matches, coverage, factorOf }: ChoiceInput): readonly number[] {
  const { sections, found, inflected, inTitle, weight } = matches;
  if (sections.length <= SCORED) return sections;
  const shares = new Map<number, number>();
  const shareOf = (terms: number): number =>
    getOrInsert(shares, terms, () => coverage.share(terms) ** COVERAGE);
  const estimates = Float64Array.from(sections, (section) => {
    const above = itemAt(inTitle, reader.pageOf(section));
    const share = shareOf(itemAt(found, section) | itemAt(inflected, section) | above);
    const factor = inTitle[section] === 0 ? 1 : factorOf(section);
    return share * factor * itemAt(weight, section);
  });
  const least = itemAt(estimates.toSorted(), sections.length - SCORED);
  const best = sections.filter((_, at) => itemAt(estimates, at) > least);
  const equal = sections.filter((_, at) => estimates[at] === least);
  const chosen = [...best, ...equal.slice(0, SCORED - best.length)];
  const pages = chosen.map(reader.pageOf).filter((page) => inTitle[page] !== 0);
  return [...chosen, ...pages];
}

/** The weight of each atom of the query in the coverage: rare words tell more than frequent ones. */
function atomWeights(
  plan: Plan,
  { sections, found, inflected }: Matches,
  total: number,
): readonly number[] {
  const { atomsOf } = createCoverage(plan);
  // Few different sets of terms occur.
  const sets = new Map<number, number>();
  for (const section of sections) {
    const set = itemAt(found, section) | itemAt(inflected, section);
    sets.set(set, (sets.get(set) ?? 0) + 1);
  }
  return plan.atoms.map((_, atom) => {
    let count = 0;
    for (const [set, number] of sets) if ((atomsOf(set) & (1 << atom)) !== 0) count += number;
    return Math.log(1 + total / Math.max(1, count)) ** RARITY;
  });
}
