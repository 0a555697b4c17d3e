import { spawnSync } from 'node:child_process';

/**
 * Installs a version of Node by npm's package `node`, in npm's cache; returns the path of the executable.
 * @param {string} version
 */
export function installNode(version) {
  const args = ['-y', '-p', `node@${version}`, '--', 'node', '-p', 'process.execPath'];
  const { stdout, stderr, status } = spawnSync('npx', args, {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`Node ${version} cannot be installed: ${stderr}`);
  return stdout.trim();
}
