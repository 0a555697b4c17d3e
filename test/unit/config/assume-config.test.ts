import { basename, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../src/config/load.ts';
import { build } from '../../../src/index.ts';
import { siteOutput } from '../../support/site.ts';
import { tempSite } from './temp-site.ts';

type Files = Readonly<Record<string, string>>;

async function loadAssumed(files: Files) {
  const siteDir = tempSite(files);
  const { config, diagnostics } = await loadConfig({ siteDir });
  expect(diagnostics).toEqual([]);
  const folder = relative(siteDir, config?.contentDir ?? '');
  return { siteDir, config, folder, docs: config?.docs[0] };
}

describe('a folder without a configuration', () => {
  it.each<[string, Files, string | undefined]>([
    ['the name in package.json', { 'package.json': '{ "name": "@acme/tool" }' }, 'tool'],
    [
      'the first heading of the README',
      { 'README.md': '```\n# no\n```\n\n# My *tool* #\n' },
      'My tool',
    ],
    ['the folder', { 'package.json': '{ "private": true', 'README.md': 'Text' }, undefined],
  ])('has its title from %s', async (_, files, title) => {
    const { siteDir, config } = await loadAssumed({ 'a.md': '', ...files });
    expect(config?.title).toBe(title ?? basename(siteDir));
  });

  it.each<[string, string, Files]>([
    ['content', '/', { 'content/a.md': '', 'docs/b.md': '' }],
    ['docs', '/', { 'docs/guides/b.md': '', 'README.md': '' }],
    ['', '/', { 'README.md': '', 'docs/picture.svg': '', 'content/node_modules/x/a.md': '' }],
    ['docs', '/docs', { 'docs/a.md': '', 'docusaurus.config.js': '' }],
    ['docs', '/', { 'docs/a.md': '', 'docs/.vitepress/config.ts': '' }],
    ['src', '/', { 'src/a.md': '', 'book.toml': '', 'README.md': '' }],
  ])('has its pages in "%s" at %s', async (folder, route, files) => {
    const found = await loadAssumed(files);
    expect(found.folder).toBe(folder);
    expect(found.docs?.routeBase).toBe(route);
  });

  it('has the blog of another tool beside its pages', async () => {
    const tool = { 'docs/a.md': '', 'docusaurus.config.js': '' };
    const { config } = await loadAssumed({ ...tool, 'blog/2026/01-02-news.md': '' });
    expect(config?.blog).toMatchObject({ path: 'blog', routeBase: '/blog' });
    expect((await loadAssumed(tool)).config?.blog).toBeUndefined();
  });

  it.each([
    ['mkdocs.yml', 'site_name: T\n', 6],
    [
      'mkdocs.yml',
      'markdown_extensions:\n  - toc:\n      permalink: true\n      toc_depth: 4\n',
      4,
    ],
    ['mkdocs.yml', 'markdown_extensions:\n  toc:\n    toc_depth: "2-5"\n', 5],
    ['docusaurus.config.js', '', 3],
  ])('has the levels of the table of contents of %s: %j', async (file, text, max) => {
    const { config } = await loadAssumed({ 'docs/a.md': '', [file]: text });
    expect(config?.toc).toEqual({ min: 2, max });
  });

  it('has the last version of another tool', async () => {
    const docs = "sidebarPath: './sidebars.js', versions: { current: { label: 'Next' } }";
    const config = (last: string): Files => ({
      'docs/a.md': '',
      'versioned_docs/version-1.0/a.md': '',
      'versions.json': '["1.0"]',
      'docusaurus.config.js': `export default { presets: [['classic', { docs: { ${docs}${last} } }]] };\n`,
    });
    expect((await loadAssumed(config(''))).docs?.last.name).toBe('1.0');
    expect((await loadAssumed(config(", lastVersion: 'current'"))).docs?.last.name).toBe('current');
  });

  it('builds pages without the address that nobody gave', async () => {
    const siteDir = tempSite({
      'README.md':
        '# Tool\n\n![](docs/a.png) [Guide](docs/guide.md) [local](http://localhost:3000/x)\n',
      'docs/guide.txt': '',
      'docs/a.png': 'x',
      'guide/a.md': '---\nimage: ../docs/a.png\n---\n\n# A\n',
      'node_modules/other/README.md': '# Other\n',
      '.github/ISSUE.md': '# Issue\n',
      'dist/built.md': '# Built\n',
      'src/app.tsx': 'export const app = 1;\n',
    });
    const failed = await build({ siteDir });
    expect(failed.diagnostics).toMatchObject([{ code: 'page-not-found' }]);
    const result = await build({ siteDir, rules: { 'page-not-found': 'off' } });
    expect(result.ok).toBe(true);
    const notes = result.summary?.notes.join('\n');
    expect(notes).toContain(
      'no site.config.ts: the title is "Tool", the pages are those of this folder',
    );
    expect(notes).toContain('`docs init` writes a configuration');
    const output = siteOutput(() => join(siteDir, 'build'));
    const pages = output.files().filter((file) => file.endsWith('.html'));
    expect(pages).toEqual([
      '404.html',
      'guide/a/index.html',
      'index.html',
      'site-index/index.html',
    ]);
    expect(output.files()).not.toContain('sitemap.xml');
    expect(output.files()).not.toContain('robots.txt');
    expect(output.page('/guide/a')).not.toMatch(
      /canonical|og:url|og:image|docs\.localhost|undefined/,
    );
  });

  it.each<[string, Files, string]>([
    [
      'without Markdown',
      { 'src/index.ts': '' },
      'run `docs init` to create a site here, or name the folder of one',
    ],
    [
      'with a site below',
      { 'README.md': '', 'website/site.config.ts': '' },
      'the folder "website" has one: add "website" to the command',
    ],
    [
      'with a configuration of another name',
      { 'README.md': '', 'site.config.json': '{}' },
      "write \"site.config.json\" as site.config.ts: export default { title: 'My docs', url: 'https://docs.example.com' };",
    ],
  ])('is an error %s', async (_, files, hint) => {
    const { config, diagnostics } = await loadConfig({ siteDir: tempSite(files) });
    expect(config).toBeUndefined();
    expect(diagnostics).toMatchObject([{ code: 'config-not-found', hint }]);
  });
});
