import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { serializeOutput } from '../src/bundle/bundle-cache.ts';
import { bundleClient } from '../src/bundle/bundle-client.ts';
import { bundleRenderer } from '../src/bundle/bundle-renderer.ts';
import { type Bundler, evaluate } from '../src/bundle/bundler.ts';
import { PACKAGE_ROOT } from '../src/bundle/package-root.ts';
import { packagedName } from '../src/bundle/packaged-bundles.ts';
import { runJob } from '../src/bundle/run-job.ts';
import { createFactRecorder, packageManifest } from '../src/cache/fact-recorder.ts';
import { bundleLiveScript, LIVE_SCRIPT } from '../src/dev/live/live-script.ts';
import { EARLY_FILE, EARLY_SCRIPT } from '../src/publish/early-script.ts';

// Compiles what most sites need, as for a site without templates and React pages, and writes the licenses of the
// packages whose code is in dist; `npm run build` runs it in dist/bundles.
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
/** The package.json of each package of which dist has code; scripts/build.mjs copies esbuild's. */
const manifests = new Set([createRequire(import.meta.url).resolve('esbuild/package.json')]);
/** Adds the package of a file, if it is in one. */
const notePackage = (path: string): void => {
  const manifest = packageManifest(path);
  if (manifest !== undefined) manifests.add(manifest);
};
const bundler: Bundler = {
  evaluate,
  run: async (_, job) => {
    const output = await runJob(job, createFactRecorder());
    for (const { path, stem } of output.facts) if (stem === undefined) notePackage(path);
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
live.inputs.forEach(notePackage);
writeFileSync(join(folder, LIVE_SCRIPT), live.text);
writeFileSync(join(folder, EARLY_FILE), EARLY_SCRIPT);
const notices = [...manifests].map(noticeOf).toSorted();
writeFileSync(
  join(PACKAGE_ROOT, 'dist/THIRD-PARTY-NOTICES.txt'),
  ['docwright contains code of these packages.\n', ...notices].join(`\n${'-'.repeat(80)}\n\n`),
);

/** Name, version and license of a package, with its license files. */
function noticeOf(manifest: string): string {
  const { name, version, license } = JSON.parse(readFileSync(manifest, 'utf8'));
  const files = readdirSync(dirname(manifest)).filter((file) =>
    /^(?:licen[cs]e|notice|copying)/i.test(file),
  );
  if (files.length === 0) throw new Error(`${name} has no license file`);
  const texts = files.toSorted().map((file) => readFileSync(join(dirname(manifest), file), 'utf8'));
  return [`${name} ${version} (${license})\n`, ...texts].join('\n');
}
