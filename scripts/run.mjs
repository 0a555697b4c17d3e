import { mkdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { HTML_ALIAS } from './html-alias.mjs';

// Runs a TypeScript file on every supported version of Node: Node 20 cannot strip types.
// The bundle is below node_modules, as deep as src/<folder>/: packages and ../../ resolve as from there.
const [entry, ...rest] = process.argv.slice(2);
if (entry === undefined) {
  console.error('usage: node scripts/run.mjs <file.ts> [arguments]');
  process.exit(2);
}
const folder = join('node_modules', '.docwright');
const outfile = join(folder, `${basename(entry, '.ts')}-${process.pid}.mjs`);
mkdirSync(folder, { recursive: true });
process.on('exit', () => rmSync(outfile, { force: true }));
process.setSourceMapsEnabled(true);
await build({
  entryPoints: [entry],
  outfile,
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  jsx: 'automatic',
  alias: HTML_ALIAS,
  sourcemap: 'inline',
});
process.argv.splice(1, process.argv.length, entry, ...rest);
await import(pathToFileURL(outfile).href);
