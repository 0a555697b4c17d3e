import { createFileHashes } from '../../src/cache/file-hashes.ts';
import { createMemory } from '../../src/cache/memory.ts';
import { createSourceSteps, type ReadInput, type ReadSite } from '../../src/pipeline/read.ts';

/** Reads a site once. */
export function readSources(input: ReadInput): ReadSite {
  const steps = createSourceSteps({ memory: createMemory(), hashes: createFileHashes() });
  steps.set(input);
  return steps.read;
}
