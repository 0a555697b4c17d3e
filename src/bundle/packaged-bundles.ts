import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, sep } from 'node:path';
import { parseOutput } from './bundle-cache.ts';
import { PACKAGE_ROOT } from './package-root.ts';
import type { BundleJob, BundleOutput } from './run-job.ts';

/** Packages of which compiled files have a part. */
const PACKAGES = ['react', 'react-dom', 'lunr'];

/** Returns the output of a job in which no file of the site takes part; undefined if it must run. */
export function packagedOutput(job: BundleJob): BundleOutput | undefined {
  // In its own site, docwright's templates change like those of a site.
  if (job.overrides.length > 0 || job.pages !== undefined || job.siteDir + sep === PACKAGE_ROOT)
    return undefined;
  const bytes = packagedFile(packagedName(job));
  return bytes && parseOutput(bytes);
}

/** Reads a file that was made with the package, beside `dist/lib`; code that runs from its sources has none. */
export function packagedFile(name: string): Buffer | undefined {
  try {
    return readFileSync(new URL(`../bundles/${name}`, import.meta.url));
  } catch {
    return undefined;
  }
}

/** The file name of a job's output, the same for all sites, systems and folders in which docwright is installed. */
export function packagedName(job: BundleJob): string {
  const slashes = (text: string): string => text.replaceAll('\\\\', '/');
  const root = slashes(JSON.stringify(PACKAGE_ROOT).slice(1, -1));
  const entries = job.entries.map((entry) => ({
    ...entry,
    text: slashes(entry.text).replaceAll(root, '<docwright>/'),
  }));
  const require = createRequire(join(PACKAGE_ROOT, 'package.json'));
  const versions = PACKAGES.map((name) => require(`${name}/package.json`).version);
  const own = { ...job, entries, siteDir: '', templatesDirs: [], tsconfig: undefined };
  const hash = createHash('sha256').update(JSON.stringify([versions, own]));
  return `${entries[0]?.name}-${hash.digest('hex').slice(0, 16)}`;
}
