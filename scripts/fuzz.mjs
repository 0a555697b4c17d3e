import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

// Fuzzes the named surfaces, or all of them, for some time each: npm run fuzz -- --seconds 600 --seed 7 markdown mdx
const { values, positionals } = parseArgs({
  options: { seconds: { type: 'string', default: '60' }, seed: { type: 'string' } },
  allowPositionals: true,
});
const seed = values.seed ?? String(Math.floor(Math.random() * 2 ** 31));
console.log(`seed ${seed}, ${values.seconds} s for each surface`);
const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    'unit',
    'test/invariants/fuzz',
    '--disable-console-intercept',
  ],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      FUZZ_SEED: seed,
      FUZZ_SECONDS: values.seconds,
      FUZZ_SURFACES: positionals.join(','),
    },
  },
);
process.exitCode = status ?? 1;
