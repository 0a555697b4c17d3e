import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type BundleCache, createBundleCache } from '../../../src/bundle/bundle-cache.ts';
import { plainBundler } from '../../../src/bundle/bundler.ts';
import { warmBundler } from '../../../src/bundle/warm-bundler.ts';
import { type SealedFolder, sealedFolder } from '../../../src/cache/sealed-folder.ts';
import {
  ALL_JOBS,
  bundleAll,
  describeBundled,
  type SiteFolder,
  siteFolder,
} from './site-folder.ts';

const PAGES = ['content/index.tsx'];
const NAVBAR = `import { Navbar as Default } from 'docwright/templates/Navbar';
export const Navbar = (props) => <div title="own"><Default {...props} /></div>;
`;

let site: SiteFolder;
beforeEach(() => {
  site = siteFolder({
    'content/index.tsx': `import icon from './icon.bin';\nexport default () => <img src={icon} />;\n`,
    'content/icon.bin': '\u0000\n\u0001',
    'templates/Navbar.tsx': NAVBAR,
  });
});
afterEach(() => site.dispose());

const sealed = (path: string): SealedFolder => sealedFolder(path, Buffer.alloc(32));

const folder = (): string => site.path('.docwright/cache/bundles');

/** A bundler of a new process, as it were, and the jobs that it runs. */
function fresh(cache: BundleCache = createBundleCache(sealed(folder()))) {
  const ran: string[] = [];
  const write: BundleCache['write'] = (name, job, output) => {
    ran.push(name);
    cache.write(name, job, output);
  };
  return { bundler: plainBundler({ cache: { ...cache, write } }), ran: () => ran.toSorted() };
}

async function bundle(cache?: BundleCache): Promise<{ ran: readonly string[]; made: string }> {
  const { bundler, ran } = fresh(cache);
  const made = describeBundled(await bundleAll(site, PAGES, bundler));
  return { ran: ran(), made };
}

const uncached = async (): Promise<string> => describeBundled(await bundleAll(site, PAGES));

// Nothing is compiled before.
beforeAll(() => {
  vi.stubEnv('TEST_BUNDLES', '../bundles');
});
afterAll(() => {
  vi.unstubAllEnvs();
});

describe('the cache of bundles', () => {
  it('answers another process with the same bytes', async () => {
    const one = await bundle();
    const two = await bundle();
    expect([one.ran, two.ran]).toEqual([ALL_JOBS, []]);
    expect(two.made).toBe(one.made);
    expect(await uncached()).toBe(one.made);
  });

  it('answers a warm bundler, which receives changes from then on', async () => {
    await bundle();
    const cache = createBundleCache(sealed(folder()));
    const ran: string[] = [];
    const bundler = warmBundler({ cache: { ...cache, write: (name) => void ran.push(name) } });
    await bundleAll(site, PAGES, bundler);
    expect(ran).toEqual([]);
    site.write('templates/Navbar.tsx', NAVBAR.replace('own', 'other'));
    bundler.changed(new Set([site.path('templates/Navbar.tsx')]), false);
    const made = describeBundled(await bundleAll(site, PAGES, bundler));
    await bundler.close();
    expect(ran.toSorted()).toEqual(['renderer']);
    expect(made).toBe(await uncached());
  });

  it('tells warnings again', async () => {
    site.write('content/index.tsx', 'export default ({ a }) => <p>{typeof a === "nmber"}</p>;\n');
    const { diagnostics } = (await bundleAll(site, PAGES, fresh().bundler)).renderer;
    expect(diagnostics.map(({ code }) => code)).toEqual(['bundle-warning']);
    const again = await bundleAll(site, PAGES, fresh().bundler);
    expect(again.renderer.diagnostics).toEqual(diagnostics);
  });

  it('sees what has changed since', async () => {
    await bundle();
    site.write('templates/Navbar.tsx', NAVBAR.replace('own', 'other'));
    const { ran, made } = await bundle();
    expect(ran).toEqual(['renderer']);
    expect(made).toBe(await uncached());
  });

  it('does without what has been damaged', async () => {
    const { made } = await bundle();
    const files = readdirSync(folder()).toSorted();
    const damage = [
      (file: string) => truncateSync(file, 1000),
      (file: string) => truncateSync(file, 0),
      (file: string) => writeFileSync(file, 'x'.repeat(500)),
      (file: string) => writeFileSync(file, Buffer.concat([readFileSync(file), Buffer.of(7)])),
      (file: string) => writeFileSync(file, readFileSync(file).fill(7, 40, 41)),
    ];
    files.forEach((file, index) => damage[index % damage.length]?.(join(folder(), file)));
    const again = await bundle();
    expect([again.ran, again.made]).toEqual([ALL_JOBS, made]);
    expect((await bundle()).ran).toEqual([]);
  });

  it('is no error where it cannot be written', async () => {
    site.write('.docwright', 'a file');
    expect(await bundle()).toEqual({ ran: ALL_JOBS, made: await uncached() });
    expect((await bundle(createBundleCache(sealed('/proc/none/bundles')))).ran).toEqual(ALL_JOBS);
  });

  it('can be shared by processes that write at once', async () => {
    const runs = await Promise.all([bundle(), bundle(), bundle()]);
    expect(new Set(runs.map(({ made }) => made)).size).toBe(1);
    expect((await bundle()).ran).toEqual([]);
    expect(readdirSync(folder()).filter((name) => name.endsWith('.new'))).toEqual([]);
  });

  it('stays small, and hides from git', async () => {
    await bundle();
    const { cache, job, output } = await captured();
    for (const number of Array(20).keys()) {
      writeFileSync(join(folder(), `app-${String(number).padStart(24, '0')}.1.new`), '');
      cache.write('app', { ...job, assetsUrl: `/${number}/dw-assets/` }, output);
    }
    const names = readdirSync(folder());
    expect(names.filter((name) => name.startsWith('app-'))).toHaveLength(4);
    expect(names.filter((name) => name.startsWith('styles-'))).toHaveLength(1);
    expect(readFileSync(site.path('.docwright/.gitignore'), 'utf8')).toBe('*\n');
  });
});

/** A job and its output, as a bundler gives them to its cache. */
async function captured() {
  const cache = createBundleCache(sealed(folder()));
  const written: Parameters<BundleCache['write']>[] = [];
  const spy: BundleCache = {
    read: () => undefined,
    write: (...call) => void written.push(call),
  };
  await bundleAll(site, PAGES, plainBundler({ cache: spy }));
  const [, job, output] = written.find(([name]) => name === 'app') ?? [];
  if (job === undefined || output === undefined) throw new Error('the app was not bundled');
  return { cache, job, output };
}
