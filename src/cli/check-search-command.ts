import { resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { compareDiagnostics, type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { FORMATS, type Format } from '../diagnostics/format.ts';
import { jsonReport } from '../diagnostics/formats/json.ts';
import { stripControls } from '../diagnostics/frame.ts';
import { applyLevels } from '../diagnostics/levels.ts';
import type { CheckSearchResult } from '../pipeline/check-search.ts';
import { type QueryOutcome, SHOWN } from '../search/evaluate/evaluation.ts';
import type { SearchReport } from '../search/evaluate/measure.ts';
import {
  createProgress,
  EXIT,
  problemCounts,
  reportDiagnostics,
  siteFolder,
  suppressedLines,
} from './report.ts';
import { runSiteCode } from './site-code.ts';
import {
  addFindingOptions,
  addSiteOptions,
  FINDINGS_HELP,
  type FindingFlags,
} from './site-flags.ts';

interface CheckSearchFlags extends FindingFlags {
  readonly minMrr?: number;
  readonly minSuccess1?: number;
  readonly minSuccess8?: number;
  readonly maxGaps?: number;
  readonly config?: string;
  readonly queries?: string;
  readonly format: Format;
}

/** `docs check-search [dir]`. */
export function addCheckSearchCommand(program: Command): void {
  addFindingOptions(
    addSiteOptions(program.command('check-search')),
    'print every query and finding',
  )
    .description('score the search on queries that readers type')
    .option('--queries <file>', 'read the queries from this file (default: queries.json)')
    .addOption(
      new Option('--format <format>', 'print the report in this format')
        .choices(FORMATS)
        .default('pretty'),
    )
    .option('--min-mrr <0..1>', 'fail when the mean reciprocal rank is lower', readShare)
    .option('--min-success1 <0..1>', 'fail when fewer queries have an answer first', readShare)
    .option('--min-success8 <0..1>', 'fail when fewer have one among the first eight', readShare)
    .option('--max-gaps <n>', 'fail when more queries lose their results while typed', readCount)
    .addHelpText('after', HELP)
    .action(async (dir: string | undefined, flags: CheckSearchFlags) => {
      process.exitCode = await runCheckSearch(dir, flags);
    });
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

${FINDINGS_HELP}

Examples:
  $ docs check-search
  $ docs check-search --verbose
  $ docs check-search --min-mrr 0.86 --min-success1 0.82 --min-success8 0.95 --max-gaps 0
  $ docs check-search docs --queries docs/search-queries.yaml --format json > search.json

Exit codes: 0 fine, 1 below a limit or the site or the queries have errors, 2 wrong usage,
configuration or no file of queries, 3 internal error, 130 interrupted.
`;

function readShare(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= 0 && value <= 1) return value;
  throw new InvalidArgumentError('It must be a number from 0 to 1.');
}

function readCount(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number.');
}

async function runCheckSearch(dir: string | undefined, flags: CheckSearchFlags): Promise<number> {
  const { config, queries, format, verbose, rule: rules } = flags;
  const siteDir = siteFolder(dir, config);
  const progress = createProgress({ enabled: format === 'pretty' });
  const options = {
    siteDir,
    ...(config === undefined ? {} : { configFile: resolve(config) }),
    ...(queries === undefined ? {} : { queriesFile: resolve(queries) }),
    rules,
    onProgress: progress.update,
  };
  const { checkSearch, NOTHING_ASKED } = await import('../pipeline/check-search.ts');
  const { findingsOf } = await import('../search/evaluate/measure.ts');
  const result = await runSiteCode<CheckSearchResult>(
    () => checkSearch(options),
    (fault) => {
      const badUsage = fault.code === 'config-load';
      return { ...NOTHING_ASKED, diagnostics: [fault], siteDir, badUsage };
    },
  );
  progress.end();
  const found = result.report?.outcomes.flatMap(findingsOf) ?? [];
  const own = applyLevels([...limitProblems(result.report, flags), ...found], result.levels);
  const diagnostics = [...result.diagnostics, ...own.diagnostics];
  const lowered = [...result.lowered, ...own.lowered];
  reportSearch({ ...result, diagnostics, lowered }, format, verbose);
  if (result.badUsage) return EXIT.usage;
  const failed = diagnostics.some(({ severity }) => severity === 'error');
  return failed ? EXIT.siteErrors : EXIT.fine;
}

/** Returns one error for each limit that the search misses. */
function limitProblems(
  report: SearchReport | undefined,
  limits: CheckSearchFlags,
): readonly Diagnostic[] {
  if (report === undefined) return [];
  const { scores, outcomes } = report;
  const gaps = outcomes.filter((outcome) => outcome.gaps.length > 0).length;
  const { maxGaps = gaps } = limits;
  return [
    ...below('MRR', scores.mrr, limits.minMrr),
    ...below('success@1', scores.success1, limits.minSuccess1),
    ...below('success@8', scores.success8, limits.minSuccess8),
    ...(gaps > maxGaps
      ? [problem(`${gaps} queries show nothing while they are typed, more than ${maxGaps}`)]
      : []),
  ];
}

function below(name: string, score: number, limit = 0): readonly Diagnostic[] {
  if (score >= limit) return [];
  return [problem(`${name} is ${printScore(score)}, below the limit of ${limit}`)];
}

function problem(message: string): Diagnostic {
  return diagnostic('search-below-limit', { message });
}

/** Codes of findings that the text report shows in its own form. */
const REPORTED: ReadonlySet<string> = new Set(['search-miss', 'search-late', 'search-gap']);

/** Prints problems to the error stream and the report to the output stream. */
function reportSearch(result: CheckSearchResult, format: Format, verbose: boolean): void {
  const { report, diagnostics } = result;
  switch (format) {
    case 'json':
      process.stdout.write(jsonText(result));
      return;
    case 'github':
    case 'sarif':
    case 'junit': {
      const shown = diagnostics.filter(({ severity }) => verbose || severity !== 'info');
      reportDiagnostics({ ...result, diagnostics: shown }, format);
      if (format === 'github' && report !== undefined) {
        process.stdout.write(`${headline(report)}\n`);
      }
      return;
    }
    case 'pretty': {
      if (report !== undefined) process.stdout.write(prettyReport(report, verbose));
      const shown = diagnostics.filter(
        ({ code, severity }) => severity === 'error' || !REPORTED.has(code),
      );
      reportDiagnostics({ ...result, diagnostics: shown }, format, verbose);
      const counts = problemCounts(shown);
      for (const line of [...suppressedLines(result), ...(counts === '' ? [] : [counts])])
        process.stderr.write(`${line}\n`);
    }
  }
}

function jsonText({ diagnostics, report, known, suppressed, lowered }: CheckSearchResult): string {
  const all = diagnostics.toSorted(compareDiagnostics);
  const suppression = { known: known.length === 0 ? undefined : known, lowered };
  const complete = report !== undefined;
  const input = { ...suppression, diagnostics: all, suppressed: suppressed.length, complete };
  const search = report === undefined ? {} : { search: jsonSearch(report) };
  return `${JSON.stringify({ ...jsonReport(input), ...search }, undefined, 2)}\n`;
}

function jsonSearch({ scores, outcomes, indexes, sections }: SearchReport): object {
  return {
    ...scores,
    indexes,
    sections,
    queries: outcomes.map(({ query, rank, first, gaps }) => ({
      query: query.query,
      expect: query.expect.map(({ route }) => route),
      rank: rank ?? null,
      first: first?.sectionRoute ?? null,
      gaps,
    })),
  };
}

function headline({ scores, outcomes, indexes, sections }: SearchReport): string {
  const counts = `${plural(outcomes.length, 'query', 'queries')} over ${plural(sections, 'section')} in ${plural(indexes, 'index', 'indexes')}`;
  const { success1, success8, mrr } = scores;
  return `${counts}: success@1 ${printScore(success1)}, success@8 ${printScore(success8)}, MRR ${printScore(mrr)}`;
}

/** Prints a score with three decimals, never rounded up. */
function printScore(score: number): string {
  return (Math.floor(score * 1000 + 1e-9) / 1000).toFixed(3);
}

function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

function prettyReport(report: SearchReport, verbose: boolean): string {
  const { outcomes } = report;
  const missed = outcomes.filter(({ rank }) => rank === undefined || rank > SHOWN);
  const late = outcomes.filter(({ rank }) => rank !== undefined && rank > 1 && rank <= SHOWN);
  const gaps = outcomes.filter((outcome) => outcome.gaps.length > 0);
  const fine = verbose ? outcomes.filter(({ rank }) => rank === 1) : [];
  const parts = [
    ...block(`not among the first ${SHOWN}`, missed, rankLines),
    ...block('not first', late, rankLines),
    ...block('nothing to see while typing', gaps, gapLines),
    ...block('first', fine, fineLines),
    headline(report),
  ];
  return stripControls(`${parts.join('\n\n')}\n`);
}

type Lines = (outcome: QueryOutcome) => readonly string[];

function block(title: string, outcomes: readonly QueryOutcome[], lines: Lines): readonly string[] {
  if (outcomes.length === 0) return [];
  const entries = outcomes.map((outcome) =>
    [headOf(outcome), ...lines(outcome).map((line) => `    ${line}`)].join('\n'),
  );
  return [`${title}: ${outcomes.length}`, entries.join('\n')];
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
  const instead = first === undefined ? 'nothing' : `${first.sectionRoute}  ${titleOf(first)}`;
  return [...wanted, found, `first   ${instead}`];
}

function titleOf({ pageTitle, sectionTitle }: NonNullable<QueryOutcome['first']>): string {
  return pageTitle === sectionTitle ? pageTitle : `${pageTitle} › ${sectionTitle}`;
}

function gapLines({ gaps }: QueryOutcome): readonly string[] {
  return [`nothing for ${gaps.map((gap) => `"${gap}"`).join(', ')}`];
}

function fineLines({ first }: QueryOutcome): readonly string[] {
  return first === undefined ? [] : [`${first.sectionRoute}  ${titleOf(first)}`];
}
