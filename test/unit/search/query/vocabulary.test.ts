import { describe, expect, it } from 'vitest';
import {
  indexOfWord,
  mostFrequent,
  type Vocabulary,
  wordRange,
  wordsNear,
} from '../../../../src/search/query/vocabulary.ts';

const WORDS = [
  'backage',
  'configuration',
  'mint',
  'minted',
  'minting',
  'pack',
  'package',
  'packages',
  'tenant',
  'übung',
];
const VOCABULARY: Vocabulary = { words: WORDS, counts: WORDS.map((_, at) => at % 4) };

function near(word: string, distance: number, isBeginning = false): readonly string[] {
  return wordsNear(VOCABULARY, word, { distance, isBeginning })
    .map((index) => WORDS[index] ?? '')
    .toSorted();
}

describe('wordsNear', () => {
  it.each([
    ['pakage', 'a letter left out'],
    ['packaage', 'a letter more'],
    ['packege', 'another letter'],
    ['pacakge', 'two letters swapped'],
  ])('finds package for %s: %s', (typed) => {
    expect(near(typed, 1)).toContain('package');
  });

  it.each(['enant', 'etnant', 'xtenant', 'xenant', 'tenan', 'tenantt'])(
    'finds tenant for %s, wrong at its beginning or end',
    (typed) => {
      expect(near(typed, 1)).toEqual(['tenant']);
    },
  );

  it('finds every word at the distance, and none further away', () => {
    expect(near('aackage', 1)).toEqual(['backage', 'package']);
    expect(near('tneatn', 1)).toEqual([]);
    expect(near('tneatn', 2)).toEqual(['tenant']);
    expect(near('confgurtion', 2)).toEqual(['configuration']);
    expect(near('ubung', 1)).toEqual(['übung']);
  });

  it('finds the words whose beginning is near', () => {
    expect(near('pakag', 1, true)).toEqual(['package', 'packages']);
    expect(near('minb', 1, true)).toEqual(['mint', 'minted', 'minting']);
    expect(near('tennnt', 1, true)).toEqual(['tenant']);
  });

  it('finds very many words that begin alike', () => {
    const words = Array.from({ length: 200_000 }, (_, at) => `prefix${100_000 + at}`);
    const found = wordsNear({ words, counts: [] }, 'prefjx', { distance: 1, isBeginning: true });
    expect(found).toHaveLength(200_000);
  });

  it('agrees with the distance of every pair of words', () => {
    const letters = ['a', 'b', 'c'];
    const pairs = letters.flatMap((one) => letters.map((other) => one + other));
    const words = pairs.flatMap((one) => pairs.map((other) => one + other)).concat(pairs);
    const vocabulary = { words: words.toSorted(), counts: words.map(() => 1) };
    for (const word of words) {
      const found = wordsNear(vocabulary, word, { distance: 1, isBeginning: false });
      const expected = vocabulary.words.filter((other) => edits(word).has(other));
      expect(found.map((index) => vocabulary.words[index]).toSorted(), word).toEqual(expected);
    }

    /** All texts of the letters within one edit. */
    function edits(word: string): ReadonlySet<string> {
      const cuts = Array.from({ length: word.length + 1 }, (_, at) => at);
      return new Set([
        word,
        ...cuts.flatMap((at) => {
          const [left, right] = [word.slice(0, at), word.slice(at)];
          return [
            left + right.slice(1),
            `${left}${right.charAt(1)}${right.charAt(0)}${right.slice(2)}`,
            ...letters.flatMap((letter) => [left + letter + right, left + letter + right.slice(1)]),
          ];
        }),
      ]);
    }
  });
});

describe('the words of an index', () => {
  it('are found by themselves and by their beginnings', () => {
    expect(indexOfWord(VOCABULARY, 'mint')).toBe(2);
    for (const unknown of ['', 'min', 'mints', 'zebra'])
      expect(indexOfWord(VOCABULARY, unknown)).toBe(-1);
    const begun = (prefix: string): readonly string[] => {
      const { from, to } = wordRange(VOCABULARY, prefix);
      return WORDS.slice(from, to);
    };
    expect(begun('mint')).toEqual(['mint', 'minted', 'minting']);
    expect(begun('pack')).toEqual(['pack', 'package', 'packages']);
    expect(begun('')).toEqual(WORDS);
    expect(begun('x')).toEqual([]);
  });

  it('are cut to the most frequent, in their order', () => {
    expect(mostFrequent(VOCABULARY, [3, 4, 5, 6], 2)).toEqual(['minted', 'package']);
    expect(mostFrequent(VOCABULARY, [2, 3], 2)).toEqual(['mint', 'minted']);
  });
});
