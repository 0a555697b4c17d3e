import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

// All checks. Runs every step, so that one run shows all problems.
const STEPS = [
  'format',
  'lint',
  'layers',
  'types',
  'unused',
  'sizes',
  'phrases',
  'unit',
  'search',
  'links',
];

// `npm run check -- --except unit` skips steps.
const { values } = parseArgs({
  options: { except: { type: 'string', multiple: true, default: [] } },
});

const failed = STEPS.filter((step) => !values.except.includes(step)).filter((step) => {
  console.log(`\n== ${step}`);
  const { status } = spawnSync('npm', ['run', '--silent', `check:${step}`], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  return status !== 0;
});

console.log(failed.length === 0 ? '\ncheck: all passed' : `\ncheck: failed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
