import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRunning, makeCacheFolder, replaceFile, workFolder } from '../../cache/cache-folder.ts';
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
export function writeModule(siteDir: string, code: string): WrittenModule {
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 16);
  const name = `config-${hash}-${process.pid}.mjs`;
  const folder = workFolder(siteDir);
  try {
    makeCacheFolder(folder);
    if (foreignFolder(siteDir, folder) !== undefined) throw new Error(`${folder} is foreign`);
    // Modules of processes that have ended; if that fails, the next command tries again.
    for (const entry of readdirSync(folder)) {
      const match = MODULE.exec(entry);
      if (match !== null && !isRunning(Number(match[1])))
        rmSync(join(folder, entry), { force: true });
    }
    const path = join(folder, name);
    replaceFile(path, code);
    return { path, name, remove: removal(path) };
  } catch {
    const temporary = mkdtempSync(join(tmpdir(), 'docwright-'));
    const path = join(temporary, name);
    replaceFile(path, code);
    return { path, name, remove: removal(temporary) };
  }
}

/** Returns the name of a compiled configuration in stack traces. */
export const COMPILED_CONFIG = /\bconfig-[\da-f]{16}-\d+\.mjs\b/;

const MODULE = /^config-[\da-f]{16}(?:-(\d+))?\.mjs(?:[.\w]+)?$/;

/** Removes a file or folder when the process exits, or when the returned function is called. */
function removal(path: string): () => void {
  const remove = (): void => {
    process.off('exit', remove);
    rmSync(path, { recursive: true, force: true });
  };
  process.on('exit', remove);
  return remove;
}
