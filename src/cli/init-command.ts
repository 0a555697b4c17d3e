import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Choices } from '../init/new-site.ts';
import type { Project } from '../init/project.ts';
import type { Written } from '../init/write-site.ts';
import { EXIT, packageVersion, plural, shortFolder } from './report.ts';

interface InitFlags {
  readonly yes: boolean;
}

/** `docs init [dir]`. */
export function addInitCommand(program: Command): void {
  program
    .command('init')
    .description('create a site, or the configuration for existing Markdown')
    .argument('[dir]', 'folder of the site (default: this folder)')
    .option('-y, --yes', 'ask nothing, take the defaults', false)
    .addHelpText('after', HELP)
    .action(async (dir: string | undefined, flags: InitFlags) => {
      process.exitCode = await runInit(dir, flags);
    });
}

const HELP = `
Asks at most four questions: the title, what the pages are, where the site is published, and the package
manager if that is not clear. Writes site.config.ts, two pages if there is no Markdown yet, scripts and the
package docwright in package.json, lines in .gitignore, and a workflow that builds, checks links and deploys
to GitHub Pages. Existing files are kept: package.json and .gitignore are added to, nothing is overwritten.
All files that were written are listed; a second run changes nothing.

Examples:
  $ docs init                 in an empty folder, or beside existing Markdown
  $ docs init website --yes   without questions, in the folder website
`;

async function runInit(dir: string | undefined, flags: InitFlags): Promise<number> {
  const folder = resolve(dir ?? '.');
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false) {
    process.stderr.write(`error: "${dir}" is not a folder\n  hint: name the folder of the site\n`);
    return EXIT.usage;
  }
  const { readProject } = await import('../init/project.ts');
  const { newFiles, nextCommands, scriptNames } = await import('../init/new-site.ts');
  const { writeSite } = await import('../init/write-site.ts');
  const project = readProject(folder);
  const choices = await choose(project, flags);
  const scripts = scriptNames(project);
  const files = newFiles(project, choices, scripts);
  const written = writeSite({ dir: folder, files, scripts, version: packageVersion() });
  const next = nextCommands(project, choices, scripts);
  process.stdout.write(reportText({ dir: folder, written, next }));
  return EXIT.fine;
}

async function choose(project: Project, { yes }: InitFlags): Promise<Choices> {
  const { askChoices, defaultChoices } = await import('../init/questions.ts');
  const defaults = defaultChoices(project);
  if (project.configFile !== undefined) return { ...defaults, content: 'existing' };
  if (yes) return defaults;
  if (process.stdin.isTTY !== true) {
    process.stderr.write('note: the input is no terminal: nothing is asked, as with --yes\n');
    return defaults;
  }
  return askChoices(project, defaults, {
    input: process.stdin,
    output: process.stdout,
    interrupt: () => process.kill(process.pid, 'SIGINT'),
  });
}

interface Report {
  readonly dir: string;
  readonly written: Written;
  /** Commands to run next. */
  readonly next: readonly string[];
}

function reportText({ dir, written, next }: Report): string {
  const { created, changed, kept } = written;
  const lines = [
    ...list(`created ${plural(created.length, 'file')} in ${shortFolder(dir)}`, created),
    ...list(
      'added',
      changed.map(({ path, added }) => `${path}: ${added}`),
    ),
    ...list(
      'kept as they are',
      kept.map(({ path, reason }) => (reason === undefined ? path : `${path}: ${reason}`)),
    ),
    ...(created.length + changed.length === 0 ? ['nothing to do'] : []),
    'next:',
    ...next.map((command) => `  ${command}`),
  ];
  return `${lines.join('\n')}\n`;
}

function list(title: string, entries: readonly string[]): readonly string[] {
  return entries.length === 0 ? [] : [`${title}:`, ...entries.map((entry) => `  ${entry}`)];
}
