import { accessSync, constants, statfsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { isBuilt } from './scripts/code-hash.mjs';
import { SlowestFirst } from './test/support/slowest-first.ts';

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const alias = [
  { find: /^docwright$/, replacement: file('src/index.ts') },
  { find: /^docwright\/components$/, replacement: file('src/client/components.ts') },
  { find: /^docwright\/theme$/, replacement: file('src/client/theme.ts') },
  { find: /^docwright\/html(?:\/jsx-runtime)?$/, replacement: file('src/shared/jsx-runtime.ts') },
  { find: /^docwright\/search$/, replacement: file('src/search/query/index.ts') },
  { find: /^docwright\/templates\/(.*)$/, replacement: file('templates/$1') },
];
// The production build of React, which the tests run with, has no development JSX runtime, nor has `docwright/html`.
const oxc = { jsx: { runtime: 'automatic', development: false } } as const;
// Default templates and scripts are compiled once: tests take those in dist, if it is made of the present code.
const compiled = {
  name: 'compiled-templates',
  enforce: 'pre',
  transform: (code: string, id: string) =>
    id.endsWith('/src/bundle/packaged-bundles.ts')
      ? code.replace('`../bundles/', "`${process.env['TEST_BUNDLES']}/")
      : undefined,
} as const;
// Tests make and delete thousands of sites. For a minute, ext4 looks past each deleted file when it makes one, which takes
// minutes of a run in all; memory has no such files. Containers often have 64 MB there, which is too little.
const memory = folderInMemory('/dev/shm', 8 * 2 ** 30);
const report = process.env['TEST_REPORT'];
// A machine that runs other work too may be slow once; what fails twice in a row is a defect.
const retry = process.env['CI'] === undefined ? 0 : 1;
// `npm run mutants` runs its copy of the project with a setup file; its first run tells apart what each file passes.
const isMutated = process.env['MUTANT_CONTROL'] !== undefined;
const isolate = process.env['MUTANT_RUN'] === 'first';

// Test files share a worker's modules: the code keeps no state in them, and importing it takes longer than most tests.
// `--mode full` (npm run test:full) widens the browser tests: they read TEST_FULL.
export default defineConfig(({ mode }) => {
  const env = {
    ...(memory === undefined ? {} : { TMPDIR: memory }),
    NODE_ENV: 'production',
    TEST_FULL: mode === 'full' ? '1' : '',
    // Commands print as for a person: the log of a service has lines of progress when a step takes long.
    CI: '',
    TEST_BUNDLES: isBuilt() ? '../../dist/bundles' : '../bundles',
    // Caches are used in CI, too, and no file is written to the home folder.
    DOCS_CACHE_KEY: 'the secret of caches that tests make',
  };
  return {
    test: {
      sequence: { sequencer: SlowestFirst },
      reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
      projects: [
        {
          resolve: { alias },
          oxc,
          plugins: [compiled],
          test: {
            name: 'unit',
            include: ['test/{unit,markdown,diagnostics,invariants}/**/*.test.{ts,tsx}'],
            globalSetup: ['test/support/run-folder.ts'],
            setupFiles: isMutated ? ['scripts/mutant-setup.ts'] : [],
            env,
            retry,
            isolate,
            maxWorkers: isMutated ? 1 : availableParallelism(),
            testTimeout: 30_000,
            hookTimeout: 30_000,
            sequence: { groupOrder: 0 },
          },
        },
        {
          resolve: { alias },
          oxc,
          plugins: [compiled],
          test: {
            name: 'e2e',
            include: ['test/e2e/**/*.test.ts'],
            globalSetup: ['test/support/run-folder.ts'],
            env,
            retry,
            isolate: false,
            // One more than the usual machine of a service has processors: tests wait part of the time.
            maxWorkers: 3,
            testTimeout: 120_000,
            hookTimeout: 120_000,
            sequence: { groupOrder: 1 },
          },
        },
      ],
    },
  };
});

/** The folder, if it has the free bytes and can be written to. */
function folderInMemory(folder: string, bytes: number): string | undefined {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < bytes ? undefined : folder;
  } catch {
    return undefined;
  }
}
