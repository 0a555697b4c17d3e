import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { scanHtml } from '../../../src/html/scan-html.ts';
import { exportBook, exportPdf } from '../../../src/pipeline/export-book.ts';
import { exportOffline } from '../../../src/pipeline/export-offline.ts';
import { site, siteOutput } from '../../support/site.ts';

describe('a copy for reading without a server', () => {
  it.each([
    ['/', true],
    ['/b/', false],
  ])('has relative addresses of files that exist (%s, trailing slash %s)', async (base, slash) => {
    const driver = site({
      'site.config.ts': `export default { title: 'T', url: 'https://docs.example.com', baseUrl: '${base}', trailingSlash: ${slash},
        redirects: [{ from: '/old', to: '/docs/one' }], favicon: 'icon.svg' };\n`,
      'content/index.md': '# Home\n\n[One](docs/one.md)\n',
      'content/docs/one.md':
        '# One\n\n[Two](./a b/two.md#part) [Out](https://example.com/)\n\n![](./pic.svg) [Page](/plain.html)\n',
      'content/docs/a b/two.md': '# Two\n\n## Part\n\n[One](../one.md) `<script>`\n',
      'content/docs/pic.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'static/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'static/plain.html': '<!doctype html><title>x</title><script>1</script>\n',
    });
    onTestFinished(driver.dispose);
    await driver.build();
    expect(driver.diagnostics()).toEqual([]);
    const to = join(driver.dir, 'handbook');
    const result = await exportOffline({ siteDir: driver.dir, to });
    expect(result.diagnostics).toEqual([]);
    const copy = siteOutput(() => to);
    const pages = copy.files().filter((file) => file.endsWith('.html'));
    expect(pages.length).toBeGreaterThan(5);
    let checked = 0;
    for (const page of pages) {
      const html = readFileSync(join(to, page), 'utf8');
      const own = scanHtml(html).links.filter(
        ({ href, isFull }) => !isFull && !/^https?:/.test(href),
      );
      for (const { href } of own) {
        const path = decodeURIComponent(href.replace(/[?#].*$/, ''));
        expect([page, href, path.startsWith('/')]).toEqual([page, href, false]);
        expect([page, href, path === '' || existsSync(join(to, dirname(page), path))]).toEqual([
          page,
          href,
          true,
        ]);
        checked += 1;
      }
    }
    expect(checked).toBeGreaterThan(40);
    const two = slash ? 'docs/a b/two/index.html' : 'docs/a b/two.html';
    const html = copy.file(copy.files().find((file) => file.endsWith(two.slice(9))) ?? two);
    expect(html).not.toMatch(/<script|integrity=|Content-Security-Policy/);
    const old = copy.page('/old');
    expect(old).not.toMatch(/<script|integrity=|Content-Security-Policy/);
    expect(old).toContain('http-equiv="refresh"');
    expect(html).toContain('<code>&lt;script&gt;</code>');
    expect(copy.file('plain.html')).toBe(driver.file('plain.html'));
    expect(copy.files().slice(1).join()).not.toMatch(/\.js(?:on)?\b|sitemap|robots/);
    const again = await exportOffline({ siteDir: driver.dir, to });
    expect(again.files).toBe(result.files);
  });

  it('has Markdown versions with relative links, except in code', async () => {
    const driver = site({
      'site.config.ts':
        "export default { title: 'T', url: 'https://a.example', baseUrl: '/base/' };",
      'content/index.md': '# Home\n\n[A](docs/a.md#b) [c](https://c.example/x)\n',
      'content/docs/a.md':
        '# A\n\n## B\n\n[Home](../index.md) `[x](https://a.example/base/index.md)`\n\n```md\n[x](https://a.example/base/index.md)\n```\n',
    });
    onTestFinished(driver.dispose);
    await driver.build();
    const to = join(driver.dir, 'offline');
    const result = await exportOffline({ siteDir: driver.dir, to });
    expect({ ...result, build: driver.diagnostics() }).toMatchObject({
      diagnostics: [],
      build: [],
    });
    const read = (path: string): string => readFileSync(join(to, path), 'utf8');
    expect(read('index.md')).toMatch(
      /^> .*\(\.\/llms\.txt\)\.\n\n# Home\n\n\[A\]\(\.\/docs\/a\.md#b\) \[c\]\(https:\/\/c\.example\/x\)\n$/,
    );
    expect(read('docs/a.md')).toContain(
      '[Home](../index.md) `[x](https://a.example/base/index.md)`\n\n```md\n[x](https://a.example/base/index.md)\n```\n',
    );
    expect(read('llms.txt')).toContain('- [A](./docs/a.md)');
  });

  it('is written neither without a build nor over other files', async () => {
    const driver = site({ 'content/index.md': '# Home\n', 'mine/a.txt': 'mine' });
    onTestFinished(driver.dispose);
    const to = join(driver.dir, 'mine');
    expect(await exportOffline({ siteDir: driver.dir, to })).toMatchObject({ diagnostics: [] });
    await driver.build();
    const { diagnostics, files } = await exportOffline({ siteDir: driver.dir, to });
    expect(diagnostics.map(({ code }) => code)).toEqual(['output-not-ours']);
    expect(files).toBeUndefined();
  });
});

describe('a book', () => {
  it('has all pages of the sidebars in their order, with ids and links of its own', async () => {
    const driver = site({
      'site.config.ts': `export default { title: 'T & T', url: 'https://docs.example.com', baseUrl: '/b/' };\n`,
      'content/docs/one.md':
        '---\nsidebar_position: 1\n---\n# One\n\n[Two](./a%20b/two.md#part) [Here](#part) [Home](/) [Out](https://example.com/) [File](./a.zip)\n\n![Pic](./pic.svg)\n\n## Part\n\n[Lines](#x-L1-L2)\n\n```js anchor=x\na;\nb;\n```\n',
      'content/docs/a.zip': 'zip',
      'content/docs/a b/two.md': '# Two\n\n## Part\n\n[One](../one.md)\n',
      'content/docs/pic.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'content/index.md': '# Home\n',
    });
    onTestFinished(driver.dispose);
    await driver.build();
    expect(driver.diagnostics()).toEqual([]);
    const to = join(driver.dir, 'book');
    expect(await exportBook({ siteDir: driver.dir, to })).toMatchObject({ diagnostics: [] });
    const book = siteOutput(() => to).file('book.html');
    const { ids, duplicateIds, links } = scanHtml(book);
    expect(duplicateIds).toEqual([]);
    expect(
      Array.from(book.matchAll(/<h1\b[^>]*>(?:<[^>]*>)*([^<]+)/g), ([, text]) => text),
    ).toEqual(['T &amp; T', 'One', 'Two']);
    const own = links.filter(({ href }) => !href.startsWith('https:')).map(({ href }) => href);
    for (const href of own)
      expect([
        href,
        href.startsWith('#') ? ids.has(href.slice(1)) : existsSync(join(to, href)),
      ]).toEqual([href, true]);
    expect(own).toContain('#p--docs--a~20b--two--part');
    expect(own).toContain('#p--docs--one--x-L1');
    expect(own.filter((href) => href.endsWith('.zip'))).toHaveLength(1);
    expect(links.map(({ href }) => href)).toContain('https://docs.example.com/b/');
    expect(book).not.toMatch(/<script|integrity=/);
    const pdf = join(driver.dir, 'book.pdf');
    expect(await exportPdf({ siteDir: driver.dir, to: pdf })).not.toHaveProperty('problem');
    const printed = readFileSync(pdf, 'latin1');
    expect(printed).toMatch(/^%PDF-[^]*\/Title/);
    expect(printed).toMatch(/URI \(https:\/\/docs\.example\.com\/b\/dw-files\/a-\w+\.zip\)/);
    expect(printed).not.toContain('file:');
  }, 120_000);
});
