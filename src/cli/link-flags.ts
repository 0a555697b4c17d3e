import { extname, resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { git, mergeBase } from '../content/git.ts';
import { FORMATS, type Format } from '../diagnostics/format.ts';
import { DEFAULT_EXTERNAL_OPTIONS } from '../links/external/external-check.ts';
import type { CheckLinksOptions } from '../pipeline/check-links.ts';
import {
  addFindingOptions,
  append,
  type FindingFlags,
  readCount,
  valueReader,
  wholeNumber,
} from './site-flags.ts';

/** Destination of a report; standard output if there is no file. */
export interface ReportTarget {
  readonly format: Format;
  readonly file: string | undefined;
}

/** The flags of `docs check-links` after parsing. */
export interface LinkFlags extends FindingFlags {
  readonly fromBuild?: string;
  readonly baseUrl?: string;
  readonly run?: boolean;
  readonly server?: string;
  readonly external?: 'all' | 'changed' | true;
  readonly offline?: boolean;
  readonly failOn: 'error' | 'warning' | 'warn' | 'never';
  readonly maxWarnings?: number;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly ignoreLink?: readonly string[];
  readonly ignoreTarget?: readonly string[];
  readonly baseline?: string;
  readonly updateBaseline?: boolean;
  readonly fix?: 'dry-run' | true;
  readonly fixAnchors?: 'link' | 'heading';
  readonly since?: string;
  /** Lists the operations that no page shows. */
  readonly coverage?: boolean;
  readonly quiet?: boolean;
  readonly stats?: boolean;
  readonly concurrency?: number;
  readonly perHost?: number;
  readonly timeout?: number;
  readonly retries?: number;
  readonly cache: string | false;
  readonly cacheTtl?: number;
  readonly externalAnchors?: boolean;
  readonly allowPrivate?: boolean;
}

/** Adds the flags of all checks; `reports` collects `--format` and `--output` in their order. */
export function addCheckFlags(command: Command, reports: ReportTarget[]): Command {
  command
    .addOption(
      new Option('--format <format>', 'report format; repeatable')
        .choices(FORMATS)
        .argParser((text) => {
          const format = FORMATS.find((name) => name === text);
          if (format === undefined)
            throw new InvalidArgumentError(`Formats: ${FORMATS.join(', ')}.`);
          reports.push({ format, file: undefined });
          return text;
        }),
    )
    .option('--output <file>', 'write the --format before it to a file', (file: string) => {
      const last = reports.at(-1);
      const isOpen = last !== undefined && last.file === undefined;
      if (isOpen) reports.pop();
      const implied = FILE_FORMATS.get(extname(file)) ?? 'pretty';
      reports.push({ format: isOpen ? last.format : implied, file });
      return file;
    })
    .addOption(
      new Option('--fail-on <severity>', 'lowest severity that fails the run')
        .choices(['error', 'warning', 'warn', 'never'])
        .default('error'),
    )
    .option('--max-warnings <n>', 'fail on more warnings than this', readCount)
    .option('-q, --quiet', 'print findings only')
    .option('--stats', 'print CPU time and memory');
  return addFindingOptions(command, 'print every finding, known and suppressed ones too')
    .option('--include <glob>', 'report only these files; repeatable', append)
    .option('--exclude <glob|/re/>', 'leave out these files; repeatable', append)
    .option('--since <ref>', 'report only files changed since a Git revision')
    .option('--baseline <file>', 'read known findings from this file')
    .option('--update-baseline', 'write the findings to the baseline')
    .addOption(
      new Option('--fix [mode]', 'apply unambiguous fixes, or print them as a patch').choices([
        'dry-run',
      ]),
    );
}

/** Adds the flags of the link check. */
export function addLinkFlags(command: Command): Command {
  return command
    .option('--from-build <folder>', 'check built HTML from any generator')
    .option('--base-url <path>', 'path that the built HTML is served at', (text) => {
      if (!text.startsWith('/')) throw new InvalidArgumentError('It must start with a slash.');
      return text.endsWith('/') ? text : `${text}/`;
    })
    .option('--ignore-link <pattern>', 'leave out links written so; repeatable', append)
    .option('--ignore-target <pattern>', 'leave out links that lead there; repeatable', append)
    .addOption(
      new Option('--fix-anchors <where>', 'fix anchors at the link or at the heading').choices([
        'link',
        'heading',
      ]),
    )
    .addOption(
      new Option(
        '--external [which]',
        'also check external links: all, or of changed files',
      ).choices(['all', 'changed']),
    )
    .option('--offline', 'send no request, even with --external')
    .option('--external-anchors', 'also check anchors of external pages')
    .option('--concurrency <n>', 'limit requests at a time (default: 32)', readPositive)
    .option('--per-host <n>', 'limit requests to one host (default: 2)', readPositive)
    .option('--timeout <ms>', 'limit the wait for a response (default: 10000)', readPositive)
    .option('--retries <n>', 'try again this often (default: 2)', readCount)
    .option(
      '--cache <file>',
      'keep results of external links here',
      '.docwright/external-links.json',
    )
    .option('--no-cache', 'keep no results of external links')
    .option(
      '--cache-ttl <time>',
      'keep working links for: 12h, 7d (default: 7d)',
      valueReader((text) => {
        const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
        const length = UNITS.get(unit);
        return length && Number(count) * length;
      }, 'a number with s, m, h or d'),
    )
    .option('--allow-private', 'also request private and loopback hosts');
}

const readPositive = wholeNumber([1, 999_999_999], 'a whole number of at least 1');

/** The formats that names of files imply. */
const FILE_FORMATS: ReadonlyMap<string, Format> = new Map([
  ['.sarif', 'sarif'],
  ['.json', 'json'],
  ['.xml', 'junit'],
]);

const UNITS: ReadonlyMap<string, number> = new Map([
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);

interface ExternalRun {
  readonly siteDir: string;
  readonly changed: ChangedFiles | undefined;
  readonly signal: AbortSignal;
}

/** Reads the flags for external links; undefined if no request is to be sent. */
export function externalCheck(
  flags: LinkFlags,
  { siteDir, changed, signal }: ExternalRun,
): CheckLinksOptions['external'] {
  if (flags.external === undefined) return undefined;
  const byDefault = DEFAULT_EXTERNAL_OPTIONS;
  return {
    options: {
      ...byDefault,
      concurrency: flags.concurrency ?? byDefault.concurrency,
      perHost: flags.perHost ?? byDefault.perHost,
      timeoutMs: flags.timeout ?? byDefault.timeoutMs,
      retries: flags.retries ?? byDefault.retries,
      allowPrivate: flags.allowPrivate === true,
      signal,
    },
    cacheFile: flags.cache === false ? undefined : resolve(siteDir, flags.cache),
    okTtlMs: flags.cacheTtl,
    anchors: flags.externalAnchors === true,
    isWanted: ({ file }) =>
      flags.external !== 'changed' || changed === undefined || changed.files.has(file),
  };
}

/** Files of a site that differ from a revision. */
interface ChangedFiles {
  /** Relative to the site folder. */
  readonly files: ReadonlySet<string>;
  /** Why Git cannot list them. */
  readonly problem?: string;
}

/** Lists the files, including new ones, that changed since a revision or since the branch left it. */
export function changedFiles(siteDir: string, revision: string): ChangedFiles {
  const failed = (problem: string): ChangedFiles => ({ files: new Set(), problem });
  if (revision.startsWith('-')) return failed(`"${revision}" is no revision`);
  const inside = git(siteDir, ['rev-parse', '--git-dir']);
  if (!inside.ok && inside.reason.startsWith('not a git repository'))
    return failed('this folder is in no Git repository: leave out --since');
  const from = mergeBase(siteDir, revision) ?? revision;
  const diff = ['diff', '--name-only', '--relative', '--no-renames', '-z', from, '--', '.'];
  const untracked = ['ls-files', '--others', '--exclude-standard', '-z', '--', '.'];
  const files = new Set<string>();
  for (const command of [diff, untracked]) {
    const run = git(siteDir, command);
    if (!run.ok) return failed(`Git cannot tell what changed since "${revision}": ${run.reason}`);
    for (const file of run.output.split('\0')) if (file !== '') files.add(file);
  }
  return { files };
}
