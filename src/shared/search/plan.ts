import { isSpaceless } from './spaceless.ts';
import { isStopWord } from './stop-words.ts';
import { readWords } from './tokenize.ts';

/** One thing the reader typed, with the terms that it can be found by. */
export interface PlannedWord {
  /** Folded as the tokenizer folds. */
  readonly typed: string;
  /** Numbers of terms. */
  readonly whole: number;
  readonly parts: readonly number[];
  /** Whether a hit is judged by it: not a stop word, unless there is nothing else. */
  readonly counts: boolean;
}

/** What is looked up. */
export interface PlannedTerm {
  readonly text: string;
  /** The reader may still be typing it. */
  readonly isLast: boolean;
  /** Looked up only for sections that lack the whole. */
  readonly isPart: boolean;
}

export interface Plan {
  readonly words: readonly PlannedWord[];
  /** Each text once; at most 24, so that a document's matches are the bits of one number. */
  readonly terms: readonly PlannedTerm[];
}

const MOST_TERMS = 24;

/** Reads a query: never fails, and is empty where nothing can be looked up. */
export function planQuery(query: string): Plan {
  const read = readWords(query);
  const terms = new Map<string, { number: number; term: PlannedTerm }>();
  const add = (text: string, kind: Omit<PlannedTerm, 'text'>): number => {
    const known = terms.get(text)?.number;
    if (known !== undefined) return known;
    if (terms.size === MOST_TERMS) return -1;
    terms.set(text, { number: terms.size, term: { text, ...kind } });
    return terms.size - 1;
  };
  const onlyStopWords = read.every(({ text }) => isStopWord(text));
  const words = new Map<string, PlannedWord>();
  for (const [place, { text, parts }] of read.entries()) {
    const isLast = place === read.length - 1;
    const whole = add(text, { isLast, isPart: false });
    if (whole < 0) break;
    const numbers = parts
      .map((part, at) =>
        add(part, { isLast: isLast && at === parts.length - 1, isPart: !isSpaceless(text) }),
      )
      .filter((number) => number >= 0);
    const counts = onlyStopWords || !isStopWord(text);
    words.set(text, { typed: text, whole, parts: numbers, counts });
  }
  return { words: [...words.values()], terms: [...terms.values()].map(({ term }) => term) };
}
