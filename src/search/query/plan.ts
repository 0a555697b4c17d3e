import { isHttpMethod } from '../../shared/page.ts';
import type { SearchDocument } from './search-index.ts';
import { readWords, type Word } from './tokenize.ts';
import { isSpaceless, isStopWord } from './words.ts';

/** A word as typed, with the terms that find it. */
export interface PlannedWord {
  /** Folded by the tokenizer. */
  readonly typed: string;
  // Indexes of terms.
  readonly whole: number;
  readonly parts: readonly number[];
  /** Whether the word counts in the ranking: stop words do not, unless the query has no other words. */
  readonly counts: boolean;
}

/** A text to look up. */
export interface PlannedTerm {
  readonly text: string;
  /** Last terms may be incomplete. */
  readonly isLast: boolean;
  /** Not looked up as a prefix: a part of a compound, or a stop word among others. */
  readonly isFinished: boolean;
  /** lunr's boost of a clause. */
  readonly boost: number;
}

/** Titles can begin with a stop word, so stop words have a small weight. */
const STOP_WORD_BOOST = 0.1;

export interface Plan {
  readonly words: readonly PlannedWord[];
  /** Without duplicates; at most 24, so that a set of terms fits into the bits of a number. */
  readonly terms: readonly PlannedTerm[];
}

const MOST_TERMS = 24;

/** Parses a query. Never fails; the plan is empty if there is nothing to look up. */
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

/** Wholes come first: a typed word is looked up as a whole even if it is also a part of another one. */
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

/** An API operation, from the tags of its document. */
interface Operation {
  readonly document: number;
  readonly method: string;
  readonly segments: readonly string[];
}

/** How well an operation matches a typed `METHOD /path`. */
export type PathMatch = 'beginning' | 'values' | 'whole';

const TYPED = /^\s*(?:([a-z]+)\s+)?(?:[a-z][a-z+.-]*:\/\/[^/\s]+)?(\/[^\s?#]*)/i;

/** Finds operations by path. Their method and paths are tags of their documents. */
export function createOperations(
  documents: readonly SearchDocument[],
): (query: string) => ReadonlyMap<number, PathMatch> {
  const operations = documents.flatMap(({ tags }, document) => readOperation(tags, document));
  return (query) => {
    const [, method = '', path] = TYPED.exec(query) ?? [];
    const matches = new Map<number, PathMatch>();
    if (path === undefined || (method !== '' && !isHttpMethod(method))) return matches;
    const typed = segmentsOf(path);
    for (const { document, method: own, segments } of operations) {
      if (method !== '' && own !== method.toLowerCase()) continue;
      const found = comparePath(segments, typed);
      if (found !== undefined && pathFactor(found) > pathFactor(matches.get(document)))
        matches.set(document, found);
    }
    return matches;
  };
}

/** A complete path outranks any match of words. */
const FACTORS = { beginning: 30, values: 1e6, whole: 1e9 } as const;

export function pathFactor(match: PathMatch | undefined): number {
  return match === undefined ? 1 : FACTORS[match];
}

function readOperation(tags: readonly string[], document: number): readonly Operation[] {
  const method = tags.find(isHttpMethod)?.toLowerCase();
  if (method === undefined) return [];
  return tags
    .filter((tag) => tag.startsWith('/'))
    .map((path) => ({ document, method, segments: segmentsOf(path) }));
}

/** Segments in lower case, without the names of placeholders (`{id}`, `:id`). */
function segmentsOf(path: string): readonly string[] {
  return path
    .toLowerCase()
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => segment.replace(/\{[^}]*\}?/g, '{}').replace(/^:.+/, '{}'));
}

function comparePath(own: readonly string[], typed: readonly string[]): PathMatch | undefined {
  if (typed.length > own.length) return undefined;
  const last = typed.length - 1;
  const isSame = (segment: string, at: number): boolean => segment === own[at];
  if (typed.length === own.length) {
    if (typed.every(isSame)) return 'whole';
    if (typed.every((segment, at) => isSame(segment, at) || own[at]?.includes('{}') === true))
      return 'values';
  }
  if (typed.length === 0) return undefined;
  const begins = (segment: string, at: number): boolean =>
    at === last ? own[at]?.startsWith(segment) === true : isSame(segment, at);
  return typed.every(begins) ? 'beginning' : undefined;
}
