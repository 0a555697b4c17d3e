import { type Coverage, createCoverage } from './coverage.ts';
import type { Sections } from './indexed-sections.ts';
import type { Matches } from './match.ts';
import { type PathMatch, pathFactor } from './operations.ts';
import type { Plan } from './plan.ts';
import { comparable, titleFactor } from './title-factor.ts';

/** A document and what it is worth to the reader. */
export interface Ranked {
  readonly document: number;
  readonly score: number;
}

/** A query and what it found. */
export interface Found {
  readonly plan: Plan;
  readonly matches: Matches;
  /** Operations whose path was typed. */
  readonly paths: ReadonlyMap<number, PathMatch>;
  readonly isWanted: (document: number) => boolean;
}

/** So many are compared by their titles. */
const FIRST = 200;

/** How much of the score of its page's title a section inherits. */
const INHERITED = 0.5;

/**
 * Re-ranks what lunr's score found: score × coverage³, where coverage is the share of the reader's words
 * that the section or its page's title has; the first 200 of them × what their titles say. An operation
 * whose path was typed comes before everything. Best first, ties in the order of the file.
 */
export function rank(sections: Sections, found: Found): readonly Ranked[] {
  const { plan, matches, paths, isWanted } = found;
  const covered = createCoverage(plan);
  const query = { text: comparable(plan.words.map(({ typed }) => typed).join(' ')), covered };
  const unfound = [...paths.keys()].filter((document) => matches.scores[document] === 0);
  return [...matches.documents, ...unfound]
    .filter(isWanted)
    .map((document) => {
      const score = coveredScore(sections, matches, { document, covered });
      return { document, score: Math.max(score, LEAST) * pathFactor(paths.get(document)) };
    })
    .sort(byScore)
    .slice(0, FIRST)
    .map(({ document, score }) => ({
      document,
      score: score * titleFactor(sections, matches, { document, query }),
    }))
    .sort(byScore);
}

/** The score of an operation that only its path was found by. */
const LEAST = 1e-6;

function byScore(a: Ranked, b: Ranked): number {
  return b.score - a.score || a.document - b.document;
}

/** A section inherits of its page's title where it adds something to it: `options` under `Logger`. */
function coveredScore(
  { pages }: Sections,
  { scores, titleScores, found, akin, inTitle }: Matches,
  { document, covered }: { readonly document: number; readonly covered: Coverage },
): number {
  const page = pages[document] ?? 0;
  const above = inTitle[page] ?? 0;
  const bits = (found[document] ?? 0) | above;
  const inherits = page !== document && bits !== above;
  const score = (scores[document] ?? 0) + (inherits ? INHERITED * (titleScores[page] ?? 0) : 0);
  return score * covered(bits, akin[document]) ** 3;
}
