import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MANIFEST = 'bench/peers/package.json';
const HASH = createHash('sha256').update(readFileSync(MANIFEST)).digest('hex').slice(0, 8);

/** Sites are built below this folder, as packages are found in folders around a site. */
export const PEERS_FOLDER = join(tmpdir(), `docwright-bench-${HASH}`);

let problem: string | undefined;

/** Installs the packages of `bench/peers/package.json`, once for each content of that file. */
export function installPeers(): void {
  // npm writes this file last.
  if (existsSync(join(PEERS_FOLDER, 'node_modules', '.package-lock.json'))) return;
  problem ??= install();
  if (problem !== undefined) throw new Error(problem);
}

function install(): string | undefined {
  mkdirSync(PEERS_FOLDER, { recursive: true });
  copyFileSync(MANIFEST, join(PEERS_FOLDER, 'package.json'));
  console.error(`installing ${MANIFEST} in ${PEERS_FOLDER}`);
  const { status, stderr } = spawnSync(
    'npm',
    ['install', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel', 'error'],
    { cwd: PEERS_FOLDER, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] },
  );
  return status === 0 ? undefined : `npm install failed: ${stderr.trim().split('\n')[0]}`;
}
