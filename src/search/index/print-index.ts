import { itemAt } from '../../shared/item-at.ts';
import { FIELDS } from '../query/index-reader.ts';
import { FIELD_BOOSTS, fieldWeight, inverseFrequency } from '../query/lunr-weights.ts';
import { LUNR_VERSION } from '../query/score.ts';
import { invert, type WordCounts } from './invert.ts';
import { fieldOf, meanLength, type SectionTable, wordOf } from './section-table.ts';

export interface IndexContent {
  readonly table: SectionTable;
  /** By number. */
  readonly words: readonly string[];
  /** All words in the order of code units, as in lunr's form. */
  readonly order: Uint32Array;
  readonly counts: WordCounts;
}

/** Prints the JSON that `lunr.Index.load` reads (`lunr.Index.prototype.toJSON`), and a digit for the kind of each section. */
export function printIndex(content: IndexContent): string {
  const { postings } = content.counts;
  const used = content.order.filter((word) => itemAt(postings, word) > 0);
  // Assigns file numbers by frequency, the shortest to the most frequent: vectors compress a tenth better.
  const numbers = new Uint32Array(postings.length);
  const order = [...used].sort((a, b) => itemAt(postings, b) - itemAt(postings, a));
  for (const [number, word] of order.entries()) numbers[word] = number;
  const names = JSON.stringify(FIELDS);
  // Prints one vector for each section with the field, field by field: vectors of one field compress better together.
  const { table } = content;
  const rarity = new Float64Array(numbers.length);
  for (const [word, count] of content.counts.postings.entries())
    if (count > 0) rarity[itemAt(numbers, word)] = inverseFrequency(count, table.size);
  const printed: string[] = [];
  for (const [field, name] of FIELDS.entries()) {
    const size = { boost: FIELD_BOOSTS[name], average: meanLength(table, field) };
    for (let section = 0; section < table.size; section += 1) {
      const length = itemAt(table.lengths, section * FIELDS.length + field);
      if (length === 0) continue;
      const weights = Array.from(vectorOf(table, { section, field, numbers }), (pair) => {
        const number = Math.floor(pair / 256);
        const weight = fieldWeight(size, pair % 256, length) * itemAt(rarity, number);
        return `${number},${printWeight(weight)}`;
      });
      printed.push(`["${name}/${section}",[${weights.join(',')}]]`);
    }
  }
  const vectors = printed.join(',');
  const inverted = printInverted(content, used, numbers);
  return `{"version":"${LUNR_VERSION}","fields":${names},"fieldVectors":[${vectors}],"invertedIndex":[${inverted}],"pipeline":[],"kinds":"${content.table.kinds.join('')}"}`;
}

interface VectorInput {
  readonly section: number;
  readonly field: number;
  readonly numbers: Uint32Array;
}

/** 256 × the word's number + how often the field has it, in ascending order: lunr compares two vectors in step. */
function vectorOf(table: SectionTable, { section, field, numbers }: VectorInput): Uint32Array {
  return table.postings
    .subarray(table.postingStarts[section], table.postingStarts[section + 1])
    .filter((posting) => fieldOf(posting) === field)
    .map((posting) => itemAt(numbers, wordOf(posting)) * 256 + (posting & 255))
    .sort();
}

/**
 * Prints every word with the sections of each field that contain it. lunr reads only the keys, so the metadata is 0,
 * which saves a third of the parsing time.
 */
function printInverted(
  { table, words, counts }: IndexContent,
  used: Uint32Array,
  numbers: Uint32Array,
): string {
  const { starts, sections, values } = invert(table, used, counts);
  const printed: string[] = [];
  for (const word of used) {
    const own = FIELDS.map((): number[] => []);
    const start = itemAt(starts, word);
    for (let at = start; at < start + itemAt(counts.postings, word); at += 1)
      itemAt(own, fieldOf(itemAt(values, at))).push(itemAt(sections, at));
    const fields = own.map((list, field) =>
      list.length === 0
        ? `,"${FIELDS[field]}":{}`
        : `,"${FIELDS[field]}":{"${list.join('":0,"')}":0}`,
    );
    printed.push(
      `[${JSON.stringify(words[word])},{"_index":${itemAt(numbers, word)}${fields.join('')}}]`,
    );
  }
  return printed.join(',');
}

/** Prints a weight in steps of 2^¼, which keeps the order and compresses better than exact values. Never 0. */
function printWeight(weight: number): string {
  const step = 2 ** (Math.round(Math.log2(weight) * 4) / 4);
  return String(Number(step.toPrecision(2)));
}
