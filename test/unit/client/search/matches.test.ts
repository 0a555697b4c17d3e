import { describe, expect, it } from 'vitest';
import { createMatcher, markParts } from '../../../../src/client/search/matches.ts';
import { soughtTerms } from '../../../../src/client/search/service.ts';

/** The text with its marks in brackets. */
const marked = (text: string, ...terms: readonly string[]): string =>
  markParts(text, createMatcher(terms))
    .map((part) => (part.marked ? `[${part.text}]` : part.text))
    .join('');

describe('markParts', () => {
  it('marks whole words that begin with a term', () => {
    expect(marked('Tokens, a token and atoken.', 'token')).toBe('[Tokens], a [token] and atoken.');
  });

  it('marks other forms of a word', () => {
    expect(marked('Minting is to be minted.', 'minted')).toBe('[Minting] is to be [minted].');
  });

  it('marks identifiers by their parts', () => {
    expect(marked('nftGating, readFile', 'gating')).toBe('[nftGating], readFile');
    expect(marked('fs.readFile(path)', 'readfile')).toBe('fs.[readFile](path)');
    expect(marked('snake_case_name', 'case')).toBe('snake_[case]_name');
  });

  it('marks letters as the index folds them', () => {
    expect(marked('Ünïcode, UNICODE', 'unicode')).toBe('[Ünïcode], [UNICODE]');
  });

  it('marks nothing for a single letter', () => {
    expect(marked('a b ab', 'a')).toBe('a b ab');
  });

  it('marks parts of scripts without spaces, together where they touch', () => {
    expect(marked('これは日本語です', '日本', '本語')).toBe('これは[日本語]です');
  });

  it('marks parts of words in several scripts', () => {
    expect(marked('Vue组件的使用，组件和组件', '组件')).toBe('Vue[组件]的使用，[组件]和[组件]');
    expect(marked('使用Vue组件', 'vue')).toBe('使用[Vue]组件');
    expect(marked('عدد الملاحظات', 'ملاحظات')).toBe('عدد [الملاحظات]');
    expect(marked('วิธีทำงาน', 'ทํา')).toBe('วิธี[ทำ]งาน');
  });

  it('gives the text back whole', () => {
    expect(marked('', 'a')).toBe('');
    expect(marked('nothing here', 'other')).toBe('nothing here');
  });
});

describe('soughtTerms', () => {
  const sought = (query: string, ...terms: readonly string[]): readonly string[] =>
    soughtTerms(terms, { query });

  it('leaves out what stop words have matched', () => {
    expect(sought('to be minted a', 'about', 'be', 'minted', 'to', 'token')).toEqual(['minted']);
  });

  it('takes stop words where the query has nothing else', () => {
    expect(sought('to be', 'be', 'to')).toEqual(['be', 'to']);
  });

  it('takes the words that were looked for in the place of others', () => {
    const corrections = [{ typed: 'tokn', used: ['token'] }];
    expect(soughtTerms(['the', 'token'], { query: 'the tokn', searched: corrections })).toEqual([
      'token',
    ]);
  });

  it('takes parts of compounds and other forms', () => {
    expect(sought('nftGating', 'gating', 'nft', 'nftgating')).toEqual([
      'nft',
      'gating',
      'nftgating',
    ]);
    expect(sought('minted', 'minting')).toEqual(['minting']);
  });

  it('takes pairs of letters of scripts without spaces', () => {
    expect(sought('日本語', '日本', '本語')).toEqual(['日本', '本語']);
    expect(sought('Vue组件', 'vue', '组件')).toEqual(['组件', 'vue']);
    expect(sought('ติดตั้ง', 'ติด', 'ดตั้', 'ตั้ง')).toEqual(['ติด', 'ดตั้', 'ตั้ง']);
  });

  it('keeps the shortest of very many', () => {
    const many = Array.from({ length: 200 }, (_, index) => `co${'x'.repeat(200 - index)}`);
    const kept = sought('co', ...many);
    expect(kept).toHaveLength(40);
    expect(kept[0]).toBe('cox');
  });
});
