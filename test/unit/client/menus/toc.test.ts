import { describe, expect, it } from 'vitest';
import { activeHeading } from '../../../../src/client/menus/toc.ts';

const AREA = { start: 60, middle: 400 };

describe('activeHeading', () => {
  it.each([
    ['the first below the navbar in the upper half', [-300, 60, 200], 1],
    ['the one before it, where it is in the lower half', [-300, 400, 900], 0],
    ['the first, where none is before it', [500, 900], 0],
    ['the last, where all are above', [-900, -300, 59], 2],
    ['none of those that are folded away', [-300, undefined, 200, undefined], 2],
    ['the one before those that are folded away', [-300, undefined, 500], 0],
    ['none where none is shown', [undefined], -1],
    ['none where there is none', [], -1],
  ] as const)('is %s', (_, tops, index) => {
    expect(activeHeading(tops, AREA)).toBe(index);
  });
});
