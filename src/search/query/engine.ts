import { itemAt } from '../../shared/item-at.ts';
import { getOrInsert } from '../../shared/maps.ts';
import type { Synonym } from '../../shared/page.ts';
import { type Coverage, createCoverage } from './coverage.ts';
import { type Clause, expandPlan } from './expand.ts';
import type { IndexReader, IndexView } from './index-reader.ts';
import { matchClauses, type Matches } from './match.ts';
import { findOperations, isPath } from './operations.ts';
import { type Plan, planQuery, setOf } from './plan.ts';
import { type Ranked, rankPages } from './rank-pages.ts';
import { type LunrScore, scoreSections } from './score.ts';
import type {
  SearchAnswer,
  SearchDocument,
  SearchHitDetails,
  SearchOptions,
  Substitution,
  SynonymEntry,
} from './search-index.ts';
import { createTitleFactor } from './title-factor.ts';
import { fold, type Language } from './words.ts';

/** Maximum length of a query in UTF-16 code units; the rest is ignored. */
const MAX_QUERY = 512;
const DEFAULT_LIMIT = 8;

interface SearchedIndex {
  readonly reader: IndexReader;
  readonly view: IndexView;
  readonly language: Language;
}

/** Answers a query from the loaded parts of an index; `view.missing` then has those that a complete answer needs. */
export function answerQuery(
  index: SearchedIndex,
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
  const { reader, view, language } = index;
  const text = query.slice(0, MAX_QUERY);
  const common = literal || !commonSynonyms ? [] : COMMON_SYNONYMS;
  const synonyms = literal ? [] : entries.flatMap(oneWay);
  const plan = planQuery(text, { synonyms, common, language });
  const { clauses, corrections } = expandPlan(plan, view, { literal, language });
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
    return answerQuery(index, unfinished, options);
  // Stop words are in titles only: a question that has only begun shows what the beginning of its last word finds.
  const shorter = /^.*\S(?=\S\s*$)/s.exec(text)?.[0];
  if (ranked.length === 0 && isSearched && plan.onlyStopWords && shorter !== undefined)
    return answerQuery(index, shorter, options);
  const hits = isSearched
    ? ranked.slice(0, Math.max(0, limit)).flatMap((hit) => describeHit(view, hit, plan))
    : [];
  const shown = ranked.slice(0, Math.max(0, limit)).reduce((set, { terms }) => set | terms, 0);
  // The synonyms that found sections.
  const used = plan.synonyms.filter(({ terms }) => (shown & terms) === terms);
  return {
    hits,
    corrections,
    synonyms: mergeSubstitutions(used.map(({ typed, used: other }) => ({ typed, used: [other] }))),
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

/**
 * Everyday English words for the same, and their short forms. Documentation uses one of them, and readers another. A
 * comma separates the words and phrases of a group.
 */
const GROUPS: readonly string[] = [
  'remove, delete, drop, erase, clear, unpublish, uninstall',
  'list, get all, show all, find all',
  'log in, login, sign in, signin, authenticate, authentication',
  'log out, logout, sign out, signout',
  'change, update, edit, modify, set',
  'create, make, new, add, write, generate',
  'exclude, ignore, omit',
  'start, run, launch, execute',
  'stop, cancel, abort, end',
  'disable, turn off, switch off, deactivate',
  'enable, turn on, switch on, activate',
  'fix, repair, solve, resolve',
  'check, verify, validate',
  'read, load, fetch, retrieve',
  'directory, folder, dir',
  'image, picture, photo',
  'upgrade, update, migrate',
  'deploy, host, publish, release',
  'speed, performance, fast, slow, faster',
  'settings, options, preferences, configuration, configure, config',
  'error, failure, problem',
  'schedule, cron',
  'multiple, several',
  'application, app',
  'argument, arg',
  'dependencies, deps',
  'development, dev',
  'documentation, docs',
  'environment, env',
  'maximum, max',
  'minimum, min',
  'parameter, param',
  'production, prod',
  'repository, repo',
];

/** Each phrase with the others of its group. */
export const COMMON_SYNONYMS: readonly Synonym[] = GROUPS.flatMap((group) => {
  const phrases = group.split(', ');
  return phrases.map((from) => ({ from, to: phrases.filter((other) => other !== from) }));
});

interface RankInput {
  readonly plan: Plan;
  readonly clauses: readonly Clause[];
  readonly reader: IndexReader;
  readonly view: IndexView;
  /** Factors of operations whose path was typed. */
  readonly paths: ReadonlyMap<number, number>;
  /** True if the query has capital letters. */
  readonly isCapital: boolean;
}

/** Number of sections that lunr scores: those with most of the query's words. */
const SCORED = 150;
/** Score of an operation that was found only by its path. */
const LEAST = 1e-6;
/** The share of the page title's score that a section inherits. */
const INHERITED = 0.5;
/** Power of the coverage: words that a section lacks lower its score, but do not bury it. */
const COVERAGE = 2.5;
/** A section that has a compound of the query as a whole. */
const WHOLE = 2;
/** Power of a word's rarity in the coverage. */
const RARITY = 0.7;

const NOTHING: LunrScore = { score: 0, words: [] };

/**
 * Ranks the sections that have most of the query's words: lunr's score × coverage, the share of the query's words in the
 * section or its page's title, × factors of its title and its kind. Operations whose path was typed come first.
 */
function rank(input: RankInput): readonly Ranked[] {
  const { plan, clauses, reader, view, paths } = input;
  const matches = matchClauses(clauses, reader, view);
  const coverage = createCoverage(plan, atomWeights(plan, matches, reader.total));
  const { factorOf, isNamed } = createTitleFactor(input, matches, coverage);
  const chosen = choose({ reader, matches, coverage, factorOf });
  const sections = [...new Set([...chosen, ...paths.keys()])];
  const scores = scoreSections(sections, clauses, view);
  const compounds = setOf(
    plan.words.flatMap(({ whole, parts }) => (parts.length > 0 ? whole : [])),
  );
  const ranked = sections.map((section): Ranked => {
    const { score, words } = scores.all.get(section) ?? NOTHING;
    const page = reader.pageOf(section);
    const above = itemAt(matches.inTitle, page);
    const terms = itemAt(matches.found, section) | above;
    const inflected = itemAt(matches.inflected, section);
    // A section inherits from its page's title if it matches other words: `options` under `Logger`.
    const inherits = page !== section && terms !== above;
    const inherited = inherits ? INHERITED * (scores.titles.get(page) ?? 0) : 0;
    const covered = coverage.share(terms, inflected) ** COVERAGE;
    const whole = (terms & compounds) === 0 ? 1 : WHOLE;
    const value = Math.max((score + inherited) * covered * whole * factorOf(section), LEAST);
    return {
      section,
      score: value * (paths.get(section) ?? 1),
      words,
      terms: terms | inflected,
    };
  });
  return rankPages(ranked, { reader, coverage, isNamed }).toSorted(
    (a, b) => b.score - a.score || reader.orderOf(a.section) - reader.orderOf(b.section),
  );
}

interface ChoiceInput {
  readonly reader: IndexReader;
  readonly matches: Matches;
  readonly coverage: Coverage;
  readonly factorOf: (section: number) => number;
}

/** The sections with the highest coverage, factors and weights, and the starts of their pages. */
function choose({ reader, matches, coverage, factorOf }: ChoiceInput): readonly number[] {
  const { sections, found, inflected, inTitle, weight } = matches;
  if (sections.length <= SCORED) return sections;
  const shares = new Map<number, number>();
  const shareOf = (terms: number): number =>
    getOrInsert(shares, terms, () => coverage.share(terms) ** COVERAGE);
  const estimates = Float64Array.from(sections, (section) => {
    const above = itemAt(inTitle, reader.pageOf(section));
    const share = shareOf(itemAt(found, section) | itemAt(inflected, section) | above);
    const factor = inTitle[section] === 0 ? 1 : factorOf(section);
    return share * factor * itemAt(weight, section);
  });
  const least = itemAt(estimates.toSorted(), sections.length - SCORED);
  const best = sections.filter((_, at) => itemAt(estimates, at) > least);
  const equal = sections.filter((_, at) => estimates[at] === least);
  const chosen = [...best, ...equal.slice(0, SCORED - best.length)];
  const pages = chosen.map(reader.pageOf).filter((page) => inTitle[page] !== 0);
  return [...chosen, ...pages];
}

/** The weight of each atom of the query in the coverage: rare words tell more than frequent ones. */
function atomWeights(
  plan: Plan,
  { sections, found, inflected }: Matches,
  total: number,
): readonly number[] {
  const { atomsOf } = createCoverage(plan);
  // Few different sets of terms occur.
  const sets = new Map<number, number>();
  for (const section of sections) {
    const set = itemAt(found, section) | itemAt(inflected, section);
    sets.set(set, (sets.get(set) ?? 0) + 1);
  }
  return plan.atoms.map((_, atom) => {
    let count = 0;
    for (const [set, number] of sets) if ((atomsOf(set) & (1 << atom)) !== 0) count += number;
    return Math.log(1 + total / Math.max(1, count)) ** RARITY;
  });
}
