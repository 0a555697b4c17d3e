import { itemAt } from '../../shared/item-at.ts';
import type { Ranked } from './rank.ts';
import type { SearchDocument } from './search-index.ts';

/**
 * Puts sections behind all others that say, under the same title, what a better one says: a parameter that
 * forty operations share would fill the list.
 */
export function repeatsLast(
  ranked: readonly Ranked[],
  documents: readonly SearchDocument[],
): readonly Ranked[] {
  const said = new Set<string>();
  const first: Ranked[] = [];
  const repeats: Ranked[] = [];
  for (const hit of ranked) {
    const { title, content } = itemAt(documents, hit.document);
    const words = `${title}\n${content}`;
    (said.has(words) ? repeats : first).push(hit);
    said.add(words);
  }
  return [...first, ...repeats];
}
