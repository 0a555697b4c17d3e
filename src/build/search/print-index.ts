import type { FieldWords } from './field-words.ts';
import { fieldWeight, inverseFrequencies, printWeight } from './weights.ts';

/** What an index is printed of. */
export interface IndexContent {
  readonly fields: readonly FieldWords[];
  /** By number. */
  readonly words: readonly string[];
  readonly sections: number;
}

/** Version of lunr whose serialised form is written. */
const LUNR_VERSION = '2.3.9';

/** The form that `lunr.Index.load` takes (`lunr.Index.prototype.toJSON`), as JSON. */
export function printIndex(content: IndexContent): string {
  const found = countFields(content);
  const numbers = numberWords(content.words, found);
  const names = JSON.stringify(content.fields.map(({ name }) => name));
  const vectors = printVectors(content, { found, numbers });
  const inverted = printInverted(content, { found, numbers });
  return `{"version":"${LUNR_VERSION}","fields":${names},"fieldVectors":[${vectors}],"invertedIndex":[${inverted}],"pipeline":[]}`;
}

/** In how many fields of sections each word is. */
function countFields({ fields, words }: IndexContent): Uint32Array {
  const found = new Uint32Array(words.length);
  for (const field of fields) {
    for (let at = 0; at < field.words.length(); at += 1) {
      const word = field.words.at(at);
      found[word] = (found[word] ?? 0) + 1;
    }
  }
  return found;
}

/** The words that any field has, in the order of code units, as lunr's form lists them. */
function sortWords(words: readonly string[], found: Uint32Array): Uint32Array {
  return Uint32Array.from(words.keys())
    .filter((word) => (found[word] ?? 0) > 0)
    .sort((a, b) => ((words[a] ?? '') < (words[b] ?? '') ? -1 : 1));
}

/** The more fields have a word, the shorter its number: vectors pack a tenth better so. */
function numberWords(words: readonly string[], found: Uint32Array): Uint32Array {
  const numbers = new Uint32Array(words.length);
  const order = Array.from(sortWords(words, found), (word, place) => ({ word, place }));
  order.sort((a, b) => (found[b.word] ?? 0) - (found[a.word] ?? 0) || a.place - b.place);
  for (const [number, { word }] of order.entries()) numbers[word] = number;
  return numbers;
}

interface Numbering {
  /** In how many fields of sections each word is. */
  readonly found: Uint32Array;
  /** Number of each word in the file. */
  readonly numbers: Uint32Array;
}

/** One vector for each field of each section, section by section. */
function printVectors({ fields, sections }: IndexContent, numbering: Numbering): string {
  const rarity = inverseFrequencies(numbering.found, sections);
  const cursors = fields.map((field) => ({ field, entry: 0, weigh: fieldWeight(field) }));
  const printed: string[] = [];
  for (let section = 0; section < sections; section += 1) {
    for (const cursor of cursors) {
      const { field, entry, weigh } = cursor;
      if (entry === field.sections.length() || field.sections.at(entry) !== section) continue;
      const pairs = wordPairs(field, entry, (word, count) => {
        const weight = weigh(entry, count) * (rarity[word] ?? 0);
        return [numbering.numbers[word] ?? 0, weight];
      });
      printed.push(`["${field.name}/${section}",[${pairs}]]`);
      cursor.entry += 1;
    }
  }
  return printed.join(',');
}

type Pair = readonly [number: number, weight: number];

/** The pairs of one vector in the order of their numbers: lunr's dot product walks both vectors in step. */
function wordPairs(
  field: FieldWords,
  entry: number,
  pairOf: (word: number, count: number) => Pair,
): string {
  const pairs: Pair[] = [];
  const end = field.ends.at(entry);
  for (let at = entry === 0 ? 0 : field.ends.at(entry - 1); at < end; at += 1)
    pairs.push(pairOf(field.words.at(at), field.counts.at(at)));
  return pairs
    .sort(([a], [b]) => a - b)
    .map(([number, weight]) => `${number},${printWeight(weight)}`)
    .join(',');
}

/**
 * Every word with the sections of each field that hold it. lunr keeps metadata of each place there, an empty
 * object here; 0 serves as well (it is only asked for its keys) and is read in two thirds of the time.
 */
function printInverted({ fields, words }: IndexContent, { found, numbers }: Numbering): string {
  const postings = fields.map((field) => ({ name: field.name, ...invert(field, words.length) }));
  const printed: string[] = [];
  for (const word of sortWords(words, found)) {
    const lists = postings.map(({ name, starts, sections }) => {
      const own = sections.subarray(starts[word], starts[word + 1]);
      return `"${name}":{${Array.from(own, (section) => `"${section}":0`).join(',')}}`;
    });
    printed.push(
      `[${JSON.stringify(words[word])},{"_index":${numbers[word] ?? 0},${lists.join(',')}}]`,
    );
  }
  return printed.join(',');
}

/** The sections of each word `w`: from `starts[w]` to before `starts[w + 1]`, ascending. */
function invert(
  field: FieldWords,
  size: number,
): { readonly starts: Uint32Array; readonly sections: Uint32Array } {
  const total = field.words.length();
  const starts = new Uint32Array(size + 1);
  for (let at = 0; at < total; at += 1) {
    const next = field.words.at(at) + 1;
    starts[next] = (starts[next] ?? 0) + 1;
  }
  for (let word = 0; word < size; word += 1)
    starts[word + 1] = (starts[word + 1] ?? 0) + (starts[word] ?? 0);
  const cursors = starts.slice();
  const sections = new Uint32Array(total);
  let entry = 0;
  for (let at = 0; at < total; at += 1) {
    while (field.ends.at(entry) <= at) entry += 1;
    const word = field.words.at(at);
    const cursor = cursors[word] ?? 0;
    sections[cursor] = field.sections.at(entry);
    cursors[word] = cursor + 1;
  }
  return { starts, sections };
}
