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

// Compiles what most sites need, as for a site without templates and React pages; `npm run build` runs it in dist/bundles.
const folder = join(PACKAGE_ROOT, 'dist/bundles');
const siteDir = join(folder, 'site');
const input = {
  siteDir,
  templatesDir: join(siteDir, 'templates'),
  reactPages: [],
  assetsUrl: '/',
  style: { baseUrl: '/', trailingSlash: true },
  css: '',
};
const bundler: Bundler = {
  evaluate,
  run: async (_, job) => {
    const output = await runJob(job, createFactRecorder());
    writeFileSync(join(folder, packagedName(job)), serializeOutput({ ...output, facts: [] }));
    return output;
  },
};
const made = [
  await bundleRenderer(input, bundler),
  await bundleClient({ ...input, needsHead: true }, bundler),
  await bundleClient({ ...input, needsHead: false }, bundler),
];
for (const { diagnostics } of made)
  if (diagnostics.length > 0) throw new Error(JSON.stringify(diagnostics));
writeFileSync(join(folder, LIVE_SCRIPT), await bundleLiveScript());
