import {
  closeSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { FixedFile } from './fixes.ts';

export interface WrittenFixes {
  /** Files that were written. */
  readonly written: readonly string[];
  /** Files that were left as they are, and why. */
  readonly failed: readonly { readonly file: string; readonly reason: string }[];
}

/**
 * Writes edited files into a folder, each at once: a temporary file beside it takes its place and its permissions. A
 * file that is no longer what the plan was made of, byte for byte, is left alone; so is a link to a file.
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

/** Why the file was not written, or undefined when it was. */
function writeFile(path: string, { before, after }: FixedFile): string | undefined {
  const temporary = join(dirname(path), `.${basename(path)}.docwright-${process.pid}`);
  try {
    const stats = lstatSync(path);
    if (!stats.isFile()) return 'it is not a regular file';
    // A file that is not UTF-8 does not come back as it was.
    if (!readFileSync(path).equals(Buffer.from(before))) return 'it has changed, or is not UTF-8';
    replaceFile(path, temporary, { text: after, mode: stats.mode });
    return undefined;
  } catch (error) {
    rmSync(temporary, { force: true });
    return error instanceof Error ? error.message : String(error);
  }
}

interface NewContent {
  readonly text: string;
  readonly mode: number;
}

function replaceFile(path: string, temporary: string, { text, mode }: NewContent): void {
  const file = openSync(temporary, 'wx', 0o600);
  try {
    writeFileSync(file, text);
    // The mask of the process does not hold for this.
    fchmodSync(file, mode & 0o7777);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
}
