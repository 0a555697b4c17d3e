import { itemAt } from '../../shared/item-at.ts';
import { fieldWeight, inverseFrequency } from '../query/lunr-weights.ts';
import { LUNR_VERSION } from '../query/score.ts';
import { type FieldWords, meanLength } from './field-words.ts';
import { invert } from './invert.ts';

interface IndexContent {
  readonly fields: readonly FieldWords[];
  /** By number. */
  readonly words: readonly string[];
  readonly sections: number;
  /** By section: its kind as index of `KINDS`. */
  readonly kinds: readonly number[];
}

/** Prints the JSON that `lunr.Index.load` reads (`lunr.Index.prototype.toJSON`), and a digit for the kind of each section. */
export function printIndex(content: IndexContent): string {
  const found = countFields(content);
  const sorted = sortWords(content.words, found);
  const numbers = numberWords(sorted, found);
  const names = JSON.stringify(content.fields.map(({ name }) => name));
  const vectors = printVectors(content, { found, numbers });
  const inverted = printInverted(content, sorted, numbers);
  return `{"version":"${LUNR_VERSION}","fields":${names},"fieldVectors":[${vectors}],"invertedIndex":[${inverted}],"pipeline":[],"kinds":"${content.kinds.join('')}"}`;
}

/** Counts the fields of sections that contain each word. */
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

/** The used words in the order of code units, as in lunr's form. */
function sortWords(words: readonly string[], found: Uint32Array): readonly number[] {
  const numbers = new Map(words.map((word, number) => [word, number]));
  const used = words.filter((_, number) => (found[number] ?? 0) > 0);
  // Without a comparison function, `sort` compares code units and is several times faster.
  return used.sort().flatMap((word) => numbers.get(word) ?? []);
}

/** Assigns file numbers by frequency, the shortest to the most frequent: vectors compress a tenth better. */
function numberWords(sorted: readonly number[], found: Uint32Array): Uint32Array {
  const numbers = new Uint32Array(found.length);
  const order = sorted.toSorted((a, b) => (found[b] ?? 0) - (found[a] ?? 0));
  for (const [number, word] of order.entries()) numbers[word] = number;
  return numbers;
}

/** By word: the number of fields of sections that contain it, and its number in the file. */
type Numbering = Readonly<Record<'found' | 'numbers', Uint32Array>>;

/** Prints one vector for each section with the field, field by field: vectors of one field compress better together. */
function printVectors({ fields, sections }: IndexContent, numbering: Numbering): string {
  const printed: string[] = [];
  for (const field of fields) {
    const print = vectorPrinter(field, sections, numbering);
    for (let entry = 0; entry < field.sections.length(); entry += 1)
      printed.push(`["${field.name}/${field.sections.at(entry)}",[${print(entry)}]]`);
  }
  return printed.join(',');
}

/** An upper bound for the occurrences of a word in a section. */
const MOST_COUNT = 2 ** 20;

/** Prints word numbers with weights in ascending order: lunr compares two vectors in step. */
function vectorPrinter(
  field: FieldWords,
  sections: number,
  { found, numbers }: Numbering,
): (entry: number) => string {
  const { boost, lengths } = field;
  const average = meanLength(field);
  const rarity = new Float64Array(found.length);
  for (const [word, count] of found.entries())
    if (count > 0) rarity[numbers[word] ?? 0] = inverseFrequency(count, sections);
  return (entry) => {
    const start = entry === 0 ? 0 : field.ends.at(entry - 1);
    // Packs number and count into one value, to sort them without a comparison function.
    const pairs = new Float64Array(field.ends.at(entry) - start);
    for (let at = 0; at < pairs.length; at += 1) {
      const number = numbers[field.words.at(start + at)] ?? 0;
      pairs[at] = number * MOST_COUNT + Math.min(field.counts.at(start + at), MOST_COUNT - 1);
    }
    let printed = '';
    for (const pair of pairs.sort()) {
      const number = Math.floor(pair / MOST_COUNT);
      const weight =
        fieldWeight({ boost, average }, pair % MOST_COUNT, lengths.at(entry)) *
        itemAt(rarity, number);
      printed += `${printed === '' ? '' : ','}${number},${printWeight(weight)}`;
    }
    return printed;
  };
}

/**
 * Prints every word with the sections of each field that contain it. lunr reads only the keys, so the metadata is 0,
 * which saves a third of the parsing time.
 */
function printInverted(
  { fields, words }: IndexContent,
  sorted: readonly number[],
  numbers: Uint32Array,
): string {
  const postings = fields.map((field) => ({ name: field.name, ...invert(field, words.length) }));
  const printed: string[] = [];
  for (const word of sorted) {
    let entry = `[${JSON.stringify(words[word])},{"_index":${numbers[word] ?? 0}`;
    for (const { name, starts, sections } of postings) {
      const own = sections.subarray(starts[word], starts[word + 1]);
      entry += own.length === 0 ? `,"${name}":{}` : `,"${name}":{"${own.join('":0,"')}":0}`;
    }
    printed.push(`${entry}}]`);
  }
  return printed.join(',');
}

/** Prints a weight in steps of 2^¼, which keeps the order and compresses better than exact values. Never 0. */
function printWeight(weight: number): string {
  const step = 2 ** (Math.round(Math.log2(weight) * 4) / 4);
  return String(Number(step.toPrecision(2)));
}
