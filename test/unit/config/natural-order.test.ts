import { describe, expect, it } from 'vitest';
import { compareNatural } from '../../../src/config/natural-order.ts';

describe('compareNatural', () => {
  it('counts digits by value', () => {
    const names = ['10-end', '2-middle', '1-start', '02-other', 'a', 'B', 'A'];
    expect(names.toSorted(compareNatural)).toEqual([
      '1-start',
      '2-middle',
      '02-other',
      '10-end',
      'A',
      'a',
      'B',
    ]);
  });
  it('is the same whatever order it starts from', () => {
    const names = ['v1.10', 'v1.9', 'v1', 'v01', 'v', 'V1', 'v1.2.3', 'ü', 'z'];
    const sorted = names.toSorted(compareNatural);
    expect(names.toReversed().toSorted(compareNatural)).toEqual(sorted);
    expect(sorted.indexOf('v1.9')).toBeLessThan(sorted.indexOf('v1.10'));
  });
});
