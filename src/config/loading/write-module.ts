import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRunning, workFolder } from '../../cache/cache-folder.ts';
import { foreignFolder } from '../../cache/sealed-folder.ts';

export interface WrittenModule {
  /** Absolute path. */
  readonly path: string;
  /** File name, unique for the code and this process. */
  readonly name: string;
  /** Deletes the file, which is not needed after the import; also done when the process exits first. */
  readonly remove: () => void;
}

/** Writes `.docwright/config-<hash>-<process>.mjs`, or a temporary file, and deletes leftovers of killed processes. */
export async function writeModule(siteDir: string, code: string): Promise<WrittenModule> {
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 16);
  const name = `config-${hash}-${process.pid}.mjs`;
  try {
    const folder = workFolder(siteDir);
    await makeFolder(folder);
    if (foreignFolder(siteDir, folder) !== undefined) throw new Error(`${folder} is foreign`);
    await ignoreExisting(writeFile(join(folder, '.gitignore'), '*\n', { flag: 'wx' }));
    await removeStale(folder);
    const path = await writeInto(folder, name, code);
    return { path, name, remove: removal(path) };
  } catch {
    const folder = await mkdtemp(join(tmpdir(), 'docwright-'));
    const path = await writeInto(folder, name, code);
    return { path, name, remove: removal(folder) };
  }
}

// Without Node's `recursive`, which never returns if the file system reports ENOENT, as below /proc.
function makeFolder(folder: string): Promise<void> {
  return ignoreExisting(mkdir(folder));
}

async function ignoreExisting(action: Promise<void>): Promise<void> {
  try {
    await action;
  } catch (error) {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    if (!exists) throw error;
  }
}

/** Returns the name of a compiled configuration in stack traces. */
export const COMPILED_CONFIG = /\bconfig-[\da-f]{16}-\d+\.mjs\b/;

const MODULE = /^config-[\da-f]{16}(?:-(\d+))?\.mjs(?:\.\w+)?$/;

/** Deletes modules of processes that have ended; if that fails, the next command tries again. */
async function removeStale(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const match = MODULE.exec(name);
    if (match !== null && !isRunning(Number(match[1])))
      await rm(join(folder, name), { force: true });
  }
}

function removal(path: string): () => void {
  const remove = (): void => {
    process.off('exit', remove);
    rmSync(path, { recursive: true, force: true });
  };
  process.on('exit', remove);
  return remove;
}

// Renames a finished file, so that another command never imports half a file.
async function writeInto(folder: string, name: string, code: string): Promise<string> {
  const path = join(folder, name);
  const partial = `${path}.new`;
  // Whatever is there, such as a link, must not be written to.
  await rm(partial, { force: true });
  try {
    await writeFile(partial, code, { flag: 'wx' });
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
  return path;
}
