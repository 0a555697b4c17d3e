import { readdirSync, readFileSync } from 'node:fs';
import { statsOf } from '../cache/stats.ts';
import { join, relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { DIALECTS, type FoundDialect } from '../dialects/dialects.ts';
import { contains } from '../config/folders.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Moved } from '../init/from/move.ts';
import type { Finding, Origin } from '../init/from/table.ts';
import type { CheckedSite } from '../init/from/settle.ts';
import type { Choices, NewFile } from '../init/new-site.ts';
import type { Project } from '../init/project.ts';
import type { Written } from '../init/write-site.ts';
import { printError, printOutput } from './print.ts';
import {
  EXIT,
  packageVersion,
  plural,
  problemCounts,
  reportDiagnostics,
  shortFolder,
  usageError,
} from './report.ts';
import { exitWith } from './site-flags.ts';

interface InitFlags {
  readonly yes: boolean;
  readonly from?: string;
}

/** `docs init [dir]`. */
export function addInitCommand(program: Command): void {
  program
    .command('init')
    .description('create a site, or the configuration for existing Markdown')
    .argument('[dir]', 'folder of the site (default: --from, else this folder)')
    .option('-y, --yes', 'ask nothing, take the defaults', false)
    .option('--from <dir>', "read another tool's configuration in this folder")
    .addHelpText('after', HELP)
    .action(exitWith(runInit));
}

const HELP = `
Asks at most four questions: the title, what the pages are, where the site is published, and the package
manager if that is not clear. Writes site.config.ts, a start page and two docs if there is no Markdown yet,
scripts and the package docwright in package.json, lines in .gitignore, and a workflow that builds, checks
links and deploys to GitHub Pages. An API description in a usual place, such as openapi.yaml, has its pages.
Existing files are kept: package.json and .gitignore are added to, nothing is overwritten.
All files that were written are listed; a second run changes nothing.

--from reads the configuration of Docusaurus, VitePress, Starlight, MkDocs or mdBook: title, address, navbar,
sidebars, languages, footer, redirects and more. Each of its keys is reported with file and line as done,
approximated or left. Configurations in JavaScript are RUN, in another process with a time limit; if that
fails, their literal values are read. Pages are not changed. Images that the tool keeps outside of the static
files are copied there. The folder of the site must contain all pages, and no site is written above it. Errors
that pages still have become warnings, so that the site builds.

Examples:
  $ docs init                 in an empty folder, or beside existing Markdown
  $ docs init website --yes   without questions, in the folder website
  $ docs init --from .        beside docusaurus.config.js, mkdocs.yml, book.toml ...
  $ docs init --from website  the same in a folder
`;

async function runInit(dir: string | undefined, flags: InitFlags): Promise<number> {
  const folder = resolve(dir ?? flags.from ?? '.');
  if (statsOf(folder)?.isDirectory() === false)
    return usageError(`"${dir}" is not a folder`, 'name the folder of the site');
  const { readProject } = await import('../init/project.ts');
  const { findToolSite } = await import('../config/find-dialect.ts');
  const tool = flags.from === undefined ? undefined : findToolSite(resolve(flags.from));
  if (flags.from !== undefined && tool === undefined)
    return usageError(
      `there is no configuration of ${DIALECTS.map(({ name }) => name).join(', ')} in "${flags.from}"`,
      'name the folder that contains it',
    );
  const project = readProject(folder);
  if (project.configFile !== undefined) {
    // Settles an interrupted publication in the folders of the site. Their configuration is not run, which would add
    // files; so output folders elsewhere are left to the other commands.
    const { recover } = await import('../publish/recover.ts');
    const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    const settled = await Promise.all(folders.map(({ name }) => recover(join(folder, name))));
    reportDiagnostics({ diagnostics: settled.flat(), siteDir: folder }, 'pretty');
  }
  const choices = await choose(project, { ...flags, isMoved: tool !== undefined });
  const source = tool ?? (choices.content === 'tool' ? project.tool : undefined);
  const next = await (source === undefined
    ? writeOwn(project, choices)
    : writeMoved(project, choices, { source, from: flags.from ?? '.' }));
  if (next === undefined) return EXIT.usage;
  printOutput(['next:', ...next.map((command) => `  ${command}`)].join('\n'));
  return EXIT.fine;
}

async function choose(
  project: Project,
  { yes, isMoved }: { readonly yes: boolean; readonly isMoved: boolean },
): Promise<Choices> {
  const { askChoices, defaultChoices } = await import('../init/questions.ts');
  const defaults = defaultChoices(project);
  const isThere = project.configFile !== undefined;
  if (isThere || isMoved) return { ...defaults, content: isThere ? 'existing' : 'tool' };
  if (yes) return defaults;
  if (process.stdin.isTTY !== true) {
    printError('note: the input is no terminal: nothing is asked, as with --yes');
    return defaults;
  }
  return askChoices(project, defaults, {
    input: process.stdin,
    output: process.stdout,
    interrupt: () => process.kill(process.pid, 'SIGINT'),
  });
}

/** Writes the files, prints which, and returns the commands to run next. */
async function writeNew(
  project: Project,
  choices: Choices,
  { config, files: added }: { readonly config: string; readonly files: readonly NewFile[] },
): Promise<readonly string[]> {
  const { newFiles, nextCommands, scriptNames } = await import('../init/new-site.ts');
  const { writeSite } = await import('../init/write-site.ts');
  const scripts = scriptNames(project);
  const files = [...newFiles(project, choices, { scripts, config }), ...added];
  const written = writeSite({ dir: project.dir, files, scripts, version: packageVersion() });
  printOutput(writtenLines(project.dir, written).join('\n'));
  return nextCommands(project, choices, scripts);
}

/** Writes a site without another tool's configuration; what was there before, as it is, builds. */
async function writeOwn(project: Project, choices: Choices): Promise<readonly string[]> {
  const { newConfig, urlComment } = await import('../init/new-site.ts');
  const { publicAddress } = await import('../init/project.ts');
  const { settleConfig, settleLinks } = await import('../init/from/settle.ts');
  const comments = urlComment(publicAddress(project, choices.deploy === 'github').isExample);
  const own: Moved = {
    siteDir: project.dir,
    configFile: join(project.dir, 'site.config.ts'),
    config: { ...newConfig(project, choices) },
    findings: [],
    origins: new Map(),
    files: [],
  };
  const { text } = settleConfig(own, comments);
  const next = await writeNew(project, choices, { config: text, files: [] });
  const isProved =
    project.configFile === undefined &&
    (choices.content !== 'new' || project.apiSpec !== undefined);
  if (isProved) {
    const checked = await settleLinks(own, comments);
    printOutput((await reportLines(checked.findings, checked)).join('\n'));
  }
  return next;
}

interface MovedFrom {
  readonly source: FoundDialect;
  /** The folder as it was named. */
  readonly from: string;
}

/**
 * Writes a site from another tool's configuration, and reports what became of its settings. Undefined if it would not
 * contain its pages, which is reported with the command that works.
 */
async function writeMoved(
  project: Project,
  choices: Choices,
  { source, from }: MovedFrom,
): Promise<readonly string[] | undefined> {
  const { moveSite } = await import('../init/from/move.ts');
  const { publicAddress } = await import('../init/project.ts');
  const { urlComment } = await import('../init/new-site.ts');
  const { settleConfig, settleLinks } = await import('../init/from/settle.ts');
  const moved = await moveSite(source, project.dir);
  if ('pagesDir' in moved) {
    const named = (folder: string): string => quoted(relative(process.cwd(), folder) || '.');
    const [site, pages] = [named(project.dir), named(moved.pagesDir)];
    const copy = contains(moved.pagesDir, project.dir)
      ? ''
      : `, or copy ${pages} to ${site} and run \`docs init --from ${site}\``;
    usageError(
      `the pages of ${source.dialect.name} are in ${pages}, and a site in ${site} would not contain them`,
      `run \`docs init ${pages} --from ${quoted(from)}\`${copy}`,
    );
    return undefined;
  }
  // Written by hand, or by an earlier run.
  if (project.configFile !== undefined)
    return writeNew(project, choices, { config: '', files: [] });
  const { isExample, ...address } = publicAddress(project, false);
  const hasUrl = moved.config['url'] !== undefined;
  const config = { title: project.title, ...(hasUrl ? {} : address), ...moved.config };
  const comments = hasUrl ? {} : urlComment(isExample);
  const complete: Moved = { ...moved, config };
  const settled = settleConfig(complete, comments);
  const next = await writeNew(project, choices, {
    config: settled.text,
    files: moved.files,
  });
  const checked = await settleLinks(complete, comments);
  const findings = [...moved.findings, ...settled.findings, ...checked.findings];
  printOutput((await reportLines(findings, checked)).join('\n'));
  return next;
}

function quoted(path: string): string {
  return /^[\w./\\:@-]+$/.test(path) ? path : JSON.stringify(path);
}

function writtenLines(dir: string, { created, changed, kept }: Written): readonly string[] {
  const additions = changed.map(({ path, added }) => `${path}: ${added}`);
  const rest = kept.map(({ path, reason = '' }) => (reason === '' ? path : `${path}: ${reason}`));
  return [
    ...list(`created ${plural(created.length, 'file')} in ${shortFolder(dir)}`, created),
    ...list('added', additions),
    ...list('kept as they are', rest),
    ...(created.length + changed.length === 0 ? ['nothing to do'] : []),
  ];
}

function list(title: string, entries: readonly string[]): readonly string[] {
  return entries.length === 0 ? [] : [`${title}:`, ...entries.map((entry) => `  ${entry}`)];
}

const MOST_ERRORS = 20;

/** Reports the effect on each setting with its location, and the state of the site. */
async function reportLines(
  findings: readonly Finding[],
  { pages, problems }: CheckedSite,
): Promise<readonly string[]> {
  const { lineOfSetting } = await import('../init/from/data-file.ts');
  const lineOf = ({ file, path, line }: Origin): number =>
    line ?? (path.length === 0 ? 0 : lineOfSetting(file, readFileSync(file, 'utf8'), path));
  const lines = (kind: Finding['kind']): readonly string[] => {
    const placed = findings
      .filter((finding) => finding.kind === kind)
      .map(({ text, origin }) => ({ file: shortFolder(origin.file), line: lineOf(origin), text }));
    const files = [...new Set(placed.map(({ file }) => file))];
    const sorted = placed.toSorted(
      (a, b) => files.indexOf(a.file) - files.indexOf(b.file) || a.line - b.line,
    );
    const printed = sorted.map(
      ({ file, line, text }) => `${line === 0 ? file : `${file}:${line}`} ${text}`,
    );
    return [...new Set(printed)];
  };
  const counts = problemCounts(problems);
  const described = ({ location, message, hint }: Diagnostic): string =>
    `${location === undefined ? '' : `${location.file}:${location.line} `}${message}${hint === undefined ? '' : `: ${hint}`}`;
  const errors = problems.filter(({ severity }) => severity === 'error').map(described);
  const blocked = problems.filter(({ code }) => code === 'foreign-origin').map(described);
  return [
    ...list('done', lines('done')),
    ...list('approximated', lines('approximated')),
    ...list('left', lines('left')),
    ...list('lowered, so that the site builds', lines('lowered')),
    ...list('allowed, so that pages show what they refer to', lines('allowed')),
    ...list('blocked by the security policy of pages', blocked),
    ...list('to repair before the site builds', errors.slice(0, MOST_ERRORS)),
    `${plural(pages, 'page')}${counts === '' ? ', no problems' : `, ${counts}: run \`docs check-links\` to see them`}`,
  ];
}
