import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { Change, Level } from '../api-history/rules.ts';
import { countLevels, printMarkdown, printText } from '../api-history/print-changes.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { formatDiagnostics } from '../diagnostics/format.ts';
import { readText } from '../diagnostics/frame.ts';
import type { ApiChanges, ApiChangesResult } from '../pipeline/api-changes.ts';
import { printError } from './print.ts';
import { EXIT, folderBelow, packageVersion, plural, reportDiagnostics } from './report.ts';
import { runSiteCode } from './site-code.ts';
import { exitWith, namedSite } from './site-flags.ts';

const FORMATS = ['text', 'json', 'github', 'sarif', 'markdown'] as const;
const FAIL_ON = ['breaking', 'risky', 'never'] as const;

interface ApiChangesFlags {
  readonly config?: string;
  readonly against?: string;
  readonly history: boolean;
  readonly format: (typeof FORMATS)[number];
  readonly output?: string;
  readonly failOn: (typeof FAIL_ON)[number];
  readonly accept?: string;
  readonly verbose: boolean;
}

/** `docs api-changes [before] [after]`. */
export function addApiChangesCommand(program: Command): void {
  program
    .command('api-changes')
    .description('show what changed in an API, and whether it breaks clients')
    .argument('[before]', 'commit, range of commits, or the earlier file')
    .argument('[after]', 'the later file')
    .option('-c, --config <file>', 'use the site of this configuration file')
    .option('--against <ref>', 'compare with the merge base with this branch')
    .option('--history', 'print the changes of all revisions', false)
    .addOption(
      new Option('--format <format>', 'print in this format').choices(FORMATS).default('text'),
    )
    .option('--output <file>', 'write the report to this file')
    .addOption(
      new Option('--fail-on <level>', 'fail on changes of this level')
        .choices(FAIL_ON)
        .default('breaking'),
    )
    .option('--accept <reason>', 'accept the breaking changes in api-changes.lock')
    .option('--verbose', 'print changes of texts, too', false)
    .addHelpText('after', HELP)
    .action(exitWith(runApiChanges));
}

const HELP = `
Without arguments, the files of the working tree are compared with the commit at which the branch left the main
one. Levels: breaking (correct clients can fail), risky (some will), safe, text (only words differ).

A change of a schema is one finding for all operations that use it. References, allOf and their inline forms are
equal; what counts is the direction: requests must not get narrower, responses must keep their promises.

Examples:
  $ docs api-changes                          what this branch changes
  $ docs api-changes --against origin/release
  $ docs api-changes v1.0..HEAD
  $ docs api-changes before.yaml after.yaml
  $ docs api-changes --format markdown > comment.md
  $ docs api-changes --history --format json  all revisions
  $ docs api-changes --accept "no client sends it"

Exit codes: 0 no failing change, 1 failing changes, 2 wrong usage or nothing to compare (a shallow clone lacks commits:
fetch-depth: 0), 3 internal error.
`;

async function runApiChanges(
  before: string | undefined,
  after: string | undefined,
  flags: ApiChangesFlags,
): Promise<number> {
  const site = namedSite(undefined, flags);
  const { findApiChanges, NO_API_CHANGES } = await import('../pipeline/api-changes.ts');
  const result = await runSiteCode<ApiChangesResult>(
    () =>
      findApiChanges({
        ...site,
        between: [before, after].filter((name) => name !== undefined),
        against: flags.against,
        isHistory: flags.history,
        accept: flags.accept,
        today: new Date().toISOString().slice(0, 10),
      }),
    (fault) => ({ ...NO_API_CHANGES, ...site, ...fault }),
  );
  const problems = result.diagnostics;
  if (problems.length > 0) reportDiagnostics(result, 'pretty');
  if (result.badUsage) return EXIT.usage;
  const text = flags.history ? printHistories(result, flags) : printChanges(result, flags);
  if (flags.output === undefined) process.stdout.write(text);
  else writeFileSync(resolve(flags.output), text);
  const failing = failingChanges(result, flags);
  if (!flags.history && flags.format !== 'text')
    for (const api of result.apis) printError(`${api.id}: ${countLevels([...api.changes.keys()])}`);
  return failing.length > 0 || problems.some(({ severity }) => severity === 'error')
    ? EXIT.siteErrors
    : EXIT.fine;
}

function failingChanges(
  { apis, isAccepted }: ApiChangesResult,
  { failOn, history }: ApiChangesFlags,
): readonly Change[] {
  const levels: readonly Level[] =
    failOn === 'never' || history ? [] : failOn === 'risky' ? ['breaking', 'risky'] : ['breaking'];
  return apis.flatMap(({ changes }) =>
    [...changes.keys()].filter((change) => levels.includes(change.level) && !isAccepted(change)),
  );
}

function printChanges(result: ApiChangesResult, flags: ApiChangesFlags): string {
  const { apis, isAccepted, siteDir } = result;
  const isShown = ({ level }: Change): boolean => flags.verbose || level !== 'text';
  switch (flags.format) {
    case 'json':
      return `${JSON.stringify(
        apis.map(({ id, before, after, changes }) => ({
          id,
          before,
          after,
          changes: [...changes.keys()].map((change) => ({
            ...change,
            ...(isAccepted(change) ? { isAccepted: true } : {}),
          })),
        })),
        undefined,
        2,
      )}\n`;
    case 'markdown':
      return apis
        .map((api) => printMarkdown(titleOf(api), [...api.changes.keys()], { isAccepted }))
        .join('\n');
    case 'text':
      return apis
        .map((api) => {
          const locate = (change: Change): string => {
            const { file = '', line = 1, column = 1 } = api.changes.get(change)?.location ?? {};
            return `${file}:${line}:${column}`;
          };
          const changes = [...api.changes.keys()];
          const list = printText(changes.filter(isShown), { locate, isAccepted });
          return `${titleOf(api)}\n${list === '' ? '' : `\n${list}\n`}${countLevels(changes)}\n`;
        })
        .join('\n');
    default: {
      const failing = new Set(failingChanges(result, flags));
      const reported = apis
        .flatMap((api) => [...api.changes])
        .filter(([change]) => isShown(change));
      const findings = (isOne: (change: Change) => boolean): readonly Diagnostic[] =>
        reported.flatMap(([change, entry]) => (isOne(change) ? [entry] : []));
      const fails = new Set(findings((change) => failing.has(change)));
      return formatDiagnostics(flags.format, {
        diagnostics: findings((change) => !isAccepted(change)),
        known: findings(isAccepted),
        complete: true,
        read: (file) => readText(resolve(siteDir, file)),
        fails: (entry) => fails.has(entry),
        siteFolder: folderBelow(process.cwd(), siteDir),
        version: packageVersion(),
      });
    }
  }
}

function titleOf({ id, before, after }: ApiChanges): string {
  return `Changes of ${id}: ${before} → ${after}`;
}

function printHistories(
  { histories }: ApiChangesResult,
  { format, verbose }: ApiChangesFlags,
): string {
  if (format === 'json') {
    const [only, ...others] = histories;
    const revisions = others.length === 0 ? only?.revisions : histories;
    return `${JSON.stringify(revisions, undefined, 2)}\n`;
  }
  return histories
    .map(({ id, revisions, unread }) => {
      const lines = revisions
        .filter(({ changes }) => verbose || changes.some(({ level }) => level !== 'text'))
        .map(
          ({ revision, date, tag, changes }) =>
            `${date}  ${revision.slice(0, 10)}  ${tag ?? ''}  ${countLevels(changes)}`,
        );
      const notes = unread.map(([commit, reason]) => `${commit.slice(0, 10)} ${reason}`);
      return `${id}: ${plural(revisions.length, 'revision')}\n${[...lines, ...notes].join('\n')}\n`;
    })
    .join('\n');
}
