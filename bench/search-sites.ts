import type { IndexedSection } from '../src/search/index/build-index.ts';
import { cutContent } from '../src/search/query/search-index.ts';
import { classOf, runningWords, type WordClass } from './search-figures.ts';
import { createLanguage, drawRanks, type FrequencyLaw, type Language } from './search-language.ts';
import { FUNCTION_WORDS, pick, randomFrom } from './words.ts';

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

export interface SiteSize {
  readonly pages: number;
  /** Means. Default: 7 sections a page, 60 words a section. */
  readonly sections?: number;
  readonly words?: number;
}

const PAGES_IN_CATEGORY = 25;
const TOPICS_OF_CATEGORY = 40;
/** How often the words of a title count among the words that its text repeats. */
const TITLE_WEIGHT = 4;

const COMMON_TITLES =
  'Example,Examples,Options,Usage,Basic usage,Parameters,Returns,Configuration,Error handling,Troubleshooting,See also,Reference,Prerequisites,Next steps,How it works,Notes'.split(
    ',',
  );

/**
 * The sections of a made-up documentation site, one by one. Words are as frequent as in real documentation, and gather
 * on the pages whose topics they are. The same words and size give the same sections on every machine.
 */
export function* makeSections(
  words: readonly string[],
  size: SiteSize,
): Generator<IndexedSection, void, undefined> {
  const draw = {
    plain: drawRanks(PROSE.plain.law),
    compound: drawRanks(PROSE.compound.law),
  };
  const language = createLanguage(words, draw.plain);
  for (let page = 0; page < size.pages; page += 1) {
    const category = Math.floor(page / PAGES_IN_CATEGORY);
    const topics = createVoice({ language, draw, random: randomFrom(90_000_000 + category) });
    yield* pageSections(page, size, categoryOf(category, topics), (random, urns) =>
      createVoice({ language, draw, random, category: urns }),
    );
  }
}

type Urns = Readonly<Record<WordClass, string[]>>;

interface Category {
  readonly labels: readonly string[];
  readonly topics: Urns;
}

function categoryOf(number: number, voice: Voice): Category {
  const label = upperFirst(`${voice.topic('plain')} ${voice.topic('plain')}`);
  const isNested = number % 3 === 2;
  const topics: Urns = { plain: [], compound: [] };
  for (let count = 0; count < TOPICS_OF_CATEGORY; count += 1) {
    topics.plain.push(voice.topic('plain'));
    topics.compound.push(voice.topic('compound'));
  }
  return { labels: isNested ? [`Part ${Math.ceil(number / 9)}`, label] : [label], topics };
}

function* pageSections(
  page: number,
  { sections: meanSections = 7, words: meanWords = 60 }: SiteSize,
  { labels, topics }: Category,
  voiceOf: (random: Random, topics: Urns) => Voice,
): Generator<IndexedSection, void, undefined> {
  const random = randomFrom(page);
  const voice = voiceOf(random, topics);
  const pageTitle = titleOf(voice, random, 2 + Math.floor(random() * 3));
  const tags = random() < 0.2 ? [voice.topic('plain'), voice.topic('plain')] : [];
  const route = `/docs/${slug(labels.join('-'))}/${slug(pageTitle)}-${page}`;
  const spread = Math.floor(meanSections / 2);
  const sections = meanSections - spread + Math.floor(random() * (2 * spread + 1));
  voice.remember(pageTitle);
  for (let section = 0; section < sections; section += 1) {
    const title = section === 0 ? pageTitle : sectionTitle(voice, random);
    voice.startSection();
    voice.remember(title);
    const text = sentences(voice, random, sectionLength(random, meanWords));
    const document = {
      id: '',
      title,
      content: cutContent(text),
      tags,
      sidebarParentCategories: labels,
      type: 'docs' as const,
      sectionTitle: title,
      pageTitle,
      sectionRoute: section === 0 ? route : `${route}#${slug(title)}-${section}`,
    };
    yield { document, text };
  }
}

/** Distinct words, at times one of them an identifier. */
function titleOf(voice: Voice, random: Random, words: number): string {
  const compound = random() < 0.25 ? Math.floor(random() * words) : -1;
  const chosen = new Set<string>();
  while (chosen.size < words) {
    const word = voice.topic(chosen.size === compound ? 'compound' : 'plain');
    if (/^[\w.-]+$/.test(word)) chosen.add(word);
  }
  return upperFirst([...chosen].join(' '));
}

/** Numbers of words of section titles. */
const TITLE_LENGTHS = [1, 1, 1, 2, 2, 2, 3, 3, 4];

function sectionTitle(voice: Voice, random: Random): string {
  if (random() < 0.2) return pick(COMMON_TITLES, random);
  return titleOf(voice, random, pick(TITLE_LENGTHS, random));
}

/** Most sections are shorter than the mean and a few are many times longer, as in real documentation (log-normal). */
function sectionLength(random: Random, mean: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Math.min(Math.max(4, Math.round(mean * Math.exp(0.9 * normal - 0.405))), 12 * mean);
}

function sentences(voice: Voice, random: Random, words: number): string {
  let text = '';
  let isStart = true;
  for (let word = 0; word < words; word += 1) {
    const next = voice.word();
    text += `${text === '' ? '' : ' '}${isStart ? upperFirst(next) : next}`;
    isStart = word === words - 1 || random() < 0.07;
    if (isStart) text += '.';
    else if (random() < 0.06) text += ',';
  }
  return text;
}

type Random = () => number;

/** The source of a page's words. */
interface Voice {
  /** The next word of the text. */
  readonly word: () => string;
  /** A word that is no function word. */
  readonly topic: (wanted: WordClass) => string;
  /** Makes the words of a title words that the text repeats. */
  readonly remember: (title: string) => void;
  readonly startSection: () => void;
}

interface VoiceInput {
  readonly language: Language;
  readonly draw: Readonly<Record<WordClass, (random: Random) => number>>;
  readonly random: Random;
  readonly category?: Urns;
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
      category?.[wanted] ?? [],
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

function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

function upperFirst(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
