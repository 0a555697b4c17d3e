import { join } from 'node:path';
import { build } from 'esbuild';
import { PACKAGE_ROOT } from '../../bundle/package-root.ts';

/** Bundles the script that dev adds to documents, the same for all sites. */
export async function bundleLiveScript(): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: PACKAGE_ROOT,
    entryPoints: [join(PACKAGE_ROOT, 'src/client/live/live.ts')],
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: ['es2022'],
    tsconfigRaw: '{}',
    legalComments: 'none',
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}
