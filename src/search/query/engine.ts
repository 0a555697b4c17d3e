import { itemAt } from '../../shared/item-at.ts';
import { expandPlan } from './expand.ts';
import { readSections, type Sections } from './indexed-sections.ts';
import { type Matches, matchPostings } from './match.ts';
import { createOperations, type Plan, planQuery } from './plan.ts';
import type { Postings } from './postings.ts';
import { countedTerms, missingWords, type Ranked, rank } from './rank.ts';
import type {
  SearchAnswer,
  SearchDocument,
  SearchHitDetails,
  SearchIndexFile,
  SearchOptions,
} from './search-index.ts';

export interface SearchEngine {
  /** Best results first; never throws; no results for a blank query. */
  readonly search: (query: string, options?: SearchOptions) => SearchAnswer;
}

/** Maximum length of a query in UTF-16 code units; the rest is ignored. */
const MAX_QUERY = 512;
const DEFAULT_LIMIT = 8;

/** Throws a TypeError if the file has another form. */
export function createEngine(file: SearchIndexFile): SearchEngine {
  const sections = readSections(file);
  const operations = createOperations(file.documents);
  return {
    search(query, { limit = DEFAULT_LIMIT, literal = false, types } = {}) {
      const text = query.slice(0, MAX_QUERY);
      const plan = planQuery(text);
      const { expansions, corrections } = expandPlan(plan, sections.postings, literal);
      const matches = matchPostings(expansions, sections.postings);
      const isWanted = typeFilter(file.documents, types);
      const ranked = rank(sections, { plan, matches, paths: operations(text), isWanted });
      const hits = repeatsLast(ranked, file.documents)
        .slice(0, Math.max(0, limit))
        .map((hit) => describeHit(sections, hit, { plan, matches }));
      return { hits, corrections, synonyms: [], incomplete: false };
    },
  };
}

function typeFilter(
  documents: readonly SearchDocument[],
  types: SearchOptions['types'],
): (document: number) => boolean {
  if (types === undefined) return () => true;
  const wanted = new Set<string>(types);
  return (document) => wanted.has(itemAt(documents, document).type);
}

function describeHit(
  { documents, postings, pages }: Sections,
  { document: index, score }: Ranked,
  { plan, matches }: { readonly plan: Plan; readonly matches: Matches },
): SearchHitDetails {
  const { found, inflected, inTitle, words } = matches;
  const above = itemAt(inTitle, itemAt(pages, index));
  const bits = itemAt(found, index) | itemAt(inflected, index) | above;
  const counted = countedTerms(plan);
  const terms = Array.from(words)
    .filter(([, word]) => ((word.bits | word.inflectedBits) & counted) !== 0)
    .map(([word]) => word)
    .filter((word) => hasWord(postings, word, index))
    .sort((a, b) => a - b)
    .map((word) => itemAt(postings.vocabulary.words, word));
  const missing = missingWords(plan, bits);
  return { document: itemAt(documents, index), score, terms, missing };
}

/** True if a document contains a word. */
function hasWord({ starts, documents }: Postings, word: number, document: number): boolean {
  let low = itemAt(starts, word);
  const end = itemAt(starts, word + 1);
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (itemAt(documents, middle) < document) low = middle + 1;
    else high = middle;
  }
  return low < end && documents[low] === document;
}

/** Moves sections to the end that repeat the title and text of a better one, such as a parameter of many operations. */
function repeatsLast(
  ranked: readonly Ranked[],
  documents: readonly SearchDocument[],
): readonly Ranked[] {
  const seen = new Set<string>();
  const first: Ranked[] = [];
  const repeats: Ranked[] = [];
  for (const hit of ranked) {
    const { title, content } = itemAt(documents, hit.document);
    const words = `${title}\n${content}`;
    (seen.has(words) ? repeats : first).push(hit);
    seen.add(words);
  }
  return [...first, ...repeats];
}

/** Merges the answers of several index files: the best results of all, with the corrections that led to them. */
export function mergeAnswers(answers: readonly SearchAnswer[], limit: number): SearchAnswer {
  const hits = answers
    .flatMap((answer) => answer.hits)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, Math.max(0, limit));
  const shown = new Set(hits);
  const used = new Map<string, readonly string[]>();
  for (const { hits: own, corrections } of answers) {
    if (!own.some((hit) => shown.has(hit))) continue;
    for (const { typed, used: words } of corrections)
      used.set(typed, [...new Set([...(used.get(typed) ?? []), ...words])]);
  }
  const corrections = Array.from(used, ([typed, words]) => ({ typed, used: words }));
  return { hits, corrections, synonyms: [], incomplete: false };
}
