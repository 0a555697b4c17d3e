import { itemAt } from '../../shared/item-at.ts';
import type { Plan, PlannedTerm, PlannedWord } from './plan.ts';
import type { Places, Postings, Vocabulary } from './postings.ts';
import type { Correction } from './search-index.ts';
import { isStopWord, stem } from './words.ts';

/** What a term of the query is looked up as: places of words in the vocabulary. */
export interface Expansion {
  /** Place of the very word, or -1. */
  readonly exact: number;
  /** Words that begin with the term, the very word among them. */
  readonly prefix: readonly number[];
  /** Words taken instead, where there is neither. */
  readonly instead: readonly number[];
  /** Other forms of the word, beside it. */
  readonly kin: readonly number[];
  /** What the weights of all of them are multiplied by. */
  readonly boost: number;
}

type Expanded = Readonly<{ expansions: readonly Expansion[]; corrections: readonly Correction[] }>;

/** A prefix of at most so many letters stands for the words that most sections have, so many of them. */
const SHORT = 2;
const MOST_SHORT = 64;

/** A word that is wrong before it is finished stands for so many. */
const MOST_BEGUN = 8;

/** Looks up the terms of a plan. With `literal` nothing is corrected. */
export function expandPlan(plan: Plan, postings: Postings, literal: boolean): Expanded {
  const expansions = plan.terms.map((term) => lookUp(term, postings));
  const made: Correction[] = [];
  const correct = (number: number): boolean => {
    const { text: typed, isLast } = itemAt(plan.terms, number);
    const words = corrections(typed, postings.vocabulary);
    const instead =
      words.length === 0 && isLast
        ? mostFrequent(beginnings(typed, postings.vocabulary), postings, MOST_BEGUN)
        : words;
    if (instead.length === 0) return false;
    expansions[number] = { exact: -1, prefix: [], instead, kin: [], boost: 1 };
    made.push({ typed, used: instead.map((place) => itemAt(postings.vocabulary.words, place)) });
    return true;
  };
  if (literal) return { expansions, corrections: [] };
  for (const word of plan.words) {
    correctWord(word, expansions, correct);
    addKin(word, { expansions, postings });
  }
  return { expansions, corrections: made };
}

/** A compound that the index does not have is right if its parts are; else it is corrected whole or in parts. */
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

function addKin(
  { whole, typed }: PlannedWord,
  { expansions, postings }: { readonly expansions: Expansion[]; readonly postings: Postings },
): void {
  const found = expansions[whole];
  if (found === undefined || found.instead.length > 0 || isStopWord(typed)) return;
  const kin = otherForms(typed, postings.vocabulary).filter(
    (place) => !found.prefix.includes(place),
  );
  expansions[whole] = { ...found, kin };
}

/**
 * The word itself and those that begin with it; only the word itself where the term is finished, or
 * short and not last.
 */
function lookUp({ text, isLast, isFinished, boost }: PlannedTerm, postings: Postings): Expansion {
  const { vocabulary } = postings;
  const exact = vocabulary.placeOf(text);
  const isShortWord = exact >= 0 && !isLast && text.length <= SHORT;
  const prefix = isFinished || isShortWord ? [] : startingWith(text, vocabulary);
  const isWide = text.length <= SHORT && prefix.length > MOST_SHORT;
  return {
    exact,
    prefix: isWide ? mostFrequent(prefix, postings, MOST_SHORT) : prefix,
    instead: [],
    kin: [],
    boost,
  };
}

function startingWith(prefix: string, vocabulary: Vocabulary): readonly number[] {
  const { from, to } = vocabulary.startingWith(prefix);
  return Array.from({ length: to - from }, (_, offset) => from + offset);
}

function mostFrequent(
  places: readonly number[],
  { starts }: Postings,
  most: number,
): readonly number[] {
  const sections = (place: number): number => (starts[place + 1] ?? 0) - (starts[place] ?? 0);
  return places.toSorted((a, b) => sections(b) - sections(a) || a - b).slice(0, most);
}

/** Shorter words have too many neighbors. */
const SHORTEST = 4;

/**
 * What may have been meant by an unknown word: the words one edit away (a letter more, less or
 * other, or two neighbors swapped), and those that begin with its English stem.
 */
export function corrections(word: string, vocabulary: Vocabulary): readonly number[] {
  if (word.length < SHORTEST) return [];
  const found = Array.from(neighbors(word, vocabulary), vocabulary.placeOf).filter((at) => at >= 0);
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

function ascending(places: readonly number[]): readonly number[] {
  return [...new Set(places)].sort((a, b) => a - b);
}

/** The words with the English stem of a word of letters, without itself; none for words under four letters. */
export function otherForms(word: string, vocabulary: Vocabulary): readonly number[] {
  if (word.length < SHORTEST || !/^[a-z]+$/.test(word)) return [];
  const base = stem(word);
  return startingWith(base, vocabulary).filter((place) => {
    const other = itemAt(vocabulary.words, place);
    return other !== word && /^[a-z]+$/.test(other) && stem(other) === base;
  });
}

/**
 * Texts one edit away from `word` that share their beginning with a word of the vocabulary, whose
 * sorted list serves as a trie.
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

/** The letters that follow `head` in the words of a range, each once. */
function* nextLetters(head: string, range: Places, vocabulary: Vocabulary): Generator<string> {
  let place = range.from;
  while (place < range.to) {
    const letter = vocabulary.words[place]?.charAt(head.length) ?? '';
    if (letter === '') place += 1;
    else {
      yield letter;
      place = vocabulary.startingWith(head + letter).to;
    }
  }
}
