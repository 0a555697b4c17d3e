import type { IndexedSection } from '../src/search/index/build-index.ts';
import { randomFrom } from './words.ts';

/** A query with the sections (by number) that answer it. */
export interface LabeledQuery {
  readonly rule: Rule;
  readonly query: string;
  readonly expected: ReadonlySet<number>;
}

/**
 * Queries are derived from the corpus by fixed rules, so that nobody can tune for them:
 * - `heading`: a section's heading; if several sections have the same one, with the page's title before it.
 * - `identifier`: the first word of a heading with separators or camel case (`fs.readFile`, `--save-dev`), answered by
 *   every section with that identifier in its heading.
 * - `typo`: a heading with one letter dropped or two neighbors swapped in its longest word, which has at least six
 *   letters; a fixed seed selects the position.
 * - `number`: a heading with its longest word, of at least five letters, in the other number (`s` added or removed).
 * - `rare words`: the two rarest words of a section (letters only, at least five) if only this section has both.
 * - `beginning`: the three longest words (letters only, at least four) of the first twelve of a section's text,
 *   in their order, answered by every section whose text begins with all three.
 * - `unfinished`: a heading without its last two letters.
 * - `operation`: method and path of an operation.
 */
export type Rule =
  | 'heading'
  | 'identifier'
  | 'typo'
  | 'unfinished'
  | 'number'
  | 'rare words'
  | 'beginning'
  | 'operation';

/** Maximum number of queries of each rule, evenly spread over the corpus. */
const MOST = 300;

export function labeledQueries(sections: readonly IndexedSection[]): readonly LabeledQuery[] {
  const headings = headingQueries(sections);
  const made = [
    headings,
    identifierQueries(sections),
    headings.flatMap(withTypo),
    headings.flatMap(unfinished),
    headings.flatMap(inOtherNumber),
    rareWordQueries(sections),
    beginningQueries(sections),
    operationQueries(sections),
  ];
  return made.flatMap(spread);
}

function spread(queries: readonly LabeledQuery[]): readonly LabeledQuery[] {
  if (queries.length <= MOST) return queries;
  return Array.from(
    { length: MOST },
    (_, index) => queries[Math.floor((index * queries.length) / MOST)],
  ).filter((query) => query !== undefined);
}

function headingQueries(sections: readonly IndexedSection[]): readonly LabeledQuery[] {
  const byTitle = group(sections, ({ document }) => [document.title.toLowerCase()]);
  const byBoth = group(sections, ({ document }) => [bothTitles(document)]);
  return sections.flatMap(({ document }, number) => {
    const isAlone = byTitle.get(document.title.toLowerCase())?.length === 1;
    const both = bothTitles(document);
    if (!isAlone && (byBoth.get(both)?.length !== 1 || document.title === document.pageTitle))
      return [];
    const query = isAlone ? document.title : `${document.pageTitle} ${document.title}`;
    return [{ rule: 'heading' as const, query, expected: new Set([number]) }];
  });
}

function bothTitles({ pageTitle, title }: IndexedSection['document']): string {
  return `${pageTitle} ${title}`.toLowerCase();
}

const IDENTIFIER = /^(?=.*\p{L})[\w.@/:-]*(?:\w[._/:-]\w|\p{Ll}\p{Lu})[\w.@/:-]*/u;

function identifierQueries(sections: readonly IndexedSection[]): readonly LabeledQuery[] {
  const identifiers = group(sections, ({ document }) =>
    document.title
      .split(/[\s()[\]{}<>"'`,;=|]+/)
      .flatMap((word) => IDENTIFIER.exec(word)?.[0].replace(/[.:/-]+$/, '') ?? [])
      .slice(0, 1),
  );
  return Array.from(identifiers, ([query, numbers]) => ({
    rule: 'identifier',
    query,
    expected: new Set(numbers),
  }));
}

function withTypo({ query, expected }: LabeledQuery, number: number): readonly LabeledQuery[] {
  const longest = longestWord(query);
  if (longest.length < 6) return [];
  const random = randomFrom(number);
  const at = 1 + Math.floor(random() * (longest.length - 2));
  const dropped = longest.slice(0, at) + longest.slice(at + 1);
  const swapped =
    longest.slice(0, at) + longest.charAt(at + 1) + longest.charAt(at) + longest.slice(at + 2);
  const wrong = random() < 0.5 || swapped === longest ? dropped : swapped;
  return [{ rule: 'typo', query: query.replace(longest, wrong), expected }];
}

function inOtherNumber({ query, expected }: LabeledQuery): readonly LabeledQuery[] {
  const longest = longestWord(query);
  if (longest.length < 5 || !/[a-z]$/.test(longest)) return [];
  const other = /[^s]s$/.test(longest) ? longest.slice(0, -1) : `${longest}s`;
  return [{ rule: 'number', query: query.replace(longest, other), expected }];
}

/** The longest run of Latin letters; the first one if there are several. */
function longestWord(text: string): string {
  const words = text.match(/[A-Za-z]+/g) ?? [];
  return words.reduce((best, word) => (word.length > best.length ? word : best), '');
}

function rareWordQueries(sections: readonly IndexedSection[]): readonly LabeledQuery[] {
  const holders = group(sections, ({ document, text }) =>
    plainWords(`${document.title} ${text}`, 5),
  );
  return sections.flatMap(({ document, text }, number) => {
    const words = plainWords(`${document.title} ${text}`, 5);
    const count = (word: string): number => holders.get(word)?.length ?? 0;
    const [first, second] = words
      .filter((word) => count(word) > 1)
      .toSorted((a, b) => count(a) - count(b));
    if (first === undefined || second === undefined) return [];
    const others = new Set(holders.get(second));
    const both = holders.get(first)?.filter((holder) => others.has(holder));
    if (both?.length !== 1) return [];
    return [{ rule: 'rare words', query: `${first} ${second}`, expected: new Set([number]) }];
  });
}

const BEGINNING_WORDS = 12;
const WORDS_OF_BEGINNING = 3;

function beginningQueries(sections: readonly IndexedSection[]): readonly LabeledQuery[] {
  const beginnings = sections.map(({ text }) =>
    plainWords(text.split(/\s+/, BEGINNING_WORDS).join(' '), 4),
  );
  const holders = groupNumbers(beginnings);
  return beginnings.flatMap((words) => {
    const longest = words.toSorted((a, b) => b.length - a.length).slice(0, WORDS_OF_BEGINNING);
    if (longest.length < WORDS_OF_BEGINNING) return [];
    const chosen = words.filter((word) => longest.includes(word));
    const [first = [], ...others] = chosen.map((word) => holders.get(word) ?? []);
    const answering = others
      .map((list) => new Set(list))
      .reduce((left, right) => left.filter((number) => right.has(number)), [...first]);
    return [{ rule: 'beginning', query: chosen.join(' '), expected: new Set(answering) }];
  });
}

function unfinished({ query, expected }: LabeledQuery): readonly LabeledQuery[] {
  const cut = query.slice(0, -2);
  return /[a-z]{3}$/i.test(cut) ? [{ rule: 'unfinished', query: cut, expected }] : [];
}

/** Distinct words of letters between spaces, without punctuation. */
function plainWords(text: string, shortest: number): readonly string[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(/^[^a-z]+|[^a-z]+$/g, ''));
  return [...new Set(words.filter((word) => /^[a-z]{4,20}$/.test(word)))].filter(
    ({ length }) => length >= shortest,
  );
}

function operationQueries(sections: readonly IndexedSection[]): readonly LabeledQuery[] {
  return sections.flatMap(({ document: { tags } }, number) => {
    const query = tags.find((tag) => /^[A-Z]+ \//.test(tag));
    return query === undefined ? [] : [{ rule: 'operation', query, expected: new Set([number]) }];
  });
}

/** Numbers of sections by key, without duplicates. */
function group(
  sections: readonly IndexedSection[],
  keysOf: (section: IndexedSection) => readonly string[],
): ReadonlyMap<string, readonly number[]> {
  return groupNumbers(sections.map(keysOf));
}

function groupNumbers(
  keys: readonly (readonly string[])[],
): ReadonlyMap<string, readonly number[]> {
  const groups = new Map<string, number[]>();
  for (const [number, own] of keys.entries()) {
    for (const key of new Set(own)) {
      const list = groups.get(key);
      if (list === undefined) groups.set(key, [number]);
      else list.push(number);
    }
  }
  return groups;
}
