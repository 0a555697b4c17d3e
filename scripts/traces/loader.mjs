import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';

/**
 * Loads TypeScript file by file, so that the coverage of a process names sources.
 * @type {import('node:module').LoadHook}
 */
export async function load(url, context, next) {
  const extension = /\.(tsx?)$/.exec(url)?.[1];
  if (extension === undefined || url.includes('/node_modules/')) return next(url, context);
  const { code } = await transform(await readFile(fileURLToPath(url), 'utf8'), {
    loader: extension === 'tsx' ? 'tsx' : 'ts',
    jsx: 'automatic',
    target: 'node20',
  });
  return { format: 'module', source: code, shortCircuit: true };
}
