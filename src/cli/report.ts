import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contains, siteRelative } from '../config/folders.ts';
import { isSuppressible } from '../diagnostics/codes.ts';
import { compareStrings, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { type Format, formatDiagnostics } from '../diagnostics/format.ts';
import { countBySeverity } from '../diagnostics/formats/report-input.ts';
import { readText, stripControls } from '../diagnostics/frame.ts';
import type { FindingsResult, SuppressedFindings } from '../links/select-findings.ts';
import type { BuildResult } from '../pipeline/build.ts';
import type { ProgressEvent } from '../pipeline/produce.ts';
import { reasonInWords, systemError } from '../publish/disk.ts';
import { asTyped, printError } from './print.ts';

interface Findings extends Partial<SuppressedFindings> {
  readonly diagnostics: readonly Diagnostic[];
  /** Absolute folder to which the diagnostics' files are relative. */
  readonly siteDir: string;
  /** Counts of checked items by noun. */
  readonly checked?: Readonly<Record<string, number>>;
}

/** Prints all problems of a run: as text to standard error, in machine formats to standard output. */
export function reportDiagnostics(
  { diagnostics, siteDir, known, suppressed, lowered, checked }: Findings,
  format: Format,
  isVerbose = false,
): void {
  const text = formatDiagnostics(format, {
    diagnostics,
    known: known?.length === 0 ? undefined : known,
    suppressed: suppressed?.length,
    lowered,
    checked,
    isVerbose,
    complete: true,
    read: (file) => readText(join(siteDir, file)),
    siteFolder: folderBelow(process.cwd(), siteDir),
    version: packageVersion(),
  });
  if (text === '') return;
  if (format === 'pretty') process.stderr.write(`${asTyped(text)}\n`);
  else process.stdout.write(text);
}

/** Returns a folder for display: relative to the current one if it is below it. */
export function shortFolder(folder: string): string {
  const path = folderBelow(process.cwd(), folder);
  return path === '' ? '.' : (path ?? folder);
}

/** Returns a folder relative to one that contains it, with `/` separators; undefined if it is elsewhere. */
export function folderBelow(root: string, folder: string): string | undefined {
  return contains(root, folder) ? siteRelative(root, folder) : undefined;
}

/** Summarizes findings that rules lower or turn off, and counts known and suppressed ones; at most two lines. */
export function suppressedLines({
  known,
  suppressed,
  lowered,
}: SuppressedFindings): readonly string[] {
  const down = lowered.filter(({ to }) => to !== 'off');
  const off = lowered.filter(({ to }) => to === 'off');
  const [reduced, silent] = [
    down.map(({ code, from, to, count }) => `${code} ${count} (${from} to ${to})`),
    off.map(({ code, count }) => `${code} ${count}`),
  ];
  const lines = [
    [
      down.length > 0 && `lowered by rules: ${reduced.join(', ')}`,
      off.length > 0 && `off: ${silent.join(', ')}`,
    ],
    [
      known.length > 0 && `known (${known.length}): listed in the baseline`,
      suppressed.length > 0 && `suppressed (${suppressed.length}): in their files`,
    ],
  ];
  return lines.map((parts) => parts.filter(Boolean).join('; ')).filter((line) => line !== '');
}

/** The number of findings from which a summary names the commands that handle them together. */
const MANY = 20;

/**
 * A line for a run with many findings, or with some that a configuration makes errors, with the commands that repair or
 * accept them.
 */
export function manyFindings(
  { diagnostics, spared }: Pick<FindingsResult, 'diagnostics' | 'spared'>,
  command = 'docs check-links',
): readonly string[] {
  const found = diagnostics.filter(
    ({ code, severity }) => severity !== 'info' && isSuppressible(code),
  );
  if (found.length <= MANY && spared === 0) return [];
  const fixes = found.filter(({ link }) => link?.fix !== undefined).length;
  const accepts = `\`${command} --update-baseline\` accepts`;
  const commands =
    fixes === 0 ? `${accepts} them` : `\`${command} --fix\` repairs ${fixes}, ${accepts} the rest`;
  const errors = `${spared} of the warnings ${spared === 1 ? 'is an error' : 'are errors'} with a configuration (\`docs init\`) or --strict`;
  return [spared === 0 ? commands : `${errors}; ${commands}`];
}

/** Returns the summary of a run: pages built, changes and problems. */
export function summaryText(
  result: BuildResult,
  milliseconds: number,
  slowest: readonly PageTime[] = [],
): string {
  const { summary, diagnostics } = result;
  const problems = problemCounts(diagnostics) + countsByCode(diagnostics);
  const inSeconds = (time: number): string => `${(time / 1000).toFixed(2)} s`;
  const seconds = inSeconds(milliseconds);
  const slow = slowest.map((page) => `${page.route} ${inSeconds(page.milliseconds)}`);
  if (summary === undefined) {
    const nothing = `${problems}: nothing was published, the output folder is unchanged (${seconds})`;
    return [...suppressedLines(result), ...manyFindings(result), nothing].join('\n');
  }
  const { files, pages, links, outDir, notes } = summary;
  const lines = [
    `${plural(pages, 'page')}, ${plural(links, 'link')} checked, in ${seconds} → ${shortFolder(outDir)}`,
    `${plural(files.written, 'file')} written (${Math.ceil(files.bytesWritten / 1000)} kB), ${files.unchanged} unchanged, ${files.deleted} deleted${files.kept === 0 ? '' : `, ${files.kept} kept from earlier builds`}`,
    ...(slow.length === 0 ? [] : [`slow pages: ${slow.join(', ')}`]),
    ...notes.map((note) => `note: ${note}`),
    ...suppressedLines(result),
    ...manyFindings(result),
    ...(problems === '' ? [] : [problems]),
  ];
  return lines.join('\n');
}

/** The time that a page took. */
interface PageTime {
  readonly route: string;
  readonly milliseconds: number;
}

/** ` (page-not-found 2 on 40 pages, empty-page 1)`, most findings first; empty for one problem or none. */
export function countsByCode(diagnostics: BuildResult['diagnostics']): string {
  const codes = new Map<string, { count: number; pages: number }>();
  for (const { code, severity, link } of diagnostics) {
    if (severity === 'info') continue;
    const { count, pages } = codes.get(code) ?? { count: 0, pages: 0 };
    codes.set(code, { count: count + 1, pages: Math.max(pages, link?.pages ?? 0) });
  }
  const parts = [...codes]
    .toSorted(([a, first], [b, second]) => second.count - first.count || compareStrings(a, b))
    .map(([code, { count, pages }]) => `${code} ${count}${pages < 2 ? '' : ` on ${pages} pages`}`);
  const isOne = parts.length === 1 && parts[0]?.endsWith(' 1') === true;
  return parts.length === 0 || isOne ? '' : ` (${parts.join(', ')})`;
}

/** `1 error, 2 warnings`; empty without problems. */
export function problemCounts(diagnostics: BuildResult['diagnostics']): string {
  const { error, warning } = countBySeverity(diagnostics);
  if (error + warning === 0) return '';
  return `${plural(error, 'error')}, ${plural(warning, 'warning')}`;
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Exit codes of every command. */
export const EXIT = { fine: 0, siteErrors: 1, usage: 2, internal: 3, interrupted: 130 } as const;

/** Prints what is wrong with a call of a command, and how to call it; returns the exit code. */
export function usageError(message: string, hint?: string): number {
  printError(`error: ${message}`);
  if (hint !== undefined) printError(`  hint: ${hint}`);
  return EXIT.usage;
}

/** The exit code of a run that has these findings. */
export function exitCode(diagnostics: readonly Diagnostic[]): number {
  return diagnostics.some(({ severity }) => severity === 'error') ? EXIT.siteErrors : EXIT.fine;
}

/**
 * Ignores a reader that stops early (`docs build --format json | head`). Returns a function that tells whether other
 * output was lost.
 */
export function acceptClosedStreams(): () => boolean {
  let isLost = false;
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: unknown) => {
      if (systemError(error)?.code === 'EPIPE') return;
      // Of the error stream, nothing could be reported.
      if (stream === process.stdout) printError(failureText(error));
      isLost = true;
    });
  return () => isLost;
}

/** Waits until all output has left the process. */
export async function flushStreams(): Promise<void> {
  for (const stream of [process.stdout, process.stderr])
    await new Promise<void>((done) => stream.write('', () => done()));
}

/**
 * Redirects standard output to standard error, so that output of the site's code does not mix with a report.
 * Returns a function that ends it.
 */
export function redirectOutput(): () => void {
  const { write } = process.stdout;
  process.stdout.write = process.stderr.write.bind(process.stderr);
  return () => {
    process.stdout.write = write;
  };
}

/** Returns the exit code for an error that no stage has handled. */
export function failureCode(cause: unknown): number {
  return systemProblem(cause) === undefined && !isWithoutEsbuild(cause)
    ? EXIT.internal
    : EXIT.siteErrors;
}

const HINTS: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'allow this user to use it'],
  ['EMFILE', 'raise the limit of open files: `ulimit -n 4096`'],
  ['ENFILE', 'close other programs, or raise the limit of the system'],
  ['ENOSPC', 'free some space on the disk'],
  ['EDQUOT', 'free some space on the disk'],
]);

/** An error of the system with the path of a file, or about a full disk; undefined for all others. */
function systemProblem(cause: unknown) {
  const found = systemError(cause);
  if (found === undefined) return undefined;
  const hasPath = cause instanceof Error && 'path' in cause && typeof cause.path === 'string';
  if (!hasPath && !HINTS.has(found.code)) return undefined;
  return { ...found, path: hasPath ? String(cause.path) : undefined };
}

/** Milliseconds before progress is shown, so that a quick build prints only its result. */
const DELAY = 500;

interface ProgressOptions {
  readonly enabled: boolean;
  readonly stream?: { readonly isTTY?: boolean; readonly write: (text: string) => unknown };
  /** Whether a service for continuous integration runs the command, whose log people read. */
  readonly isService?: boolean;
  readonly now?: () => number;
}

/** Shows progress on one line of a terminal, and in lines of the log of a service; prints nothing elsewhere. */
export function createProgress({
  enabled,
  stream = process.stderr,
  isService = process.env['CI'] === 'true',
  now = () => performance.now(),
}: ProgressOptions) {
  const isTerminal = stream.isTTY === true;
  const started = now();
  let stepStarted = started;
  let step = '';
  let lastLine = '';
  let visible = false;
  return {
    update(event: ProgressEvent) {
      if (event.step !== step) {
        step = event.step;
        stepStarted = now();
      }
      if (!enabled || now() - started < DELAY) return;
      if (isTerminal) {
        visible = true;
        stream.write(`\r\u001B[K${describe(event, now() - stepStarted)}`);
      } else if (isService) {
        // A line for each step, and for each quarter of the pages.
        const { done = 0, total = 0 } = event;
        const quarter = total === 0 ? 0 : Math.floor((4 * done) / total);
        const line = quarter === 0 ? step : `${step} ${quarter * 25} % of ${total} pages`;
        if (line !== lastLine) stream.write(`${line}\n`);
        lastLine = line;
      }
    },
    end() {
      if (visible) stream.write('\r\u001B[K');
    },
  };
}

/** Names the time left after a fifth of the pages: before, it would be a guess. */
function describe({ step, done = 0, total = 0 }: ProgressEvent, elapsed: number): string {
  if (done === 0) return `${step} …`;
  const left = Math.ceil(((elapsed / done) * (total - done)) / 1000);
  const end = done * 5 < total ? '' : `, about ${left} s left`;
  return `${step} ${done} of ${total} pages${end}`;
}

/** Prints data for programs. */
export function printJson(data: object): void {
  process.stdout.write(`${JSON.stringify({ schemaVersion: 1, ...data }, undefined, 2)}\n`);
}

/** Reads the version in docwright's own package.json. */
export function packageVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const version: unknown = JSON.parse(text).version;
  return typeof version === 'string' ? version : 'unknown';
}

/** Each system has a program of esbuild, in an optional package. */
function isWithoutEsbuild(cause: unknown): boolean {
  return (
    cause instanceof Error &&
    /^\s*(?:The package "@esbuild\/|You installed esbuild for another platform)/.test(cause.message)
  );
}

/**
 * Returns the message for an error that no stage has handled: a file that vanished while it was used, a limit of the
 * system, or a bug of docwright, the only one with a stack trace.
 */
export function failureText(cause: unknown): string {
  const found = systemProblem(cause);
  if (found !== undefined) {
    const { code, path } = found;
    const subject =
      path === undefined ? 'cannot write a file' : `cannot open ${stripControls(path)}`;
    const hint = HINTS.get(code) ?? 'another program may have changed it; run the command again';
    return [`error: ${subject}: ${reasonInWords(found)}`, `  hint: ${hint}`].join('\n');
  }
  if (isWithoutEsbuild(cause))
    return [
      `error: the program of esbuild for ${process.platform} on ${process.arch} is not installed`,
      '  hint: install the packages on this system, with the optional ones',
    ].join('\n');
  const text = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  return ['docs: internal error', text].join('\n');
}
