import { itemAt } from '../../shared/item-at.ts';
import { stem } from './stem.ts';
import type { Places, Vocabulary } from './vocabulary.ts';

/** Shorter words have too many neighbours. */
const SHORTEST = 4;

/**
 * What may have been meant by a word that the vocabulary does not have, not even as a beginning: the words
 * one edit away (a letter more, less or other, or two neighbours swapped), and those that begin with its
 * English stem. None for words under four letters. Places in ascending order.
 */
export function corrections(word: string, vocabulary: Vocabulary): readonly number[] {
  if (word.length < SHORTEST) return [];
  const found = new Set<number>();
  for (const candidate of neighbours(word, vocabulary)) {
    const place = vocabulary.placeOf(candidate);
    if (place >= 0) found.add(place);
  }
  const base = stem(word);
  if (base !== word) {
    const { from, to } = vocabulary.startingWith(base);
    for (let place = from; place < to; place += 1) found.add(place);
  }
  return [...found].sort((a, b) => a - b);
}

/**
 * What a word may become that is still being typed and already wrong: the words that begin with a text one edit
 * away. `rafl` stands for raffle, as `rafle` will. Places in ascending order.
 */
export function beginnings(word: string, vocabulary: Vocabulary): readonly number[] {
  if (word.length < SHORTEST) return [];
  const found = new Set<number>();
  for (const candidate of neighbours(word, vocabulary)) {
    const { from, to } = vocabulary.startingWith(candidate);
    for (let place = from; place < to; place += 1) found.add(place);
  }
  return [...found].sort((a, b) => a - b);
}

/** The words with the English stem of a word of letters, without itself; none for words under four letters. */
export function otherForms(word: string, vocabulary: Vocabulary): readonly number[] {
  if (word.length < SHORTEST || !/^[a-z]+$/.test(word)) return [];
  const base = stem(word);
  const { from, to } = vocabulary.startingWith(base);
  const forms: number[] = [];
  for (let place = from; place < to; place += 1) {
    const other = itemAt(vocabulary.words, place);
    if (other !== word && /^[a-z]+$/.test(other) && stem(other) === base) forms.push(place);
  }
  return forms;
}

/**
 * Texts one edit away from `word` that share their beginning with a word of the vocabulary: the sorted
 * list serves as a trie, so that only letters are tried that go on somewhere.
 */
function* neighbours(word: string, vocabulary: Vocabulary): Generator<string> {
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
