// Okapi BM25 as configured in lunr 2.3.9: how fast repetition saturates, and how much length counts.
const K1 = 1.2;
const B = 0.75;

/** Field boosts. lunr applies them when the index is built, not when it is queried. */
export const FIELD_BOOSTS = { title: 5, content: 1, tags: 3, sidebarParentCategories: 2 } as const;

/** lunr's idf of a word (`lunr.idf`): from the number of fields of sections that contain it, and the number of sections. */
export function inverseFrequency(found: number, sections: number): number {
  return Math.log(1 + Math.abs((sections - found + 0.5) / (found + 0.5)));
}

/**
 * lunr's weight of a word in a field without its idf (`lunr.Builder.prototype.createFieldVectors`): BM25 of the number of
 * times that it occurs and the number of words in the field, times the boost.
 */
export function fieldWeight(
  { boost, average }: { readonly boost: number; readonly average: number },
  count: number,
  length: number,
): number {
  const saturation = K1 * (1 - B + (B * length) / average);
  return (boost * (K1 + 1) * count) / (saturation + count);
}
