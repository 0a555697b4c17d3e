import { join, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { compareDiagnostics, type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { type Format, FORMATS } from '../diagnostics/format.ts';
import { readText } from '../diagnostics/frame.ts';
import { jsonReport } from '../diagnostics/formats/json.ts';
import { applyLevels } from '../diagnostics/levels.ts';
import type { CheckSearchResult } from '../pipeline/check-search.ts';
import {
  type Change,
  CHANGES,
  type Comparison,
  printRank,
  type QueryChange,
} from '../search/evaluate/compare.ts';
import { byClass, type QueryOutcome, type SearchScores } from '../search/evaluate/evaluation.ts';
import type { SearchReport } from '../search/evaluate/measure.ts';
import { printError, printOutput } from './print.ts';
import {
  EXIT,
  exitCode,
  plural,
  problemCounts,
  reportDiagnostics,
  suppressedLines,
  usageError,
} from './report.ts';
import { runSiteCode } from './site-code.ts';
import {
  addFindingOptions,
  addSiteOptions,
  exitWith,
  type FindingFlags,
  FINDINGS_HELP,
  levelsOf,
  namedSite,
  readCount,
  readShare,
} from './site-flags.ts';

interface CheckSearchFlags extends FindingFlags, SearchLimits {
  readonly queries?: string;
  readonly compare?: string;
  readonly from?: string;
  readonly format: Format;
}

/** `docs check-search [dir]`. */
export function addCheckSearchCommand(program: Command): void {
  const command = addFindingOptions(
    addSiteOptions(program.command('check-search')),
    'print every query and finding',
  )
    .description('score the search on queries that readers type')
    .option('--queries <file>', 'read the queries from this file (default: queries.json)')
    .option('--compare <ref>', 'show what changed since this commit, branch or tag')
    .option('--from <file>', 'print queries without answer of a log, as candidates')
    .addOption(
      new Option('--format <format>', 'print the report in this format')
        .choices(FORMATS)
        .default('pretty'),
    );
  addSearchLimits(command).addHelpText('after', HELP).action(exitWith(runCheckSearch));
}

/** Limits for the scores of a search. */
export interface SearchLimits {
  readonly minMrr?: number;
  readonly minSuccess1?: number;
  readonly minSuccess8?: number;
  readonly maxGaps?: number;
}

/** Adds the flags of limits. */
export function addSearchLimits(command: Command): Command {
  return command
    .option('--min-mrr <0..1>', 'fail when the mean reciprocal rank is lower', readShare)
    .option('--min-success1 <0..1>', 'fail when fewer queries have an answer first', readShare)
    .option('--min-success8 <0..1>', 'fail when fewer have one among the first eight', readShare)
    .option('--max-gaps <n>', 'fail when more queries lose their results while typed', readCount);
}

const HELP = `
The file of queries is JSON or YAML. "expect" is the section that answers the query, or a list of
sections of which one is enough, each a path of the site without the base path:

  [
    { "query": "reset password", "expect": "/docs/account#reset-a-password" },
    { "query": "pasword", "expect": ["/docs/account", "/docs/account#reset-a-password"],
      "note": "misspelled" }
  ]

Write down what readers type before you look at what the search finds: names of fields, codes of
errors, half a word, a misspelled word, a short question. Where the search is wrong, leave the query.

success@1 is the share of queries with an expected section first, success@8 among the first eight,
which is what readers see; MRR is the mean of 1 / rank, 0 below the eighth. Each query is also typed
letter by letter: results must not vanish on the way. Nothing is written.

Scores are also given by class of query: "class" in the file ("noun"), or derived from the form of the
query: operation (GET /x, /x), identifier (maxRetries, --save-dev, 401), word, phrase, question.

--compare answers the same queries with the site as of a commit, too: its content, configuration and
other committed files, in a copy in the cache, with the packages that are installed now. Both sides are
built and searched by the installed docwright, so the change is that of the site, not of docwright. The
code of that commit's configuration and components runs.

--from reads what a server has kept of searchReport, a line of JSON for each search, and prints queries
without an answer that the file of queries lacks, each searched at least twice. Name the section of each.

${FINDINGS_HELP}

Examples:
  $ docs check-search
  $ docs check-search --from log.ndjson     queries of readers to add to queries.json
  $ docs check-search --verbose
  $ docs check-search --compare main        what this branch changes
  $ docs check-search --compare HEAD        what uncommitted files change
  $ docs check-search --min-mrr 0.86 --min-success1 0.82 --min-success8 0.95 --max-gaps 0
  $ docs check-search docs --queries docs/search-queries.yaml --format json > search.json

Exit codes: 0 fine, 1 below a limit or the site or the queries have errors, 2 wrong usage,
configuration, no file of queries or no site to compare with, 3 internal error, 130 interrupted.
`;

/** Prints the queries of a log that the file of queries lacks. */
async function printCandidates(log: string, queriesFile: string): Promise<number> {
  const text = readText(resolve(log));
  if (text === undefined) return usageError(`there is no file "${log}"`);
  const { candidatesOf } = await import('../search/evaluate/read-log.ts');
  const { readQueries } = await import('../search/evaluate/read-queries.ts');
  const { queries } = readQueries(queriesFile, readText(queriesFile) ?? '[]');
  const known = new Set(queries.map(({ query }) => query.toLowerCase()));
  const { candidates, unread } = candidatesOf(text, known);
  printOutput(JSON.stringify(candidates, undefined, 2));
  const skipped = unread === 0 ? '' : `; ${plural(unread, 'line')} could not be read`;
  printError(`${plural(candidates.length, 'candidate')}: name the section in "expect"${skipped}`);
  return EXIT.fine;
}

async function runCheckSearch(dir: string | undefined, flags: CheckSearchFlags): Promise<number> {
  const { queries, compare, from, format, verbose } = flags;
  const site = namedSite(dir, flags);
  if (from !== undefined)
    return printCandidates(from, resolve(queries ?? join(site.siteDir, 'queries.json')));
  const options = {
    ...site,
    ...(queries === undefined ? {} : { queriesFile: resolve(queries) }),
    ...(compare === undefined ? {} : { compare }),
    rules: levelsOf(flags),
  };
  const { checkSearch, NOTHING_ASKED } = await import('../pipeline/check-search.ts');
  const { findingsOf } = await import('../search/evaluate/measure.ts');
  const { findingsOfChanges } = await import('../search/evaluate/compare.ts');
  const result = await runSiteCode<CheckSearchResult>(
    (onProgress) => checkSearch({ ...options, onProgress }),
    (fault) => ({ ...NOTHING_ASKED, ...site, ...fault }),
    format === 'pretty',
  );
  const found = [
    ...(result.report?.outcomes.flatMap(findingsOf) ?? []),
    ...(result.comparison === undefined ? [] : findingsOfChanges(result.comparison)),
  ];
  const own = applyLevels([...limitProblems(result.report, flags), ...found], result.levels);
  const diagnostics = [...result.diagnostics, ...own.diagnostics];
  const lowered = [...result.lowered, ...own.lowered];
  reportSearch({ ...result, diagnostics, lowered }, format, verbose);
  return result.badUsage ? EXIT.usage : exitCode(diagnostics);
}

/** Returns one error for each limit that the search misses. */
export function limitProblems(
  report: SearchReport | undefined,
  limits: SearchLimits,
): readonly Diagnostic[] {
  if (report === undefined) return [];
  const { mrr, success1, success8, gaps } = report.scores;
  const { minMrr, minSuccess1, minSuccess8, maxGaps = gaps } = limits;
  const shares = [
    { name: 'MRR', score: mrr, limit: minMrr },
    { name: 'success@1', score: success1, limit: minSuccess1 },
    { name: 'success@8', score: success8, limit: minSuccess8 },
  ];
  const messages = shares.flatMap(({ name, score, limit = 0 }) =>
    score >= limit ? [] : [`${name} is ${printScore(score)}, below the limit of ${limit}`],
  );
  if (gaps > maxGaps)
    messages.push(`${gaps} queries show nothing while they are typed, more than ${maxGaps}`);
  return messages.map((message) => diagnostic('search-below-limit', { message }));
}

/** Codes of findings that the text report shows in its own form. */
const REPORTED: ReadonlySet<string> = new Set([
  'search-miss',
  'search-late',
  'search-gap',
  'search-worse',
]);

/** Prints problems to the error stream and the report to the output stream. */
function reportSearch(result: CheckSearchResult, format: Format, verbose: boolean): void {
  const { diagnostics } = result;
  if (format === 'json') {
    const { report, comparison, known, suppressed, lowered } = result;
    const findings = jsonReport({
      diagnostics: diagnostics.toSorted(compareDiagnostics),
      known: known.length === 0 ? undefined : known,
      lowered,
      suppressed: suppressed.length,
      complete: report !== undefined,
    });
    const compared = comparison === undefined ? {} : { comparison: jsonComparison(comparison) };
    const search = report === undefined ? {} : { search: { ...jsonSearch(report), ...compared } };
    process.stdout.write(`${JSON.stringify({ ...findings, ...search }, undefined, 2)}\n`);
  } else if (format === 'pretty') {
    printOutput([...summaryBlocks(result), ...queryBlocks(result, verbose)].join('\n\n'));
    const shown = diagnostics.filter(
      ({ code, severity }) => severity === 'error' || !REPORTED.has(code),
    );
    reportDiagnostics({ ...result, diagnostics: shown }, format, verbose);
    const lines = [...suppressedLines(result), problemCounts(shown)];
    printError(lines.filter(Boolean).join('\n'));
  } else {
    const shown = diagnostics.filter(({ severity }) => verbose || severity !== 'info');
    reportDiagnostics({ ...result, diagnostics: shown }, format);
    if (format === 'github') printOutput(summaryBlocks(result).join('\n\n'));
  }
}

function jsonSearch({ scores, classes, outcomes, indexes, sections }: SearchReport): object {
  const { success1, success8, mrr } = scores;
  return {
    success1,
    success8,
    mrr,
    indexes,
    sections: sections.length,
    classes,
    queries: outcomes.map(({ query, rank, first, gaps }) => ({
      query: query.query,
      class: query.class,
      expect: query.expect.map(({ route }) => route),
      rank: rank ?? null,
      first: first?.sectionRoute ?? null,
      gaps,
    })),
  };
}

function jsonComparison({ ref, hash, scores, classes, changes }: Comparison): object {
  return {
    ref,
    commit: hash,
    before: scores?.before ?? null,
    after: scores?.after ?? null,
    classes,
    queries: changes.map(({ change, before, after, missing }) => ({
      query: after.query.query,
      class: after.query.class,
      change,
      before: before.rank ?? null,
      after: after.rank ?? null,
      missingBefore: missing,
    })),
  };
}

/** The scores, and their change. */
function summaryBlocks({ report, comparison }: CheckSearchResult): readonly string[] {
  if (report === undefined) return [];
  if (comparison !== undefined) return [headline(report), ...changeBlocks(comparison)];
  const classes = report.classes.map((own) => [own.class, ...scoreCells(own)]);
  return [headline(report), printTable([SCORE_HEAD, ...classes])];
}

export function headline({ scores, outcomes, indexes, sections }: SearchReport): string {
  const counts = `${plural(outcomes.length, 'query', 'queries')} over ${plural(sections.length, 'section')} in ${plural(indexes, 'index', 'indexes')}`;
  const { success1, success8, mrr } = scores;
  return `${counts}: success@1 ${printScore(success1)}, success@8 ${printScore(success8)}, MRR ${printScore(mrr)}`;
}

const SCORE_HEAD = ['class', 'queries', 'success@1', 'success@8', 'MRR', 'gaps'];

function scoreCells({ queries, success1, success8, mrr, gaps }: SearchScores): readonly string[] {
  return [String(queries), ...[success1, success8, mrr].map(printScore), String(gaps)];
}

/** Aligns the first column to the left, the others to the right. */
function printTable(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<readonly number[]>(
    (wide, row) => row.map((cell, column) => Math.max(cell.length, wide[column] ?? 0)),
    [],
  );
  const pad = (cell: string, column: number): string =>
    column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
  return rows.map((row) => row.map(pad).join('  ')).join('\n');
}

/** Prints a score with three decimals, never rounded up. */
function printScore(score: number): string {
  return (Math.floor(score * 1000 + 1e-9) / 1000).toFixed(3);
}

function changeBlocks({ ref, hash, scores, classes, changes }: Comparison): readonly string[] {
  const added = changes.filter(({ change }) => change === 'new').length;
  const without =
    added === 0 ? '' : `, without ${plural(added, 'query', 'queries')} for new sections`;
  const title = `since ${ref} (${hash.slice(0, 7)})${without}:`;
  if (scores === undefined) return [title];
  const rows = [{ class: 'all', ...scores }, ...classes].map(({ before, after, ...own }) => {
    const then = scoreCells(before);
    const cells = scoreCells(after).map((now, column) =>
      then[column] === now ? now : `${then[column]} → ${now}`,
    );
    return [own.class, ...cells];
  });
  return [title, printTable([SCORE_HEAD, ...rows])];
}

/** The queries that changed if there is a comparison, else those without an expected section first. */
function queryBlocks(
  { report, comparison }: CheckSearchResult,
  verbose: boolean,
): readonly string[] {
  if (report === undefined) return [];
  if (comparison !== undefined) return changedQueries(comparison, verbose);
  const { outcomes } = report;
  const misses = byClass(outcomes, ({ query }) => query).flatMap(([name, all]) => {
    const missed = all
      .filter(({ rank }) => rank !== 1)
      .toSorted((a, b) => (b.rank ?? Number.MAX_VALUE) - (a.rank ?? Number.MAX_VALUE));
    return block(`${name}, not first: ${missed.length} of ${all.length}`, missed, rankLines);
  });
  const gaps = outcomes.filter((outcome) => outcome.gaps.length > 0);
  const fine = verbose ? outcomes.filter(({ rank }) => rank === 1) : [];
  return [
    ...misses,
    ...block(`nothing to see while typing: ${gaps.length}`, gaps, (outcome) => [
      `nothing for ${outcome.gaps.map((gap) => `"${gap}"`).join(', ')}`,
    ]),
    ...block(`first: ${fine.length}`, fine, ({ first }) =>
      first === undefined ? [] : [printSection(first)],
    ),
  ];
}

function block(
  title: string,
  outcomes: readonly QueryOutcome[],
  lines: (outcome: QueryOutcome) => readonly string[],
): readonly string[] {
  if (outcomes.length === 0) return [];
  const entries = outcomes.map((outcome) => entry(headOf(outcome), lines(outcome)));
  return [title, entries.join('\n')];
}

function entry(head: string, lines: readonly string[]): string {
  return [head, ...lines.map((line) => `    ${line}`)].join('\n');
}

function headOf({ query }: QueryOutcome): string {
  const { file, line, column } = query.location;
  return `  ${query.query}  (${file}:${line}:${column})`;
}

function rankLines({ query, rank, first }: QueryOutcome): readonly string[] {
  const found = rank === undefined ? 'not found' : `found at ${rank}`;
  const wanted = query.expect.map(
    ({ route }, index) => `${index === 0 ? 'wanted' : '    or'}  ${route}`,
  );
  return [...wanted, found, `first   ${first === undefined ? 'nothing' : printSection(first)}`];
}

function printSection({
  sectionRoute,
  pageTitle,
  sectionTitle,
}: NonNullable<QueryOutcome['first']>): string {
  const title = pageTitle === sectionTitle ? pageTitle : `${pageTitle} › ${sectionTitle}`;
  return `${sectionRoute}  ${title}`;
}

const CHANGE_TITLES: Readonly<Record<Change, string>> = {
  lost: 'no longer among the first 8',
  worse: 'later',
  found: 'newly among the first 8',
  better: 'earlier',
  new: 'no expected section existed before',
  unchanged: 'unchanged',
};

function changedQueries({ ref, changes }: Comparison, verbose: boolean): readonly string[] {
  const shown = CHANGES.filter((change) => verbose || change !== 'unchanged');
  const blocks = shown.flatMap((change) => {
    const changed = changes.filter((one) => one.change === change);
    if (changed.length === 0) return [];
    const lines = changed.map((one) => changedLines(one, ref)).join('\n');
    return [`${CHANGE_TITLES[change]}: ${changed.length}`, lines];
  });
  const unchanged = changes.filter(({ change }) => change === 'unchanged').length;
  return verbose || unchanged === 0
    ? blocks
    : [...blocks, `${plural(unchanged, 'query', 'queries')} unchanged`];
}

function changedLines({ change, before, after, missing }: QueryChange, ref: string): string {
  const { rank, first } = after;
  const then = change === 'new' ? 'no section' : printRank(before.rank);
  const isBehind = (change === 'lost' || change === 'worse') && first !== undefined;
  return entry(`${headOf(after)}  ${then} → ${printRank(rank)}`, [
    ...(isBehind && rank !== 1 ? [`first   ${printSection(first)}`] : []),
    ...(change === 'new' ? [] : missing).map((route) => `not there at ${ref}: ${route}`),
  ]);
}
