import { fold } from './fold.ts';
import type { Matches } from './match.ts';
import { type PathMatch, pathFactor } from './operations.ts';
import type { Plan, PlannedWord } from './plan.ts';
import type { Postings } from './postings.ts';
import type { SearchDocument } from './types.ts';

/** A document and what it is worth to the reader. */
export interface Ranked {
  readonly document: number;
  readonly score: number;
}

/** What ranking knows of a file. */
export interface RankedFile {
  readonly documents: readonly SearchDocument[];
  readonly postings: Postings;
  /** Place of the first section of each section's page. */
  readonly pages: Uint32Array;
  /** Places of the words of a document's title; -1 for one that the index leaves out. */
  readonly titleOf: (document: number) => readonly number[];
}

/** So many are compared by their titles. */
const FIRST = 200;

/** How much of the score of its page's title a section inherits. */
const INHERITED = 0.5;
/** How much a title adds that consists of nothing but the query's words. */
const TITLE_SHARE = 1;
/** Factors of a title that is the query, is it but for unfinished words, or begins with it. */
const SAME_TITLE = 2;
const SAME_BEGINNINGS = 1.6;
/** What a title's word is worth that the query's word only begins. */
const PARTLY = 0.5;
const TITLE_BEGINS = 1.2;

/** A query and what it found. */
export interface Found {
  readonly plan: Plan;
  readonly matches: Matches;
  /** Operations whose path was typed. */
  readonly paths: ReadonlyMap<number, PathMatch>;
  readonly isWanted: (document: number) => boolean;
}

/**
 * Re-ranks what lunr's score found: score × coverage³, where coverage is the share of the reader's words
 * that the section or its page's title has; the first 200 of them × what their titles say. An operation
 * whose path was typed comes before everything. Best first, ties in the order of the file.
 */
export function rank(file: RankedFile, found: Found): readonly Ranked[] {
  const { plan, matches, paths, isWanted } = found;
  const covered = coverage(plan);
  const typed = comparable(plan.words.map((word) => word.typed).join(' '));
  return matches.documents
    .filter(isWanted)
    .map((document) => {
      const score = contentScore(file, matches, { document, covered });
      return { document, score: score * pathFactor(paths.get(document)) };
    })
    .sort(byScore)
    .slice(0, FIRST)
    .map(({ document, score }) => ({
      document,
      score: score * titleFactor(file, matches, { document, typed, covered }),
    }))
    .sort(byScore);
}

function contentScore(
  { pages }: RankedFile,
  { scores, titleScores, found, akin, inTitle }: Matches,
  { document, covered }: { readonly document: number; readonly covered: Coverage },
): number {
  const page = pages[document] ?? 0;
  const above = inTitle[page] ?? 0;
  const bits = (found[document] ?? 0) | above;
  const adds = bits !== above;
  const inherited = page === document || !adds ? 0 : INHERITED * (titleScores[page] ?? 0);
  return ((scores[document] ?? 0) + inherited) * covered(bits, akin[document]) ** 3;
}

/** The order of what is shown. */
function byScore(a: Ranked, b: Ranked): number {
  return b.score - a.score || a.document - b.document;
}

/** `akin` are the terms of which there is another form. */
type Coverage = (bits: number, akin?: number) => number;

/**
 * The share of the words that count, 0-1. A compound whose whole is missing counts by its parts, a word of
 * which there is another form almost fully.
 */
function coverage({ words }: Plan): Coverage {
  const counted = words.filter(({ counts }) => counts);
  const known = new Map<number, number>();
  const share = ({ whole, parts }: PlannedWord, bits: number, akin: number): number => {
    if (hasBit(bits, whole)) return 1;
    if (hasBit(akin, whole)) return AKIN;
    return parts.length === 0
      ? 0
      : parts.filter((part) => hasBit(bits, part)).length / parts.length;
  };
  return (bits, akin = 0) => {
    const key = bits * 2 ** 24 + akin;
    const before = known.get(key);
    if (before !== undefined) return before;
    const sum = counted.reduce((total, word) => total + share(word, bits, akin), 0);
    known.set(key, sum / counted.length);
    return sum / counted.length;
  };
}

/** What another form of a word is worth. */
const AKIN = 0.8;

/** Whether a set of terms holds one. */
export function hasBit(bits: number, term: number): boolean {
  return (bits & (1 << term)) !== 0;
}

interface Titled {
  readonly document: number;
  /** The query, comparable. */
  readonly typed: string;
  readonly covered: Coverage;
}

/** A title is compared alone and, for a section, together with its page's title. */
function titleFactor(
  file: RankedFile,
  matches: Matches,
  { document, typed, covered }: Titled,
): number {
  if (matches.inTitle[document] === 0) return 1;
  const page = file.pages[document] ?? 0;
  const own = compareTitle(file, matches, document);
  const both = page === document ? own : join(own, compareTitle(file, matches, page));
  const begins = comparable(file.documents[document]?.title ?? '').startsWith(typed);
  const isUnfinished = covered(matches.known) < 1;
  const factor = (match: TitleMatch): number => factorOf(match, covered, isUnfinished);
  return Math.max(factor(own), factor(both)) * (begins ? TITLE_BEGINS : 1);
}

/** How a title compares with the query. */
interface TitleMatch {
  readonly size: number;
  /** Words of the title that the query has; those that it only begins or that are parts count half. */
  readonly words: number;
  readonly bits: number;
  readonly exactBits: number;
}

function join(left: TitleMatch, right: TitleMatch): TitleMatch {
  return {
    size: left.size + right.size,
    words: left.words + right.words,
    bits: left.bits | right.bits,
    exactBits: left.exactBits | right.exactBits,
  };
}

function compareTitle(
  { titleOf }: RankedFile,
  { words, inTitle, exactInTitle }: Matches,
  document: number,
): TitleMatch {
  const wholes = titleOf(document);
  let sum = 0;
  for (const word of wholes) {
    const found = words.get(word);
    if (found === undefined) continue;
    sum += found.exactBits === 0 ? PARTLY : 1;
  }
  return {
    size: wholes.length,
    words: sum,
    bits: inTitle[document] ?? 0,
    exactBits: exactInTitle[document] ?? 0,
  };
}

function factorOf(
  { size, words, bits, exactBits }: TitleMatch,
  covered: Coverage,
  isUnfinished: boolean,
): number {
  const share = 1 + TITLE_SHARE * (words / size) * covered(bits);
  if (covered(bits) < 1) return share;
  if (words === size && covered(exactBits) === 1) return share * SAME_TITLE;
  return isUnfinished && words >= size - PARTLY ? share * SAME_BEGINNINGS : share;
}

/** Letters and digits, folded, with single spaces between. */
function comparable(text: string): string {
  return fold(text)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}
