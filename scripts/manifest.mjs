import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

// Writes the package.json that is published, and puts that of the repository back: `npm pack` runs both.
// The published one has no scripts, which npm would run or warn of where the package is installed.
const SAVED = 'node_modules/.cache/docwright/package.json';

const REPOSITORY_KEYS = new Set(['scripts', 'devDependencies', 'allowScripts']);

const [action, folder = '.'] = process.argv.slice(2);
const file = join(folder, 'package.json');
const saved = join(folder, SAVED);
if (action === 'publish') {
  mkdirSync(dirname(saved), { recursive: true });
  copyFileSync(file, saved);
  const manifest = publishedManifest(JSON.parse(readFileSync(file, 'utf8')));
  writeFileSync(file, `${JSON.stringify(manifest, undefined, 2)}\n`);
} else if (action === 'restore') copyFileSync(saved, file);
else {
  console.error('usage: node scripts/manifest.mjs publish|restore [folder]');
  process.exitCode = 2;
}

/**
 * Leaves out what only the repository needs. esbuild's API is in `dist/esbuild`: of its package, only the programs are
 * needed, and not the script that it runs when it is installed.
 * @param {object} manifest
 */
function publishedManifest(manifest) {
  const { optionalDependencies } = createRequire(import.meta.url)('esbuild/package.json');
  const dependencies = 'dependencies' in manifest ? { ...Object(manifest.dependencies) } : {};
  delete dependencies.esbuild;
  const others = Object.entries(manifest).filter(([key]) => !REPOSITORY_KEYS.has(key));
  return { ...Object.fromEntries(others), dependencies, optionalDependencies };
}
