import { expandPlan } from './expand.ts';
import { type Matches, matchPostings } from './match.ts';
import { createOperations } from './operations.ts';
import { type Plan, planQuery, type PlannedWord } from './plan.ts';
import { type Postings, readPostings } from './postings.ts';
import { rank, type Ranked, type RankedFile } from './rank.ts';
import { readWords } from './tokenize.ts';
import type {
  SearchAnswer,
  SearchDocument,
  SearchHitDetails,
  SearchIndexFile,
  SearchOptions,
} from './types.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Answers queries over one index file. */
export interface SearchEngine {
  /** Best first; never throws; nothing for a blank query. */
  readonly search: (query: string, options?: SearchOptions) => SearchAnswer;
}

/** UTF-16 code units of a query that are read; the rest is ignored. */
const MAX_QUERY = 512;
const DEFAULT_LIMIT = 8;

/**
 * Makes the search over one index file, as the page's worker and `docs check-search` use it. Throws a
 * TypeError for a file of another form.
 */
export function createEngine(file: SearchIndexFile): SearchEngine {
  const { documents } = file;
  const postings = readPostings(file);
  const ranked: RankedFile = {
    documents,
    postings,
    pages: pagesOf(documents),
    titleOf: titleReader(documents, postings.vocabulary),
  };
  const operations = createOperations(documents);
  return {
    search(query, { limit = DEFAULT_LIMIT, literal = false, types } = {}) {
      const text = query.slice(0, MAX_QUERY);
      const plan = planQuery(text);
      const { expansions, corrections } = expandPlan(plan, ranked.postings, literal);
      const matches = matchPostings(expansions, ranked.postings);
      const paths = operations(text);
      const hits = rank(ranked, { plan, matches, paths, isWanted: wanted(documents, types) })
        .slice(0, Math.max(0, limit))
        .flatMap((hit) => describe(hit, { file: ranked, plan, matches }));
      return { hits, corrections };
    },
  };
}

function wanted(
  documents: readonly SearchDocument[],
  types: SearchOptions['types'],
): (document: number) => boolean {
  if (types === undefined) return () => true;
  const set = new Set<string>(types);
  return (document) => set.has(documents[document]?.type ?? '');
}

/** Place of the first section of each section's page. */
function pagesOf(documents: readonly SearchDocument[]): Uint32Array {
  const first = new Map<string, number>();
  return Uint32Array.from(documents, ({ sectionRoute }, place) => {
    const page = sectionRoute.replace(/#.*/s, '');
    const known = first.get(page);
    if (known === undefined) first.set(page, place);
    return known ?? place;
  });
}

/** Titles are read when a query first finds them. */
function titleReader(
  documents: readonly SearchDocument[],
  vocabulary: Vocabulary,
): (document: number) => readonly number[] {
  const read = new Map<number, readonly number[]>();
  return (document) => {
    const known = read.get(document);
    if (known !== undefined) return known;
    const words = readWords(documents[document]?.title ?? '');
    const places = words.map(({ text }) => vocabulary.placeOf(text));
    read.set(document, places);
    return places;
  };
}

interface Found {
  readonly file: RankedFile;
  readonly plan: Plan;
  readonly matches: Matches;
}

function describe(
  { document: place, score }: Ranked,
  { file, plan, matches }: Found,
): readonly SearchHitDetails[] {
  const document = file.documents[place];
  if (document === undefined) return [];
  const bits = (matches.found[place] ?? 0) | (matches.inTitle[file.pages[place] ?? 0] ?? 0);
  const terms = [...matches.words.keys()]
    .filter((word) => hasWord(file.postings, word, place))
    .sort((a, b) => a - b)
    .map((word) => file.postings.vocabulary.words[word] ?? '');
  const missing = plan.words.filter((word) => isMissing(word, bits)).map(({ typed }) => typed);
  return [{ document, score, terms, missing }];
}

/** Neither the whole nor all of its parts. */
function isMissing({ whole, parts, counts }: PlannedWord, bits: number): boolean {
  const has = (number: number): boolean => (bits & (1 << number)) !== 0;
  return counts && !has(whole) && !(parts.length > 0 && parts.every(has));
}

/** Whether a document is among those that have a word. */
function hasWord({ starts, documents }: Postings, word: number, document: number): boolean {
  let low = starts[word] ?? 0;
  let high = starts[word + 1] ?? 0;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((documents[middle] ?? 0) < document) low = middle + 1;
    else high = middle;
  }
  return low < (starts[word + 1] ?? 0) && documents[low] === document;
}
