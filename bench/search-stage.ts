import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { IndexedSection } from '../src/search/index/build-index.ts';
import { CONTENDERS, type Search } from './search-contenders.ts';
import { cpuSince, type Distribution, distribution } from './search-measures.ts';
import { type LabeledQuery, labeledQueries, type Rule } from './search-queries.ts';
import { positionOf, type Relevance, relevance } from './search-relevance.ts';

// Measures one contender on the sections of one corpus in this process, and writes a Usage as JSON.
// Usage: search-stage.ts <sections file> <contender> <report file>

/** Position of the first section that answers a query, from 0; -1 if there is none. */
interface Answer {
  readonly rule: Rule;
  readonly position: number;
}

/** The resource usage and quality of a contender; times are CPU milliseconds, bytes are per section. */
export interface Usage {
  readonly buildMs: number;
  /** Without documents; undefined where they share files. */
  readonly indexBytes?: number;
  readonly wholeBytes: number;
  /** Queries whose results vanish while they are typed, from the third letter on. */
  readonly lost: number;
  readonly overall: Relevance;
  readonly rules: readonly (Relevance & { readonly rule: Rule })[];
  /** For 1, 2, 3, 4, 6 letters and whole queries. */
  readonly keystrokes: readonly Distribution[];
}

const LETTERS = [1, 2, 3, 4, 6, Number.POSITIVE_INFINITY];
/** Number of queries that are timed and typed, evenly spread over the labeled ones. */
const TIMED = 150;

const [sectionsFile = '', contenderName, report = '/dev/stdout'] = process.argv.slice(2);
const sections: readonly IndexedSection[] = JSON.parse(readFileSync(sectionsFile, 'utf8'));
const contender = CONTENDERS.find(({ name }) => name === contenderName);
if (contender === undefined) throw new Error(`no contender ${contenderName}`);

const before = process.cpuUsage();
const built = contender.build(sections);
const buildMs = cpuSince(before) / sections.length;
const search = await contender.open(built, sections);
const queries = labeledQueries(sections);
const timed = queries.filter((_, position) => position % Math.ceil(queries.length / TIMED) === 0);
const answers: Answer[] = [];
for (const { rule, query, expected } of queries)
  answers.push({ rule, position: positionOf(await search(query), expected) });
const positions = answers.map(({ position }) => position);
const usage: Usage = {
  buildMs,
  ...(built.index === undefined ? {} : { indexBytes: bytesOf([built.index]) }),
  wholeBytes: bytesOf([...built.files.values()]),
  lost: await countLost(search, timed),
  overall: relevance(positions),
  rules: [...new Set(queries.map(({ rule }) => rule))].map((rule) => ({
    rule,
    ...relevance(answers.filter((answer) => answer.rule === rule).map((answer) => answer.position)),
  })),
  keystrokes: await timeKeystrokes(search, timed),
};
writeFileSync(report, JSON.stringify(usage));

function bytesOf(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + gzipSync(file).length, 0) / sections.length;
}

async function countLost(find: Search, labeled: readonly LabeledQuery[]): Promise<number> {
  let lost = 0;
  for (const { rule, query } of labeled)
    if (rule !== 'typo' && (await isLost(find, query))) lost += 1;
  return lost;
}

/** Types a query letter by letter. */
async function isLost(find: Search, query: string): Promise<boolean> {
  let shown = false;
  for (let length = 3; length <= query.length; length += 1) {
    const { length: hits } = await find(query.slice(0, length));
    if (shown && hits === 0) return true;
    shown ||= hits > 0;
  }
  return false;
}

async function timeKeystrokes(
  find: Search,
  labeled: readonly LabeledQuery[],
): Promise<readonly Distribution[]> {
  const all: Distribution[] = [];
  for (const letters of LETTERS) {
    const times: number[] = [];
    for (const { query } of labeled) {
      const start = process.cpuUsage();
      await find(query.slice(0, letters));
      times.push(cpuSince(start));
    }
    all.push(distribution(times));
  }
  return all;
}
