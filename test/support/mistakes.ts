import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { runProgram } from '../../src/cli/program.ts';
import { type SiteDriver, type SiteFiles, site } from './site.ts';

/** One mistake of an author, and what docwright prints about it. */
export interface Mistake {
  readonly title: string;
  /** Arguments of `docs`; without `<site>`, the site folder is added after the command. */
  readonly command: readonly string[];
  /** Changes of the normal site, in order. */
  readonly edits: readonly Edit[];
  /** Everything above the summary; a last line `…` means that more follows. */
  readonly printed: string;
}

interface Edit {
  readonly kind: 'write' | 'add' | 'remove';
  readonly path: string;
  readonly text: string;
}

/** Reads the cases of a file; the format is described in `test/diagnostics/mistakes.test.ts`. */
export function readMistakes(file: string): readonly Mistake[] {
  const [, ...cases] = readFileSync(file, 'utf8').split(/^=== /m);
  return cases.map((text) => {
    const [head = '', ...sections] = text.split(/^--- /m);
    const [title = '', command] = head.trim().split('\n$ docs ');
    const parts = sections.map((section) => {
      const end = section.indexOf('\n');
      return { name: section.slice(0, end), text: section.slice(end + 1) };
    });
    const printed = parts.pop();
    if (printed?.name !== 'printed') throw new Error(`"${title}" does not end with "--- printed"`);
    return {
      title,
      command: (command ?? 'build').split(' '),
      edits: parts.map((part) => toEdit(part.name, part.text)),
      printed: printed.text.trimEnd(),
    };
  });
}

function toEdit(name: string, text: string): Edit {
  const [, kind, path = name] = /^(add|remove) (.+)$/.exec(name) ?? [];
  return { kind: kind === 'add' || kind === 'remove' ? kind : 'write', path, text };
}

/** Makes the mistake in the normal site and returns what the command prints above its summary. */
export async function printedAbout(
  { command, edits }: Mistake,
  normal: SiteFiles,
): Promise<string> {
  const driver = site(normal).warm();
  try {
    for (const edit of edits) apply(edit, driver);
    const words = command.map((word) => word.replace('<site>', driver.dir));
    if (!command.some((word) => word.startsWith('<site>'))) words.splice(1, 0, driver.dir);
    const output = await captured(() => runProgram(['node', 'docs', ...words]));
    return stripVTControlCharacters(output)
      .replaceAll(driver.dir, '<site>')
      .split(SUMMARY, 1)
      .join('')
      .trimEnd();
  } finally {
    driver.dispose();
  }
}

/** The first line of a summary. */
const SUMMARY = /^\d+ (?:errors?|pages?|links?)\b.*$/m;

function apply({ kind, path, text }: Edit, driver: SiteDriver): void {
  if (kind === 'remove') driver.remove(path);
  else if (kind === 'write') driver.write(path, text.replaceAll('→', '\t'));
  else driver.write(path, added(readFileSync(join(driver.dir, path), 'utf8'), text));
}

/** Adds lines at the end of a file, in a configuration inside its object. */
function added(file: string, lines: string): string {
  const end = file.endsWith('\n};\n') ? file.length - '};\n'.length : file.length;
  return `${file.slice(0, end)}${lines}${file.slice(end)}`;
}

/** Returns what a command writes to standard error and output. */
async function captured(run: () => Promise<void>): Promise<string> {
  const { stderr, stdout, exitCode, env } = process;
  const [writeError, writeOutput, service] = [stderr.write, stdout.write, env['CI']];
  const listeners = process.listeners(FAULT);
  let output = '';
  const write = (text: string | Uint8Array, ...rest: readonly unknown[]): boolean => {
    output += String(text);
    const done = rest.at(-1);
    if (typeof done === 'function') done();
    return true;
  };
  [stderr.write, stdout.write] = [write, write];
  // A service's log shows progress.
  delete env['CI'];
  try {
    await run();
  } finally {
    [stderr.write, stdout.write] = [writeError, writeOutput];
    process.exitCode = exitCode;
    if (service !== undefined) env['CI'] = service;
    // A command listens for errors of the site until its process ends.
    for (const listener of process.listeners(FAULT))
      if (!listeners.includes(listener)) process.off(FAULT, listener);
  }
  return output;
}

const FAULT = 'uncaughtException';

/** Writes what is printed now into a file of cases. */
export function rewriteMistakes(file: string, printed: ReadonlyMap<string, string>): void {
  const [head = '', ...cases] = readFileSync(file, 'utf8').split(/^=== /m);
  const texts = cases.map((text) => {
    const now = printed.get(text.slice(0, text.indexOf('\n')));
    if (now === undefined) return text;
    return `${text.slice(0, text.indexOf('--- printed\n'))}--- printed\n${now}\n\n`;
  });
  writeFileSync(file, [head, ...texts].join('=== ').trimEnd().concat('\n'));
}
