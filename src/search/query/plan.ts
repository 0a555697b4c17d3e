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
  /** Not the beginning of another word: a part of what was typed, or a stop word beside others. */
  readonly isFinished: boolean;
  /** lunr's boost of a clause. */
  readonly boost: number;
}

/** A title may begin with a stop word, so it still weighs a little beside other words. */
const STOP_WORD_BOOST = 0.1;

export interface Plan {
  readonly words: readonly PlannedWord[];
  /** Each text once; 24 at most, so that what a document has of them are the bits of one number. */
  readonly terms: readonly PlannedTerm[];
}

const MOST_TERMS = 24;

/** Reads a query: never fails, and is empty where nothing can be looked up. */
export function planQuery(query: string): Plan {
  const typed = readWords(query);
  const onlyStopWords = typed.every(({ text }) => isStopWord(text));
  const counts = ({ text }: Word): boolean => onlyStopWords || !isStopWord(text);
  const terms = numberTerms(typed, counts);
  const numbers = new Map([...terms.keys()].map((text, number) => [text, number]));
  const words = new Map<string, PlannedWord>();
  for (const word of typed) {
    const whole = numbers.get(word.text);
    if (whole === undefined) continue;
    const parts = word.parts.flatMap((part) => numbers.get(part) ?? []);
    words.set(word.text, { typed: word.text, whole, parts, counts: counts(word) });
  }
  return { words: [...words.values()], terms: [...terms.values()] };
}

/** Wholes come first: what was typed as a word is looked up as one, also where it is a part as well. */
function numberTerms(
  typed: readonly Word[],
  counts: (word: Word) => boolean,
): ReadonlyMap<string, PlannedTerm> {
  const terms = new Map<string, PlannedTerm>();
  const last = typed.at(-1);
  const add = (term: PlannedTerm): void => {
    const known = terms.get(term.text);
    if (known === undefined && terms.size === MOST_TERMS) return;
    const isLast = term.isLast || known?.isLast === true;
    const isFinished = term.isFinished && known?.isFinished !== false;
    const boost = Math.max(term.boost, known?.boost ?? 0);
    terms.set(term.text, { text: term.text, isLast, isFinished, boost });
  };
  for (const word of typed) {
    const boost = counts(word) ? 1 : STOP_WORD_BOOST;
    add({ text: word.text, isLast: word === last, isFinished: !counts(word), boost });
  }
  for (const word of typed) {
    for (const text of word.parts) {
      const isLast = word === last && text === word.parts.at(-1);
      add({ text, isLast, isFinished: !isLast && !isSpaceless(word.text), boost: 1 });
    }
  }
  return terms;
}
