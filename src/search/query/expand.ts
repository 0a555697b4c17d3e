import { itemAt } from '../../shared/item-at.ts';
import { getOrInsert } from '../../shared/maps.ts';
import { createCoverage } from './coverage.ts';
import type { IndexView } from './index-reader.ts';
import { type Plan, type PlannedTerm, setOf } from './plan.ts';
import type { Substitution } from './search-index.ts';
import {
  indexesOf,
  indexOfWord,
  isCorrection,
  mostFrequent,
  type Vocabulary,
  wordRange,
  wordsNear,
} from './vocabulary.ts';
import { isSpaceless, type Language } from './words.ts';

/** A word of the index that a query is expanded to: a clause of lunr's query. Sets of terms are those of the plan. */
export interface Clause {
  readonly word: string;
  /** lunr's boost. */
  boost: number;
  /** Terms that match the word. */
  terms: number;
  /** Terms of which the word is another inflection. */
  inflected: number;
  /** Terms that are the word itself, or were corrected to it. */
  exact: number;
}

export interface Expansion {
  readonly clauses: readonly Clause[];
  readonly corrections: readonly Substitution[];
}

/** The words of the index that a term matches. */
interface Lookup {
  /** Whether the index has the term itself. */
  readonly isKnown: boolean;
  /** Words that begin with the term, including the word itself. */
  readonly begun: readonly string[];
  /** Words searched instead of the term. */
  readonly instead: readonly string[];
  readonly inflections: readonly string[];
}

// Boosts of words of the index; those of the term itself are the plan's.
const CORRECTED = 0.5;
const INFLECTION = 0.4;
// Readers mean frequent words rather than rare ones that begin alike.
const LEAST_LIKELY = 0.2;
/** For words that begin with a word that the index has. */
const LONGER = 0.03;

/** For the parts of a compound that the index has. */
const PART = 0.5;

/** A beginning matches at most this number of words, the most frequent. */
const MOST_BEGUN = 32;

interface ExpandOptions {
  /** Disables corrections. */
  readonly literal: boolean;
  readonly language: Language;
}

/** Looks up the terms of a plan. */
export function expandPlan(
  plan: Plan,
  view: IndexView,
  { literal, language }: ExpandOptions,
): Expansion {
  const lookups = plan.terms.map((term) => lookUp(term, view, language));
  // Words are unknown for certain when their slices are loaded.
  const corrections =
    literal || view.missing.size + view.failed.size > 0
      ? []
      : correctWords(plan, { view, lookups, language });
  const clauses = new Map<string, Clause>();
  const none = { boost: 0, terms: 0, inflected: 0, exact: 0 };
  const add = (
    word: string,
    boost: number,
    sets: Partial<Omit<Clause, 'word' | 'boost'>>,
  ): void => {
    const clause = getOrInsert(clauses, word, () => ({ word, ...none }));
    clause.boost += boost;
    clause.terms |= sets.terms ?? 0;
    clause.inflected |= sets.inflected ?? 0;
    clause.exact |= sets.exact ?? 0;
  };
  const partsOfKnown = plan.words.reduce(
    (set, { whole, parts }) => (itemAt(lookups, whole).isKnown ? set | setOf(parts) : set),
    0,
  );
  for (const [number, { isKnown, begun, instead, inflections }] of lookups.entries()) {
    const { text, boost: own, isLoose } = itemAt(plan.terms, number);
    const bit = 1 << number;
    const isPart = (partsOfKnown & bit) !== 0;
    const boost = isPart ? own * PART : own;
    if (isKnown) add(text, boost, isLoose ? { inflected: bit } : { terms: bit, exact: bit });
    const longer = isKnown ? boost * LONGER : boost;
    const likelihood = likelihoodOf(begun, view);
    for (const word of isPart ? [] : begun) add(word, longer * likelihood(word), { terms: bit });
    const share = likelihoodOf([text, ...inflections], view);
    for (const word of inflections) add(word, INFLECTION * boost * share(word), { inflected: bit });
    for (const word of instead) add(word, CORRECTED, { terms: bit, exact: bit });
  }
  return { clauses: [...clauses.values()], corrections };
}

/** How likely readers mean each of some words, 1 for the most frequent: scores of rare ones would be higher. */
function likelihoodOf(words: readonly string[], view: IndexView): (word: string) => number {
  const countOf = (word: string): number => view.postings(word)?.sections.length ?? 0;
  const most = Math.max(1, ...words.map(countOf));
  return (word) => Math.max(LEAST_LIKELY, Math.sqrt(countOf(word) / most));
}

function lookUp(
  { text, isFinished, isLast, isInflected }: PlannedTerm,
  view: IndexView,
  language: Language,
): Lookup {
  const isKnown = view.postings(text) !== undefined;
  const isShortWord = isKnown && !isLast && text.length <= SHORT;
  const begun = isFinished || isShortWord ? [] : view.startingWith(text, MOST_BEGUN);
  const inflections = isInflected ? inflectionsOf(text, view, language) : [];
  return { isKnown, begun, instead: [], inflections };
}

/** Words of at most this length match others only at the end of a query, where they may be unfinished. */
const SHORT = 2;

const LETTERS = /^\p{L}+$/u;

/** Minimum length of a word with other inflections. */
const SHORTEST_INFLECTED = 4;

/** The words with the stem of a word of letters, without itself. */
function inflectionsOf(word: string, view: IndexView, { stem }: Language): readonly string[] {
  if (word.length < SHORTEST_INFLECTED || isSpaceless(word) || !LETTERS.test(word)) return [];
  const base = stem(word);
  return view.startingWith(
    base,
    MOST_BEGUN,
    (other) => other !== word && LETTERS.test(other) && stem(other) === base,
  );
}

/** Corrects unknown words in `lookups`. A compound is known if the index has its parts. */
function correctWords(
  plan: Plan,
  { view, lookups, language }: { view: IndexView; lookups: Lookup[]; language: Language },
): readonly Substitution[] {
  const isFound = (number: number): boolean => {
    const { isKnown, begun } = itemAt(lookups, number);
    return isKnown || begun.length > 0;
  };
  const covered = createCoverage(plan).atomsOf(setOf([...lookups.keys()].filter(isFound)));
  const corrections: Substitution[] = [];
  const correct = (number: number): boolean => {
    const { text, isLast } = itemAt(plan.terms, number);
    if (text.length < SHORTEST_CORRECTED || !LETTERS.test(text)) return false;
    const vocabulary = view.vocabulary();
    const halves = splitWord(text, vocabulary, language);
    const near = correctionsOf(
      { text, stem: isLast ? stemOfUnfinished(text, vocabulary, language) : language.stem(text) },
      isLast,
      vocabulary,
    );
    const countOf = (word: string): number =>
      itemAt(vocabulary.counts, indexOfWord(vocabulary, word));
    // The rarer half of a word is about as frequent as the two are together.
    const isSplit = Math.min(...halves.map(countOf)) >= Math.max(...near.map(countOf));
    const instead = isSplit && halves.length > 0 ? halves : near;
    if (instead.length === 0) return false;
    lookups[number] = { isKnown: false, begun: [], instead, inflections: [] };
    corrections.push({ typed: text, used: instead === halves ? [halves.join(' ')] : instead });
    return true;
  };
  for (const { whole, parts, atoms } of plan.words) {
    if (isFound(whole) || (atoms & ~covered) === 0) continue;
    if (itemAt(lookups, whole).inflections.length > 0) continue;
    if (!correct(whole)) parts.filter((part) => !isFound(part)).forEach(correct);
  }
  return corrections;
}

/** Minimum length of words that are written as one. */
const SHORTEST_HALF = 3;

/** The two words that an unknown one consists of (`backend`: back end), the most frequent if there are several. */
function splitWord(
  word: string,
  vocabulary: Vocabulary,
  { isStopWord }: Language,
): readonly string[] {
  let best: readonly string[] = [];
  let most = 0;
  for (let at = SHORTEST_HALF; at <= word.length - SHORTEST_HALF; at += 1) {
    const halves = [word.slice(0, at), word.slice(at)];
    const counts = halves.map((half) => {
      const index = indexOfWord(vocabulary, half);
      return index < 0 ? -1 : itemAt(vocabulary.counts, index);
    });
    const least = Math.min(...counts);
    if (least < most || isStopWord(itemAt(halves, 1))) continue;
    most = least;
    best = halves;
  }
  return best;
}

/** The stem of a word that may lack a part of its ending (`pollin`: poll). */
function stemOfUnfinished(word: string, vocabulary: Vocabulary, { stem }: Language): string {
  const shorter = word.replace(/(?:in?|e|io|ab?l?|m(?:en?)?)$/, '');
  const isKnown = shorter.length >= SHORTEST_INFLECTED && indexOfWord(vocabulary, shorter) >= 0;
  return isKnown ? shorter : stem(word);
}

/** Shorter words have too many neighbors. */
const SHORTEST_CORRECTED = 5;
/** Minimum length of a word in which two letters may be wrong. */
const LONG = 8;
/** Maximum number of words that are searched instead of one. */
const MOST_INSTEAD = 8;

/**
 * The words searched instead of an unknown one: those nearest to it, or that begin with its stem; for an
 * unfinished word those with the nearest beginning (`raffel`: raffle).
 */
function correctionsOf(
  { text: word, stem: base }: { readonly text: string; readonly stem: string },
  isUnfinished: boolean,
  vocabulary: Vocabulary,
): readonly string[] {
  const inflected = base === word ? [] : indexesOf(wordRange(vocabulary, base));
  for (let distance = 1; distance <= (word.length < LONG ? 1 : 2); distance += 1) {
    for (const isBeginning of isUnfinished && distance === 1 ? [false, true] : [false]) {
      const near = wordsNear(vocabulary, word, { distance, isBeginning });
      const found = [...new Set([...near, ...inflected])].filter((index) =>
        isCorrection(itemAt(vocabulary.words, index)),
      );
      if (found.length > 0) return mostFrequent(vocabulary, found, MOST_INSTEAD);
    }
  }
  return longestBeginning(word, vocabulary);
}

/** The longest known word that an unknown one begins with: the first part of a compound that the site has otherwise. */
function longestBeginning(word: string, vocabulary: Vocabulary): readonly string[] {
  for (let length = word.length - 1; length >= SHORTEST_CORRECTED; length -= 1) {
    const beginning = word.slice(0, length);
    if (indexOfWord(vocabulary, beginning) >= 0) return [beginning];
  }
  return [];
}
