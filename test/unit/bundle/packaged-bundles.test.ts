import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parseOutput } from '../../../src/bundle/bundle-cache.ts';
import { type Bundler, plainBundler } from '../../../src/bundle/bundler.ts';
import { PACKAGE_ROOT } from '../../../src/bundle/package-root.ts';
import { packagedName } from '../../../src/bundle/packaged-bundles.ts';
import { bundleAll, type SiteFolder, siteFolder } from './site-folder.ts';

const TEMPLATES = `${PACKAGE_ROOT}templates/`;

/** Compiles a site, and lists the jobs that the package answers, after comparing their outputs. */
async function packagedJobs(
  site: SiteFolder,
  pages: readonly string[],
): Promise<readonly string[]> {
  const found: string[] = [];
  const compiling = plainBundler();
  const bundler: Bundler = {
    ...compiling,
    run: async (name, job) => {
      const output = await compiling.run(name, job);
      const used = output.facts.flatMap(({ path }) =>
        path.startsWith(TEMPLATES) && path.endsWith('.tsx') ? [path.slice(TEMPLATES.length)] : [],
      );
      if (name === 'search')
        expect(used.toSorted()).toEqual(['SearchDialog.tsx', 'SearchResults.tsx']);
      if (name === 'client') expect(used).toEqual([]);
      const packaged = readPackaged(packagedName(job));
      if (packaged === undefined) return output;
      found.push(name);
      const { files, entries, warnings } = output;
      expect(parseOutput(packaged)).toMatchObject({ files, entries, warnings, facts: [] });
      return output;
    },
  };
  await bundleAll(site, pages, bundler);
  return found.toSorted();
}

function readPackaged(name: string): Buffer | undefined {
  try {
    return readFileSync(`${PACKAGE_ROOT}dist/bundles/${name}`);
  } catch {
    return undefined;
  }
}

const CLIENT = [
  'app',
  'builder',
  'builder-languages',
  'builder-tools',
  'client',
  'react',
  'react-client',
  'script-parts',
  'search',
  'style-parts',
];

// Nothing is compiled before.
beforeAll(() => {
  vi.stubEnv('TEST_BUNDLES', '../bundles');
});
afterAll(() => {
  vi.unstubAllEnvs();
});

describe('what the package brings compiled', () => {
  it.each([
    ['nothing of its own', {}, [...CLIENT, 'renderer']],
    ['a React page', { 'content/index.tsx': 'export default () => <p />;' }, CLIENT],
    ['a template', { 'templates/Footer.tsx': 'export const Footer = () => <footer />;' }, CLIENT],
  ])('is what a site with %s would compile, to the byte', async (_, files, expected) => {
    const site = siteFolder(files);
    const jobs = await packagedJobs(
      site,
      Object.keys(files).filter((name) => name.startsWith('content/')),
    );
    expect(jobs).toEqual(expected.toSorted());
    site.dispose();
  });
});
