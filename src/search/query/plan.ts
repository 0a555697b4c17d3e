import { itemAt } from '../../shared/item-at.ts';
import type { Synonym } from '../../shared/page.ts';
import { readWords, type Word } from './tokenize.ts';
import { ENGLISH, isSpaceless, type Language, stem } from './words.ts';

/**
 * A text to look up. Its number in the plan is its bit in sets of terms. Sets of atoms have a bit for each atom of the
 * query.
 */
export interface PlannedTerm {
  readonly text: string;
  /** The beginning of a word that may be unfinished. */
  readonly isLast: boolean;
  /** Not looked up as a beginning: a part of a compound, a stop word among others, a guess. */
  readonly isFinished: boolean;
  /** Other inflections are looked up, too. */
  readonly isInflected: boolean;
  /** Counts no more than another inflection of what was typed. */
  readonly isLoose?: boolean;
  /** lunr's boost of the clause. */
  readonly boost: number;
}

/** Terms that together stand for atoms of the query. */
export interface Alternative {
  /** Set of terms that a section must have. */
  readonly needs: number;
  /** Set of atoms that it then covers. */
  readonly covers: number;
}

/** A word as typed. */
interface PlannedWord {
  /** Folded by the tokenizer. */
  readonly typed: string;
  /** Number of the term for the whole word. */
  readonly whole: number;
  /** Numbers of the terms for the atoms of a compound; none for a simple word. */
  readonly parts: readonly number[];
  /** Set of its atoms. */
  readonly atoms: number;
  /** Whether it counts in the ranking: stop words do not, unless the query has no other words. */
  readonly counts: boolean;
}

/** A synonym of words in the query. */
interface PlannedSynonym {
  readonly typed: string;
  readonly used: string;
  /** Set of its terms. */
  readonly terms: number;
}

export interface Plan {
  readonly words: readonly PlannedWord[];
  readonly terms: readonly PlannedTerm[];
  readonly alternatives: readonly Alternative[];
  readonly synonyms: readonly PlannedSynonym[];
  /** The atoms of the query in order, without repetition. */
  readonly atoms: readonly string[];
  /** Set of the atoms of words that count. */
  readonly counted: number;
  readonly onlyStopWords: boolean;
}

// Sets of terms and of atoms fit into the bits of a number.
const MOST_TERMS = 30;
const MOST_ATOMS = 24;

/** Titles can begin with a stop word, so stop words have a small weight. */
const STOP_WORD_BOOST = 0.1;
/** Boost of a synonym and of neighboring words read as one. */
const GUESSED_BOOST = 0.8;

/** Maximum number of neighboring words that are also read as one (`who am i`: whoami). */
const MOST_JOINED = 4;

interface PlanOptions {
  readonly synonyms?: readonly Synonym[];
  /** Everyday English words. */
  readonly common?: readonly Synonym[];
  readonly language?: Language;
}

/** Parses a query. Never fails; the plan is empty if there is nothing to look up. */
export function planQuery(
  query: string,
  { synonyms = [], common = [], language: { isStopWord } = ENGLISH }: PlanOptions = {},
): Plan {
  const written = readWords(query);
  const last = written.at(-1)?.text;
  const plan = createPlan();
  const onlyStopWords = written.length > 0 && written.every(({ text }) => isStopWord(text));
  const counts = ({ text }: Word): boolean => onlyStopWords || !isStopWord(text);
  const all = [...new Map(written.map((word) => [word.text, word])).values()];
  const typed = all.length > MOST_ATOMS ? all.filter(counts) : all;
  const atomsOf = new Map(typed.map((word) => [word.text, word.atoms.map(plan.addAtom)]));
  const covered = (word: Word, at = 0, size = word.atoms.length): number =>
    setOf((atomsOf.get(word.text) ?? []).slice(at, at + size));
  const wholes = typed.map((word) => {
    const isStop = !counts(word);
    const isSpaced = !isSpaceless(word.text) || word.atoms.length === 1;
    return plan.addTerm(
      {
        text: word.text,
        isLast: word.text === last,
        isFinished: isStop || !isSpaced,
        isInflected: !isStop,
        boost: isStop ? STOP_WORD_BOOST : 1,
      },
      covered(word),
    );
  });
  const words = typed.flatMap((word, index): readonly PlannedWord[] => {
    const whole = itemAt(wholes, index);
    if (whole < 0) return [];
    const parts = word.parts.flatMap(({ text, at, size }) => {
      const isLast = word.text === last && at + size === word.atoms.length;
      const isFinished = !isLast && !isSpaceless(word.text);
      const term = { text, isLast, isFinished, isInflected: false, boost: 1 };
      const number = plan.addTerm(term, covered(word, at, size));
      return size === 1 && number >= 0 ? [number] : [];
    });
    return [{ typed: word.text, whole, parts, atoms: covered(word), counts: counts(word) }];
  });
  // Neighboring words are also looked up as one: `base url` finds `baseUrl`.
  for (let start = 0; start < written.length - 1; start += 1) {
    for (let end = start + 2; end <= Math.min(written.length, start + MOST_JOINED); end += 1) {
      const run = written.slice(start, end);
      if (!run.every(({ text }) => /^[\p{L}\p{M}\p{N}]+$/u.test(text) && !isSpaceless(text))) break;
      const text = run.map((word) => word.text).join('');
      const isLast = end === written.length;
      const term = { text, isLast, isFinished: !isLast, isInflected: false, boost: GUESSED_BOOST };
      plan.addTerm(
        term,
        run.reduce((set, word) => set | covered(word), 0),
      );
    }
  }
  addSynonyms(plan, { written, synonyms, covered, isCommon: false });
  addSynonyms(plan, { written, synonyms: common, covered, isCommon: true });
  const counted = words.reduce((set, word) => set | (word.counts ? word.atoms : 0), 0);
  return { ...plan.made, words, counted, onlyStopWords };
}

/** The set of numbers from 0. */
export function setOf(numbers: readonly number[]): number {
  return numbers.reduce((set, number) => (number < 0 ? set : set | (1 << number)), 0);
}

type Covered = (word: Word, at?: number, size?: number) => number;

interface SynonymInput {
  /** With repetition. */
  readonly written: readonly Word[];
  readonly synonyms: readonly Synonym[];
  readonly covered: Covered;
  /** Everyday English words, in any inflection. They are not shown. */
  readonly isCommon: boolean;
}

/** Synonyms of words and phrases in the query, looked up as if they were typed. */
function addSynonyms(
  plan: PlanBuilder,
  { written, synonyms, covered, isCommon }: SynonymInput,
): void {
  const formOf = ({ text }: Word): string => (isCommon ? stem(text) : text);
  const textOf = (words: readonly Word[]): string => words.map(formOf).join(' ');
  const text = ` ${textOf(written)} `;
  for (const { from, to } of synonyms) {
    const wanted = readWords(from);
    const phrase = textOf(wanted);
    if (phrase === '' || !text.includes(` ${phrase} `)) continue;
    const forms = new Set(wanted.map(formOf));
    const covers = written
      .filter((word) => forms.has(formOf(word)))
      .reduce((set, word) => set | covered(word), 0);
    for (const used of to) {
      const words = readWords(used);
      if (isCommon || textOf(words) !== phrase)
        plan.addSynonym({ typed: from, used, words, isCommon }, covers);
    }
  }
}

type PlanBuilder = ReturnType<typeof createPlan>;

interface SynonymWords
  extends Pick<PlannedSynonym, 'typed' | 'used'>,
    Pick<SynonymInput, 'isCommon'> {
  readonly words: readonly Word[];
}

function createPlan() {
  const terms = new Map<string, PlannedTerm>();
  const numbers = new Map<string, number>();
  const atoms = new Map<string, number>();
  const alternatives: Alternative[] = [];
  const synonyms: PlannedSynonym[] = [];
  const number = (term: PlannedTerm): number => {
    const known = terms.get(term.text);
    if (known === undefined && terms.size === MOST_TERMS) return -1;
    terms.set(term.text, {
      text: term.text,
      isLast: term.isLast || known?.isLast === true,
      isFinished: term.isFinished && known?.isFinished !== false,
      isInflected: term.isInflected || known?.isInflected === true,
      isLoose: term.isLoose === true && known?.isLoose !== false,
      boost: Math.max(term.boost, known?.boost ?? 0),
    });
    const index = numbers.get(term.text) ?? numbers.size;
    numbers.set(term.text, index);
    return index;
  };
  return {
    /** The number of an atom, or -1 if there are too many. */
    addAtom(text: string): number {
      const known = atoms.get(text);
      if (known !== undefined) return known;
      if (atoms.size === MOST_ATOMS) return -1;
      atoms.set(text, atoms.size);
      return atoms.size - 1;
    },
    /** The number of a term that covers atoms, or -1 if there are too many. */
    addTerm(term: PlannedTerm, covers: number): number {
      const index = number(term);
      if (index >= 0) alternatives.push({ needs: 1 << index, covers });
      return index;
    },
    addSynonym({ typed, used, words, isCommon }: SynonymWords, covers: number): void {
      // All words of a phrase together weigh as much as one.
      const boost = GUESSED_BOOST / words.length;
      const form = { isLast: false, isFinished: true, isInflected: true, isLoose: isCommon, boost };
      const added = words.map(({ text }) => number({ text, ...form }));
      if (added.length === 0 || added.includes(-1)) return;
      alternatives.push({ needs: setOf(added), covers });
      if (!isCommon) synonyms.push({ typed, used, terms: setOf(added) });
    },
    made: {
      get terms() {
        return [...terms.values()];
      },
      get atoms() {
        return [...atoms.keys()];
      },
      alternatives,
      synonyms,
    },
  };
}
