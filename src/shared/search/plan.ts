import { isSpaceless } from './spaceless.ts';
import { isStopWord } from './stop-words.ts';
import { readWords, type Word } from './tokenize.ts';

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
  /** Only a part of what was typed, so finished unless it is the last. */
  readonly isPart: boolean;
}

export interface Plan {
  readonly words: readonly PlannedWord[];
  /** Each text once; 24 at most, so that what a document has of them are the bits of one number. */
  readonly terms: readonly PlannedTerm[];
}

const MOST_TERMS = 24;

/** Reads a query: never fails, and is empty where nothing can be looked up. */
export function planQuery(query: string): Plan {
  const typed = readWords(query);
  const terms = numberTerms(typed);
  const numbers = new Map([...terms.keys()].map((text, number) => [text, number]));
  const onlyStopWords = typed.every(({ text }) => isStopWord(text));
  const words = new Map<string, PlannedWord>();
  for (const { text, parts } of typed) {
    const whole = numbers.get(text);
    if (whole === undefined) continue;
    const counts = onlyStopWords || !isStopWord(text);
    const known = parts.flatMap((part) => numbers.get(part) ?? []);
    words.set(text, { typed: text, whole, parts: known, counts });
  }
  return { words: [...words.values()], terms: [...terms.values()] };
}

/** Wholes come first: what was typed as a word is looked up as one, also where it is a part as well. */
function numberTerms(typed: readonly Word[]): ReadonlyMap<string, PlannedTerm> {
  const terms = new Map<string, PlannedTerm>();
  const last = typed.at(-1);
  const add = (text: string, kind: { isLast: boolean; isPart: boolean }): void => {
    const known = terms.get(text);
    if (known === undefined && terms.size === MOST_TERMS) return;
    const isLast = kind.isLast || known?.isLast === true;
    terms.set(text, { text, isLast, isPart: kind.isPart && known?.isPart !== false });
  };
  for (const word of typed) add(word.text, { isLast: word === last, isPart: false });
  for (const word of typed) {
    const isPart = !isSpaceless(word.text);
    for (const part of word.parts)
      add(part, { isLast: word === last && part === word.parts.at(-1), isPart });
  }
  return terms;
}
