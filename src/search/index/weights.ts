import type { FieldWords } from './field-words.ts';

/** Okapi BM25 as lunr 2.3.9 sets it: how fast repetition saturates, and how much length counts. */
const K1 = 1.2;
const B = 0.75;

/** lunr's idf of a word (`lunr.idf`): by the number of fields of sections that hold it, and of all sections. */
export function inverseFrequency(found: number, sections: number): number {
  return Math.log(1 + Math.abs((sections - found + 0.5) / (found + 0.5)));
}

/**
 * lunr's weight of a word of a field (`lunr.Builder.prototype.createFieldVectors`) without its idf: BM25's
 * share of the number of times it occurs, by the length of the field against the average, and the boost.
 */
export function fieldWeight({
  boost,
  lengths,
}: FieldWords): (entry: number, count: number) => number {
  let sum = 0;
  for (let entry = 0; entry < lengths.length(); entry += 1) sum += lengths.at(entry);
  const average = sum / lengths.length();
  return (entry, count) => {
    const saturation = K1 * (1 - B + (B * lengths.at(entry)) / average);
    return (boost * (K1 + 1) * count) / (saturation + count);
  };
}

/** A weight as JSON with two significant digits, three decimals at most: the order stays, the file packs better. */
export function printWeight(weight: number): string {
  if (weight >= 100) return String(Math.round(weight / 10) * 10);
  if (weight >= 9.95) return String(Math.round(weight));
  if (weight >= 0.995) return TENTHS[Math.round(weight * 10)] ?? '0';
  const decimals = weight >= 0.0995 ? 100 : 1000;
  return String(Math.round(weight * decimals) / decimals);
}

const TENTHS = Array.from({ length: 100 }, (_, tenths) => String(tenths / 10));
