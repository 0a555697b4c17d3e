import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { build, checkLinks } from '../../../src/index.ts';
import {
  formatDiagnostics,
  type SiteDriver,
  type SiteFiles,
  site,
  siteOutput,
} from '../../support/site.ts';
import { tempFolder } from '../publish/output-folder.ts';

const drivers: SiteDriver[] = [];

afterEach(() => {
  vi.unstubAllEnvs();
  for (const driver of drivers.splice(0)) driver.dispose();
});

const FILES: SiteFiles = {
  'content/docs/one.md': '# One\n\nFirst text. [Two](./two.md#part)\n\n![](./a.png)\n',
  'content/docs/two.md': '# Two\n\n## Part\n\nSecond text. [Nowhere](./none.md)\n',
  'content/docs/three.mdx':
    'import { Box } from "../../parts/Box.tsx";\n\n# Three\n\n<Box>inside</Box>\n',
  'content/docs/four.md': '# Four\n\n```js file="../../code/a.js"\n```\n',
  'content/docs/five.md': '# Five\n\n```js file="/b.js"\n```\n',
  'content/docs/a.png': 'picture',
  'code/a.js': 'first();\n',
  'b.js': 'root();\n',
  'parts/Box.tsx': 'export function Box({ children }) { return <b>{children}</b>; }\n',
  'site.config.ts': `export default {
    title: 'T', url: 'https://docs.example.com', links: { rules: { 'page-not-found': 'warning' } },
  };\n`,
};

async function built(files: SiteFiles = FILES): Promise<SiteDriver> {
  const driver = site(files);
  drivers.push(driver);
  await driver.build();
  expect(driver.diagnostics()).toEqual(['content/docs/two.md:5:24 page-not-found']);
  return driver;
}

/** Compares the last build with one that uses no cache. */
async function expectClean(driver: SiteDriver): Promise<void> {
  const outDir = join(driver.dir, 'clean');
  const clean = await build({ siteDir: driver.dir, outDir, cache: false });
  const output = siteOutput(() => outDir);
  expect(driver.diagnostics()).toEqual(formatDiagnostics(clean.diagnostics));
  expect(driver.files()).toEqual(output.files());
  for (const path of output.files())
    expect(driver.file(path) === output.file(path), path).toBe(true);
}

function cachePath(driver: SiteDriver): string {
  return join(driver.dir, '.docwright/cache/pages');
}

describe('a build after another one', () => {
  it('writes nothing if nothing has changed, and reports the same', async () => {
    const driver = await built();
    await driver.build();
    expect(driver.result().summary?.files).toMatchObject({ written: 0, deleted: 0 });
    expect(driver.diagnostics()).toEqual(['content/docs/two.md:5:24 page-not-found']);
    await expectClean(driver);
  });

  it.each([
    ['an included file', { 'code/a.js': 'second();\n' }, 'docs/four', 'second'],
    ['a file before the included one', { 'content/b.js': 'near();\n' }, 'docs/five', 'near'],
    [
      'a component',
      { 'parts/Box.tsx': 'export const Box = () => <i>other</i>;\n' },
      'docs/three',
      'other',
    ],
    ['a picture', { 'content/docs/a.png': 'another' }, 'docs/one', '.png'],
    [
      'a page that is linked to',
      { 'content/docs/two.md': '# Two\n\n## Part\n\nShort.\n' },
      'docs/two',
      'Short',
    ],
    [
      'a page that was missing',
      { 'content/docs/none.md': '# None\n\nHere.\n' },
      'docs/none',
      'Here',
    ],
  ])('notices %s', async (_, files, route, text) => {
    const driver = await built();
    await driver.build();
    for (const [path, content] of Object.entries(files)) driver.write(path, content);
    await driver.build();
    expect(driver.page(`/${route}`)).toContain(text);
    await expectClean(driver);
  });

  it('notices an edit that keeps the size and the time of a file', async () => {
    const driver = await built();
    const file = join(driver.dir, 'content/docs/two.md');
    const time = new Date(2024, 1, 1);
    utimesSync(file, time, time);
    await driver.build();
    writeFileSync(file, readFileSync(file, 'utf8').replace('Second', 'Sacond'));
    utimesSync(file, time, time);
    await driver.build();
    expect(driver.page('/docs/two')).toContain('Sacond');
  });

  it('writes output files again that were edited or deleted', async () => {
    const driver = await built();
    await driver.build();
    const before = driver.file('docs/one/index.html');
    writeFileSync(join(driver.dir, 'build/docs/one/index.html'), before.replace('First', 'Wrong'));
    rmSync(join(driver.dir, 'build/docs/two'), { recursive: true });
    rmSync(join(driver.dir, 'build/dw-assets/search'), { recursive: true, force: true });
    await driver.build();
    expect(driver.file('docs/one/index.html')).toBe(before);
    await expectClean(driver);
  });

  it('makes the site again in a folder that is gone, and in another one', async () => {
    const driver = await built();
    rmSync(join(driver.dir, 'build'), { recursive: true });
    await driver.build();
    await expectClean(driver);
    await driver.build({ outDir: join(driver.dir, 'other') });
    await expectClean(driver);
    driver.write('content/docs/one.md', '# One\n\nChanged.\n');
    await driver.build({ outDir: join(driver.dir, 'other') });
    await driver.build({});
    await expectClean(driver);
  });

  it('ignores a cache that is damaged', async () => {
    const driver = await built();
    const folder = cachePath(driver);
    for (const name of readdirSync(folder)) truncateSync(join(folder, name), 1000);
    await driver.build();
    await expectClean(driver);
    for (const name of readdirSync(folder).filter((file) => file.endsWith('.pack')))
      rmSync(join(folder, name));
    driver.write('content/docs/one.md', '# One\n\nChanged.\n');
    await driver.build();
    await expectClean(driver);
  });

  it('is right beside another one that uses the same cache', async () => {
    const driver = await built();
    driver.write('content/docs/one.md', '# One\n\nChanged.\n');
    const others = [1, 2, 3].map((number) =>
      build({ siteDir: driver.dir, outDir: join(driver.dir, `other-${number}`) }),
    );
    expect((await Promise.all(others)).map(({ ok }) => ok)).toEqual([true, true, true]);
    await driver.build();
    await expectClean(driver);
  });

  it('neither reads nor writes a cache without one', async () => {
    const driver = site(FILES);
    drivers.push(driver);
    await driver.build({ cache: false });
    expect(existsSync(cachePath(driver))).toBe(false);
  });

  it('uses the folder that the environment names', async () => {
    const folder = tempFolder();
    vi.stubEnv('DOCS_CACHE_DIR', folder);
    const driver = await built();
    expect(existsSync(cachePath(driver))).toBe(false);
    expect(readdirSync(folder)).toHaveLength(1);
    await driver.build();
    expect(driver.result().summary?.files.written).toBe(0);
  });
});

describe('a link check after a build, and a build after it', () => {
  it('reports the same', async () => {
    const driver = await built();
    const first = await checkLinks({ siteDir: driver.dir });
    expect(formatDiagnostics(first.diagnostics)).toEqual(driver.diagnostics());
    driver.write('content/docs/two.md', '# Two\n\nNo part.\n');
    const second = await checkLinks({ siteDir: driver.dir });
    expect(formatDiagnostics(second.diagnostics)).toEqual([
      'content/docs/one.md:3:19 anchor-not-found',
    ]);
    expect(second.coverage).toMatchObject({ ...first.coverage, links: first.coverage.links - 1 });
    await driver.build();
    expect(driver.diagnostics()).toEqual(['content/docs/one.md:3:19 anchor-not-found']);
  });
});
