import type { IndexedSection } from '../src/search/index/build-index.ts';
import { cutContent } from '../src/search/query/search-index.ts';
import type { WordClass } from './search-figures.ts';
import { createVoices, type Topics, type Voice } from './search-voice.ts';
import { pick, type Random, randomFrom, upperFirst } from './words.ts';

export interface SiteSize {
  readonly pages: number;
  /** Means. Default: 7 sections a page, 60 words a section. */
  readonly sections?: number;
  readonly words?: number;
}

const PAGES_IN_CATEGORY = 25;
const TOPICS_OF_CATEGORY = 40;
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
  { pages, sections = 7, words: length = 60 }: SiteSize,
): Generator<IndexedSection, void, undefined> {
  const createVoice = createVoices(words);
  for (let page = 0; page < pages; page += 1) {
    const number = Math.floor(page / PAGES_IN_CATEGORY);
    const category = makeCategory(number, createVoice(randomFrom(90_000_000 + number)));
    const random = randomFrom(page);
    const voice = createVoice(random, category.topics);
    yield* makePage({ number: page, sections, length, category, random, voice });
  }
}

interface Category {
  readonly labels: readonly string[];
  readonly topics: Topics;
}

function makeCategory(number: number, voice: Voice): Category {
  const label = upperFirst(`${voice.topic('plain')} ${voice.topic('plain')}`);
  const isNested = number % 3 === 2;
  const topics = (kind: WordClass): readonly string[] =>
    Array.from({ length: TOPICS_OF_CATEGORY }, () => voice.topic(kind));
  return {
    labels: isNested ? [`Part ${Math.ceil(number / 9)}`, label] : [label],
    topics: { plain: topics('plain'), compound: topics('compound') },
  };
}

interface PageInput {
  readonly number: number;
  /** Means. */
  readonly sections: number;
  readonly length: number;
  readonly category: Category;
  readonly random: Random;
  readonly voice: Voice;
}

function* makePage(input: PageInput): Generator<IndexedSection, void, undefined> {
  const { number, category, random, voice } = input;
  const pageTitle = titleOf(voice, random, 2 + Math.floor(random() * 3));
  const tags = random() < 0.2 ? [voice.topic('plain'), voice.topic('plain')] : [];
  const route = `/docs/${slug(category.labels.join('-'))}/${slug(pageTitle)}-${number}`;
  const spread = Math.floor(input.sections / 2);
  const sections = input.sections - spread + Math.floor(random() * (2 * spread + 1));
  voice.remember(pageTitle);
  for (let section = 0; section < sections; section += 1) {
    const title = section === 0 ? pageTitle : sectionTitle(voice, random);
    voice.startSection();
    voice.remember(title);
    const text = sentences(voice, random, sectionLength(random, input.length));
    const document = {
      id: '',
      title,
      content: cutContent(text),
      tags,
      sidebarParentCategories: category.labels,
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

function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
