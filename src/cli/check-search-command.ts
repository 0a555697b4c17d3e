import { resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { FORMATS, type Format } from '../diagnostics/format.ts';
import { applyLevels } from '../diagnostics/levels.ts';
import type { CheckSearchResult } from '../pipeline/check-search.ts';
import type { SearchReport } from '../search/evaluate/measure.ts';
import { EXIT, exitCode } from './report.ts';
import { printScore, reportSearch } from './search-report.ts';
import { runSiteCode } from './site-code.ts';
import {
  addFindingOptions,
  addSiteOptions,
  exitWith,
  FINDINGS_HELP,
  type FindingFlags,
  namedSite,
  readCount,
} from './site-flags.ts';

interface CheckSearchFlags extends FindingFlags {
  readonly minMrr?: number;
  readonly minSuccess1?: number;
  readonly minSuccess8?: number;
  readonly maxGaps?: number;
  readonly queries?: string;
  readonly compare?: string;
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
    .option('--compare <ref>', 'show what changed since this commit, branch or tag')
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
    .action(exitWith(runCheckSearch));
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
other committed files, in a temporary folder, with the packages that are installed now. Both sides are
built and searched by the installed docwright, so the change is that of the site, not of docwright. The
code of that commit's configuration and components runs.

${FINDINGS_HELP}

Examples:
  $ docs check-search
  $ docs check-search --verbose
  $ docs check-search --compare main        what this branch changes
  $ docs check-search --compare HEAD        what uncommitted files change
  $ docs check-search --min-mrr 0.86 --min-success1 0.82 --min-success8 0.95 --max-gaps 0
  $ docs check-search docs --queries docs/search-queries.yaml --format json > search.json

Exit codes: 0 fine, 1 below a limit or the site or the queries have errors, 2 wrong usage,
configuration, no file of queries or no site to compare with, 3 internal error, 130 interrupted.
`;

function readShare(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= 0 && value <= 1) return value;
  throw new InvalidArgumentError('It must be a number from 0 to 1.');
}

async function runCheckSearch(dir: string | undefined, flags: CheckSearchFlags): Promise<number> {
  const { queries, compare, format, verbose, rule: rules } = flags;
  const site = namedSite(dir, flags);
  const options = {
    ...site,
    ...(queries === undefined ? {} : { queriesFile: resolve(queries) }),
    ...(compare === undefined ? {} : { compare }),
    rules,
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
function limitProblems(
  report: SearchReport | undefined,
  limits: CheckSearchFlags,
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
