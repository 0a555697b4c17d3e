import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { navEntries } from '../../support/html.ts';
import type { site as createSite, SiteDriver } from '../../support/site.ts';
import { kite } from './kite/kite.ts';
import { kiteSyntax } from './kite/syntax.ts';

// Test files share modules: those of this file see the tool, others do not.
let site: typeof createSite;
beforeAll(async () => {
  const { DIALECTS } = await import('../../../src/dialects/dialects.ts');
  const { SYNTAXES } = await import('../../../src/dialects/syntaxes.ts');
  vi.resetModules();
  vi.doMock('../../../src/dialects/dialects.ts', () => ({ DIALECTS: [...DIALECTS, kite] }));
  vi.doMock('../../../src/dialects/syntaxes.ts', () => ({
    SYNTAXES: { ...SYNTAXES, kite: kiteSyntax },
  }));
  ({ site } = await import('../../support/site.ts'));
});
afterAll(() => {
  vi.doUnmock('../../../src/dialects/dialects.ts');
  vi.doUnmock('../../../src/dialects/syntaxes.ts');
  vi.resetModules();
});

let driver: SiteDriver | undefined;
afterEach(() => driver?.dispose());

const PAGES = {
  'pages/k-start.md':
    '---\ncaption: Begin\n---\n\n# Start\n\n## Wind\n\nA ==knot== of [[now]]: [line](&/line.md), [none](./none.md).\n',
  'pages/line.md': '# Line\n\n[start](./k-start.md#k-4)\n',
};

it('is a folder and a line in each list', async () => {
  driver = await site({
    'site.config.mjs': "export default { title: 'K', url: 'https://k.example' };\n",
    'kite.ini': '',
    'files/a.txt': 'a',
    ...PAGES,
  }).build();
  expect(driver.diagnostics()).toEqual(['pages/k-start.md:9:50 page-not-found']);
  const html = driver.page('/kb/start');
  expect(html).toContain('<h2 id="k-4"');
  expect(html).toContain('A <mark>knot</mark> of today: <a href="/kb/line">line</a>');
  expect(navEntries(html, 'Documentation')).toEqual(['Line /kb/line', 'Begin /kb/start']);
  expect(driver.files()).toContain('a.txt');
});

it('is named where its dialect is off', async () => {
  driver = await site({
    'site.config.mjs':
      "export default { title: 'K', url: 'https://k.example', contentDir: 'pages', markdown: { dialects: ['mdbook'] } };\n",
    'pages/index.md': '---\ncaption: Begin\n---\n\n# Start\n\nA {{~tail}}.\n',
  }).build();
  expect(driver.result().diagnostics.map(({ hint }) => hint)).toEqual([
    "looks like Kite: write sidebar_label: Begin, or add 'kite' to markdown.dialects",
    "looks like Kite: add 'kite' to markdown.dialects, or remove it",
  ]);
});
