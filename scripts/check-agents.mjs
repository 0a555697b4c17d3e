import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The sites whose questions are asked, with the smallest share that must be answered. */
const SITES = [
  { site: '.', least: '0.95' },
  { site: 'manual', least: '0.95' },
];

const folder = mkdtempSync(join(tmpdir(), 'docwright-agents-'));
try {
  process.exitCode = SITES.map(checkSite).find((status) => status !== 0) ?? 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * @param {typeof SITES[number]} given
 * @returns {number} The exit code of the first command that fails.
 */
function checkSite({ site, least }) {
  const out = join(folder, site === '.' ? 'site' : site);
  const commands = [
    ['build', '--quiet'],
    ['check-agents', '--min-answered', least],
  ];
  for (const command of commands) {
    const parameters = ['bin/docs.js', ...command, site, '--out-dir', out];
    const { status } = spawnSync(process.execPath, parameters, { stdio: 'inherit' });
    if (status !== 0) return status ?? 1;
  }
  return 0;
}
