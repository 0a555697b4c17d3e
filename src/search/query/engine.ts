import type { Synonym } from '../../shared/page.ts';
import { COMMON_SYNONYMS } from './common-synonyms.ts';
import { createCoverage } from './coverage.ts';
import { expandPlan } from './expand.ts';
import type { IndexReader, IndexView } from './index-reader.ts';
import { findOperations, isPath } from './operations.ts';
import { type Plan, planQuery } from './plan.ts';
import { rank } from './rank.ts';
import type { Ranked } from './rank-pages.ts';
import type {
  SearchAnswer,
  SearchDocument,
  SearchHitDetails,
  SearchOptions,
  Substitution,
  SynonymEntry,
} from './search-index.ts';
import { fold } from './words.ts';

/** Maximum length of a query in UTF-16 code units; the rest is ignored. */
const MAX_QUERY = 512;
const DEFAULT_LIMIT = 8;

/** Answers a query from the loaded parts of an index; `view.missing` then has those that a complete answer needs. */
export function answerQuery(
  { reader, view }: { readonly reader: IndexReader; readonly view: IndexView },
  query: string,
  options: SearchOptions = {},
): SearchAnswer {
  const {
    limit = DEFAULT_LIMIT,
    literal = false,
    types,
    synonyms: entries = [],
    commonSynonyms = false,
  } = options;
  const text = query.slice(0, MAX_QUERY);
  const common = literal || !commonSynonyms ? [] : COMMON_SYNONYMS;
  const synonyms = literal ? [] : entries.flatMap(oneWay);
  const plan = planQuery(text, synonyms, common);
  const { clauses, corrections } = expandPlan(plan, view, literal);
  const paths = isPath(text) ? findOperations(text, view.operations()) : new Map<number, number>();
  const isWanted = (type?: SearchDocument['type']): boolean =>
    types === undefined || types.some((one) => one === type);
  const found =
    reader.types.some(isWanted) && (clauses.length > 0 || paths.size > 0)
      ? rank({ plan, clauses, reader, view, paths, isCapital: /\p{Lu}/u.test(text) })
      : [];
  const ranked = reader.types.every(isWanted)
    ? found
    : found.filter(({ section }) => isWanted(view.document(section)?.type));
  const isSearched = view.missing.size === 0;
  const unfinished = isSearched ? unfinishedSynonym(text, synonyms) : undefined;
  if (ranked.length === 0 && unfinished !== undefined)
    return answerQuery({ reader, view }, unfinished, options);
  // Stop words are in titles only: a question that has only begun shows what the beginning of its last word finds.
  const shorter = /^.*\S(?=\S\s*$)/s.exec(text)?.[0];
  if (ranked.length === 0 && isSearched && plan.onlyStopWords && shorter !== undefined)
    return answerQuery({ reader, view }, shorter, options);
  const hits = isSearched
    ? ranked.slice(0, Math.max(0, limit)).flatMap((hit) => describeHit(view, hit, plan))
    : [];
  const shown = ranked.slice(0, Math.max(0, limit)).reduce((set, { terms }) => set | terms, 0);
  return {
    hits,
    corrections,
    synonyms: usedSynonyms(plan, shown),
    incomplete: view.failed.size > 0,
  };
}

function oneWay(entry: SynonymEntry): readonly Synonym[] {
  if ('from' in entry) return [entry];
  return entry.map((from) => ({ from, to: entry.filter((other) => other !== from) }));
}

/** Minimum number of letters of a synonym that is not finished. */
const FEWEST = 3;

/** The synonym that a query without results is the beginning of. */
function unfinishedSynonym(text: string, synonyms: readonly Synonym[]): string | undefined {
  const typed = fold(text.trim());
  if (typed.length < FEWEST) return undefined;
  return synonyms.find(({ from }) => {
    // As it will be read: longer, so that the search ends.
    const whole = fold(from.slice(0, MAX_QUERY).trim());
    return whole.length > typed.length && whole.startsWith(typed);
  })?.from;
}

function describeHit(
  view: IndexView,
  { section, score, words, terms }: Ranked,
  plan: Plan,
): readonly SearchHitDetails[] {
  const document = view.document(section);
  if (document === undefined) return [];
  const covered = createCoverage(plan).atomsOf(terms);
  const missing = plan.words
    .filter(({ counts, atoms }) => counts && (atoms & covered) !== atoms)
    .map(({ typed }) => typed);
  return [{ document, score, terms: words.toSorted(), missing }];
}

/** The synonyms that found sections. */
function usedSynonyms(plan: Plan, shown: number): readonly Substitution[] {
  const used = plan.synonyms.filter(({ terms }) => (shown & terms) === terms);
  return mergeSubstitutions(used.map(({ typed, used: other }) => ({ typed, used: [other] })));
}

/** Merges the answers of several indexes: the best results of all, with the corrections that led to them. */
export function mergeAnswers(answers: readonly SearchAnswer[], limit: number): SearchAnswer {
  const hits = answers
    .flatMap((answer) => answer.hits)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, Math.max(0, limit));
  const shown = new Set(hits);
  const leading = answers.filter(({ hits: own }) => own.some((hit) => shown.has(hit)));
  return {
    hits,
    corrections: mergeSubstitutions(leading.flatMap(({ corrections }) => corrections)),
    synonyms: mergeSubstitutions(leading.flatMap(({ synonyms }) => synonyms)),
    incomplete: answers.some(({ incomplete }) => incomplete),
  };
}

function mergeSubstitutions(all: readonly Substitution[]): readonly Substitution[] {
  const used = new Map<string, readonly string[]>();
  for (const { typed, used: words } of all)
    used.set(typed, [...new Set([...(used.get(typed) ?? []), ...words])]);
  return Array.from(used, ([typed, words]) => ({ typed, used: words }));
}
