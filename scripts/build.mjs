import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

// Makes dist/: the declarations of all modules, docwright's code in dist/lib, and the hash of that code, last.
// A command loads the chunks that it needs: one file instead of hundreds. Packages stay imports.
const ENTRIES = {
  main: 'src/cli/main.ts',
  index: 'src/index.ts',
  components: 'src/client/components.ts',
  theme: 'src/client/theme.ts',
  search: 'src/search/query/index.ts',
};

rmSync('dist', { recursive: true, force: true });
for (const project of ['tsconfig/build.json', 'tsconfig/build-client.json']) declare(project);
await build({
  entryPoints: ENTRIES,
  outdir: 'dist/lib',
  chunkNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  jsx: 'automatic',
  tsconfigRaw: '{}',
});
writeFileSync('dist/code-hash', hashOfCode());

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
