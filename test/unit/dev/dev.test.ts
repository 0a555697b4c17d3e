import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type DevEvent, type DevServer, dev } from '../../../src/dev/dev.ts';
import { type SiteDriver, type SiteFiles, site } from '../../support/site.ts';

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

interface Running {
  readonly driver: SiteDriver;
  readonly server: DevServer;
  readonly events: DevEvent[];
  /** The text at an address, once it holds a part; the last one after ten seconds. */
  readonly shows: (path: string, part: string) => Promise<string>;
  readonly status: (path: string) => Promise<number>;
}

async function running(files: SiteFiles, prepare?: (driver: SiteDriver) => void): Promise<Running> {
  const driver = site(files).warm();
  prepare?.(driver);
  const events: DevEvent[] = [];
  const server = await dev({
    siteDir: driver.dir,
    port: 0,
    onEvent: (event) => events.push(event),
  });
  if (server.kind === 'failed') throw new Error(server.message);
  closing.push(server.close, driver.dispose);
  const read = async (path: string): Promise<Response> => fetch(new URL(path, server.url));
  return {
    driver,
    server,
    events,
    status: async (path) => (await read(path)).status,
    shows: async (path, part) => {
      for (let tries = 0; tries < 400; tries += 1) {
        const text = await (await read(path)).text();
        if (text.includes(part)) return text;
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
      throw new Error(`${path} does not show "${part}"`);
    },
  };
}

const SITE = { 'content/docs/a.md': '# A\n\nFirst text.\n', 'static/x.txt': 'one\n' };

describe('dev', () => {
  it('follows the files that pages include, also outside of the content and once they exist', async () => {
    const { driver, server, shows } = await running({
      'content/a.md': '# A\n\n```text file="../code/x.txt"\n```\n\n<Include file="_late.md" />\n',
      'code/x.txt': 'First code.\n',
    });
    await shows('a/', 'First code.');
    await server.settled();
    writeFileSync(join(driver.dir, 'code/x.txt'), 'Second code.\n');
    await shows('a/', 'Second code.');
    writeFileSync(join(driver.dir, 'content/_late.md'), 'Now here.\n');
    await shows('a/', 'Now here.');
  });

  it('serves what is saved, however an editor saves it', async () => {
    const { driver, shows } = await running(SITE);
    const file = join(driver.dir, 'content/docs/a.md');
    await shows('docs/a/', 'First text.');
    writeFileSync(file, '# A\n\nWritten.\n');
    await shows('docs/a/', 'Written.');
    writeFileSync(`${file}.new`, '# A\n\nRenamed over.\n');
    renameSync(`${file}.new`, file);
    await shows('docs/a/', 'Renamed over.');
    rmSync(file);
    writeFileSync(file, '# A\n\nMade again.\n');
    await shows('docs/a/', 'Made again.');
  });

  it('takes in what comes, goes and is renamed', async () => {
    const { driver, shows, status } = await running(SITE);
    driver.write('content/docs/deep/b.md', '# B\n\n[a](../a.md) Deep.\n');
    await shows('docs/deep/b/', 'href="/docs/a/"');
    driver.write('static/y.txt', 'two\n');
    await shows('y.txt', 'two');
    renameSync(join(driver.dir, 'content/docs/deep'), join(driver.dir, 'content/docs/other'));
    await shows('docs/other/b/', 'Deep.');
    expect(await status('docs/deep/b/')).toBe(404);
    driver.remove('static/y.txt');
    driver.write('content/docs/c.md', '# C\n\nLast.\n');
    await shows('docs/c/', 'Last.');
    expect(await status('y.txt')).toBe(404);
  });

  it('watches what symbolic links inside the site lead to', async () => {
    const { driver, shows } = await running(
      { ...SITE, 'shared/s.md': '# S\n\nShared.\n' },
      ({ dir }) => symlinkSync(join(dir, 'shared'), join(dir, 'content/docs/linked')),
    );
    await shows('docs/linked/s/', 'Shared.');
    driver.write('shared/s.md', '# S\n\nShared and saved.\n');
    await shows('docs/linked/s/', 'Shared and saved.');
  });

  it('watches files that templates import from elsewhere in the site', async () => {
    const { driver, shows } = await running({
      ...SITE,
      'parts/words.ts': "export const words = 'Imported words';\n",
      'templates/Footer.tsx': `import { words } from '../parts/words.ts';
export const Footer = () => <footer>{words}</footer>;\n`,
    });
    await shows('docs/a/', 'Imported words');
    driver.write('parts/words.ts', "export const words = 'Other words';\n");
    await shows('docs/a/', 'Other words');
  });

  it('tells what was saved and what is wrong with it', async () => {
    const { driver, shows, events, server } = await running(SITE);
    await server.settled();
    driver.write('content/docs/a.md', '# A\n\n[b](./b.md) Saved.\n');
    await shows('docs/a/', 'Saved.');
    await server.settled();
    const files = events.flatMap((event) => (event.type === 'updated' ? event.files : []));
    expect(files).toContain('content/docs/a.md');
    const found = events.flatMap((event) => (event.type === 'findings' ? [event.diagnostics] : []));
    expect(found.at(-1)?.map(({ code }) => code)).toEqual(['page-not-found']);
  });

  it('serves nothing through a link that leads out of the site, however it came', async () => {
    const { driver, shows, status } = await running({ ...SITE, 'content/docs/b.md': '# B\n' });
    const outside = mkdtempSync(join(tmpdir(), 'docwright-outside-'));
    closing.push(() => rmSync(outside, { recursive: true }));
    writeFileSync(join(outside, 'secret'), 'secret\n');
    for (const file of ['static/x.txt', 'content/docs/b.md']) {
      const link = join(outside, 'link');
      symlinkSync(join(outside, 'secret'), link);
      renameSync(link, join(driver.dir, file));
    }
    driver.write('content/docs/c.md', '# C\n\nLater.\n');
    await shows('docs/c/', 'Later.');
    expect(await status('x.txt')).toBe(404);
    expect(await status('docs/b/')).toBe(404);
  });

  it('refuses files as soon as Git ignores them', async () => {
    const { driver, server, shows } = await running(
      {
        'content/a.md': '# A\n\n```text file="./x.txt"\n```\n\n![b](./b.txt)\n',
        'content/x.txt': 'Some code.\n',
        'content/b.txt': 'b\n',
      },
      ({ dir }) => mkdirSync(join(dir, '.git')),
    );
    await shows('a/', 'Some code.');
    await server.settled();
    driver.write('.gitignore', 'x.txt\n');
    await shows('a/', '<code class="language-text"></code>');
    driver.write('.gitignore', 'b.txt\n');
    const page = await shows('a/', 'Some code.');
    expect(page).not.toContain('dw-files/b-');
  });

  it('serves the second file of a folder, and files of the repository that are linked', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'docwright-outside-'));
    closing.push(() => rmSync(outside, { recursive: true }));
    writeFileSync(join(outside, 'x.txt'), 'x\n');
    const config = `export default { title: 'A', url: 'https://a.example', includeRoots: ['${outside}'], markdown: { dialects: ['vitepress'] } };\n`;
    const { driver, shows, status } = await running({
      'site.config.ts': config,
      'content/index.md': '# A\n',
      'content/guide/index.md': '# Guide\n',
      'content/public/y.txt': 'y\n',
    });
    await shows('guide/index.html', 'Guide');
    symlinkSync(join(outside, 'x.txt'), join(driver.dir, 'content/public/x.txt'));
    driver.write('content/later.md', '# Later\n');
    await shows('later', 'Later');
    expect(await status('x.txt')).toBe(200);
  });

  it('lives on beside files that only look like templates', async () => {
    const { driver, shows, server, events } = await running({
      ...SITE,
      'templates/Footer.tsx': 'export const Footer = () => <footer>Own</footer>;\n',
    });
    symlinkSync('someone@host.1:2', join(driver.dir, 'templates/.#Footer.tsx'));
    mkdirSync(join(driver.dir, 'templates/Navbar.tsx'));
    driver.write('templates/Footer.tsx', 'export const Footer = () => <footer>Saved</footer>;\n');
    await shows('docs/a/', 'Saved');
    await server.settled();
    expect(events.filter(({ type }) => type === 'error')).toEqual([]);
  });

  it('takes a configuration up again when a file that it is made of comes back', async () => {
    const config = (title: string): string => `import { title } from './${title}.ts';
export default { title, url: 'https://docs.example.com' };\n`;
    const { driver, shows, server, events } = await running({
      ...SITE,
      'site.config.ts': config('title'),
      'title.ts': "export const title = 'First';\n",
    });
    const untilBroken = async (): Promise<void> => {
      for (let tries = 0; tries < 400; tries += 1) {
        const last = events.findLast((event) => event.type === 'findings');
        if (last?.type === 'findings' && last.diagnostics.length > 0) return;
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
    };
    driver.remove('title.ts');
    await untilBroken();
    driver.write('title.ts', "export const title = 'Second';\n");
    await shows('docs/a/', 'Second');
    driver.write('site.config.ts', config('parts/missing'));
    await untilBroken();
    driver.write('parts/missing.ts', "export const title = 'Third';\n");
    await shows('docs/a/', 'Third');
    await server.settled();
  });

  it('has an end for those who wait when it is closed', async () => {
    const { server } = await running(SITE);
    const waiting = server.settled();
    await server.close();
    await waiting;
  });

  it('writes nothing but its own work folder', async () => {
    const { driver, server } = await running(SITE);
    await server.settled();
    mkdirSync(join(driver.dir, 'content/empty'));
    expect(driver.files()).toEqual([]);
  });
});
