import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serializeOutput } from '../src/bundle/bundle-cache.ts';
import { bundleClient } from '../src/bundle/bundle-client.ts';
import { bundleRenderer } from '../src/bundle/bundle-renderer.ts';
import { type Bundler, evaluate } from '../src/bundle/bundler.ts';
import { PACKAGE_ROOT } from '../src/bundle/package-root.ts';
import { packagedName } from '../src/bundle/packaged-bundles.ts';
import { runJob } from '../src/bundle/run-job.ts';
import { createFactRecorder } from '../src/cache/fact-recorder.ts';
import { bundleLiveScript, LIVE_SCRIPT } from '../src/dev/live/live-script.ts';
import { EARLY_FILE, EARLY_SCRIPT } from '../src/publish/early-script.ts';

// Compiles what most sites need, as for a site without templates and React pages; `npm run build` runs it in dist/bundles.
const folder = join(PACKAGE_ROOT, 'dist/bundles');
const siteDir = join(folder, 'site');
const input = {
  siteDir,
  templatesDirs: [join(siteDir, 'templates')],
  reactPages: [],
  assetsUrl: '/',
  style: { baseUrl: '/', trailingSlash: true },
  features: ['color-mode.css'],
  css: '',
};
/** Absolute paths of the files whose code is in the bundles. */
export const inputs: string[] = [];
const bundler: Bundler = {
  evaluate,
  run: async (_, job) => {
    const output = await runJob(job, createFactRecorder());
    for (const { path, stem } of output.facts) if (stem === undefined) inputs.push(path);
    writeFileSync(join(folder, packagedName(job)), serializeOutput({ ...output, facts: [] }));
    return output;
  },
};
const made = [
  await bundleRenderer(input, bundler),
  await bundleClient({ ...input, hasRedirects: true }, bundler),
];
for (const { diagnostics } of made)
  if (diagnostics.length > 0) throw new Error(JSON.stringify(diagnostics));
const live = await bundleLiveScript();
inputs.push(...live.inputs);
writeFileSync(join(folder, LIVE_SCRIPT), live.text);
writeFileSync(join(folder, EARLY_FILE), EARLY_SCRIPT);
