import { itemAt } from '../../shared/item-at.ts';
import { FIELDS, KINDS } from '../query/index-reader.ts';
import type { SearchDocument } from '../query/search-index.ts';
import { createNumbers, type Numbers } from './numbers.ts';
import {
  COLUMNS,
  type ColumnName,
  type Columns,
  DESCRIBED,
  FIRST,
  REPEATED,
  type SectionRange,
  type SectionTable,
  TYPE,
  TYPES,
} from './section-table.ts';
import type { WordNumbers } from './word-numbers.ts';

/** A section with its complete text; it may be the first one of its page. */
interface AddedSection {
  readonly document: SearchDocument;
  readonly text: string;
  readonly isFirst: boolean;
}

/** Makes a table of new sections and those of another table, which has the same words. */
export function createTableWriter(words: WordNumbers, other: SectionTable | undefined) {
  // Room for the sections of the other table and a few more.
  const create = (name: ColumnName): Numbers =>
    createNumbers(Math.ceil((other?.[name].length ?? 0) * 1.01) + 1024);
  const columns = {
    postings: create('postings'),
    places: create('places'),
    atoms: create('atoms'),
    postingCounts: create('postingCounts'),
    placeCounts: create('placeCounts'),
    atomCounts: create('atomCounts'),
    lengths: create('lengths'),
    flags: create('flags'),
    hashes: create('hashes'),
    sizes: create('sizes'),
  } satisfies Record<ColumnName, Numbers>;
  const described = new Set<number>();
  let [size, postings, documentBytes] = [0, 0, 0];
  /** Sections of the other table that are not in the columns yet. */
  let copied: SectionRange = { from: 0, to: 0 };
  const addPostings = createPostingWriter(words, columns);
  const hasDescribed = other?.flags.some((flags) => (flags & DESCRIBED) !== 0) === true;
  /** True if those that repeat an earlier description did so in the other table, too. */
  const hasSameRepeated = (table: SectionTable, { from, to }: SectionRange): boolean => {
    if (!hasDescribed) return true;
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
  /** Adds the copied sections to the columns: many pages follow each other as before. */
  const append = (): void => {
    const { from, to } = copied;
    copied = { from: 0, to: 0 };
    if (other === undefined || from === to) return;
    const starts: Partial<Record<ColumnName, Uint32Array>> = {
      postings: other.postingStarts,
      places: other.placeStarts,
      atoms: other.atomStarts,
    };
    for (const name of COLUMNS) {
      const own = starts[name];
      const each = name === 'lengths' ? FIELDS.length : name === 'hashes' ? 2 : 1;
      const [start, end] = own === undefined ? [from * each, to * each] : [own[from], own[to]];
      columns[name].append(other[name].subarray(start, end));
    }
  };
  return {
    /** Number of sections. */
    size: () => size,
    /** The bytes of an index file except for its words. */
    bytes: ({ posting, document, rest }: Record<'posting' | 'document' | 'rest', number>): number =>
      posting * postings + document * documentBytes + rest,
    add({ document, text, isFirst }: AddedSection): void {
      append();
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
      size += 1;
      postings = columns.postings.length();
    },
    /** Adds sections of the other table; false if they are to be read again. */
    copy(range: SectionRange): boolean {
      if (other === undefined || !hasSameRepeated(other, range)) return false;
      if (range.from !== copied.to) {
        append();
        copied = { from: range.from, to: range.from };
      }
      copied = { from: copied.from, to: range.to };
      size += range.to - range.from;
      postings += itemAt(other.postingStarts, range.to) - itemAt(other.postingStarts, range.from);
      for (let at = range.from; at < range.to; at += 1) documentBytes += itemAt(other.sizes, at);
      return true;
    },
    columns(): Columns {
      append();
      return {
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
      };
    },
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
