import type { Coverage } from './coverage.ts';
import { type IndexReader, KINDS } from './index-reader.ts';
import { addTo } from '../../shared/maps.ts';

/** A section with its final score. */
export interface Ranked {
  readonly section: number;
  readonly score: number;
  /** The words of the index that it has. */
  readonly words: readonly string[];
  /** Terms of the plan that it or its page's title has. */
  readonly terms: number;
}

interface PagesInput {
  readonly reader: IndexReader;
  readonly coverage: Coverage;
  /** True for a section whose title is the query in any inflection. */
  readonly isNamed: (section: number) => boolean;
}

/** Adjusts the scores of sections by what else is found on their pages. */
export function rankPages(ranked: readonly Ranked[], input: PagesInput): readonly Ranked[] {
  return raiseNamed(raiseHubs(addPageScores(ranked, input), input), input);
}

/** The share of its score that a section of the best page gains. */
const PAGE_SHARE = 0.4;
/** Number of best sections that make the score of a page. */
const PAGE_SECTIONS = 3;

/** Raises the sections of pages on which the query finds much: of equal sections, the one of the page about it. */
function addPageScores(ranked: readonly Ranked[], { reader }: PagesInput): readonly Ranked[] {
  const sums = new Map<number, number>();
  for (const [page, scores] of scoresByPage(ranked, reader))
    sums.set(
      page,
      scores.slice(0, PAGE_SECTIONS).reduce((sum, score) => sum + score, 0),
    );
  const most = Math.max(...sums.values());
  return ranked.map((hit) => {
    const share = (sums.get(reader.pageOf(hit.section)) ?? 0) / most;
    return { ...hit, score: hit.score * (1 + PAGE_SHARE * share) };
  });
}

/** The scores of each page's sections, best first. */
function scoresByPage(
  ranked: readonly Ranked[],
  { pageOf }: Pick<IndexReader, 'pageOf'>,
): ReadonlyMap<number, readonly number[]> {
  const pages = new Map<number, number[]>();
  for (const { section, score } of ranked) addTo(pages, pageOf(section), score);
  for (const scores of pages.values()) scores.sort((a, b) => b - a);
  return pages;
}

/** Number of sections of a page that answer a query about as well as each other. */
const EQUALS = 3;
/** Their lowest score, relative to the best. */
const EQUAL = 0.6;
/** Puts a section just before another. */
const BEFORE = 1.01;

/** Puts the start of a page that has all words before its sections if several of these answer equally well. */
function raiseHubs(ranked: readonly Ranked[], { reader, coverage }: PagesInput): readonly Ranked[] {
  const sections = ranked.filter(({ section }) => reader.pageOf(section) !== section);
  const pages = scoresByPage(sections, reader);
  return ranked.map((hit) => {
    const [best = 0, ...others] = pages.get(hit.section) ?? [];
    const isHub = (others[EQUALS - 2] ?? 0) >= EQUAL * best && coverage.share(hit.terms) === 1;
    return isHub ? { ...hit, score: Math.max(hit.score, best * BEFORE) } : hit;
  });
}

/** Puts pages that are named like the query before sections with longer titles: `plugin` is about the page "Plugins". */
function raiseNamed(ranked: readonly Ranked[], { reader, isNamed }: PagesInput): readonly Ranked[] {
  const named = new Set(ranked.filter(({ section }) => isNamed(section)));
  const isGuide = (section: number): boolean =>
    reader.pageOf(section) === section && KINDS[reader.kindOf(section)] === undefined;
  const best = Math.max(0, ...ranked.map((hit) => (named.has(hit) ? 0 : hit.score)));
  return ranked.map((hit) =>
    named.has(hit) && isGuide(hit.section) && hit.score < best
      ? // Named pages keep their order.
        { ...hit, score: best * BEFORE + hit.score / 1000 }
      : hit,
  );
}
