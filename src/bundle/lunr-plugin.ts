import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'esbuild';
import type { FactRecorder } from '../cache/fact-recorder.ts';

/** The sources of lunr that load and query an index; the others build one and read lunr's query language. */
const SOURCES =
  'lunr utils field_ref set vector token_set token_set_builder pipeline match_data query index'.split(
    ' ',
  );

const LUNR = 'lunr';

/** Replaces lunr in scripts for browsers by the half of it that the search runs. */
export function lunrPlugin(recorder: FactRecorder): Plugin {
  return {
    name: 'docwright-lunr',
    setup(plugin) {
      plugin.onResolve({ filter: /^lunr$/ }, () => ({ path: LUNR, namespace: LUNR }));
      plugin.onLoad({ filter: /.*/, namespace: LUNR }, () => ({
        contents: source(recorder),
        loader: 'js',
      }));
    },
  };
}

/** lunr's sources add to one object; its version is set when it is released. */
function source(recorder: FactRecorder): string {
  const manifest = createRequire(import.meta.url).resolve('lunr/package.json');
  const { version }: { version: string } = JSON.parse(readFileSync(manifest, 'utf8'));
  const parts = SOURCES.map((name) => {
    const file = join(dirname(manifest), 'lib', `${name}.js`);
    const bytes = readFileSync(file);
    recorder.loaded(file, bytes);
    return bytes.toString();
  });
  return [...parts, `lunr.version = ${JSON.stringify(version)};`, 'export default lunr;'].join(
    '\n',
  );
}
