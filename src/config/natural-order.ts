import { compareStrings } from '../diagnostics/diagnostic.ts';
import { itemAt } from '../shared/item-at.ts';

/** Orders names as people count: `2-b` before `10-a`, without case first. The same in every locale. */
export function compareNatural(a: string, b: string): number {
  const left = chunks(a);
  const right = chunks(b);
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    const order = compareChunk(itemAt(left, index), itemAt(right, index));
    if (order !== 0) return order;
  }
  return left.length - right.length || compareStrings(a, b);
}

function chunks(name: string): readonly string[] {
  return name.toLowerCase().match(/\d+|\D+/g) ?? [];
}

function compareChunk(a: string, b: string): number {
  const bothNumbers = /^\d/.test(a) && /^\d/.test(b);
  if (!bothNumbers) return compareStrings(a, b);
  const left = a.replace(/^0+/, '');
  const right = b.replace(/^0+/, '');
  return left.length - right.length || compareStrings(left, right);
}
