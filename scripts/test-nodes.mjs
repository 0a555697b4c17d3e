import { spawnSync } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { installNode } from './node-versions.mjs';

// Runs the tests on each version of Node that `engines` names: `npm run test:nodes [-- <version>… [-- <test>…]]`.
const VERSIONS = ['20', '22', '24'];
// `npm test` runs the browser tests on the oldest one; here, they run on the one that most readers have.
const WITH_BROWSERS = '24';

const rest = process.argv.slice(2);
const end = rest.includes('--') ? rest.indexOf('--') : rest.length;
const versions = rest.slice(0, end);
const tests = rest.slice(end + 1);

const failed = (versions.length === 0 ? VERSIONS : versions).filter((version) => {
  const executable = installNode(version);
  console.log(`\n== Node ${version}: ${executable}`);
  const projects = version === WITH_BROWSERS ? [] : ['--project', 'unit'];
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--passWithNoTests',
    ...projects,
    ...tests,
  ];
  const path = `${dirname(executable)}${delimiter}${process.env['PATH']}`;
  const { status } = spawnSync(executable, args, {
    stdio: 'inherit',
    // Sequences of commands then use the cache of another version, too.
    env: { ...process.env, PATH: path, OTHER_NODE: process.execPath },
  });
  return status !== 0;
});

console.log(
  failed.length === 0 ? '\ntest:nodes: all passed' : `\ntest:nodes: failed: ${failed.join(', ')}`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
