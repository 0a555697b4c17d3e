import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
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

const BOX = ':::box\ninside\n:::\n';

function boxConfig(color: string): string {
  return `import { readFileSync } from 'node:fs';
    const color = () => ${color};
    export default {
      title: 'T', url: 'https://docs.example.com', links: { rules: { 'page-not-found': 'warning' } },
      plugins: [{ name: 'box', blocks: { box: () => '<p>' + color() + '</p>' } }],
    };\n`;
}

const OUTSIDE: readonly { readonly name: string; readonly files: SiteFiles }[] = [
  {
    name: 'the environment, in a plug-in',
    files: {
      'content/docs/six.md': BOX,
      'site.config.ts': boxConfig('process.env.COLOR'),
    },
  },
  {
    name: 'a file, in a plug-in',
    files: {
      'content/docs/six.md': BOX,
      'site.config.ts': boxConfig("readFileSync(new URL('color.txt', import.meta.url), 'utf8')"),
    },
  },
  {
    name: 'the environment, in a template',
    files: {
      'content/docs/six.md': '# Six\n',
      'templates/Footer.tsx':
        'export const Footer = () => <footer>{globalThis.process?.env.COLOR}</footer>;\n',
    },
  },
  {
    name: 'the environment, in a component',
    files: {
      'content/docs/six.mdx': '# Six\n\n<Color />\n',
      'templates/components/Color.tsx':
        "export default function Color() { const { env } = process; return <b>{env['COLOR']}</b>; }\n",
    },
  },
];

const API_CONFIG = `export default {
    title: 'T', url: 'https://docs.example.com', links: { rules: { 'page-not-found': 'warning' } },
    openapi: [{ spec: 'openapi/api.yaml', routeBase: '/docs/api' }],
  };\n`;

const API = `openapi: 3.1.0
info: { title: Things, version: '1' }
paths:
  /things:
    get:
      operationId: listThings
      summary: List things
      responses: { '200': { description: All of them } }
`;

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

interface Noticed {
  readonly name: string;
  readonly files: SiteFiles;
  readonly route: string;
  readonly text: string;
}

const NOTICED: readonly Noticed[] = [
  {
    name: 'an included file',
    files: { 'code/a.js': 'second();\n' },
    route: '/docs/four',
    text: 'second',
  },
  {
    name: 'a file before the included one',
    files: { 'content/b.js': 'near();\n' },
    route: '/docs/five',
    text: 'near',
  },
  {
    name: 'a component',
    files: { 'parts/Box.tsx': 'export const Box = () => <i>other</i>;\n' },
    route: '/docs/three',
    text: 'other',
  },
  {
    name: 'a picture',
    files: { 'content/docs/a.png': 'another' },
    route: '/docs/one',
    text: '.png',
  },
  {
    name: 'a page that is linked to',
    files: { 'content/docs/two.md': '# Two\n\n## Part\n\nShort.\n' },
    route: '/docs/two',
    text: 'Short',
  },
  {
    name: 'a page that was missing',
    files: { 'content/docs/none.md': '# None\n\nHere.\n' },
    route: '/docs/none',
    text: 'Here',
  },
];

describe('a build after another one', () => {
  it('writes nothing if nothing has changed, and reports the same', async () => {
    const driver = await built();
    await driver.build();
    expect(driver.result().summary?.files).toMatchObject({ written: 0, deleted: 0 });
    expect(driver.diagnostics()).toEqual(['content/docs/two.md:5:24 page-not-found']);
    await expectClean(driver);
  });

  it.each(NOTICED)('notices $name', async ({ files, route, text }) => {
    const driver = await built();
    await driver.build();
    for (const [path, content] of Object.entries(files)) driver.write(path, content);
    await driver.build();
    expect(driver.page(route)).toContain(text);
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

  it('writes a page again of which one of several files was deleted', async () => {
    const driver = await built({ ...FILES, 'openapi/api.yaml': API, 'site.config.ts': API_CONFIG });
    await driver.build();
    const files = driver.files().filter((path) => path.startsWith('docs/api/'));
    expect(files.length).toBeGreaterThan(2);
    for (const path of files) {
      rmSync(join(driver.dir, 'build', path));
      await driver.build();
      await expectClean(driver);
    }
  });

  it('reads the files that a copy of the site includes', async () => {
    const driver = await built();
    const copy = site({});
    drivers.push(copy);
    cpSync(driver.dir, copy.dir, { recursive: true });
    copy.write('code/a.js', 'copied();\n');
    await copy.build();
    expect(copy.page('/docs/four')).toContain('copied');
    await expectClean(copy);
  });

  it('notices a file that a problem should name', async () => {
    const driver = site({
      'content/docs/one.md': '# One\n\n```js file="../../code/namee.js"\n```\n',
    });
    drivers.push(driver);
    await driver.build();
    driver.write('code/name.js', 'x();\n');
    await driver.build();
    expect(driver.result().diagnostics[0]?.hint).toContain('name.js');
  });

  it('notices that an included file is now a link to one outside of the site', async () => {
    const driver = await built();
    const outside = join(tempFolder(), 'a.js');
    writeFileSync(outside, 'first();\n');
    rmSync(join(driver.dir, 'code/a.js'));
    symlinkSync(outside, join(driver.dir, 'code/a.js'));
    await driver.build();
    expect(driver.diagnostics()).toContain('content/docs/four.md:3:13 include-outside');
  });

  it.each(OUTSIDE)('asks again what code reads besides its modules: $name', async ({ files }) => {
    vi.stubEnv('COLOR', 'red');
    const driver = await built({ ...FILES, 'color.txt': 'red', ...files });
    await driver.build();
    expect(driver.page('/docs/six')).toContain('red');
    vi.stubEnv('COLOR', 'blue');
    driver.write('color.txt', 'blue');
    await driver.build();
    expect(driver.page('/docs/six')).toContain('blue');
    await expectClean(driver);
    await driver.build();
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
