import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type Command, Option } from 'commander';
import type { askAgent } from '../agents/ask-agent.ts';
import type { AgentsReport } from '../agents/check-agents.ts';
import { siteRelative } from '../config/folders.ts';
import type { ResolvedConfig } from '../config/site-config.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { type Format, FORMATS } from '../diagnostics/format.ts';
import { applyLevels } from '../diagnostics/levels.ts';
import { printError, printOutput } from './print.ts';
import { EXIT, exitCode, plural, reportDiagnostics, shortFolder, usageError } from './report.ts';
import { loadNamedSite } from './site-code.ts';
import {
  addFindingOptions,
  addSiteOptions,
  exitWith,
  type FindingFlags,
  FINDINGS_HELP,
  levelsOf,
  namedSite,
  readShare,
  wholeNumber,
} from './site-flags.ts';

interface CheckAgentsFlags extends FindingFlags, AnswerLimit {
  readonly questions?: string;
  readonly agent?: string;
  readonly runs: number;
  readonly format: Format;
}

/** `docs check-agents [dir]`. */
export function addCheckAgentsCommand(program: Command): void {
  const command = addSiteOptions(program.command('check-agents'));
  addAnswerLimit(addFindingOptions(command, 'print every finding'))
    .description('check the built site as agents read it')
    .option('-o, --out-dir <dir>', 'read this built folder (default: outDir, else build)')
    .option('--questions <file>', 'read the questions from this file (default: questions.yml)')
    .addOption(
      new Option('--format <format>', 'print the report in this format')
        .choices(FORMATS)
        .default('pretty'),
    )
    .option('--agent <command>', 'let this command answer the questions, too')
    .option('--runs <number>', 'ask the command each question so often', wholeNumber([1, 999]), 1)
    .addHelpText('after', HELP)
    .action(exitWith(runCheckAgents));
}

const HELP = `
Reads the built folder: the lists of pages, the Markdown versions, and their links. Nothing is built,
and no network or model is needed.

The questions are those that readers ask, in a file beside the configuration:

  - ask: How long is a session valid?
    answer: [24 hours]
  - ask: Which operation deletes a user?
    answer: [/docs/api/delete-user]
    budget: 4000

Each is searched for, and the first two results are read, with the tools of \`docs mcp\`. "answer" are
words that the results must have, or addresses that must be among them; all are needed. "budget" is the
number of tokens that may be read, 8000 by default. Write questions before you look at the pages.

--agent runs a command for each question, in a shell. It gets the question as its input and in
$DOCS_QUESTION, and the name of a file with the MCP server of the site in $DOCS_MCP_CONFIG. Its
output must have the answer. The report says how often that was so; the exit code stays.

${FINDINGS_HELP}

Examples:
  $ docs build && docs check-agents
  $ docs check-agents --agent 'my-agent --mcp-config "$DOCS_MCP_CONFIG"' --runs 3
  $ docs check-agents --min-answered 0.95
  $ docs check-agents --rule question-missed=error   every question must be answered

Exit codes: 0 fine, 1 errors, 2 wrong usage, no built site or no such file.
`;

async function runCheckAgents(dir: string | undefined, flags: CheckAgentsFlags): Promise<number> {
  const site = namedSite(dir, flags);
  const { config, diagnostics } = await loadNamedSite(site);
  if (config === undefined) {
    reportDiagnostics({ ...site, diagnostics }, flags.format);
    return EXIT.usage;
  }
  const { siteDir, outDir } = config;
  const { openQuestions } = await import('../agents/read-questions.ts');
  const { checkAgents } = await import('../agents/check-agents.ts');
  const { createBuiltFolder } = await import('../mcp/built-folder.ts');
  const opened = openQuestions(siteDir, flags.questions);
  if (opened === undefined && flags.questions !== undefined)
    return usageError(
      `there is no ${flags.questions}`,
      'name a file of questions with --questions',
    );
  const report = await checkAgents(createBuiltFolder(outDir), {
    files: filesIn(outDir),
    shown: shownFolder(config),
    questions: opened?.questions ?? [],
  });
  if (report === undefined)
    return usageError(`there is no built site in ${shortFolder(outDir)}`, 'run `docs build` first');
  const levels = { ...config, isAssumed: false, flags: levelsOf(flags) };
  const all = [
    ...diagnostics,
    ...(opened?.diagnostics ?? []),
    ...report.diagnostics,
    ...answerLimit(report, flags),
  ];
  const found = applyLevels(all, levels);
  const isPretty = flags.format === 'pretty';
  let asked: Awaited<ReturnType<typeof askAgent>> = { runs: 0, answered: 0 };
  if (flags.agent !== undefined) {
    const { askAgent } = await import('../agents/ask-agent.ts');
    asked = await askAgent(opened?.questions ?? [], {
      command: flags.agent,
      runs: flags.runs,
      server: [process.execPath, process.argv[1] ?? '', 'mcp', '--out-dir', outDir],
      report: isPretty ? printOutput : printError,
    });
    if (typeof asked === 'string')
      return usageError(asked, 'name a program that the shell finds with --agent');
  }
  const { pages, questions, answered, tokens } = report;
  const runs = asked.runs === 0 ? {} : { runs: asked.runs, answeredRuns: asked.answered };
  const checked = { pages, questions, answered, tokens, ...runs };
  reportDiagnostics({ siteDir, diagnostics: found.diagnostics, checked }, flags.format);
  if (isPretty) printOutput(agentsHeadline(report));
  if (isPretty && asked.runs > 0)
    printOutput(`the command answered in ${asked.answered} of ${plural(asked.runs, 'run')}`);
  return exitCode(found.diagnostics);
}

/** The paths of all files in a folder. */
function filesIn(folder: string): ReadonlySet<string> {
  if (!existsSync(folder)) return new Set();
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile());
  return new Set(files.map(({ parentPath, name }) => siteRelative(folder, join(parentPath, name))));
}

/** The name of the output folder in findings. */
export function shownFolder({
  siteDir,
  outDir,
}: Pick<ResolvedConfig, 'siteDir' | 'outDir'>): string {
  return relative(siteDir, outDir).replaceAll('\\', '/');
}

/** The flags of `docs check-agents` that `docs check` has, too. */
export interface AnswerLimit {
  readonly minAnswered?: number | undefined;
}

/** Adds the flag of the limit. */
export function addAnswerLimit(command: Command): Command {
  return command.option(
    '--min-answered <0..1>',
    'fail when a smaller share of questions is answered',
    readShare,
  );
}

/** Returns an error if fewer questions are answered than required. */
export function answerLimit(
  { answered, questions }: AgentsReport,
  { minAnswered = 0 }: AnswerLimit,
): readonly Diagnostic[] {
  if (answered >= minAnswered * questions) return [];
  const message = `${answered} of ${questions} questions are answered, a smaller share than ${minAnswered}`;
  return [diagnostic('agents-below-limit', { message })];
}

export function agentsHeadline({ pages, answered, questions, tokens }: AgentsReport): string {
  return `${plural(pages, 'Markdown version')}; ${answered} of ${plural(questions, 'question')} answered by two results, median ${tokens} tokens`;
}
