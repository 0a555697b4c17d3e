import { readWords, type Word } from './tokenize.ts';

/** The atoms of a title that a word stands for. */
export interface TitlePlace {
  readonly at: number;
  readonly size: number;
}

/** Titles have bits for this many atoms; further ones are ignored. */
export const MOST_TITLE_ATOMS = 30;

/** Places of all words of a title, and its number of atoms. */
export interface TitleWords {
  readonly length: number;
  readonly places: ReadonlyMap<string, TitlePlace>;
}

/** Reads a title. Its length is without common words, which do not tell it from others. */
export function readTitle(title: string, common: ReadonlySet<string>): TitleWords {
  const places = new Map<string, TitlePlace>();
  const add = (text: string, at: number, size: number): void => {
    if (at + size <= MOST_TITLE_ATOMS && !places.has(text)) places.set(text, { at, size });
  };
  let length = 0;
  let telling = 0;
  for (const { text, atoms, parts } of readWords(title) satisfies readonly Word[]) {
    add(text, length, atoms.length);
    for (const part of parts) add(part.text, length + part.at, part.size);
    length += atoms.length;
    telling += atoms.filter((atom) => !common.has(atom)).length;
  }
  return { length: Math.min(telling === 0 ? length : telling, MOST_TITLE_ATOMS), places };
}

/** Reads titles at the first use. */
export function createTitles(titleOf: (section: number) => string, common: ReadonlySet<string>) {
  const read = new Map<number, TitleWords>();
  const get = (section: number): TitleWords => {
    const known = read.get(section) ?? readTitle(titleOf(section), common);
    read.set(section, known);
    return known;
  };
  return {
    length: (section: number): number => get(section).length,
    find: (section: number, word: string): TitlePlace | undefined => get(section).places.get(word),
  };
}

/** Words in at least one of this number of titles are common. */
const COMMON = 10;
/** Minimum number of titles with a common word. */
const FEWEST = 5;

/** The words that very many page titles have, such as the product's name. */
export function commonWords(titles: Iterable<string>): ReadonlySet<string> {
  const counts = new Map<string, number>();
  let total = 0;
  for (const title of titles) {
    total += 1;
    const atoms = new Set(readWords(title).flatMap((word) => word.atoms));
    for (const atom of atoms) counts.set(atom, (counts.get(atom) ?? 0) + 1);
  }
  const least = Math.max(FEWEST, total / COMMON);
  return new Set([...counts].filter(([, count]) => count >= least).map(([atom]) => atom));
}
