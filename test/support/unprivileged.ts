import { chownSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'esbuild';

/** The user `nobody` of most systems. */
const NOBODY = 65534;

/** Runs an action as a user whom permissions of the folder's files hold back, which root is not. */
export async function unprivileged<Result>(
  folder: string,
  action: () => Promise<Result>,
): Promise<Result> {
  if (process.getuid?.() !== 0) return action();
  chownSync(folder, NOBODY, NOBODY);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    chownSync(join(folder, name), NOBODY, NOBODY);
  // Started now, esbuild's service keeps its rights for the tests that follow in this process.
  await transform('');
  process.seteuid?.(NOBODY);
  try {
    return await action();
  } finally {
    process.seteuid?.(0);
  }
}
