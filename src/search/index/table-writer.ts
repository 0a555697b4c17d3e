import { eachName, itemAt } from '../../shared/item-at.ts';
import { FIELDS, KINDS } from '../query/index-reader.ts';
import type { SearchDocument } from '../query/search-index.ts';
import { createNumbers, type Numbers } from './numbers.ts';
import {
  type ColumnName,
  COLUMNS,
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
  readonly keywords: string;
  readonly isFirst: boolean;
}

/** Makes a table of new sections and those of another table, which has the same words. */
export function createTableWriter(words: WordNumbers, other: SectionTable | undefined) {
  // Room for the sections of the other table and a few more.
  const columns = eachName(COLUMNS, (name) =>
    createNumbers(Math.ceil((other?.[name].length ?? 0) * 1.01) + 1024),
  );
  const descriptions = createDescriptions(other);
  let [size, postings, documentBytes] = [0, 0, 0];
  /** Sections of the other table that are not in the columns yet. */
  let copied: SectionRange = { from: 0, to: 0 };
  const addPostings = createPostingWriter(words, columns);
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
    add({ document, text, keywords, isFirst }: AddedSection): void {
      append();
      const { kind, title } = document;
      const isDescribed = kind === 'parameter' || kind === 'property';
      const { hash, isRepeated } = isDescribed ? descriptions.add(`${title}\n${text}`) : NONE;
      columns.flags.push(
        KINDS.indexOf(kind) +
          (isFirst ? FIRST : 0) +
          (isDescribed ? DESCRIBED : 0) +
          (isRepeated ? REPEATED : 0) +
          TYPE * TYPES.indexOf(document.type),
      );
      for (const half of hash) columns.hashes.push(half);
      const bytes = Buffer.byteLength(document.content);
      columns.sizes.push(bytes);
      documentBytes += bytes;
      addPostings({ document, text: isRepeated ? '' : text, keywords, isFirst });
      size += 1;
      postings = columns.postings.length();
    },
    /** Adds sections of the other table; false if they are to be read again. */
    copy(range: SectionRange): boolean {
      if (other === undefined || !descriptions.copy(range)) return false;
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
      return eachName(COLUMNS, (name) => columns[name].list());
    },
  };
}

const NONE = { hash: [0, 0], isRepeated: false } as const;

/** Writes the words of sections. */
function createPostingWriter(words: WordNumbers, columns: Readonly<Record<ColumnName, Numbers>>) {
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
  return ({ document, text, keywords, isFirst }: AddedSection): void => {
    const title = words.readTitle(document.title);
    length = 0;
    const read = [
      () => title.words.forEach(add),
      // Stop words are removed from content only: titles may consist of them.
      () => words.read(text, addContent),
      () => words.read(document.tags.join(' '), add),
      () => {
        if (isFirst) words.read(document.sidebarParentCategories.join(' '), add);
        words.read(keywords, addContent);
      },
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

/**
 * Finds descriptions of parameters and properties that repeat: many operations have the same ones, and words of a description
 * find the first of them.
 */
function createDescriptions(other: SectionTable | undefined) {
  const known = new Set<number>();
  const hasDescribed = other?.flags.some((flags) => (flags & DESCRIBED) !== 0) === true;
  return {
    add(description: string) {
      const hash = hashOf(description);
      const before = known.size;
      return { hash, isRepeated: known.add(joined(...hash)).size === before };
    },
    /** Adds those of sections of another table; false if others of them repeat earlier ones than did there. */
    copy({ from, to }: SectionRange): boolean {
      if (other === undefined || !hasDescribed) return true;
      const own = new Set<number>();
      for (let section = from; section < to; section += 1) {
        const flags = itemAt(other.flags, section);
        if ((flags & DESCRIBED) === 0) continue;
        const hash = joined(
          itemAt(other.hashes, section * 2),
          itemAt(other.hashes, section * 2 + 1),
        );
        const isRepeated = known.has(hash) || own.has(hash);
        if (isRepeated !== ((flags & REPEATED) !== 0)) return false;
        own.add(hash);
      }
      for (const hash of own) known.add(hash);
      return true;
    },
  };
}

function joined(high: number, low: number): number {
  return high * 2 ** 32 + low;
}

/** A hash of 21 and 32 bits. */
function hashOf(text: string): readonly [high: number, low: number] {
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
