import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../bundle/package-root.ts';
import { packagedFile } from '../../bundle/packaged-bundles.ts';
import { loadEsbuild } from '../../config/loading/esbuild.ts';

/** Its name among the files that are made with the package. */
export const LIVE_SCRIPT = 'live.js';

/** The script that dev adds to documents, the same for all sites. */
export async function liveScript(): Promise<string> {
  return packagedFile(LIVE_SCRIPT)?.toString() ?? (await bundleLiveScript()).text;
}

/** Bundles the script; `inputs` are the files with its code. */
export async function bundleLiveScript(): Promise<{
  readonly text: string;
  readonly inputs: readonly string[];
}> {
  const { build } = await loadEsbuild();
  const { outputFiles, metafile } = await build({
    absWorkingDir: PACKAGE_ROOT,
    entryPoints: [join(PACKAGE_ROOT, 'src/client/live/live.ts')],
    bundle: true,
    write: false,
    metafile: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: ['es2022'],
    tsconfigRaw: '{}',
    legalComments: 'none',
    logLevel: 'silent',
  });
  const inputs = Object.keys(metafile.inputs).map((path) => join(PACKAGE_ROOT, path));
  return { text: outputFiles[0]?.text ?? '', inputs };
}
