import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Its name among the files that are made with the package. */
export const EARLY_FILE = 'early.js';

/** The script that runs before the first paint: inline, and the same text on every page. */
export const EARLY_SCRIPT = readEarlyScript();

/** The text as a source of a Content-Security-Policy. */
export const EARLY_SCRIPT_SOURCE = `'sha256-${createHash('sha256').update(EARLY_SCRIPT).digest('base64')}'`;

/** Reads the script that was made with the package; code that runs from its sources compiles it. */
function readEarlyScript(): string {
  const packaged = new URL(`../bundles/${EARLY_FILE}`, import.meta.url);
  if (existsSync(packaged)) return readFileSync(packaged, 'utf8');
  const { buildSync }: typeof import('esbuild') = createRequire(import.meta.url)('esbuild');
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(new URL('../../src/client/app/head.ts', import.meta.url))],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: ['es2022'],
    tsconfigRaw: '{}',
    legalComments: 'none',
    logLevel: 'silent',
  });
  return (outputFiles[0]?.text ?? '').trim();
}
