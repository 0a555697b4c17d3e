import { itemAt } from '../../shared/item-at.ts';
import { FIELDS, KINDS } from '../query/index-reader.ts';
import type { SearchDocument } from '../query/search-index.ts';
import { isCommon, MOST_TITLE_ATOMS } from '../query/titles.ts';
import { createNumbers, type Numbers, startsOf } from './numbers.ts';
import type { WordNumbers } from './word-numbers.ts';

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
const FIRST = 8;
const DESCRIBED = 16;
/** An earlier section has the same description: its words are not indexed again. */
const REPEATED = 32;
const TYPE = 64;

const TYPES = ['docs', 'blog', 'others'] as const satisfies readonly SearchDocument['type'][];

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
  const pages = new Uint32Array(size);
  const numbers = new Uint32Array(size);
  let [page, number] = [-1, 0];
  for (let section = 0; section < size; section += 1) {
    const isFirst = (itemAt(flags, section) & FIRST) !== 0;
    if (isFirst) page += 1;
    number = isFirst ? 0 : number + 1;
    pages[section] = page;
    numbers[section] = number;
  }
  return {
    ...columns,
    size,
    postingStarts: startsOf(postingCounts),
    placeStarts: startsOf(placeCounts),
    pages,
    numbers,
    kinds: Uint8Array.from(flags, (flag) => flag & KIND),
    titleLengths: Uint8Array.from(atomCounts, (count) => Math.min(count, MOST_TITLE_ATOMS)),
    titleCommons: titleCommons(columns, numbers),
  };
}

/** For each title the set of its atoms that very many titles of pages have. */
function titleCommons({ atoms, atomCounts }: Columns, numbers: Uint32Array): Uint32Array {
  const starts = startsOf(atomCounts);
  const titles = new Map<number, number>();
  let pages = 0;
  for (const [section, number] of numbers.entries()) {
    if (number > 0) continue;
    pages += 1;
    for (const atom of new Set(atoms.subarray(starts[section], starts[section + 1])))
      titles.set(atom, (titles.get(atom) ?? 0) + 1);
  }
  const common = new Set<number>();
  for (const [atom, count] of titles) if (isCommon(count, pages)) common.add(atom);
  const sets = new Uint32Array(numbers.length);
  if (common.size === 0) return sets;
  for (let section = 0; section < sets.length; section += 1) {
    const own = atoms.subarray(starts[section], starts[section + 1]);
    let set = 0;
    for (let at = 0; at < own.length && at < MOST_TITLE_ATOMS; at += 1)
      if (common.has(itemAt(own, at))) set |= 1 << at;
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

/** A section with its complete text; it may be the first one of its page. */
interface AddedSection {
  readonly document: SearchDocument;
  readonly text: string;
  readonly isFirst: boolean;
}

/** Sections of a table, from the first to before the last. */
export type SectionRange = Readonly<Record<'from' | 'to', number>>;

/** Makes a table of new sections and those of another table, which has the same words. */
export function createTableWriter(words: WordNumbers, other: SectionTable | undefined) {
  const columns = {
    postings: createNumbers(),
    places: createNumbers(),
    atoms: createNumbers(),
    postingCounts: createNumbers(),
    placeCounts: createNumbers(),
    atomCounts: createNumbers(),
    lengths: createNumbers(),
    flags: createNumbers(),
    hashes: createNumbers(),
    sizes: createNumbers(),
  } satisfies Record<ColumnName, Numbers>;
  const described = new Set<number>();
  let documentBytes = 0;
  const addPostings = createPostingWriter(words, columns);
  const otherAtoms = startsOf(other?.atomCounts ?? new Uint32Array());
  /** True if those that repeat an earlier description did so in the other table, too. */
  const hasSameRepeated = (table: SectionTable, { from, to }: SectionRange): boolean => {
    const own = new Set<number>();
    for (let section = from; section < to; section += 1) {
      const flags = itemAt(table.flags, section);
      if ((flags & DESCRIBED) === 0) continue;
      const hash = hashAt(table, section);
      if ((described.has(hash) || own.has(hash)) !== ((flags & REPEATED) !== 0)) return false;
      own.add(hash);
    }
    for (const hash of own) described.add(hash);
    return true;
  };
  return {
    /** Number of sections. */
    size: columns.flags.length,
    /** The bytes of an index file except for its words. */
    bytes: ({ posting, document, rest }: Record<'posting' | 'document' | 'rest', number>): number =>
      posting * columns.postings.length() + document * documentBytes + rest,
    add({ document, text, isFirst }: AddedSection): void {
      const { kind, title } = document;
      const isDescribed = kind === 'parameter' || kind === 'property';
      const [high, low] = isDescribed ? hash(`${title}\n${text}`) : [0, 0];
      const before = described.size;
      // Many operations have the same parameters and properties: words of the description find the first of them.
      const isRepeated = isDescribed && described.add(joined(high, low)).size === before;
      columns.flags.push(
        KINDS.indexOf(kind) +
          (isFirst ? FIRST : 0) +
          (isDescribed ? DESCRIBED : 0) +
          (isRepeated ? REPEATED : 0) +
          TYPE * TYPES.indexOf(document.type),
      );
      columns.hashes.push(high);
      columns.hashes.push(low);
      const bytes = Buffer.byteLength(document.content);
      columns.sizes.push(bytes);
      documentBytes += bytes;
      addPostings(document, isRepeated ? '' : text, isFirst);
    },
    /** Adds sections of the other table; false if they are to be read again. */
    copy(range: SectionRange): boolean {
      if (other === undefined || !hasSameRepeated(other, range)) return false;
      const { from, to } = range;
      for (const name of COLUMNS) {
        const each = name === 'lengths' ? FIELDS.length : name === 'hashes' ? 2 : 1;
        const starts =
          name === 'postings'
            ? other.postingStarts
            : name === 'places'
              ? other.placeStarts
              : name === 'atoms'
                ? otherAtoms
                : undefined;
        const [start, end] =
          starts === undefined ? [from * each, to * each] : [starts[from], starts[to]];
        columns[name].append(other[name].subarray(start, end));
      }
      for (const bytes of other.sizes.subarray(from, to)) documentBytes += bytes;
      return true;
    },
    columns: (): Columns => ({
      postings: columns.postings.list(),
      places: columns.places.list(),
      atoms: columns.atoms.list(),
      postingCounts: columns.postingCounts.list(),
      placeCounts: columns.placeCounts.list(),
      atomCounts: columns.atomCounts.list(),
      lengths: columns.lengths.list(),
      flags: columns.flags.list(),
      hashes: columns.hashes.list(),
      sizes: columns.sizes.list(),
    }),
  };
}

function hashAt({ hashes }: Columns, section: number): number {
  return joined(itemAt(hashes, section * 2), itemAt(hashes, section * 2 + 1));
}

function joined(high: number, low: number): number {
  return high * 2 ** 32 + low;
}

/** A hash of 53 bits: 21 and 32. */
function hash(text: string): readonly [high: number, low: number] {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 0x9e3779b1);
    low = Math.imul(low ^ code, 0x5f356495);
  }
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  return [high >>> 11, low >>> 0];
}

/** Writes the words of sections. */
function createPostingWriter(
  words: WordNumbers,
  columns: Readonly<
    Record<
      'postings' | 'places' | 'atoms' | 'postingCounts' | 'placeCounts' | 'atomCounts' | 'lengths',
      Numbers
    >
  >,
) {
  let found = new Uint32Array(1024);
  let length = 0;
  let field = 0;
  const add = (word: number): void => {
    if (length === found.length) {
      const larger = new Uint32Array(length * 2);
      larger.set(found);
      found = larger;
    }
    found[length] = word * 4 + field;
    length += 1;
  };
  const addContent = (word: number): void => {
    if (!words.isStopWord(word)) add(word);
  };
  return (document: SearchDocument, text: string, isFirst: boolean): void => {
    const title = words.readTitle(document.title);
    length = 0;
    const read = [
      () => title.words.forEach(add),
      // Stop words are removed from content only: titles may consist of them.
      () => words.read(text, addContent),
      () => words.read(document.tags.join(' '), add),
      () => isFirst && words.read(document.sidebarParentCategories.join(' '), add),
    ];
    for (const [index, readField] of read.entries()) {
      const before = length;
      field = index;
      readField();
      columns.lengths.push(length - before);
    }
    const sorted = found.subarray(0, length).sort();
    const { places } = title;
    let [postings, inTitle] = [0, 0];
    for (let at = 0; at < length; ) {
      const own = itemAt(sorted, at);
      const start = at;
      while (at < length && sorted[at] === own) at += 1;
      columns.postings.push(own * 256 + Math.min(at - start, 255));
      postings += 1;
      if ((own & 3) !== 0) continue;
      columns.places.push(places.get(own >>> 2) ?? 0);
      inTitle += 1;
    }
    columns.postingCounts.push(postings);
    columns.placeCounts.push(inTitle);
    for (const atom of title.atoms) columns.atoms.push(atom);
    columns.atomCounts.push(title.atoms.length);
  };
}
