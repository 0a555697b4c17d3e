import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Package managers and their lock files. */
const LOCK_FILES = {
  pnpm: ['pnpm-lock.yaml'],
  yarn: ['yarn.lock'],
  bun: ['bun.lock', 'bun.lockb'],
  npm: ['package-lock.json', 'npm-shrinkwrap.json'],
} as const;

export const PACKAGE_MANAGERS = ['npm', 'pnpm', 'yarn', 'bun'] as const;
export type PackageManager = (typeof PACKAGE_MANAGERS)[number];

/** Runs the command of an installed package. */
export const EXEC: Readonly<Record<PackageManager, string>> = {
  npm: 'npx',
  pnpm: 'pnpm exec',
  yarn: 'yarn',
  bun: 'bunx',
};

/** The package managers whose lock file is in the folder, or in the nearest one above it that has any. */
export function lockedManagers(folder: string): readonly PackageManager[] {
  const found = PACKAGE_MANAGERS.filter((name) =>
    LOCK_FILES[name].some((file) => existsSync(join(folder, file))),
  );
  const parent = dirname(folder);
  return found.length > 0 || parent === folder ? found : lockedManagers(parent);
}
