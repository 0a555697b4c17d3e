import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { IndexedSection } from '../src/search/index/build-index.ts';
import { CONTENDERS, type Search } from './search-contenders.ts';
import { type LabeledQuery, labeledQueries, type Rule } from './search-queries.ts';

// Measures one contender on the sections of one corpus in this process, and writes a Usage as JSON.
// Usage: search-stage.ts <sections file> <contender> <report file>

/** Shares of queries with the answer first and among the first eight, and the mean reciprocal rank. */
export interface Relevance {
  readonly queries: number;
  readonly first: number;
  readonly found: number;
  readonly rank: number;
}

/** Position of the first section that answers a query, from 0; -1 if there is none. */
interface Answer {
  readonly rule: Rule;
  readonly position: number;
}

/** The resource usage and quality of a contender; times are CPU milliseconds, bytes are per section. */
export interface Usage {
  readonly buildMs: number;
  readonly indexBytes: number;
  readonly wholeBytes: number;
  /** Queries whose results vanish while they are typed, from the third letter on. */
  readonly lost: number;
  readonly overall: Relevance;
  readonly rules: readonly (Relevance & { readonly rule: Rule })[];
  /** For 1, 2, 3, 4, 6 letters and whole queries. */
  readonly keystrokes: readonly { readonly p50: number; readonly p95: number }[];
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
const search = contender.open(built);
const queries = labeledQueries(sections);
const timed = queries.filter((_, position) => position % Math.ceil(queries.length / TIMED) === 0);
const answers: readonly Answer[] = queries.map(({ rule, query, expected }) => ({
  rule,
  position: search(query).findIndex((section) => expected.has(section)),
}));
const usage: Usage = {
  buildMs,
  indexBytes: gzipSync(built.index).length / sections.length,
  wholeBytes: gzipSync(built.whole).length / sections.length,
  lost: timed.filter(({ rule, query }) => rule !== 'typo' && isLost(search, query)).length,
  overall: relevance(answers),
  rules: [...new Set(queries.map(({ rule }) => rule))].map((rule) => ({
    rule,
    ...relevance(answers.filter((answer) => answer.rule === rule)),
  })),
  keystrokes: LETTERS.map((letters) => keystrokes(search, timed, letters)),
};
writeFileSync(report, JSON.stringify(usage));

function cpuSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** Types a query letter by letter. */
function isLost(find: Search, query: string): boolean {
  let shown = false;
  for (let length = 3; length <= query.length; length += 1) {
    const hits = find(query.slice(0, length)).length;
    if (shown && hits === 0) return true;
    shown ||= hits > 0;
  }
  return false;
}

function relevance(all: readonly Answer[]): Relevance {
  const found = all.filter(({ position }) => position >= 0);
  return {
    queries: all.length,
    first: found.filter(({ position }) => position === 0).length / all.length,
    found: found.length / all.length,
    rank: found.reduce((sum, { position }) => sum + 1 / (position + 1), 0) / all.length,
  };
}

function keystrokes(
  find: Search,
  labeled: readonly LabeledQuery[],
  letters: number,
): { readonly p50: number; readonly p95: number } {
  const times = labeled.map(({ query }) => {
    const typed = query.slice(0, letters);
    const start = process.cpuUsage();
    find(typed);
    return cpuSince(start);
  });
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.floor((times.length - 1) * share)] ?? 0;
  return { p50: at(0.5), p95: at(0.95) };
}
