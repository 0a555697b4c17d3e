import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, it } from 'vitest';
import { DATA_SURFACES } from './data-surfaces.ts';
import { SITE_SURFACES } from './site-surfaces.ts';
import type { Surface } from './surface.ts';
import { TEXT_SURFACES } from './text-surfaces.ts';

// `npm run fuzz` sets these; otherwise each run has the same cases.
const seed = Number(process.env['FUZZ_SEED'] ?? 20);
const seconds = Number(process.env['FUZZ_SECONDS'] ?? 0);
const chosen = process.env['FUZZ_SURFACES']?.split(',').filter((name) => name !== '') ?? [];

const FAILURES = join('node_modules', '.cache', 'docwright', 'fuzz');

describe('fuzzing', () => {
  for (const surface of [...TEXT_SURFACES, ...DATA_SURFACES, ...SITE_SURFACES]) {
    if (chosen.length > 0 && !chosen.includes(surface.name)) continue;
    it(`finds nothing in ${surface.name}`, () => fuzz(surface), 120_000 + seconds * 3000);
  }
});

async function fuzz({ name, runs, open }: Surface): Promise<void> {
  const { property, close } = await open();
  try {
    const limits =
      seconds > 0 ? { numRuns: 1e9, interruptAfterTimeLimit: seconds * 1000 } : { numRuns: runs };
    const result = await fc.check(property, { seed, ...limits });
    if (seconds > 0) console.log(`${name}: ${result.numRuns} cases, seed ${seed}`);
    if (!result.failed || result.counterexample === null) return;
    const [input] = result.counterexample;
    mkdirSync(FAILURES, { recursive: true });
    const file = join(FAILURES, `${name}-${seed}.txt`);
    const shown = Array.isArray(input) ? input : [input];
    writeFileSync(
      file,
      shown
        .map((part) => (typeof part === 'string' ? part : JSON.stringify(part, null, 1)))
        .join('\n=====\n'),
    );
    const reason =
      result.errorInstance instanceof Error
        ? result.errorInstance.stack
        : String(result.errorInstance);
    throw new Error(
      `seed ${seed}, path ${result.counterexamplePath}, input in ${file}:\n${fc.stringify(input)}\n${reason}`,
    );
  } finally {
    await close?.();
  }
}
