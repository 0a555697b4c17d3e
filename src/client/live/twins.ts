import { itemAt } from '../../shared/item-at.ts';

/**
 * The index at which something of a list stands in a later list, by what both say of it: what is equal at the
 * beginning and at the end stays, and between them the first equal one is taken, else, where nothing was added
 * or removed, the one in the same place. Undefined for what is gone.
 */
export function twinIndex(
  before: readonly string[],
  after: readonly string[],
  index: number,
): number | undefined {
  const { start, end } = equalEnds(before, after);
  const grown = after.length - before.length;
  if (index < start) return index;
  if (index >= before.length - end) return index + grown;
  const found = after.indexOf(itemAt(before, index), start);
  if (found >= 0 && found < after.length - end) return found;
  return grown === 0 ? index : undefined;
}

/** How many are equal at the beginning of two lists, and how many of the others at the end. */
export function equalEnds(
  before: readonly string[],
  after: readonly string[],
): { readonly start: number; readonly end: number } {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return { start, end };
}
