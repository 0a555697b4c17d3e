import { describe, expect, it } from 'vitest';
import { cutContent } from '../../../../src/search/query/search-index.ts';

describe('cutContent', () => {
  it.each([
    ['  one \n\t two  ', 20, 'one two'],
    ['one two', 7, 'one two'],
    ['one twos', 7, 'one'],
    ['one two three', 7, 'one two'],
    ['one two three', 8, 'one two'],
    ['abcdefgh', 5, 'abcde'],
    ['a bcdefgh', 5, 'a'],
  ])('cuts %j at %i between words: %j', (text, length, cut) => {
    expect(cutContent(text, length)).toBe(cut);
  });

  it('cuts at 300 code units', () => {
    expect(cutContent('x'.repeat(301))).toBe('x'.repeat(300));
  });

  it('cuts scripts without spaces anywhere, but no character', () => {
    const text = `用 Vue ${'中文内容'.repeat(100)}`;
    expect(cutContent(text)).toBe(text.slice(0, 300));
    expect(cutContent(`a${'🎉'.repeat(400)}`)).toBe(`a${'🎉'.repeat(149)}`);
  });
});
