import type { IndexedSection } from '../src/search/index/build-index.ts';
import { classOf, runningWords } from './search-figures.ts';
import { FUNCTION_WORDS, pick, randomFrom } from './words.ts';

export const TYPED_KINDS = ['noun', 'two words', 'identifier', 'prefix', 'misspelling'] as const;

/** What a reader types to find something. */
export interface TypedQuery {
  readonly kind: (typeof TYPED_KINDS)[number];
  readonly text: string;
}

/** Sections that queries are made of; each gives a query of every kind, if it has the words for it. */
const SOURCES = 50;

/**
 * Queries for things that a site of `pages` pages has: a word of a title, a word of a title with one of the text, an
 * identifier of the text, the first three letters of the noun, and a longer word with a letter dropped or two swapped.
 */
export function typedQueries(
  sections: Iterable<IndexedSection>,
  pages: number,
): readonly TypedQuery[] {
  const random = randomFrom(77);
  const queries: TypedQuery[] = [];
  let [page, before] = [-1, ''];
  for (const section of sections) {
    const { pageTitle, sectionRoute } = section.document;
    const [route = ''] = sectionRoute.split('#');
    if (route === before) continue;
    [page, before] = [page + 1, route];
    const isSource =
      Math.floor((page * SOURCES) / pages) > Math.floor(((page - 1) * SOURCES) / pages);
    if (page > 0 && !isSource) continue;
    queries.push(...queriesOf(pageTitle, section.text, random));
  }
  return queries;
}

function queriesOf(title: string, text: string, random: () => number): readonly TypedQuery[] {
  const topics = (words: string, shortest: number): readonly string[] =>
    [...new Set(runningWords(words).map((word) => word.toLowerCase()))].filter(
      (word) => classOf(word) === 'plain' && word.length >= shortest && !FUNCTION_WORDS.has(word),
    );
  const identifiers = runningWords(text).filter(
    (word) => classOf(word) === 'compound' && /^[\w.-]+$/.test(word),
  );
  const [noun] = topics(title, 4);
  const others = topics(text, 5).filter((word) => word !== noun);
  const [long] = [...topics(title, 6), ...topics(text, 6)];
  const queries: TypedQuery[] = [];
  if (noun !== undefined) {
    queries.push({ kind: 'noun', text: noun }, { kind: 'prefix', text: noun.slice(0, 3) });
    if (others.length > 0)
      queries.push({ kind: 'two words', text: `${noun} ${pick(others, random)}` });
  }
  if (identifiers.length > 0) queries.push({ kind: 'identifier', text: pick(identifiers, random) });
  if (long !== undefined) queries.push({ kind: 'misspelling', text: misspell(long, random) });
  return queries;
}

/** Drops a letter inside of a word or swaps it with the next one. */
function misspell(word: string, random: () => number): string {
  const at = 1 + Math.floor(random() * (word.length - 2));
  const swapped = word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2);
  if (swapped !== word && random() < 0.5) return swapped;
  return word.slice(0, at) + word.slice(at + 1);
}
