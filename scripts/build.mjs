import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

// Makes dist/: the declarations of all modules, docwright's code in dist/lib, and the hash of that code, last.
// A command loads the chunks that it needs: some files instead of hundreds. Packages stay imports.
const ENTRIES = {
  main: 'src/cli/main.ts',
  index: 'src/index.ts',
  components: 'src/client/components.ts',
  theme: 'src/client/theme.ts',
  search: 'src/search/query/index.ts',
};

rmSync('dist', { recursive: true, force: true });
for (const project of ['tsconfig/build.json', 'tsconfig/build-client.json']) declare(project);
const options = /** @type {const} */ ({
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  jsx: 'automatic',
  tsconfigRaw: '{}',
});
await build({
  ...options,
  entryPoints: ENTRIES,
  outdir: 'dist/lib',
  chunkNames: '[name]-[hash]',
  splitting: true,
});
await packageBundles();
writeFileSync('dist/code-hash', hashOfCode());

/** Compiles templates and client, so that most sites need not; the code finds its package from a folder in dist. */
async function packageBundles() {
  const outfile = 'dist/bundles/package-bundles.mjs';
  mkdirSync('dist/bundles');
  await build({ ...options, entryPoints: ['scripts/package-bundles.ts'], outfile });
  await import(pathToFileURL(resolve(outfile)).href);
  rmSync(outfile);
}

/**
 * Checks a project and writes its declarations.
 * @param {string} project
 */
function declare(project) {
  const compiler = 'node_modules/typescript/bin/tsc';
  const { status } = spawnSync(process.execPath, [compiler, '-p', project], { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}

/** Hash of all files that determine the output for a site. */
function hashOfCode() {
  const files = ['src', 'templates', 'schema'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).replaceAll('\\', '/')),
  );
  const hash = createHash('sha256');
  for (const file of [...files.toSorted(), 'package.json', 'package-lock.json'])
    hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}
