import { describe, expect, it } from 'vitest';
import { createIndexSizes } from '../../../../src/search/index/build-index.ts';

/** Digits that hardly pack: a packed byte holds some two and a half of them. */
function digits(length: number): string {
  let state = 1;
  let text = '';
  while (text.length < length) {
    state = (state * 48271) % 2147483647;
    text += state;
  }
  return text.slice(0, length);
}

const locate = (path: readonly string[]) => ({ file: path.join('.'), line: 1, column: 1 });

function check(content: string | readonly string[], maxIndexKilobytes?: number): readonly string[] {
  const sizes = createIndexSizes({ path: 'search-index-x.json', maxIndexKilobytes, locate });
  for (const one of [content].flat()) sizes.add(one);
  return sizes
    .check()
    .map(({ severity, code, location }) => `${severity} ${code} ${location?.file ?? ''}`);
}

describe('the size of an index file', () => {
  it('is measured with gzip', () => {
    expect(check('a'.repeat(3_000_000))).toEqual([]);
    expect(check('a'.repeat(3_000_000), 10)).toEqual([]);
    expect(check(digits(1_500_000))).toEqual([]);
  });

  it('above 1 MB is a warning', () => {
    expect(check(digits(3_000_000))).toEqual(['warning search-index-size ']);
    expect(check(digits(3_000_000), 5000)).toEqual(['warning search-index-size ']);
  });

  it('above the configured limit is an error at the limit', () => {
    expect(check(digits(3_000_000), 1100)).toEqual([
      'error search-index-limit search.maxIndexKilobytes',
    ]);
    expect(check(digits(30_000), 10)).toEqual([
      'error search-index-limit search.maxIndexKilobytes',
    ]);
    expect(check(digits(30_000), 20)).toEqual([]);
  });

  it('in slices is their sum, and needs no warning: readers load a few of them', () => {
    const slices = Array.from({ length: 4 }, () => digits(1_500_000));
    expect(check(slices)).toEqual([]);
    expect(check(slices, 5000)).toEqual([]);
    expect(check(slices, 2000)).toEqual(['error search-index-limit search.maxIndexKilobytes']);
  });
});
