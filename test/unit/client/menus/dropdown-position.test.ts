import { describe, expect, it } from 'vitest';
import { shiftInside } from '../../../../src/client/menus/dropdowns.ts';

describe('shiftInside', () => {
  it.each([
    ['stays where it is inside', { left: 50, right: 250 }, 0],
    ['comes back over the right edge', { left: 900, right: 1100 }, -108],
    ['comes back over the left edge', { left: -20, right: 100 }, 28],
    ['begins at the left edge where it is too wide', { left: 100, right: 1300 }, -92],
  ])('a list %s', (_, box, shift) => {
    expect(shiftInside(box, 1000)).toBe(shift);
  });
});
