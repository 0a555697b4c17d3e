import { readFileSync } from 'node:fs';
import type { IndexedSection } from '../src/search/index/build-index.ts';
import { CONTENDERS } from './search-contenders.ts';
import {
  AI,
  BUN,
  type CorpusSource,
  ESLINT,
  NPM,
  readCorpus,
  VITE,
  VITEST,
} from './search-corpus.ts';
import { row } from './search-measures.ts';
import { positionOf, relevance } from './search-relevance.ts';

// Queries that people wrote who saw the documentation and no search engine. Only npm's set was used to choose constants.
const SETS: readonly CorpusSource[] = [BUN, AI, NPM, VITE, ESLINT, VITEST];
const USED_FOR_TUNING = NPM;
export const SET_NAMES: readonly string[] = SETS.map(({ name }) => name);

interface SetQuery {
  readonly query: string;
  /** Routes of all sections that answer it, best first. */
  readonly expect: readonly string[];
}

/** A query with the result that answers it. */
interface Outcome extends SetQuery {
  /** From 0; -1 if no result does. */
  readonly position: number;
  readonly first: string | undefined;
}

interface SetOptions {
  /** A set whose queries are printed that docwright does not answer first. */
  readonly misses?: string | undefined;
  /** Folder of the checkouts that some sets need. */
  readonly checkouts?: string | undefined;
}

/** Prints the relevance of each contender over each set. */
export async function printSets({ misses, checkouts }: SetOptions): Promise<void> {
  const columns = ['queries', 'success@1', 'success@8', 'MRR'];
  console.log(`\n${row('labeled sets', columns)}`);
  for (const source of SETS) {
    const sections = await readCorpus(source, checkouts);
    if (sections.length === 0) {
      console.log(`${source.name}: no checkout of ${source.repository}`);
      continue;
    }
    const queries = readSet(source, sections);
    const note = source === USED_FOR_TUNING ? ', used for tuning' : ', kept apart';
    console.log(`${source.name}: ${sections.length} sections${note}`);
    for (const { name, build, open } of CONTENDERS) {
      const search = await open(build(sections), sections);
      const outcomes = await runSet(queries, search, sections);
      const { first, found, rank } = relevance(outcomes.map(({ position }) => position));
      const shares = [first, found, rank].map((share) => share.toFixed(3));
      console.log(row(`  ${name}`, [String(outcomes.length), ...shares]));
      if (source.name === misses && name === 'docwright') printMisses(outcomes);
    }
  }
}

/** Throws an error for a route that no section has, and for a query that is there twice. */
function readSet({ name }: CorpusSource, sections: readonly IndexedSection[]): readonly SetQuery[] {
  const queries: readonly SetQuery[] = JSON.parse(
    readFileSync(`bench/search-sets/${name}.json`, 'utf8'),
  );
  const routes = new Set(sections.map(({ document }) => document.sectionRoute));
  const unknown = queries.flatMap(({ query, expect }) =>
    expect.filter((route) => !routes.has(route)).map((route) => `"${query}": no section ${route}`),
  );
  const repeated = queries
    .filter(({ query }, at) => queries.findIndex((other) => other.query === query) < at)
    .map(({ query }) => `"${query}" is there twice`);
  const empty = queries
    .filter(({ expect }) => expect.length === 0)
    .map(({ query }) => `"${query}" expects nothing`);
  const problems = [...unknown, ...repeated, ...empty];
  if (problems.length > 0) throw new Error(`search-sets/${name}.json: ${problems.join('; ')}`);
  return queries;
}

async function runSet(
  queries: readonly SetQuery[],
  search: (query: string) => Promise<readonly number[]>,
  sections: readonly IndexedSection[],
): Promise<readonly Outcome[]> {
  const routes = sections.map(({ document }) => document.sectionRoute);
  const outcomes: Outcome[] = [];
  for (const { query, expect } of queries) {
    const results = await search(query);
    const expected = new Set(expect.map((route) => routes.indexOf(route)));
    const first = routes[results[0] ?? -1];
    outcomes.push({ query, expect, position: positionOf(results, expected), first });
  }
  return outcomes;
}

function printMisses(outcomes: readonly Outcome[]): void {
  for (const { query, expect, position, first = 'nothing' } of outcomes) {
    if (position === 0) continue;
    const rank = position < 0 ? '-' : String(position + 1);
    console.log(`    ${rank}  ${query}: ${first}, not ${expect.join(' or ')}`);
  }
}
