import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../bundle/package-root.ts';
import { packagedFile } from '../../bundle/packaged-bundles.ts';
import { loadEsbuild } from '../../config/loading/esbuild.ts';

/** Its name among the files that are made with the package. */
export const LIVE_SCRIPT = 'live.js';

/** Bundles the script that dev adds to documents, the same for all sites. */
export async function bundleLiveScript(): Promise<string> {
  const packaged = packagedFile(LIVE_SCRIPT);
  if (packaged !== undefined) return packaged.toString();
  const { build } = await loadEsbuild();
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
