import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'esbuild';

/** The sources of lunr that load and query an index; the others build one and read lunr's query language. */
const SOURCES = [
  'lunr',
  'utils',
  'field_ref',
  'set',
  'vector',
  'token_set',
  'token_set_builder',
  'pipeline',
  'match_data',
  'query',
  'index',
];

const LUNR = 'lunr';

/** Replaces lunr in scripts for browsers by the half of it that the search runs. */
export function lunrPlugin(): Plugin {
  return {
    name: 'docwright-lunr',
    setup(plugin) {
      plugin.onResolve({ filter: /^lunr$/ }, () => ({ path: LUNR, namespace: LUNR }));
      plugin.onLoad({ filter: /.*/, namespace: LUNR }, () => ({
        contents: source(),
        loader: 'js',
      }));
    },
  };
}

/** lunr's sources add to one object; its version is set when it is released. */
function source(): string {
  const manifest = createRequire(import.meta.url).resolve('lunr/package.json');
  const { version }: { version: string } = JSON.parse(readFileSync(manifest, 'utf8'));
  const parts = SOURCES.map((name) =>
    readFileSync(join(dirname(manifest), 'lib', `${name}.js`), 'utf8'),
  );
  return [...parts, `lunr.version = ${JSON.stringify(version)};`, 'export default lunr;'].join(
    '\n',
  );
}
