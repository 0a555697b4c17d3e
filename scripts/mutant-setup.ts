import { appendFileSync, readFileSync } from 'node:fs';
import { afterAll, expect } from 'vitest';

// Vitest's setup file of `npm run mutants`: defines the switches that scripts/mutate.ts put into the code. The control
// file has the number of the active mutant (0 for none) and the limit of its executions, which are counted.
const { active, limit, log } = JSON.parse(
  readFileSync(process.env['MUTANT_CONTROL'] ?? '', 'utf8'),
);
const passes: Record<number, number> = {};

function isOn(id: number): boolean {
  if (active !== 0 && id !== active) return false;
  const count = (passes[id] ?? 0) + 1;
  passes[id] = count;
  if (active === 0) return false;
  if (count > limit) throw new Error('The mutant never ends.');
  return true;
}

Object.assign(globalThis, { __mutant: isOn });

if (active === 0) {
  afterAll(() => appendFileSync(log, `${JSON.stringify([expect.getState().testPath, passes])}\n`));
}
