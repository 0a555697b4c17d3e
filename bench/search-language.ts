import { FUNCTION_WORDS, firstAbove, pick, type Random, randomFrom, upperFirst } from './words.ts';

/**
 * The frequency of the word of rank r: Zipf-Mandelbrot, 1 / (r + offset)^exponent, times 1 / (1 + r / knee)^fall, as the
 * frequencies of documentation fall faster after the words that every page has. Tails that fall with exponent e make a
 * vocabulary grow with Heaps' exponent 1 / e.
 */
export interface FrequencyLaw {
  readonly offset: number;
  readonly exponent: number;
  readonly knee: number;
  readonly fall: number;
}

/** Ranks whose frequencies are added up one by one; the rest is drawn from a power law. */
const TABLE = 1 << 17;

/** Draws ranks, from 0, without an upper bound. */
export function drawRanks(law: FrequencyLaw): (random: Random) => number {
  const sums = new Float64Array(TABLE);
  let total = 0;
  for (let rank = 0; rank < TABLE; rank += 1) {
    total += frequency(law, rank + 1);
    sums[rank] = total;
  }
  const steepness = law.exponent + law.fall - 1;
  const rest = (frequency(law, TABLE) * TABLE) / steepness;
  return (random) => {
    const target = random() * (total + rest);
    if (target < total) return firstAbove(sums, target);
    const rank = TABLE * (1 - random()) ** (-1 / steepness);
    return Math.min(Math.floor(rank), Number.MAX_SAFE_INTEGER);
  };
}

function frequency({ offset, exponent, knee, fall }: FrequencyLaw, rank: number): number {
  return (rank + offset) ** -exponent * (1 + rank / knee) ** -fall;
}

/** Words by rank; the same rank is always the same word. */
export interface Language {
  readonly plain: (rank: number) => string;
  /** An identifier, a path or a hyphenated word. */
  readonly compound: (rank: number) => string;
}

/** Knows real words, most frequent first, and makes up the rest from their sequences of letters. */
export function createLanguage(
  words: readonly string[],
  draw: (random: Random) => number,
): Language {
  const invent = createInvention(words);
  const made = new Map<number, string>();
  const plain = (rank: number): string => {
    const known = words[rank] ?? made.get(rank);
    if (known !== undefined) return known;
    const word = invent(randomFrom(rank));
    made.set(rank, word);
    return word;
  };
  // Names are made of common words: the most frequent of some that are drawn.
  const part = (random: Random): string => {
    const ranks = Array.from({ length: DRAWN_FOR_PART }, () => draw(random));
    const word = plain(Math.min(...ranks));
    return FUNCTION_WORDS.has(word) ? part(random) : word;
  };
  return { plain, compound: (rank) => compose(randomFrom(rank), part) };
}

const DRAWN_FOR_PART = 4;
const SHORTEST_INVENTED = 5;
const LONGEST_INVENTED = 14;

/** Continues three letters as the given words do. */
function createInvention(words: readonly string[]): (random: Random) => string {
  const known = new Set(words);
  const following = new Map<string, string[]>();
  for (const word of words) {
    const padded = `   ${word} `;
    for (let at = 3; at < padded.length; at += 1) {
      const before = padded.slice(at - 3, at);
      const letters = following.get(before);
      if (letters === undefined) following.set(before, [padded.charAt(at)]);
      else letters.push(padded.charAt(at));
    }
  }
  const invent = (random: Random): string => {
    let word = '   ';
    for (;;) {
      const letter = pick(following.get(word.slice(-3)) ?? [' '], random);
      if (letter === ' ') break;
      word += letter;
    }
    const { length } = word.trim();
    const isFit = length >= SHORTEST_INVENTED && length <= LONGEST_INVENTED;
    return isFit && !known.has(word.trim()) ? word.trim() : invent(random);
  };
  return invent;
}

type Part = (random: Random) => string;

/** Forms of compounds, each as often as its share in percent of the compounds of Bun's documentation. */
const FORMS: readonly (readonly [number, (random: Random, part: Part) => string])[] = [
  [21, (random, part) => `${part(random)}.${camel(random, part)}`],
  [14, (random, part) => `${part(random)}="${part(random)}-${part(random)}"`],
  [14, (random, part) => `${part(random)}-${part(random)}`],
  [13, camel],
  [10, (random, part) => `${part(random)}.${part(random)}(${camel(random, part)})`],
  [9, (random, part) => upperFirst(camel(random, part))],
  [7, (random, part) => `${part(random)}/${part(random)}/${part(random)}.${part(random)}`],
  [5, (random, part) => `${part(random)}${Math.floor(random() * 100)}`],
  [4, (random, part) => `${part(random)}_${part(random)}_${part(random)}`.toUpperCase()],
  [3, (random, part) => `--${part(random)}-${part(random)}`],
];
const FORM_LIST = FORMS.flatMap(([share, form]) => Array.from({ length: share }, () => form));

function compose(random: Random, part: Part): string {
  return pick(FORM_LIST, random)(random, part);
}

function camel(random: Random, part: Part): string {
  const rest = random() < 0.35 ? upperFirst(part(random)) : '';
  return `${part(random)}${upperFirst(part(random))}${rest}`;
}
