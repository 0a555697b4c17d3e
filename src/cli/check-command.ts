import { resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { fixedLevel, isAbout, isAboutLinks } from '../diagnostics/codes.ts';
import { LOCK_FILE } from '../links/url-lock.ts';
import type { ApiCheck } from '../pipeline/api-changes.ts';
import type { SearchReport } from '../search/evaluate/measure.ts';
import type { AgentsReport } from '../agents/check-agents.ts';
import {
  addAnswerLimit,
  agentsHeadline,
  type AnswerLimit,
  answerLimit,
  shownFolder,
} from './check-agents-command.ts';
import { type Check, LINKS, runCheck } from './check-links-command.ts';
import { coverageNotes, SAMPLES } from './check-samples-command.ts';
import {
  addSearchLimits,
  headline,
  limitProblems,
  type SearchLimits,
} from './check-search-command.ts';
import { addCheckFlags, type LinkFlags, type ReportTarget } from './link-flags.ts';
import {
  addTranslationLimit,
  translationCheck,
  type TranslationLimit,
} from './translations-command.ts';
import { plural } from './report.ts';
import { CHECK_EXIT_HELP, exitWith, FINDINGS_HELP } from './site-flags.ts';

/** The files and limits of checks. */
interface Inputs extends SearchLimits, AnswerLimit, TranslationLimit {
  readonly queries?: string;
  readonly questions?: string;
}

interface CheckFlags extends LinkFlags, Inputs {
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
}

/** `docs check [dir]`. */
export function addCheckCommand(program: Command): void {
  const reports: ReportTarget[] = [];
  const command = program
    .command('check')
    .description('run all checks of a site at once')
    .argument('[dir]', 'site folder or configuration file (default: this folder)')
    .option('-c, --config <file>', 'use this configuration file')
    .option('--only <checks>', 'only these, such as links,samples', readNames)
    .option('--skip <checks>', 'leave out these', readNames)
    .option('--coverage', 'list the operations that no page shows')
    .option('--queries <file>', 'read search queries from this file (default: queries.json)')
    .option('--questions <file>', 'read questions from this file (default: questions.yml)');
  addCheckFlags(addTranslationLimit(addAnswerLimit(addSearchLimits(command))), reports)
    .addHelpText('after', HELP)
    .action(
      exitWith((dir: string | undefined, flags: CheckFlags) => {
        const all = allChecks(flags);
        const { only = NAMES, skip = [] } = flags;
        const checks = all.filter(({ name }) => only.includes(name) && !skip.includes(name));
        // A site that cannot be read cannot be checked.
        const isOwn = (code: string): boolean => {
          const owner = all.find((check) => check.isOwn(code));
          return fixedLevel(code) !== undefined || (owner !== undefined && checks.includes(owner));
        };
        return runCheck(dir, { flags, reports, checks, isOwn });
      }),
    );
}

function readNames(text: string, before: readonly string[] = []): readonly string[] {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !NAMES.includes(name));
  if (unknown === undefined) return [...before, ...names];
  throw new InvalidArgumentError(`There is no check "${unknown}". Checks: ${NAMES.join(', ')}.`);
}

/** All checks, in the order of their lines; the first one that has a code reports it. */
function allChecks(flags: Inputs & Pick<LinkFlags, 'since'>): readonly Check[] {
  const links: Check = { ...LINKS, isOwn: isAboutLinks, notes: () => [] };
  const samples: Check = {
    ...SAMPLES,
    isOwn: (code) => isAbout('samples', code),
    counts: (result, own) =>
      result.samples.operations === 0 ? undefined : SAMPLES.counts(result, own),
    notes: coverageNotes,
  };
  return [
    links,
    samples,
    apiCheck(flags.since),
    searchCheck(flags),
    agentsCheck(flags),
    translationCheck(flags),
    ADDRESSES,
    REST,
  ];
}

const ADDRESSES: Check = {
  name: 'addresses',
  isOwn: (code) => isAbout('addresses', code),
  counts: ({ locked }) =>
    locked === undefined
      ? undefined
      : `${plural(locked.paths, 'path')} and ${plural(locked.anchors, 'anchor')} of ${LOCK_FILE}`,
  checked: ({ locked }) => ({ lockedPaths: locked?.paths ?? 0 }),
};

/** The other findings of a build. */
const REST: Check = {
  name: 'site',
  isOwn: () => true,
  counts: ({ coverage }) => plural(coverage.pages, 'page'),
  checked: () => ({}),
};

/** Changes of the APIs on this branch: since it left `against`, or the main branch. */
function apiCheck(against: string | undefined): Check {
  let check: ApiCheck | undefined;
  return {
    name: 'api',
    isOwn: (code) => isAbout('API changes', code),
    // A change may be at a line that stayed.
    filesOf: (file) => check?.files().has(file) === true,
    counts: () => check && `${plural(check.changes().length, 'change')} of the API`,
    checked: () => (check === undefined ? {} : { apiChanges: check.changes().length }),
    open: async (config) => {
      const { openApiCheck } = await import('../pipeline/api-changes.ts');
      const today = new Date().toISOString().slice(0, 10);
      check = openApiCheck(config, { against, today });
      return check;
    },
  };
}

/** The queries of the site, if it has some. */
function searchCheck({ queries, ...limits }: Inputs): Check {
  let report: SearchReport | undefined;
  let file: string | undefined;
  return {
    name: 'search',
    isOwn: (code) => isAbout('search', code),
    isGentle: true,
    filesOf: (name) => name === file,
    counts: () =>
      report === undefined
        ? file !== undefined
          ? 'queries, which were not asked: the site has errors'
          : undefined
        : headline(report),
    checked: () => (report === undefined ? {} : { queries: report.outcomes.length }),
    open: async (config, cache) => {
      const { openQueries } = await import('../pipeline/check-search.ts');
      const queriesFile = queries === undefined ? undefined : resolve(queries);
      const opened = openQueries({ config, cache }, queriesFile);
      if (opened === undefined) return undefined;
      ({ file } = opened);
      return {
        ...opened,
        finish: async () => {
          const found = await opened.finish();
          report = opened.report();
          return [...found, ...limitProblems(report, limits)];
        },
      };
    },
  };
}

/** The files for agents and the questions of the site, if it has some: the files are made for it. */
function agentsCheck({ questions: named, minAnswered }: Inputs): Check {
  let report: AgentsReport | undefined;
  let file: string | undefined;
  return {
    name: 'agents',
    isOwn: (code) => isAbout('agents', code),
    isGentle: true,
    filesOf: (name) => name === file,
    counts: () =>
      report === undefined
        ? file !== undefined
          ? 'questions, which were not asked: the site has errors'
          : undefined
        : agentsHeadline(report),
    checked: () => (report === undefined ? {} : { questions: report.questions }),
    open: async (config) => {
      if (config.agents === undefined) return undefined;
      const { openQuestions } = await import('../agents/read-questions.ts');
      const opened = openQuestions(config.siteDir, named);
      if (opened === undefined) return undefined;
      ({ file } = opened);
      const { checkAgents } = await import('../agents/check-agents.ts');
      const { createMemoryFiles } = await import('../agents/memory-files.ts');
      const { sink, folder, paths } = createMemoryFiles(config.outDir);
      const { questions, diagnostics } = opened;
      return {
        sink,
        finish: async () => {
          report = await checkAgents(folder, {
            files: paths,
            shown: shownFolder(config),
            questions,
          });
          if (report === undefined) return diagnostics;
          return [...diagnostics, ...report.diagnostics, ...answerLimit(report, { minAnswered })];
        },
      };
    },
  };
}

const NAMES: readonly string[] = allChecks({}).map(({ name }) => name);

const HELP = `
Reads the site once and runs all of its checks:

  links         links, files and anchors, as \`docs check-links\`
  samples       requests in docs, as \`docs check-samples\`; needs an API description
  api           changes of the API since the branch left the main one, as \`docs api-changes\`
  search        the queries of queries.json, as \`docs check-search\`; fails below its limits
  agents        the questions of questions.yml, and the files for agents, as \`docs check-agents\`
  translations  pages in other locales, as \`docs translations\`; fails above its limit
  addresses     paths and anchors of urls.lock that are lost
  site          all other problems that a build reports

Checks that have nothing to look at are left out. There is one report, one baseline and one exit code.

Examples:
  $ docs check
  $ docs check --fail-on warning --format github  fail on every finding, as a gate in CI
  $ docs check --skip search,addresses
  $ docs check --since origin/main                report what this branch changed
  $ docs check --fix                              apply unambiguous fixes
  $ docs check --update-baseline                  accept what there is, and fail on new findings

${FINDINGS_HELP}

${CHECK_EXIT_HELP}.
`;
