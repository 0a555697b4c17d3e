import { spawn } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compareStrings, type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { stripControls } from '../diagnostics/frame.ts';
import type { OutputPath } from '../shared/paths.ts';
import { isReservedEntry, nodeDisk, writeProblem } from './disk.ts';
import type { StagedFile } from './stage.ts';
import { parseJson } from '../config/problem.ts';

/** A second build that runs, or has run, in another process. */
export interface Verification {
  /** Resolves to the differences between its files and the given ones. */
  readonly compare: (files: ReadonlyMap<OutputPath, StagedFile>) => Promise<readonly Diagnostic[]>;
  /** Ends the process and removes its folder. Has no effect after `compare`. */
  readonly stop: () => void;
}

const BIN = fileURLToPath(new URL('../../bin/docs.js', import.meta.url));

/**
 * Builds the site again in another process, without the cache, with another output folder, working folder, time zone and
 * locale. `parameters` select the site and its configuration.
 */
export function startVerification(parameters: readonly string[]): Verification | Diagnostic {
  const folder = makeFolder();
  if (typeof folder !== 'string') return folder;
  const outDir = join(folder, 'site');
  const flags = ['--out-dir', outDir, '--no-cache', '--format', 'json', '--quiet'];
  // An environment with another time zone, up to 26 hours away, and another locale.
  const env = process.env;
  const zone = env['TZ'] === 'Pacific/Kiritimati' ? 'Etc/GMT+12' : 'Pacific/Kiritimati';
  // In Turkish, the lowercase of I is another letter.
  const isTurkish = (env['LC_ALL'] ?? env['LANG'] ?? '').startsWith('tr');
  const locale = isTurkish ? 'de_DE.UTF-8' : 'tr_TR.UTF-8';
  const child = spawn(process.execPath, [BIN, 'build', ...parameters, ...flags], {
    cwd: folder,
    env: { ...env, TZ: zone, LC_ALL: locale, LANG: locale },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let report = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (report += text));
  const ended = new Promise<number | null>((resolve) => {
    child.on('error', () => resolve(null));
    child.on('close', resolve);
  });
  const stop = (): void => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
  };
  return {
    compare: async (files) => {
      const code = await ended;
      const found = code === 0 ? differences(files, outDir) : [secondFailed(report, code)];
      stop();
      return found;
    },
    stop,
  };
}

function makeFolder(): string | Diagnostic {
  try {
    return realpathSync(mkdtempSync(join(tmpdir(), 'docwright-verify-')));
  } catch (error) {
    return writeProblem(tmpdir(), error);
  }
}

function secondFailed(report: string, code: number | null): Diagnostic {
  const value = parseJson(report);
  const findings: unknown =
    typeof value === 'object' && value !== null && 'findings' in value ? value.findings : [];
  const first: unknown = Array.isArray(findings)
    ? findings.find((finding) => finding?.severity === 'error')?.message
    : undefined;
  const reason = typeof first === 'string' ? first : `it ended with exit code ${code ?? 'none'}`;
  return differing(`the second build of the same sources failed: ${reason}`);
}

function differing(message: string, location?: Diagnostic['location']): Diagnostic {
  return diagnostic('build-differs', {
    message,
    location,
    hint: 'avoid the time, random numbers, the environment and network in the configuration, templates, pages and plug-ins',
  });
}

/** Number of differing files that are reported one by one. */
const REPORTED = 20;

function differences(
  files: ReadonlyMap<OutputPath, StagedFile>,
  outDir: string,
): readonly Diagnostic[] {
  const second = new Set(listFiles(outDir, ''));
  const paths = new Set<string>([...files.keys(), ...second]);
  const wanted = new Map<string, StagedFile>(files);
  const found = [...paths].toSorted(compareStrings).flatMap((path) => {
    const first = wanted.get(path);
    const other = second.has(path) ? join(outDir, path) : undefined;
    const isEqual = first !== undefined && other !== undefined && isSame(first.absolute, other);
    return isEqual ? [] : [{ path, first, other }];
  });
  const told = found.slice(0, REPORTED).map(describe);
  const rest = found.length - told.length;
  return rest === 0 ? told : [...told, differing(`${rest} more files differ between two builds`)];
}

interface Difference {
  readonly path: string;
  /** Undefined if only the second build wrote the file. */
  readonly first: StagedFile | undefined;
  /** Absolute; undefined if only the first build wrote the file. */
  readonly other: string | undefined;
}

function describe({ path, first, other }: Difference): Diagnostic {
  if (first === undefined) return differing(`only the second of two builds wrote ${path}`);
  if (other === undefined)
    return differing(`only the first of two builds wrote ${path}`, first.origin);
  const line = firstDifference(first.absolute, other);
  return differing(`two builds of the same sources differ in ${path}${line}`, first.origin);
}

/** Paths of the published files below a folder. */
function listFiles(root: string, folder: string): readonly string[] {
  return nodeDisk.listKinds(join(root, folder)).flatMap(({ name, isFolder }) => {
    if (folder === '' && isReservedEntry(name)) return [];
    const path = folder === '' ? name : `${folder}/${name}`;
    return isFolder ? listFiles(root, path) : [path];
  });
}

function isSame(file: string, other: string): boolean {
  const [size, otherSize] = [file, other].map((path) => nodeDisk.entry(path)?.size);
  return size === otherSize && nodeDisk.areEqual(file, other);
}

/** Describes the first line that differs, for texts. */
function firstDifference(file: string, other: string): string {
  const texts = [file, other].map((path) => nodeDisk.readText(path));
  const [first = [], second = []] = texts.map((text) => text.split('\n'));
  const line = first.findIndex((text, index) => text !== second[index]);
  const at = line === -1 ? first.length : line;
  if (texts.some((text) => text.includes('\0'))) return '';
  const [left = '', right = ''] = [first[at], second[at]];
  let column = 0;
  while (column < left.length && left[column] === right[column]) column += 1;
  const [one, two] = [first, second].map((lines) => excerpt(lines[at], column));
  return `, line ${at + 1}: ${one} and ${two}`;
}

/** The part of a line around a column, without control characters. */
function excerpt(line: string | undefined, column: number): string {
  if (line === undefined) return 'no line';
  const start = Math.max(0, column - 24);
  const part = line.slice(start, column + 48);
  const text = `${start === 0 ? '' : '…'}${part}${start + part.length < line.length ? '…' : ''}`;
  return `"${stripControls(text)}"`;
}
