export type Random = () => number;

/** Numbers in [0, 1), the same sequence for the same seed (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const COMMON =
  'the of and to a in is that for it with as on are be this by or an from at not when which can has if your one all will have each other more its than use only you after before same into must does so no between any they where then new first two both until while every';

const OTHER_FUNCTION_WORDS =
  'but was were been being would could should may might also how what why who there here these those them he she his her our we us i me my out up down off over under about above below again per via than too very just like some such own same let want does did do done has had having get got see need needs either nor yet still though because since whether without within both few most much many even else however instead';

/** Words that say little about a subject. */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set([
  ...COMMON.split(' '),
  ...OTHER_FUNCTION_WORDS.split(' '),
]);

const TECHNICAL =
  'request response server client value key token page file build field name list type error option function call result object path version state index user data order query message event change default module service network cache record limit update table source format string number address process session thread schema parser header body status stream batch account access write read handler retry timeout signal output input storage cluster worker queue contract ledger wallet block chain badge player score level reward signature proof policy scope tenant region replica snapshot backup release migration gateway router endpoint payload cursor filter buffer channel template component layout route anchor heading section document example guide reference tutorial overview command argument variable property method interface package dependency compiler runtime';

const ONSETS = 'b c d f g h j l m n p r s t v w ch sh br cl dr fl gr pl pr st tr'.split(' ');
const NUCLEI = 'a e i o u a e i o ea ou'.split(' ');
const CODAS = ['', '', '', 'n', 'r', 's', 't', 'l', 'm', 'ct', 'nt', 'st'];
const ENDINGS = ['', '', '', '', 'e', 'ing', 'ed', 'er', 'ion', 'ment', 'able', 'ly', 's'];
const TAIL_WORDS = 6000;

/** A vocabulary in order of frequency: function words, technical words, then made-up words that look English. */
export function makeVocabulary(): readonly string[] {
  const random = randomFrom(11);
  const words = new Set([...COMMON.split(' '), ...TECHNICAL.split(' ')]);
  const size = words.size + TAIL_WORDS;
  while (words.size < size) words.add(inventWord(random));
  return [...words];
}

function inventWord(random: () => number): string {
  const syllable = (): string => pick(ONSETS, random) + pick(NUCLEI, random) + pick(CODAS, random);
  const syllables = random() < 0.6 ? syllable() : syllable() + syllable();
  return syllables + pick(ENDINGS, random);
}

/** Picks an item of a non-empty list with equal probability. */
export function pick<T>(list: readonly T[], random: () => number): T {
  const chosen = list[Math.floor(random() * list.length)];
  if (chosen === undefined) throw new Error('nothing to pick from');
  return chosen;
}

/** Draws words of a vocabulary with the frequencies of Zipf's law: the word of rank r has weight 1 / (r + 2). */
export function zipf(vocabulary: readonly string[]): (random: () => number) => string {
  const sums: number[] = [];
  let total = 0;
  for (const rank of vocabulary.keys()) sums.push((total += 1 / (rank + 2)));
  return (random) => vocabulary[firstAbove(sums, random() * total)] ?? 'the';
}

/** The position of the first of ascending sums that is greater than a number; the last position if none is. */
export function firstAbove(sums: ArrayLike<number>, target: number): number {
  let low = 0;
  let high = sums.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sums[middle] ?? 0) > target) high = middle;
    else low = middle + 1;
  }
  return low;
}

export function upperFirst(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
