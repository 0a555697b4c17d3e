import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Downloads that stay until node_modules is deleted. */
export const CACHE = join('node_modules', '.cache', 'docwright-bench');

/** Installs a package of some hundred MB (`name@version`) once and returns its folder. */
export function installed(wanted: string): string {
  const folder = join(CACHE, 'node_modules', wanted.slice(0, wanted.lastIndexOf('@')));
  if (existsSync(folder)) return folder;
  mkdirSync(CACHE, { recursive: true });
  if (!existsSync(join(CACHE, 'package.json')))
    writeFileSync(join(CACHE, 'package.json'), '{"private":true}\n');
  console.error(`fetching ${wanted}`);
  spawnSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', wanted], {
    cwd: CACHE,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return folder;
}
