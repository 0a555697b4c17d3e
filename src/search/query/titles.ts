import { readWords, type Word } from './tokenize.ts';
import { getOrInsert } from '../../shared/maps.ts';

/** The atoms of a title that a word stands for. */
interface TitlePlace {
  readonly at: number;
  readonly size: number;
}

/** Titles have bits for this many atoms; further ones are ignored. */
export const MOST_TITLE_ATOMS = 30;

/** The words of a title. */
interface TitleWords {
  readonly atoms: readonly string[];
  /** Number of atoms that have bits. */
  readonly length: number;
  /** Set of atoms that very many titles have. */
  readonly common: number;
  /** Places of all words. */
  readonly places: ReadonlyMap<string, TitlePlace>;
}

export function readTitle(title: string, common: ReadonlySet<string>): TitleWords {
  const places = new Map<string, TitlePlace>();
  const add = (text: string, at: number, size: number): void => {
    if (at + size <= MOST_TITLE_ATOMS && !places.has(text)) places.set(text, { at, size });
  };
  const all: string[] = [];
  let commonAtoms = 0;
  for (const { text, atoms, parts } of readWords(title) satisfies readonly Word[]) {
    add(text, all.length, atoms.length);
    for (const part of parts) add(part.text, all.length + part.at, part.size);
    for (const atom of atoms)
      if (all.push(atom) <= MOST_TITLE_ATOMS && common.has(atom))
        commonAtoms |= 1 << (all.length - 1);
  }
  const length = Math.min(all.length, MOST_TITLE_ATOMS);
  return { atoms: all, length, common: commonAtoms, places };
}

/** Reads titles at the first use. */
export function createTitles(titleOf: (section: number) => string, common: ReadonlySet<string>) {
  const read = new Map<number, TitleWords>();
  const get = (section: number): TitleWords =>
    getOrInsert(read, section, () => readTitle(titleOf(section), common));
  return {
    length: (section: number): number => get(section).length,
    common: (section: number): number => get(section).common,
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
  return new Set([...counts].filter(([, count]) => isCommon(count, total)).map(([atom]) => atom));
}

export function isCommon(count: number, titles: number): boolean {
  return count >= Math.max(FEWEST, titles / COMMON);
}
