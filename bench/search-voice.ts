import { classOf, runningWords, type WordClass } from './search-figures.ts';
import { createLanguage, drawRanks, type FrequencyLaw, type Language } from './search-language.ts';
import { FUNCTION_WORDS, pick, type Random } from './words.ts';

/** Probabilities that a word of a topic repeats one of the section, of the page, or a topic of the category. */
interface Clustering {
  readonly section: number;
  readonly page: number;
  readonly category: number;
}

interface Prose {
  readonly law: FrequencyLaw;
  readonly clustering: Clustering;
}

/** Fitted so that the figures of a generated text of the same size are near those of Bun's documentation. */
const PROSE: Readonly<Record<WordClass, Prose>> = {
  plain: {
    law: { offset: 1.4, exponent: 0.76, knee: 2900, fall: 2.1 },
    clustering: { section: 0.29, page: 0.24, category: 0.1 },
  },
  compound: {
    law: { offset: 2.7, exponent: 0.89, knee: 3400, fall: 0.25 },
    clustering: { section: 0.2, page: 0.13, category: 0.05 },
  },
};

/** Share of compounds in running text. */
const COMPOUNDS = 0.128;

/** How often the words of a title count among the words that its text repeats. */
const TITLE_WEIGHT = 4;

/** The source of a page's words. */
export interface Voice {
  /** The next word of the text. */
  readonly word: () => string;
  /** A word that is no function word. */
  readonly topic: (wanted: WordClass) => string;
  /** Makes the words of a title words that the text repeats. */
  readonly remember: (title: string) => void;
  readonly startSection: () => void;
}

/** Words to draw from. */
export type Topics = Readonly<Record<WordClass, readonly string[]>>;
type Urns = Readonly<Record<WordClass, string[]>>;

const NO_TOPICS: Topics = { plain: [], compound: [] };

/** Takes real words, most frequent first. All voices have the same language, each its own subject. */
export function createVoices(
  words: readonly string[],
): (random: Random, category?: Topics) => Voice {
  const draw = { plain: drawRanks(PROSE.plain.law), compound: drawRanks(PROSE.compound.law) };
  const language = createLanguage(words, draw.plain);
  return (random, category = NO_TOPICS) => createVoice({ language, draw, random, category });
}

interface VoiceInput {
  readonly language: Language;
  readonly draw: Readonly<Record<WordClass, (random: Random) => number>>;
  readonly random: Random;
  readonly category: Topics;
}

function createVoice({ language, draw, random, category }: VoiceInput): Voice {
  const page: Urns = { plain: [], compound: [] };
  let section: Urns = { plain: [], compound: [] };
  const keep = (wanted: WordClass, word: string, times = 1): void => {
    for (let time = 0; time < times; time += 1) {
      section[wanted].push(word);
      page[wanted].push(word);
    }
  };
  const next = (wanted: WordClass): string => {
    const word = language[wanted](draw[wanted](random));
    if (FUNCTION_WORDS.has(word)) return word;
    const urn = chooseUrn(PROSE[wanted].clustering, random(), [
      section[wanted],
      page[wanted],
      category[wanted],
    ]);
    const used = urn === undefined ? word : pick(urn, random);
    keep(wanted, used);
    // A text about `fs.readFile` has the words of its name, too.
    if (wanted === 'compound') keep('plain', pick(partsOf(used), random));
    return used;
  };
  const topic = (wanted: WordClass): string => {
    const word = next(wanted);
    return FUNCTION_WORDS.has(word) ? topic(wanted) : word;
  };
  return {
    topic,
    word: () => next(random() < COMPOUNDS ? 'compound' : 'plain'),
    remember(title) {
      for (const word of runningWords(title)) {
        const wanted = classOf(word);
        keep(wanted, wanted === 'plain' ? word.toLowerCase() : word, TITLE_WEIGHT);
      }
    },
    startSection() {
      section = { plain: [], compound: [] };
    },
  };
}

/** The words of letters in a compound. */
function partsOf(compound: string): readonly string[] {
  return (compound.match(/\p{Lu}?\p{Ll}+|\p{Lu}+/gu) ?? [compound]).map((part) =>
    part.toLowerCase(),
  );
}

/** The words to repeat one of; undefined for a word that is drawn anew. */
function chooseUrn(
  { section, page, category }: Clustering,
  random: number,
  urns: readonly [readonly string[], readonly string[], readonly string[]],
): readonly string[] | undefined {
  const at = random < section ? 0 : random < section + page ? 1 : 2;
  const urn = random < section + page + category ? urns[at] : undefined;
  return urn === undefined || urn.length === 0 ? undefined : urn;
}
