import { itemAt } from '../../shared/item-at.ts';
import type { Plan, PlannedTerm, PlannedWord } from './plan.ts';
import type { Postings, Vocabulary, WordRange } from './postings.ts';
import type { Substitution } from './search-index.ts';
import { isStopWord, stem } from './words.ts';

/** The words of the index that a term of the query matches, as indexes in the vocabulary. */
export interface Expansion {
  /** Index of the word itself, or -1. */
  readonly exact: number;
  /** Words that begin with the term, including the word itself. */
  readonly prefix: readonly number[];
  /** Corrections; used if there are no exact or prefix matches. */
  readonly instead: readonly number[];
  /** Other inflections of the word. */
  readonly inflections: readonly number[];
  /** Factor for the weights of the word itself and of words that begin with it. */
  readonly boost: number;
}

type Expanded = Readonly<{ expansions: readonly Expansion[]; corrections: readonly Substitution[] }>;

// A prefix of at most this length matches only the most frequent words, up to this number.
const SHORT = 2;
const MOST_SHORT = 64;

/** Maximum number of words for the corrected beginning of a word. */
const MOST_BEGUN = 8;

/** Looks up the terms of a plan. `literal` disables corrections. */
export function expandPlan(plan: Plan, postings: Postings, literal: boolean): Expanded {
  const expansions = plan.terms.map((term) => lookUp(term, postings));
  const made: Substitution[] = [];
  const correct = (number: number): boolean => {
    const { text: typed, isLast } = itemAt(plan.terms, number);
    const words = corrections(typed, postings.vocabulary);
    const instead =
      words.length === 0 && isLast
        ? mostFrequent(beginnings(typed, postings.vocabulary), postings, MOST_BEGUN)
        : words;
    if (instead.length === 0) return false;
    expansions[number] = { exact: -1, prefix: [], instead, inflections: [], boost: 1 };
    made.push({ typed, used: instead.map((index) => itemAt(postings.vocabulary.words, index)) });
    return true;
  };
  if (literal) return { expansions, corrections: [] };
  for (const word of plan.words) {
    correctWord(word, expansions, correct);
    addInflections(word, { expansions, postings });
  }
  return { expansions, corrections: made };
}

/** A compound that the index lacks is accepted if the index has its parts; else the whole or its parts are corrected. */
function correctWord(
  { whole, parts }: PlannedWord,
  expansions: readonly Expansion[],
  correct: (number: number) => boolean,
): void {
  const isUnknown = (number: number): boolean => {
    const found = expansions[number];
    return (
      found !== undefined && found.exact < 0 && found.prefix.length + found.instead.length === 0
    );
  };
  if (!isUnknown(whole)) return;
  const unknown = parts.filter(isUnknown);
  if (parts.length > 0 && unknown.length === 0) return;
  if (!correct(whole)) unknown.forEach(correct);
}

function addInflections(
  { whole, typed }: PlannedWord,
  { expansions, postings }: { readonly expansions: Expansion[]; readonly postings: Postings },
): void {
  const found = expansions[whole];
  if (found === undefined || found.instead.length > 0 || isStopWord(typed)) return;
  const inflections = inflectionsOf(typed, postings.vocabulary).filter(
    (index) => !found.prefix.includes(index),
  );
  expansions[whole] = { ...found, inflections };
}

/** The word itself and words that begin with it; only the word itself if the term is finished, or short and not last. */
function lookUp({ text, isLast, isFinished, boost }: PlannedTerm, postings: Postings): Expansion {
  const { vocabulary } = postings;
  const exact = vocabulary.indexOf(text);
  const isShortWord = exact >= 0 && !isLast && text.length <= SHORT;
  const prefix = isFinished || isShortWord ? [] : startingWith(text, vocabulary);
  return {
    exact,
    prefix: text.length <= SHORT ? mostFrequent(prefix, postings, MOST_SHORT) : prefix,
    instead: [],
    inflections: [],
    boost,
  };
}

function startingWith(prefix: string, vocabulary: Vocabulary): readonly number[] {
  const { from, to } = vocabulary.startingWith(prefix);
  return Array.from({ length: to - from }, (_, offset) => from + offset);
}

function mostFrequent(
  indexes: readonly number[],
  { starts }: Postings,
  most: number,
): readonly number[] {
  const sections = (index: number): number => itemAt(starts, index + 1) - itemAt(starts, index);
  return indexes.toSorted((a, b) => sections(b) - sections(a) || a - b).slice(0, most);
}

/** Minimum length of a word that is corrected; shorter words have too many neighbors. */
const SHORTEST = 4;

/**
 * Corrections of an unknown word: the words one edit away (a letter added, removed or replaced, or two neighbors
 * swapped), and those that begin with its English stem.
 */
export function corrections(word: string, vocabulary: Vocabulary): readonly number[] {
  if (word.length < SHORTEST) return [];
  const found = Array.from(neighbors(word, vocabulary), vocabulary.indexOf).filter((at) => at >= 0);
  const base = stem(word);
  return ascending([...found, ...(base === word ? [] : startingWith(base, vocabulary))]);
}

/**
 * Completions of a misspelled beginning: the words that begin with a text one edit away (`rafl`:
 * raffle).
 */
function beginnings(word: string, vocabulary: Vocabulary): readonly number[] {
  if (word.length < SHORTEST) return [];
  const candidates = [...neighbors(word, vocabulary)];
  return ascending(candidates.flatMap((candidate) => startingWith(candidate, vocabulary)));
}

function ascending(indexes: readonly number[]): readonly number[] {
  return [...new Set(indexes)].sort((a, b) => a - b);
}

/** The words with the English stem of a word of letters, without itself; none for words under four letters. */
export function inflectionsOf(word: string, vocabulary: Vocabulary): readonly number[] {
  if (word.length < SHORTEST) return [];
  const base = stem(word);
  return startingWith(base, vocabulary).filter((index) => {
    const other = itemAt(vocabulary.words, index);
    return other !== word && /^[a-z]+$/.test(other) && stem(other) === base;
  });
}

/**
 * Strings one edit away from `word` that share their beginning with a word of the vocabulary; its sorted list serves as
 * a trie.
 */
function* neighbors(word: string, vocabulary: Vocabulary): Generator<string> {
  for (let at = 0; at <= word.length; at += 1) {
    const head = word.slice(0, at);
    const range = vocabulary.startingWith(head);
    if (range.from === range.to) return;
    const rest = word.slice(at + 1);
    yield head + rest;
    if (rest !== '') yield `${head}${rest.charAt(0)}${word.charAt(at)}${rest.slice(1)}`;
    for (const letter of nextLetters(head, range, vocabulary)) {
      yield head + letter + rest;
      yield head + letter + word.slice(at);
    }
  }
}

/** The letters that follow `head` in the words of a range, without duplicates. */
function* nextLetters(head: string, range: WordRange, vocabulary: Vocabulary): Generator<string> {
  let index = range.from;
  while (index < range.to) {
    const letter = itemAt(vocabulary.words, index).charAt(head.length);
    if (letter === '') index += 1;
    else {
      yield letter;
      index = vocabulary.startingWith(head + letter).to;
    }
  }
}
