import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Absolute path of a folder outside the repository that is deleted at the end of the run. */
    readonly runFolder: string;
  }
}

/** Vitest's global setup of all tests. */
export function setup({ provide, config }: TestProject): () => void {
  const folder = mkdtempSync(join(config.env['TMPDIR'] ?? tmpdir(), 'docwright-run-'));
  // Some tests read their site as another user.
  chmodSync(folder, 0o755);
  provide('runFolder', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}

/** Whether this call, of all those of the run in any process, is the one that made the folder. */
export function claimed(path: string): boolean {
  try {
    mkdirSync(path);
    return true;
  } catch {
    return false;
  }
}
