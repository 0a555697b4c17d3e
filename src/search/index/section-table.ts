import { itemAt } from '../../shared/item-at.ts';
import { FIELDS } from '../query/index-reader.ts';
import type { SearchDocument } from '../query/search-index.ts';
import { isCommon, MOST_TITLE_ATOMS } from '../query/titles.ts';
import { startsOf } from './numbers.ts';

/**
 * The columns of a table with all sections of an index in order. A posting says that a field of a section has a word: 1024 ×
 * the word + 256 × the field + how often, at most 255. Postings of a section with the same word are next to each other.
 */
export const COLUMNS = [
  'postings',
  /** For each posting of a title, where its word is there. */
  'places',
  /** Words. */
  'atoms',
  // For each section:
  'postingCounts',
  'placeCounts',
  'atomCounts',
  /** Four numbers: the words in each field, with repetition. */
  'lengths',
  /** Index in `KINDS` + `FIRST` + `DESCRIBED` + `REPEATED` + `TYPE` × index in `TYPES`. */
  'flags',
  /** Of what describes a parameter or property, in two halves. */
  'hashes',
  /** Bytes of what results show. */
  'sizes',
] as const;

export type ColumnName = (typeof COLUMNS)[number];
export type Columns = Readonly<Record<ColumnName, Uint32Array>>;

const KIND = 7;
/** The section is the first of its page. */
export const FIRST = 8;
export const DESCRIBED = 16;
/** An earlier section has the same description: its words are not indexed again. */
export const REPEATED = 32;
export const TYPE = 64;

export const TYPES = [
  'docs',
  'blog',
  'others',
] as const satisfies readonly SearchDocument['type'][];

export function typeOf({ flags }: Columns, section: number): SearchDocument['type'] {
  return itemAt(TYPES, Math.floor(itemAt(flags, section) / TYPE));
}

export function fieldOf(posting: number): number {
  return (posting >>> 8) & 3;
}

export function wordOf(posting: number): number {
  return posting >>> 10;
}

export interface SectionTable extends Columns {
  readonly size: number;
  /** By section, with the end of the last one. */
  readonly postingStarts: Uint32Array;
  readonly placeStarts: Uint32Array;
  readonly atomStarts: Uint32Array;
  /** By section: the number of its page, its number in the page, its kind. */
  readonly pages: Uint32Array;
  readonly numbers: Uint32Array;
  readonly kinds: Uint8Array;
  /** By section: the number of atoms of its title, and the set of those that very many titles have. */
  readonly titleLengths: Uint8Array;
  readonly titleCommons: Uint32Array;
}

/** Makes a table of columns with a number of different words. */
export function createTable(columns: Columns, words: number): SectionTable {
  const { flags, atomCounts, postingCounts, placeCounts } = columns;
  const size = flags.length;
  const table = {
    ...columns,
    size,
    postingStarts: startsOf(postingCounts),
    placeStarts: startsOf(placeCounts),
    atomStarts: startsOf(atomCounts),
    pages: new Uint32Array(size),
    numbers: new Uint32Array(size),
    kinds: new Uint8Array(size),
    titleLengths: new Uint8Array(size),
    titleCommons: new Uint32Array(size),
  };
  let [page, number] = [-1, 0];
  for (let section = 0; section < size; section += 1) {
    const flag = flags[section] ?? 0;
    const isFirst = (flag & FIRST) !== 0;
    if (isFirst) page += 1;
    number = isFirst ? 0 : number + 1;
    table.pages[section] = page;
    table.numbers[section] = number;
    table.kinds[section] = flag & KIND;
    table.titleLengths[section] = Math.min(atomCounts[section] ?? 0, MOST_TITLE_ATOMS);
  }
  findCommons(table, new Uint32Array(words));
  return table;
}

/** Sets for each title the atoms that very many titles of pages have; counts those in the list of words. */
function findCommons(table: SectionTable, titles: Uint32Array): void {
  const { atoms, atomStarts, numbers, titleLengths, titleCommons } = table;
  let pages = 0;
  for (let section = 0; section < table.size; section += 1) {
    if (numbers[section] !== 0) continue;
    pages += 1;
    const start = atomStarts[section] ?? 0;
    const end = atomStarts[section + 1] ?? 0;
    for (let at = start; at < end; at += 1) {
      const atom = atoms[at] ?? 0;
      let first = start;
      while (atoms[first] !== atom) first += 1;
      if (first === at) titles[atom] = (titles[atom] ?? 0) + 1;
    }
  }
  const common = new Set<number>();
  for (let atom = 0; atom < titles.length; atom += 1)
    if (isCommon(titles[atom] ?? 0, pages)) common.add(atom);
  if (common.size === 0) return;
  for (let section = 0; section < table.size; section += 1) {
    const start = atomStarts[section] ?? 0;
    const length = titleLengths[section] ?? 0;
    let set = 0;
    for (let at = 0; at < length; at += 1) if (common.has(atoms[start + at] ?? 0)) set |= 1 << at;
    titleCommons[section] = set;
  }
}

/** Mean number of words in a field, of sections that have it. */
export function meanLength({ lengths }: Columns, field: number): number {
  let [sum, count] = [0, 0];
  for (let at = field; at < lengths.length; at += FIELDS.length) {
    const length = itemAt(lengths, at);
    sum += length;
    if (length > 0) count += 1;
  }
  return sum / Math.max(1, count);
}

/** Sections of a table, from the first to before the last. */
export type SectionRange = Readonly<Record<'from' | 'to', number>>;
