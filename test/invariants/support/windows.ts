import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

const ROOT = resolve(import.meta.dirname, '../../..');

/** The start of a path on Windows: a drive, or a share. Each stands for the root of the disk here. */
const START = String.raw`/^(?:[a-z]:|[\\/]{2}server[\\/]share)/i`;

const PATHS = `
const START = ${START};
const slashes = (path) => path.replaceAll('\\', '/');
const inside = (path) => typeof path === 'string' && START.test(path) ? slashes(path.replace(START, '')) : path;
const outside = (path, start) => typeof path === 'string' && path.startsWith('/') ? start + path.replaceAll('/', '\\') : path;
const startOf = (path) => START.exec(path)?.[0] ?? 'C:';
`.replaceAll("'\\'", String.raw`'\\'`);

/** Functions of the disk that take such paths, and return them as they were asked: Windows keeps the case of a drive. */
const FS = `${PATHS}
const entry = (one, start) => {
  if (typeof one === 'string') return one.replaceAll('/', '\\\\');
  for (const key of ['parentPath', 'path']) if (key in one) Object.defineProperty(one, key, { value: outside(one[key], start) });
  return one;
};
const result = (name, value, start) => {
  if (/^(?:realpath|mkdtemp|mkdir)/.test(name)) return outside(value, start);
  return name.startsWith('readdir') ? value.map((one) => entry(one, start)) : value;
};
const wrap = (name, run) => {
  if (typeof run !== 'function' || /^[A-Z]/.test(name)) return run;
  const wrapped = (...values) => {
    const start = startOf(String(values[0]));
    const made = run(...values.map(inside));
    return made instanceof Promise ? made.then((one) => result(name, one, start)) : result(name, made, start);
  };
  return Object.assign(wrapped, Object.fromEntries(Object.entries(run).map(([key, value]) => [key, wrap(name, value)])));
};
`;

const URLS = `${PATHS}
import * as real from 'node:url';
export * from 'node:url';
export const fileURLToPath = (url) => outside(real.fileURLToPath(url), 'C:');
export const pathToFileURL = (path) => real.pathToFileURL(inside(path));
`;

const MODULES = `${PATHS}
import * as real from 'node:module';
export * from 'node:module';
export const createRequire = (path) => real.createRequire(inside(path));
`;

/** Replaces modules of Node by those of a machine whose paths begin with a drive. */
async function windowsModules(): Promise<Plugin> {
  const texts = new Map([
    ['node:url', URLS],
    ['node:module', MODULES],
  ]);
  for (const name of ['node:fs', 'node:fs/promises']) {
    const exported = Object.keys(await import(name)).filter((key) => key !== 'default');
    const lines = exported.map((key) => `export const ${key} = wrap('${key}', real.${key});`);
    texts.set(name, `import * as real from '${name}';${FS}${lines.join('\n')}`);
  }
  return {
    name: 'windows',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^node:path$/ }, () => ({ path: 'node:path/win32', external: true }));
      onResolve({ filter: /^node:(?:fs|fs\/promises|url|module)$/ }, ({ path, namespace }) =>
        namespace === 'windows' ? { path, external: true } : { path, namespace: 'windows' },
      );
      onLoad({ filter: /.*/, namespace: 'windows' }, ({ path }) => ({
        contents: texts.get(path) ?? '',
      }));
    },
  };
}

/** Compiles docwright for such a machine, into a folder; returns its module. */
export async function windowsDocwright(
  folder: string,
): Promise<typeof import('../../../src/index.ts')> {
  mkdirSync(join(folder, 'dist'), { recursive: true });
  for (const name of ['node_modules', 'package.json', 'schema', 'src', 'templates', 'dist/bundles'])
    symlinkSync(join(ROOT, name), join(folder, name));
  const outfile = join(folder, 'dist/lib/index.js');
  await build({
    entryPoints: [join(ROOT, 'src/index.ts')],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    jsx: 'automatic',
    plugins: [await windowsModules()],
    logLevel: 'error',
  });
  writeFileSync(join(folder, 'dist/code-hash'), 'windows');
  return import(pathToFileURL(outfile).href);
}

/** The path as such a machine names it: below `C:`, another drive or a share. */
export function onWindows(path: string, start = 'C:'): string {
  return start + path.replaceAll('/', '\\');
}
