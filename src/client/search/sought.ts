import type { Correction } from '../../search/query/search-index.ts';
import { stem } from '../../search/query/stem.ts';
import { isStopWord } from '../../search/query/stop-words.ts';
import { foldedWords } from './matches.ts';

/** Most terms that are marked: a short beginning stands for very many words. */
const MOST = 40;

interface Found {
  readonly query: string;
  readonly corrections: readonly Correction[];
  /** The words of the index that matched. */
  readonly terms: readonly string[];
}

/** Which of the matched terms are worth a mark: those that the reader's words stand for, without stop words. */
export function soughtTerms({ query, corrections, terms }: Found): readonly string[] {
  const typed = foldedWords(query);
  const telling = typed.filter((word) => !isStopWord(word));
  const words = telling.length > 0 ? telling : typed;
  const used = corrections
    .filter(({ typed: wrong }) => foldedWords(wrong).some((word) => words.includes(word)))
    .flatMap((correction) => correction.used);
  const stems = new Set(words.map(stem));
  const isSought = (term: string): boolean =>
    stems.has(stem(term)) || [...words, ...used].some((word) => term.startsWith(word));
  // The shortest first: they are what was typed, or next to it.
  return terms
    .filter(isSought)
    .toSorted((one, other) => one.length - other.length)
    .slice(0, MOST);
}
