import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';

// All checks, two at a time. Runs every step, so that one run shows all problems.
const STEPS = [
  'unit',
  'search',
  'links',
  'agents',
  'types',
  'unused',
  'sizes',
  'format',
  'lint',
  'layers',
  'phrases',
];

// `npm run check -- --except unit` skips steps.
const { values } = parseArgs({
  options: { except: { type: 'string', multiple: true, default: [] } },
});

const shell = true;
// What several steps do first, each when it is run alone: here, before any of them.
spawnSync('npm run --silent build', { stdio: 'inherit', shell });
const waiting = STEPS.filter((step) => !values.except.includes(step));
/** @type {string[]} */
const failed = [];
await Promise.all([runWaiting(), runWaiting()]);
console.log(failed.length === 0 ? '\ncheck: all passed' : `\ncheck: failed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;

async function runWaiting() {
  for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
    const child = spawn(`npm run --silent check:${step} 2>&1`, {
      stdio: ['ignore', 'pipe', 'inherit'],
      shell,
    });
    const [output, [status]] = await Promise.all([text(child.stdout), once(child, 'close')]);
    console.log(`\n== ${step}\n${output.trimEnd()}`);
    if (status !== 0) failed.push(step);
  }
}
