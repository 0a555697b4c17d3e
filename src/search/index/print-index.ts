import type { FieldWords } from './field-words.ts';

interface IndexContent {
  readonly fields: readonly FieldWords[];
  /** By number. */
  readonly words: readonly string[];
  readonly sections: number;
}

/** Version of lunr's serialized form. */
const LUNR_VERSION = '2.3.9';

/** Prints the JSON that `lunr.Index.load` reads (`lunr.Index.prototype.toJSON`). */
export function printIndex(content: IndexContent): string {
  const found = countFields(content);
  const sorted = sortWords(content.words, found);
  const numbers = numberWords(sorted, found);
  const names = JSON.stringify(content.fields.map(({ name }) => name));
  const vectors = printVectors(content, { found, numbers });
  const inverted = printInverted(content, sorted, numbers);
  return `{"version":"${LUNR_VERSION}","fields":${names},"fieldVectors":[${vectors}],"invertedIndex":[${inverted}],"pipeline":[]}`;
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

/** Prints one vector for each field of each section, section by section. */
function printVectors({ fields, sections }: IndexContent, numbering: Numbering): string {
  const cursors = fields.map((field) => ({
    field,
    entry: 0,
    print: vectorPrinter(field, sections, numbering),
  }));
  const printed: string[] = [];
  for (let section = 0; section < sections; section += 1) {
    for (const cursor of cursors) {
      const { field, entry, print } = cursor;
      if (entry === field.sections.length() || field.sections.at(entry) !== section) continue;
      printed.push(`["${field.name}/${section}",[${print(entry)}]]`);
      cursor.entry += 1;
    }
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
  const weigh = fieldWeight(field);
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
      const weight = weigh(entry, pair % MOST_COUNT) * (rarity[number] ?? 0);
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

/** The sections of each word `w`, ascending: from `starts[w]` to before `starts[w + 1]`. */
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

// Okapi BM25 as configured in lunr 2.3.9: how fast repetition saturates, and how much length counts.
const K1 = 1.2;
const B = 0.75;

/** lunr's idf of a word (`lunr.idf`): from the number of fields that contain it, and the number of sections. */
function inverseFrequency(found: number, sections: number): number {
  return Math.log(1 + Math.abs((sections - found + 0.5) / (found + 0.5)));
}

/** lunr's weight of a word in a field (`lunr.Builder.prototype.createFieldVectors`) without its idf: BM25 and the boost. */
function fieldWeight({ boost, lengths }: FieldWords): (entry: number, count: number) => number {
  let sum = 0;
  for (let entry = 0; entry < lengths.length(); entry += 1) sum += lengths.at(entry);
  const average = sum / lengths.length();
  return (entry, count) => {
    const saturation = K1 * (1 - B + (B * lengths.at(entry)) / average);
    return (boost * (K1 + 1) * count) / (saturation + count);
  };
}

/** Prints a weight with two significant digits, at most three decimals, which keeps the order and compresses better. */
function printWeight(weight: number): string {
  if (weight >= 100) return String(Math.round(weight / 10) * 10);
  if (weight >= 9.95) return String(Math.round(weight));
  if (weight >= 0.995) return TENTHS[Math.round(weight * 10)] ?? '0';
  const decimals = weight >= 0.0995 ? 100 : 1000;
  return String(Math.round(weight * decimals) / decimals);
}

const TENTHS = Array.from({ length: 100 }, (_, tenths) => String(tenths / 10));
