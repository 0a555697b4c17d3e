import { itemAt } from '../../shared/item-at.ts';
import type { Sections } from './indexed-sections.ts';
import type { Matches } from './match.ts';
import { type PathMatch, type Plan, type PlannedWord, pathFactor } from './plan.ts';
import { fold } from './words.ts';

/** A document with its final score. */
export interface Ranked {
  readonly document: number;
  readonly score: number;
}

export interface Found {
  readonly plan: Plan;
  readonly matches: Matches;
  /** Operations whose path was typed. */
  readonly paths: ReadonlyMap<number, PathMatch>;
  readonly isWanted: (document: number) => boolean;
}

/** Number of documents that are re-ranked by their titles. */
const FIRST = 200;

/** The share of the page title's score that a section inherits. */
const INHERITED = 0.5;

/**
 * Ranks by score × coverage³, the share of the query's words in the section or its page's title, and the first 200 by
 * their titles. Operations whose path was typed come first.
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

/** The score of an operation that was found only by its path. */
const LEAST = 1e-6;

function byScore(a: Ranked, b: Ranked): number {
  return b.score - a.score || a.document - b.document;
}

/** A section inherits from its page's title if it matches other words: `options` under `Logger`. */
function coveredScore(
  { pages }: Sections,
  { scores, titleScores, found, inflected, inTitle }: Matches,
  { document, covered }: { readonly document: number; readonly covered: Coverage },
): number {
  const page = itemAt(pages, document);
  const above = itemAt(inTitle, page);
  const bits = itemAt(found, document) | above;
  const inherits = page !== document && bits !== above;
  const score = itemAt(scores, document) + (inherits ? INHERITED * itemAt(titleScores, page) : 0);
  return score * covered(bits, itemAt(inflected, document)) ** 3;
}

/** Bonus for a title that consists only of the query's words. */
const TITLE_SHARE = 1;
// Factors for a title that equals the query, equals it except for an unfinished word, or begins with it.
const SAME_TITLE = 2;
const SAME_BUT_UNFINISHED = 1.6;
const TITLE_BEGINS = 1.2;
/** Weight of a title word that matches as a prefix or another inflection. */
const PARTLY = 0.5;

interface Query {
  /** Normalized by `comparable`. */
  readonly text: string;
  readonly covered: Coverage;
}

/**
 * The factor of a section's title, alone or with its page's title: the share of the title that matches × the share of
 * the query that matches, with bonuses.
 */
function titleFactor(
  sections: Sections,
  matches: Matches,
  { document, query }: { readonly document: number; readonly query: Query },
): number {
  if (matches.inTitle[document] === 0) return 1;
  const isUnfinished = query.covered(matches.known) < 1;
  const factorOf = (title: TitleMatch): number => shareFactor(title, query.covered, isUnfinished);
  const own = compareTitle(sections, matches, document);
  const page = compareTitle(sections, matches, itemAt(sections.pages, document));
  const factor = Math.max(factorOf(own), factorOf(join(own, page)));
  const title = itemAt(sections.documents, document).title;
  return comparable(title).startsWith(query.text) ? factor * TITLE_BEGINS : factor;
}

/** Reduces to folded letters and digits with single spaces. */
function comparable(text: string): string {
  return fold(text)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

interface TitleMatch {
  /** Number of words. */
  readonly size: number;
  /** How many of them match, by weight. */
  readonly words: number;
  /** Terms of the query in the title, in any form and exact. */
  readonly bits: number;
  readonly exactBits: number;
}

function compareTitle(sections: Sections, matches: Matches, document: number): TitleMatch {
  const indexes = sections.titleOf(document);
  let words = 0;
  for (const index of indexes) {
    const found = matches.words.get(index);
    if (found !== undefined) words += found.exactBits === 0 ? PARTLY : 1;
  }
  const bits = itemAt(matches.inTitle, document);
  return { size: indexes.length, words, bits, exactBits: itemAt(matches.exactInTitle, document) };
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
  const share = 1 + TITLE_SHARE * (words / size) * covered(bits);
  if (covered(bits) < 1) return share;
  if (words === size && covered(exactBits) === 1) return share * SAME_TITLE;
  return isUnfinished && words >= size - PARTLY ? share * SAME_BUT_UNFINISHED : share;
}

/**
 * The share of the query's words in a set of terms, 0 to 1: `bits` as typed, by prefix or corrected; `inflected` in
 * another form.
 */
type Coverage = (bits: number, inflected?: number) => number;

/** Weight of another inflection. */
const INFLECTION = 0.8;

/** Only words that count are included; a compound whose whole is missing counts by its parts. */
function createCoverage({ words }: Plan): Coverage {
  const counted = words.filter(({ counts }) => counts);
  return (bits, inflected = 0) =>
    counted.reduce((sum, word) => sum + shareOf(word, bits, inflected), 0) / counted.length;
}

function shareOf({ whole, parts }: PlannedWord, bits: number, inflected: number): number {
  if (hasTerm(bits, whole)) return 1;
  if (hasTerm(inflected, whole)) return INFLECTION;
  if (parts.length === 0) return 0;
  return parts.filter((part) => hasTerm(bits, part)).length / parts.length;
}

/** The words, as typed, that are missing both as a whole and in parts. */
export function missingWords({ words }: Plan, bits: number): readonly string[] {
  return words
    .filter(({ counts }) => counts)
    .filter(({ whole, parts }) => !hasTerm(bits, whole) && !hasAll(bits, parts))
    .map(({ typed }) => typed);
}

/** The terms of words that count, as bits. */
export function countedTerms({ words }: Plan): number {
  return words
    .filter(({ counts }) => counts)
    .flatMap(({ whole, parts }) => [whole, ...parts])
    .reduce((bits, term) => bits | (1 << term), 0);
}

function hasAll(bits: number, parts: readonly number[]): boolean {
  return parts.length > 0 && parts.every((part) => hasTerm(bits, part));
}

function hasTerm(bits: number, term: number): boolean {
  return (bits & (1 << term)) !== 0;
}
