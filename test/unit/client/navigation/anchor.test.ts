import { describe, expect, it } from 'vitest';
import { anchorIds } from '../../../../src/client/navigation/arrival.ts';

describe('anchorIds', () => {
  it.each([
    ['#usage', ['usage', 'usage']],
    ['#na%C3%AFve', ['na%C3%AFve', 'naïve']],
    ['#%E0%A4%A', ['%E0%A4%A']],
    ['#', []],
    ['', []],
    ['##', ['#', '#']],
  ])('%s may name %o', (hash, ids) => {
    expect(anchorIds(hash)).toEqual(ids);
  });
});
