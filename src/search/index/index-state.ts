import { crc32 } from 'node:zlib';
import { eachName, itemAt } from '../../shared/item-at.ts';
import type { OperationPath } from '../query/operations.ts';
import {
  COLUMNS,
  type ColumnName,
  type Columns,
  createTable,
  type SectionTable,
  wordOf,
} from './section-table.ts';

/** Facts that one build of an index leaves to the next. */
export interface IndexState {
  readonly facts: IndexFacts;
  /** In the order of code units. */
  readonly words: readonly string[];
  readonly table: SectionTable;
}

/** The part of a state that is JSON. */
interface IndexFacts {
  /** The settings of the index; a state of other ones is of no use. */
  readonly settings: string;
  /** The content of the index file. */
  readonly content: string;
  readonly isWhole: boolean;
  /** The key of each page, and its number of sections. */
  readonly keys: readonly string[];
  readonly sizes: readonly number[];
  readonly operations: readonly OperationPath[];
}

interface WrittenState {
  readonly facts: IndexFacts;
  readonly words: readonly string[];
  /** All words in the order of code units. */
  readonly order: Uint32Array;
  readonly columns: Columns;
}

// To be changed with the format. Machines with another order of bytes read another number, and ignore the state.
const VERSION = 0x31_49_57_44;

/** Header: version, checksum of the rest, length of the texts in bytes, lengths of the columns; then columns and texts. */
const HEADER = 3 + COLUMNS.length;

/** Words that no section has any more are left out, and the others are numbered in their order. */
export function writeState({ facts, words, order, columns }: WrittenState): Uint8Array {
  const ranks = rankWords(order, columns);
  const kept = order.filter((word) => itemAt(ranks, word) !== UNUSED);
  const texts = Buffer.from(
    `${JSON.stringify(facts)}\n${Array.from(kept, (word) => itemAt(words, word)).join(' ')}`,
  );
  const numbers = COLUMNS.reduce((sum, name) => sum + columns[name].length, HEADER);
  const bytes = new Uint8Array(numbers * 4 + texts.length);
  const list = new Uint32Array(bytes.buffer, 0, numbers);
  let at = HEADER;
  for (const [index, name] of COLUMNS.entries()) {
    const column = columns[name];
    list[3 + index] = column.length;
    list.set(column, at);
    const end = at + column.length;
    if (name === 'postings')
      for (let entry = at; entry < end; entry += 1) {
        const posting = list[entry] ?? 0;
        list[entry] = (ranks[wordOf(posting)] ?? 0) * 1024 + (posting & 1023);
      }
    if (name === 'atoms')
      for (let entry = at; entry < end; entry += 1) list[entry] = ranks[list[entry] ?? 0] ?? 0;
    at = end;
  }
  bytes.set(texts, numbers * 4);
  list[0] = VERSION;
  list[2] = texts.length;
  list[1] = crc32(bytes.subarray(8));
  return bytes;
}

const UNUSED = 0xffffffff;

/** The new number of each word that a section has. */
function rankWords(order: Uint32Array, { postings, atoms }: Columns): Uint32Array {
  const ranks = new Uint32Array(order.length).fill(UNUSED);
  for (let at = 0; at < postings.length; at += 1) ranks[wordOf(postings[at] ?? 0)] = 0;
  for (let at = 0; at < atoms.length; at += 1) ranks[atoms[at] ?? 0] = 0;
  let rank = 0;
  for (const word of order) if (ranks[word] === 0) ranks[word] = rank++;
  return ranks;
}

/** Undefined for damaged and foreign bytes. */
export function readState(state: Uint8Array, settings: string): IndexState | undefined {
  // Views of four bytes begin at a multiple of four.
  const bytes = state.byteOffset % 4 === 0 ? state : new Uint8Array(state);
  if (bytes.length < HEADER * 4) return undefined;
  const header = new Uint32Array(bytes.buffer, bytes.byteOffset, HEADER);
  if (header[0] !== VERSION || header[1] !== crc32(bytes.subarray(8))) return undefined;
  let at = HEADER;
  const take = (name: ColumnName): Uint32Array => {
    const length = itemAt(header, 3 + COLUMNS.indexOf(name));
    const column = new Uint32Array(bytes.buffer, bytes.byteOffset + at * 4, length);
    at += length;
    return column;
  };
  const columns = eachName(COLUMNS, take);
  const texts = Buffer.from(bytes.buffer, bytes.byteOffset + at * 4, itemAt(header, 2)).toString();
  const end = texts.indexOf('\n');
  const facts: IndexFacts = JSON.parse(texts.slice(0, end));
  if (facts.settings !== settings) return undefined;
  const words = end + 1 < texts.length ? texts.slice(end + 1).split(' ') : [];
  return { facts, words, table: createTable(columns, words.length) };
}
