import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createVitest, type TestModule, type TestSpecification } from 'vitest/node';

// A process of `npm run mutants` that keeps one vitest and runs test files on request, in the given order.
// Request: { files: string[] }; answer: { failed: string[], durations: Record<string, number> } (milliseconds).
let order = new Map<string, number>();

/** Vitest requires a class for the order of files. */
class AsRequested {
  shard(files: TestSpecification[]): TestSpecification[] {
    return files;
  }
  sort(files: TestSpecification[]): TestSpecification[] {
    return files.toSorted((a, b) => position(a) - position(b));
  }
}

const isFirst = process.env['MUTANT_RUN'] === 'first';
const vitest = await createVitest('test', {
  project: ['unit'],
  watch: false,
  reporters: [{}],
  bail: isFirst ? 0 : 1,
  sequence: { sequencer: AsRequested },
  onConsoleLog: () => false,
});
const all = await vitest.globTestSpecifications();
process.send?.({ files: all.map(({ moduleId }) => moduleId) });

process.on('message', async ({ files }: { readonly files: readonly string[] }) => {
  order = new Map(files.map((file, at) => [file, at]));
  emptyRunFolder();
  // Failures of earlier runs would count, and end this one at once.
  vitest.state.filesMap.clear();
  vitest.state.idMap.clear();
  const chosen = all.filter(({ moduleId }) => order.has(moduleId));
  const { testModules } = await vitest.runTestSpecifications(chosen);
  process.send?.({
    failed: testModules.filter((module) => !module.ok()).map(({ moduleId }) => moduleId),
    durations: Object.fromEntries(testModules.map((module) => [module.moduleId, time(module)])),
  });
});
process.on('disconnect', () => process.exit());

/** Tests expect that their folders are new; they are made once for all runs of a process. */
function emptyRunFolder(): void {
  for (const project of vitest.projects) {
    const { runFolder } = project.getProvidedContext();
    if (typeof runFolder !== 'string') continue;
    for (const name of readdirSync(runFolder)) rmSync(join(runFolder, name), { recursive: true });
  }
}

function position({ moduleId }: TestSpecification): number {
  return order.get(moduleId) ?? 0;
}

function time(module: TestModule): number {
  const { duration, collectDuration } = module.diagnostic();
  return duration + collectDuration;
}
