import { gzipSync } from 'node:zlib';
import { type Diagnostic, diagnostic, type Location } from '../../diagnostics/diagnostic.ts';

/** The words of one field of all sections that have it, as numbers in four long lists. */
export interface FieldWords {
  readonly name: string;
  readonly boost: number;
  /** Sections that have the field. */
  readonly sections: Numbers;
  /** Words of each of them, with repetition. */
  readonly lengths: Numbers;
  /** Where the different words of each of them end in `words` and `counts`. */
  readonly ends: Numbers;
  readonly words: Numbers;
  readonly counts: Numbers;
}

export function createFieldWords(name: string, boost: number): FieldWords {
  return {
    name,
    boost,
    sections: createNumbers(),
    lengths: createNumbers(),
    ends: createNumbers(),
    words: createNumbers(),
    counts: createNumbers(),
  };
}

/** Adds a section's words, in any order. A section without words does not have the field. */
export function addSection(field: FieldWords, section: number, words: readonly number[]): void {
  if (words.length === 0) return;
  const sorted = Uint32Array.from(words).sort();
  field.sections.push(section);
  field.lengths.push(words.length);
  for (let place = 0; place < sorted.length; place += 1) {
    const word = sorted[place] ?? 0;
    if (place > 0 && sorted[place - 1] === word) field.counts.add(field.counts.length() - 1, 1);
    else {
      field.words.push(word);
      field.counts.push(1);
    }
  }
  field.ends.push(field.words.length());
}

/** A list of whole numbers from 0 that grows, four bytes each. */
interface Numbers {
  readonly length: () => number;
  readonly push: (number: number) => void;
  readonly at: (place: number) => number;
  /** Adds to a number that may not be there yet. */
  readonly add: (place: number, amount: number) => void;
}

const FIRST_CAPACITY = 1024;

function createNumbers(): Numbers {
  let values = new Uint32Array(FIRST_CAPACITY);
  let length = 0;
  const reserve = (needed: number): void => {
    if (needed <= values.length) return;
    const larger = new Uint32Array(Math.max(needed, values.length * 2));
    larger.set(values);
    values = larger;
  };
  return {
    length: () => length,
    push(number) {
      reserve(length + 1);
      values[length] = number;
      length += 1;
    },
    at: (place) => (place < length ? (values[place] ?? 0) : 0),
    add(place, amount) {
      reserve(place + 1);
      length = Math.max(length, place + 1);
      values[place] = (values[place] ?? 0) + amount;
    },
  };
}

/** A reader on a slow network waits for every kilobyte before the first result. In bytes, with gzip. */
const LARGE = 1_000_000;

interface IndexSizeInput {
  readonly path: string;
  readonly content: string;
  /** In kB of 1000 bytes, with gzip. */
  readonly maxIndexKilobytes: number | undefined;
  /** Place of a path in the configuration file. */
  readonly locate: (path: readonly string[]) => Location;
}

/** Whether an index file is larger than the configured limit (an error) or than 1 MB (a warning), with gzip. */
export function checkIndexSize(input: IndexSizeInput): readonly Diagnostic[] {
  const { path, content, maxIndexKilobytes, locate } = input;
  const limit = maxIndexKilobytes === undefined ? undefined : maxIndexKilobytes * 1000;
  // Packing takes time: what is small as it is needs none, and what is small when packed hastily no better one.
  const least = Math.min(LARGE, limit ?? LARGE);
  if (Buffer.byteLength(content) <= least) return [];
  if (gzipSync(content, { level: 1 }).length <= least) return [];
  const size = gzipSync(content).length;
  if (limit !== undefined && size > limit) {
    const message = `${path} has ${kilobytes(size)} with gzip, more than the limit of ${kilobytes(limit)}`;
    const location = locate(['search', 'maxIndexKilobytes']);
    return [diagnostic('search-index-limit', { message, location, hint: HINT })];
  }
  if (size <= LARGE) return [];
  const message = `${path} has ${kilobytes(size)} with gzip; readers load it before their first result`;
  return [diagnostic('search-index-size', { message, hint: HINT })];
}

const HINT =
  'split the docs into several sets, set unlisted: true on pages that nobody searches, or lower markdown.searchHeadingLevel';

function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1000)} kB`;
}
