import { type Stats } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { type OutputPath, toOutputPath } from '../../shared/paths.ts';
import { isPublic } from '../server/find-file.ts';

/** A regular file of the output folder. */
export interface BuiltFile {
  /** Relative to the folder, without symbolic links. */
  readonly realPath: OutputPath;
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly modified: number;
}

/** An output folder as it is at each moment: a build may publish into it while it is served. */
export interface BuiltFolder {
  /** Absolute, without symbolic links. */
  readonly root: string;
  /** The file at a path; undefined where there is none, or where a link leads out of the folder or to a hidden file. */
  readonly lookup: (path: OutputPath) => Promise<BuiltFile | undefined>;
}

/** Opens the folder that a build wrote; undefined when there is none, or nothing in it that could be shown. */
export async function openBuiltFolder(outDir: string): Promise<BuiltFolder | undefined> {
  const root = await quietly(() => realpath(outDir));
  const names = root === undefined ? undefined : await quietly(() => readdir(root));
  if (root === undefined || names?.some((name) => !name.startsWith('.')) !== true) return undefined;
  return { root, lookup: (path) => findIn(root, path) };
}

async function findIn(root: string, path: OutputPath): Promise<BuiltFile | undefined> {
  const real = await quietly(() => realpath(join(root, path)));
  if (real === undefined || !real.startsWith(root.endsWith(sep) ? root : root + sep))
    return undefined;
  const name = relative(root, real).replaceAll(sep, '/');
  const stats = isPublic(name) ? await quietly(() => stat(real)) : undefined;
  return stats?.isFile() === true ? describe(name, stats) : undefined;
}

function describe(name: string, { size, mtime }: Stats): BuiltFile {
  return { realPath: toOutputPath(name), size, modified: mtime.getTime() };
}

/** What the file system says, or undefined where it refuses. */
async function quietly<Value>(ask: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await ask();
  } catch {
    return undefined;
  }
}
