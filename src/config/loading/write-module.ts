import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface WrittenModule {
  /** Absolute path. */
  readonly path: string;
  /** File name, unique for the code. */
  readonly name: string;
}

/** The folder for what docwright keeps beside a site; it ignores itself for git. */
export function workFolder(siteDir: string): string {
  return join(siteDir, '.docwright');
}

/**
 * Writes the compiled configuration to `.docwright/config-<hash>.mjs` in the site folder, or to a
 * new folder for temporary files where that cannot be written. The name is the hash of the code.
 * Rejects when both fail.
 */
export async function writeModule(siteDir: string, code: string): Promise<WrittenModule> {
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 16);
  const name = `config-${hash}.mjs`;
  try {
    const folder = workFolder(siteDir);
    await mkdir(folder, { recursive: true });
    await writeIgnoreFile(folder);
    return await writeInto(folder, name, code);
  } catch {
    return await writeInto(await mkdtemp(join(tmpdir(), 'docwright-')), name, code);
  }
}

async function writeIgnoreFile(folder: string): Promise<void> {
  try {
    await writeFile(join(folder, '.gitignore'), '*\n', { flag: 'wx' });
  } catch (error) {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    if (!exists) throw error;
  }
}

// Renamed into place, so that another command never imports half a file.
async function writeInto(folder: string, name: string, code: string): Promise<WrittenModule> {
  const path = join(folder, name);
  const partial = `${path}.${process.pid}`;
  try {
    await writeFile(partial, code);
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
  return { path, name };
}
