import { expect, it } from 'vitest';
import { itemAt } from '../../../src/shared/item-at.ts';

it('gives the item, and throws where there is none', () => {
  expect(itemAt(['a', ''], 1)).toBe('');
  expect(itemAt(new Uint8Array([7]), 0)).toBe(7);
  for (const index of [-1, 2, 0.5, NaN])
    expect(() => itemAt(['a', 'b'], index)).toThrow(`no item at index ${index} of 2`);
});
