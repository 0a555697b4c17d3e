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

export function createTable(columns: Columns): SectionTable {
  const { flags, atomCounts, postingCounts, placeCounts } = columns;
  const size = flags.length;
  const atomStarts = startsOf(atomCounts);
  const pages = new Uint32Array(size);
  const numbers = new Uint32Array(size);
  const kinds = new Uint8Array(size);
  const titleLengths = new Uint8Array(size);
  let [page, number] = [-1, 0];
  for (let section = 0; section < size; section += 1) {
    const flag = itemAt(flags, section);
    const isFirst = (flag & FIRST) !== 0;
    if (isFirst) page += 1;
    number = isFirst ? 0 : number + 1;
    pages[section] = page;
    numbers[section] = number;
    kinds[section] = flag & KIND;
    titleLengths[section] = Math.min(itemAt(atomCounts, section), MOST_TITLE_ATOMS);
  }
  return {
    ...columns,
    size,
    postingStarts: startsOf(postingCounts),
    placeStarts: startsOf(placeCounts),
    atomStarts,
    pages,
    numbers,
    kinds,
    titleLengths,
    titleCommons: titleCommons(columns, atomStarts, numbers),
  };
}

/** For each title the set of its atoms that very many titles of pages have. */
function titleCommons(
  { atoms, atomCounts }: Columns,
  starts: Uint32Array,
  numbers: Uint32Array,
): Uint32Array {
  const titles = new Map<number, number>();
  let pages = 0;
  for (let section = 0; section < numbers.length; section += 1) {
    if (numbers[section] !== 0) continue;
    pages += 1;
    const end = itemAt(starts, section + 1);
    for (let start = itemAt(starts, section), at = start; at < end; at += 1) {
      const atom = itemAt(atoms, at);
      if (atoms.indexOf(atom, start) === at) titles.set(atom, (titles.get(atom) ?? 0) + 1);
    }
  }
  const common = new Set<number>();
  for (const [atom, count] of titles) if (isCommon(count, pages)) common.add(atom);
  const sets = new Uint32Array(numbers.length);
  if (common.size === 0) return sets;
  for (let section = 0; section < sets.length; section += 1) {
    const start = itemAt(starts, section);
    const length = Math.min(itemAt(atomCounts, section), MOST_TITLE_ATOMS);
    let set = 0;
    for (let at = 0; at < length; at += 1)
      if (common.has(itemAt(atoms, start + at))) set |= 1 << at;
    sets[section] = set;
  }
  return sets;
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
