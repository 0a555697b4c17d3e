import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../../cache/cache-folder.ts';
import { itemAt } from '../../shared/item-at.ts';
import type { FixedFile } from './fixes.ts';

export interface WrittenFixes {
  /** Files that were written. */
  readonly written: readonly string[];
  /** Files that were not changed, and why. */
  readonly failed: readonly { readonly file: string; readonly reason: string }[];
}

/**
 * Writes edited files into a folder, each atomically: a temporary file replaces it and keeps its permissions. A file
 * that differs from the planned one, byte for byte, is skipped; so is a symbolic link.
 */
export function writeFixes(dir: string, files: readonly FixedFile[]): WrittenFixes {
  const written: string[] = [];
  const failed: { file: string; reason: string }[] = [];
  for (const fixed of files) {
    const reason = writeFile(join(dir, fixed.file), fixed);
    if (reason === undefined) written.push(fixed.file);
    else failed.push({ file: fixed.file, reason });
  }
  return { written, failed };
}

/** Returns why the file was not written, or undefined if it was. */
function writeFile(path: string, { before, after }: FixedFile): string | undefined {
  try {
    const stats = lstatSync(path);
    if (!stats.isFile()) return 'it is not a regular file';
    // A file that is not UTF-8 cannot be restored byte for byte.
    if (!readFileSync(path).equals(Buffer.from(before))) return 'it has changed, or is not UTF-8';
    replaceFile(path, after, stats.mode & 0o7777);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Number of unchanged lines around each change. */
const CONTEXT = 3;

/**
 * Prints edits as a unified diff that `patch -p1` and `git apply` accept, the old files below `a/`, the new ones below
 * `b/`. Lines end at `\n`, so a carriage return is part of its line. An edit never adds or removes a line.
 */
export function printDiff(files: readonly FixedFile[]): string {
  const diffs = files.map(({ file, before, after }) => {
    const old = splitLines(before);
    const fresh = splitLines(after);
    const changed = old.flatMap((line, index) => (line === fresh[index] ? [] : [index]));
    if (changed.length === 0) return '';
    const hunks = groupLines(changed).map((lines) => printHunk(old, fresh, lines));
    return `--- ${diffName(`a/${file}`)}\n+++ ${diffName(`b/${file}`)}\n${hunks.join('')}`;
  });
  return diffs.join('');
}

/** Lines with their endings; the last one may have none. */
function splitLines(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** A name as git prints it: quoted if ambiguous, followed by a tab if it has spaces. */
function diffName(name: string): string {
  if (!/[\u0000-\u001F\u007F"\\]/.test(name)) return name.includes(' ') ? `${name}\t` : name;
  const escaped = name.replace(/[\u0000-\u001F\u007F"\\]/g, (character) => {
    const octal = character.charCodeAt(0).toString(8).padStart(3, '0');
    return character === '"' || character === '\\' ? `\\${character}` : `\\${octal}`;
  });
  return `"${escaped}"`;
}

interface LineRange {
  readonly from: number;
  /** Exclusive. */
  to: number;
}

/** The lines of each hunk: changes with touching context share one. */
function groupLines(changed: readonly number[]): readonly LineRange[] {
  const groups: LineRange[] = [];
  for (const line of changed) {
    const last = groups.at(-1);
    if (last !== undefined && line - last.to <= 2 * CONTEXT) last.to = line + 1;
    else groups.push({ from: line, to: line + 1 });
  }
  return groups;
}

function printHunk(old: readonly string[], fresh: readonly string[], lines: LineRange): string {
  const from = Math.max(0, lines.from - CONTEXT);
  const to = Math.min(old.length, lines.to + CONTEXT);
  const range = `${from + 1},${to - from}`;
  let removed = '';
  let added = '';
  let text = `@@ -${range} +${range} @@\n`;
  for (let index = from; index < to; index++) {
    const [was, is] = [itemAt(old, index), itemAt(fresh, index)];
    if (was === is) {
      text += removed + added + printLine(' ', was);
      removed = '';
      added = '';
    } else {
      removed += printLine('-', was);
      added += printLine('+', is);
    }
  }
  return text + removed + added;
}

function printLine(sign: string, line: string): string {
  return line.endsWith('\n') ? sign + line : `${sign}${line}\n\\ No newline at end of file\n`;
}
