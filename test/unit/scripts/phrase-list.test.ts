import { expect, it } from 'vitest';
import { findPhrases } from '../../../scripts/phrase-list.ts';

const phrases = (text: string): readonly string[] => findPhrases(text).map(({ phrase }) => phrase);

it('finds phrases that need decoding, at any length of line', () => {
  expect(findPhrases('fine\n// The id stands twice.')).toEqual([
    { line: 2, phrase: 'stands', instead: 'is' },
  ]);
  expect(phrases('/** What a page shows. */')).toEqual(['/** What a page shows. */']);
  expect(phrases('A file that is asked for, and what is said of it.')).toEqual([
    'is said',
    'asked for',
  ]);
  expect(phrases('The colours are normalised.')).toEqual(['normalised', 'colours'].toReversed());
});

it('leaves ordinary sentences alone', () => {
  const text = [
    'It stands for nothing else and stands in for it. What is it? The placeholder otherwise promises a locale.',
    "const place = catalog.color; // its own color, with amendments; 'a wise exercise'",
  ].join('\n');
  expect(phrases(text)).toEqual([]);
});
