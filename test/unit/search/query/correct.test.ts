import { describe, expect, it } from 'vitest';
import { corrections, inflectionsOf } from '../../../../src/search/query/expand.ts';
import { createVocabulary } from '../../../../src/search/query/postings.ts';

const WORDS = [
  'backage',
  'mint',
  'minted',
  'minting',
  'mintmark',
  'pack',
  'package',
  'packages',
  'tenant',
  'übung',
];
const VOCABULARY = createVocabulary(WORDS.toSorted());

function corrected(word: string): readonly string[] {
  return corrections(word, VOCABULARY).map((index) => VOCABULARY.words[index] ?? '');
}

describe('corrections', () => {
  it.each([
    ['pakage', 'a letter left out'],
    ['packaage', 'a letter more'],
    ['packege', 'another letter'],
    ['pacakge', 'two letters swapped'],
  ])('finds package for %s: %s', (typed) => {
    expect(corrected(typed)).toContain('package');
  });

  it.each(['enant', 'etnant', 'xtenant', 'xenant', 'tenan', 'tenantt'])(
    'finds tenant for %s, wrong at its beginning or end',
    (typed) => {
      expect(corrected(typed)).toContain('tenant');
    },
  );

  it('finds every word one edit away, and none two away', () => {
    expect(corrected('aackage')).toEqual(['backage', 'package']);
    expect(corrected('tneatn')).toEqual([]);
  });

  it('finds words with the beginning of the English stem', () => {
    expect(corrected('minters')).toEqual(['mint', 'minted', 'minting', 'mintmark']);
  });

  it('leaves short words alone', () => {
    expect(corrected('pac')).toEqual([]);
    expect(corrected('')).toEqual([]);
  });
});

describe('inflectionsOf', () => {
  it('finds words with the same stem, not with the same beginning', () => {
    const forms = inflectionsOf('minting', VOCABULARY).map((index) => VOCABULARY.words[index]);
    expect(forms).toEqual(['mint', 'minted']);
    expect(inflectionsOf('fs.read', VOCABULARY)).toEqual([]);
  });
});
