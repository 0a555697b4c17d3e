import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { tempSite } from './temp-site.ts';

const KEYS = `title: 'Docs', url: 'https://docs.example'`;
const LOAD = fileURLToPath(new URL('../../../src/config/load.ts', import.meta.url));

/** Bundles the loader for a process of its own, where nothing but Node stands between it and the module. */
async function bundleLoader(folder: string): Promise<string> {
  const outfile = join(folder, 'load.mjs');
  await build({
    entryPoints: [LOAD],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
    plugins: [
      {
        name: 'esbuild-by-address',
        setup(bundler) {
          const path = import.meta.resolve('esbuild');
          bundler.onResolve({ filter: /^esbuild$/ }, () => ({ path, external: true }));
        },
      },
    ],
  });
  return outfile;
}

/** Loads a configuration text in a process whose current folder is elsewhere; returns what it found and printed. */
async function loadInProcess(text: string, nodeOptions: readonly string[] = []) {
  const folder = tempSite({ 'site/site.config.ts': text, 'elsewhere/x': '' });
  const loader = await bundleLoader(folder);
  const code = `import { loadConfig } from ${JSON.stringify(pathToFileURL(loader).href)};
const { config, diagnostics } = await loadConfig({ siteDir: '../site' });
console.log(JSON.stringify({
  title: config?.title,
  problems: diagnostics.map((d) => d.message + ' ' + d.location?.line + ':' + d.location?.column),
}));
process.exitCode = 7;
process.exit();`;
  const options = [...nodeOptions, '--input-type=module', '-e', code];
  const result = spawnSync(process.execPath, options, {
    cwd: join(folder, 'elsewhere'),
    encoding: 'utf8',
  });
  const found: unknown = JSON.parse(result.stdout);
  return { status: result.status, stderr: result.stderr, found };
}

describe('loading in a separate process', () => {
  it.each([
    ['a configuration', `export default { ${KEYS} };`, { title: 'Docs', problems: [] }],
    [
      'an error',
      `interface A { a: 1 }\n\nthrow new Error('x');`,
      { problems: ['the configuration throws: x 3:7'] },
    ],
    [
      'process.exit',
      `export default async () => {\n  process.exit(0);\n};`,
      { problems: ['the configuration calls process.exit 2:11'] },
    ],
    [
      'process.exit in a timer',
      `setTimeout(() => process.exit(0));\nexport default new Promise(() => {});`,
      { problems: ['the configuration calls process.exit 1:26'] },
    ],
    [
      'an error in a timer',
      `setTimeout(() => {\n  throw new Error('x');\n});\nexport default new Promise(() => {});`,
      { problems: ['the configuration throws: x 2:9'] },
    ],
    [
      'a rejection that nobody handles',
      `Promise.reject(new Error('x'));\nexport default new Promise(() => {});`,
      { problems: ['the configuration throws: x 1:16'] },
    ],
    [
      'a rejection that nobody handles, beside a configuration',
      `Promise.reject(new Error('x'));\nexport default { ${KEYS} };`,
      { problems: ['the configuration throws: x 1:16'] },
    ],
    [
      'a promise that never settles',
      `export default new Promise(() => {});`,
      { problems: ['the configuration waits for something that never happens 1:1'] },
    ],
    [
      'an await that never ends',
      `await new Promise(() => {});\nexport default {};`,
      { problems: ['the configuration waits for something that never happens 1:1'] },
    ],
  ])('survives %s', async (_title, text, found) => {
    expect(await loadInProcess(text)).toEqual({ status: 7, stderr: '', found });
  });

  it('finds the location when Node maps stack traces itself', async () => {
    const { found } = await loadInProcess(`interface A { a: 1 }\n\nthrow new Error('x');`, [
      '--enable-source-maps',
    ]);
    expect(found).toEqual({ problems: ['the configuration throws: x 3:7'] });
  });
});
