import type { IndexedSection } from '../src/search/index/build-index.ts';
import { randomFrom } from './words.ts';

/** Words of letters alone; everything else with a letter is a compound (`fs.readFile`, `--save-dev`, `utf8`). */
export type WordClass = 'plain' | 'compound';

/** How the words of one class are distributed over a text. */
export interface ClassFigures {
  /** Share of all words. */
  readonly share: number;
  readonly distinct: number;
  /** Heaps' exponent over the last four doublings of the text, pages in random order. */
  readonly growth: number;
  /** Zipf's exponents over the ranks 10 to 300, and from there to the last word that occurs three times. */
  readonly head: number;
  readonly tail: number;
  /** Share of distinct words that occur once. */
  readonly hapaxes: number;
  /** Share of distinct words in only one section. */
  readonly inOneSection: number;
  /** Sections for an occurrence of the words that occur 5 to 20 times: low where words cluster. */
  readonly spread: number;
  /** Distinct words of a section for each of its words. */
  readonly variety: number;
  /** Shares of sections with the words of rank 1, 10, 100 and 1000 by number of sections. */
  readonly ranks: readonly number[];
}

export interface TextFigures {
  readonly words: number;
  readonly plain: ClassFigures;
  readonly compound: ClassFigures;
}

/** The words of a text in lower case, without the marks around them. */
export function runningWords(text: string): readonly string[] {
  return text.split(/\s+/).flatMap((chunk) => {
    const word = chunk.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
    return /\p{L}/u.test(word) ? [word] : [];
  });
}

export function classOf(word: string): WordClass {
  return /^(?:\p{Lu}?\p{Ll}*|\p{Lu}+s?|\p{Ll}+['’]\p{Ll}+)$/u.test(word) ? 'plain' : 'compound';
}

export function measureText(sections: readonly IndexedSection[]): TextFigures {
  const pages = inRandomOrder(wordsOfPages(sections));
  const plain = pages.map((page) => ofClass(page, 'plain'));
  const compound = pages.map((page) => ofClass(page, 'compound'));
  const words = total(plain) + total(compound);
  return { words, plain: figures(plain, words), compound: figures(compound, words) };
}

/** By page and section. */
type Words = readonly (readonly string[])[];

function wordsOfPages(sections: readonly IndexedSection[]): readonly Words[] {
  const pages = new Map<string, (readonly string[])[]>();
  for (const { document, text } of sections) {
    const [page = ''] = document.sectionRoute.split('#');
    const list = pages.get(page);
    if (list === undefined) pages.set(page, [runningWords(text)]);
    else list.push(runningWords(text));
  }
  return [...pages.values()];
}

function inRandomOrder<T>(items: readonly T[]): readonly T[] {
  const random = randomFrom(5);
  const keyed = items.map((item) => ({ item, key: random() }));
  return keyed.toSorted((a, b) => a.key - b.key).map(({ item }) => item);
}

function ofClass(page: Words, wanted: WordClass): Words {
  return page.map((section) =>
    section.filter((word) => classOf(word) === wanted).map((word) => word.toLowerCase()),
  );
}

function total(pages: readonly Words[]): number {
  return sum(pages.flat().map(({ length }) => length));
}

function figures(pages: readonly Words[], all: number): ClassFigures {
  const sections = pages.flat();
  const words = sections.flat();
  const occurrences = count(words);
  const holders = count(sections.flatMap((section) => [...new Set(section)]));
  const frequencies = descending(occurrences);
  const middling = Array.from(occurrences).filter(([, times]) => times >= 5 && times <= 20);
  const bySections = descending(holders);
  return {
    share: words.length / all,
    distinct: occurrences.size,
    growth: growth(words),
    head: slope(frequencies, 10, 300),
    tail: slope(frequencies, 300, frequencies.filter((times) => times > 2).length),
    hapaxes: share(frequencies),
    inOneSection: share(bySections),
    spread: mean(middling.map(([word, times]) => (holders.get(word) ?? 0) / times)),
    variety: sum(sections.map((section) => new Set(section).size)) / words.length,
    ranks: [1, 10, 100, 1000].map((rank) => (bySections[rank - 1] ?? 0) / sections.length),
  };
}

function count(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function descending(counts: ReadonlyMap<string, number>): readonly number[] {
  return [...counts.values()].sort((a, b) => b - a);
}

function share(counts: readonly number[]): number {
  return counts.filter((times) => times === 1).length / counts.length;
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}

const DOUBLINGS = 4;

function growth(words: readonly string[]): number {
  const early = new Set(words.slice(0, words.length >> DOUBLINGS)).size;
  return Math.log2(new Set(words).size / early) / DOUBLINGS;
}

/** The exponent between two ranks, by least squares over ranks that are evenly spread in their logarithm. */
function slope(frequencies: readonly number[], from: number, to: number): number {
  const points = Array.from({ length: 20 }, (_, step) => {
    const rank = Math.round(from * (to / from) ** (step / 19));
    return { x: Math.log(rank), y: Math.log(frequencies[rank - 1] ?? 1) };
  });
  const [x, y] = [mean(points.map((point) => point.x)), mean(points.map((point) => point.y))];
  const covariance = sum(points.map((point) => (point.x - x) * (point.y - y)));
  return -covariance / sum(points.map((point) => (point.x - x) ** 2));
}
