import { rmSync, symlinkSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type WarmBundler, warmBundler } from '../../../src/bundle/warm-bundler.ts';
import {
  ALL_JOBS,
  bundleAll,
  describeBundled,
  runsOf,
  type SiteFolder,
  siteFolder,
} from './site-folder.ts';

const PAGE = `import { text } from './parts/text';
export const meta = { title: text };
export default function Page() { return <p>{text}</p>; }
`;
const NAVBAR = `import { Navbar as Default } from 'docwright/templates/Navbar';
export const Navbar = (props) => <div title="own"><Default {...props} /></div>;
`;
const FILES = {
  'content/index.tsx': PAGE,
  'content/parts/text.js': `export const text = 'one';\n`,
  'templates/Navbar.tsx': NAVBAR,
  'templates/styles.css': '@import "./more.css";\n',
  'templates/more.css': 'a { color: red; }\n',
};
const DIALOG = `export { SearchDialog } from 'docwright/templates/SearchDialog';\n`;

interface Started {
  readonly site: SiteFolder;
  readonly bundler: WarmBundler;
  /** Bundles again, after what the watcher says; the jobs that esbuild ran. */
  readonly again: (changed?: readonly string[], structural?: boolean) => Promise<readonly string[]>;
  /** What a bundler that keeps nothing makes now. */
  readonly equalsFresh: () => Promise<boolean>;
}

const cleanup: (() => unknown)[] = [];
afterEach(async () => {
  for (const action of cleanup.splice(0).toReversed()) await action();
});

async function start(files: Readonly<Record<string, string>> = FILES): Promise<Started> {
  const site = siteFolder(files);
  const { cache, take } = runsOf();
  const bundler = warmBundler({ cache });
  cleanup.push(site.dispose, bundler.close);
  const pages = ['content/index.tsx'];
  let last = '';
  const again: Started['again'] = async (changed = [], structural = false) => {
    bundler.changed(new Set(changed.map(site.path)), structural);
    last = describeBundled(await bundleAll(site, pages, bundler));
    return take();
  };
  await again();
  const equalsFresh = async (): Promise<boolean> =>
    last === describeBundled(await bundleAll(site, pages));
  return { site, bundler, again, equalsFresh };
}

// Nothing is compiled before.
beforeAll(() => {
  vi.stubEnv('TEST_BUNDLES', '../bundles');
});
afterAll(() => {
  vi.unstubAllEnvs();
});

describe('what a change makes esbuild run', () => {
  it('is nothing for a file that is not bundled', async () => {
    const { again } = await start();
    expect(await again(['content/guide.md'])).toEqual([]);
    expect(await again(['content/new.md'], true)).toEqual([]);
  });

  it('is nothing for a file that was written with the same content', async () => {
    const { again, site } = await start();
    site.write('templates/Navbar.tsx', NAVBAR);
    expect(await again(['templates/Navbar.tsx'])).toEqual([]);
  });

  it('is the styles for a style sheet, also one that another imports', async () => {
    const { again, site, equalsFresh } = await start();
    site.write('templates/styles.css', '@import "./more.css";\nb { color: blue; }\n');
    expect(await again(['templates/styles.css'])).toEqual(['styles']);
    site.write('templates/more.css', 'a { color: green; }\n');
    expect(await again(['templates/more.css'])).toEqual(['styles']);
    expect(await equalsFresh()).toBe(true);
  });

  it('is the pages and the renderer for a React page and what it imports', async () => {
    const { again, site, equalsFresh } = await start();
    site.write('content/parts/text.js', `export const text = 'two';\n`);
    expect(await again(['content/parts/text.js'])).toEqual(['renderer']);
    expect(await equalsFresh()).toBe(true);
  });

  it('is the renderer for a template', async () => {
    const { again, site, equalsFresh } = await start();
    site.write('templates/Navbar.tsx', NAVBAR.replace('own', 'other'));
    expect(await again(['templates/Navbar.tsx'])).toEqual(['renderer']);
    expect(await equalsFresh()).toBe(true);
  });

  it('is what contains a template when one comes or goes, and what names that', async () => {
    const { again, site, equalsFresh } = await start();
    const scripts = {
      'templates/Footer.tsx': ['renderer'],
      'templates/SearchDialog.tsx': ['app', 'client', 'renderer', 'script-parts', 'search'],
    };
    for (const [file, jobs] of Object.entries(scripts)) {
      site.write(
        file,
        'export const Footer = () => <footer>Own</footer>;\nexport const SearchDialog = Footer;\n',
      );
      expect(await again([file], true)).toEqual(jobs);
      expect(await equalsFresh()).toBe(true);
      site.remove(file);
      expect(await again([file], true)).toEqual(jobs);
      expect(await equalsFresh()).toBe(true);
    }
  });

  it('is the styles when a style sheet of the theme comes or goes', async () => {
    const { again, site, equalsFresh } = await start();
    site.write('templates/styles/tokens.css', ':root { --own: 1px; }\n');
    expect(await again(['templates/styles/tokens.css'], true)).toEqual(['styles']);
    expect(await equalsFresh()).toBe(true);
    site.remove('templates/styles/tokens.css');
    expect(await again(['templates/styles/tokens.css'], true)).toEqual(['styles']);
    expect(await equalsFresh()).toBe(true);
  });

  it('counts a file that takes the place of another without a change of it', async () => {
    const { again, site, equalsFresh } = await start();
    site.write('content/parts/text.ts', `export const text: string = 'typed';\n`);
    expect(await again(['content/parts/text.ts'], true)).toEqual(['renderer']);
    expect(await equalsFresh()).toBe(true);
  });

  it('counts a package that comes nearer, and the manifest of the site', async () => {
    const { again, site, equalsFresh } = await start({
      ...FILES,
      'content/parts/text.js': `export { text } from 'words';\n`,
      'node_modules/words/index.js': `export const text = 'far';\n`,
    });
    site.write('content/node_modules/words/index.js', `export const text = 'near';\n`);
    expect(await again([], true)).toEqual(['renderer']);
    site.write('package.json', '{ "sideEffects": false }');
    expect(await again(['package.json'], true)).toContain('renderer');
    expect(await equalsFresh()).toBe(true);
  });

  it('counts a link that leads elsewhere', async () => {
    const { again, site, equalsFresh } = await start({
      ...FILES,
      'content/parts/text.js': `export { text } from '../linked/text.js';\n`,
      'one/text.js': `export const text = 'one';\n`,
      'two/text.js': `export const text = 'two';\n`,
      'content/linked/text.js': `export const text = 'none';\n`,
    });
    for (const target of ['one', 'two']) {
      rmSync(site.path('content/linked'), { recursive: true });
      symlinkSync(site.path(target), site.path('content/linked'));
      expect(await again([], true)).toEqual(['renderer']);
      expect(await equalsFresh()).toBe(true);
    }
  });
});

describe('a warm bundler', () => {
  it('runs everything once', async () => {
    const site = siteFolder(FILES);
    const { cache, take } = runsOf();
    const bundler = warmBundler({ cache });
    cleanup.push(site.dispose, bundler.close);
    const one = await bundleAll(site, ['content/index.tsx'], bundler);
    expect(take()).toEqual(ALL_JOBS);
    const two = await bundleAll(site, ['content/index.tsx'], bundler);
    expect(take()).toEqual([]);
    expect(two.renderer.renderer?.render).toBe(one.renderer.renderer?.render);
  });

  it('tells which files of the author to watch', async () => {
    const { bundler, site, again } = await start({
      ...FILES,
      'templates/Footer.tsx': `export { Footer } from '../shared/footer.tsx';\n`,
      'shared/footer.tsx': 'export const Footer = () => <footer />;\n',
    });
    const expected = [...Object.keys(FILES), 'templates/Footer.tsx', 'shared/footer.tsx'];
    expect([...bundler.inputs()].toSorted()).toEqual(expected.map(site.path).toSorted());
    site.write('shared/footer.tsx', 'export const Footer = () => <footer>;\n');
    await again(['shared/footer.tsx']);
    expect(bundler.inputs()).toContain(site.path('shared/footer.tsx'));
  });

  it('keeps nothing of a run that failed, and tries again', async () => {
    const file = 'templates/SearchDialog.tsx';
    const { site, bundler, again, equalsFresh } = await start({ ...FILES, [file]: DIALOG });
    site.write(file, 'export const SearchDialog = (\n');
    bundler.changed(new Set([site.path(file)]), false);
    for (const _ of [1, 2]) {
      const { client } = await bundleAll(site, ['content/index.tsx'], bundler);
      const places = client.diagnostics.map(
        ({ code, location }) => `${location?.file}:${location?.line} ${code}`,
      );
      expect(client.client).toBeUndefined();
      expect(new Set(places)).toEqual(new Set([`${file}:1 bundle-error`]));
    }
    site.write(file, DIALOG);
    expect(await again([file])).toEqual(['search']);
    expect(await equalsFresh()).toBe(true);
  });

  it('does not lose a change that comes while it runs', async () => {
    const { site, bundler, again, equalsFresh } = await start();
    site.write('templates/Navbar.tsx', NAVBAR.replace('own', 'second'));
    bundler.changed(new Set([site.path('templates/Navbar.tsx')]), false);
    const running = bundleAll(site, ['content/index.tsx'], bundler);
    await Promise.resolve();
    site.write('templates/Navbar.tsx', NAVBAR.replace('own', 'third'));
    bundler.changed(new Set([site.path('templates/Navbar.tsx')]), false);
    await running;
    await again();
    expect(await equalsFresh()).toBe(true);
  });

  it('can be used after it was closed', async () => {
    const { bundler, again } = await start();
    await bundler.close();
    expect(await again()).toEqual(ALL_JOBS);
  });
});

describe('problems of several bundles', () => {
  it('are reported together', async () => {
    const site = siteFolder({ ...FILES, 'templates/more.css': '@import "./none.css";\n' });
    cleanup.push(site.dispose);
    site.write('templates/SearchDialog.tsx', 'export const SearchDialog = (\n');
    site.write('content/parts/text.js', 'export const text = ;\n');
    const { client, renderer } = await bundleAll(site, ['content/index.tsx']);
    const all = [...renderer.diagnostics, ...client.diagnostics];
    expect(all.map(({ location }) => location?.file)).toEqual([
      'content/parts/text.js',
      'templates/SearchDialog.tsx',
      'templates/more.css',
    ]);
  });
});
