import { expect, it } from 'vitest';
import { scanHtml } from '../../../src/html/scan-fragment.ts';
import { contentId, isShellId } from '../../../src/shared/page-ids.ts';
import { site } from '../../support/site.ts';

it('everything around an article has an id of the shell, and the article never has one', async () => {
  const driver = site({
    'site.config.ts': `export default {
  title: 'T',
  url: 'https://docs.example.com',
  navbar: { items: [{ label: 'M', items: [{ label: 'H', to: '/' }] }, { type: 'search' }] },
};`,
    'index.md': '# Home\n\n## Main\n\n## dw-main\n\n## DW root\n\n## page-data\n',
  });
  try {
    await driver.build();
    expect(driver.diagnostics()).toEqual([]);
    const html = driver.page('/');
    const ids: string[] = [];
    scanHtml(html, {
      startTag: ({ attributes }) => {
        for (const { name, valueStart, valueEnd } of attributes)
          if (name === 'id') ids.push(html.slice(valueStart, valueEnd));
      },
      endTag: () => {},
    });
    const own = ['home', 'main', '_dw-main', '_dw-root', 'page-data'];
    expect(ids.filter((id) => !isShellId(id))).toEqual(own);
    const around = ['dw-root', 'dw-navbar-menu-0', 'dw-site-menu', 'dw-main', 'dw-page-menu'];
    expect(ids.filter(isShellId)).toEqual(around);
  } finally {
    driver.dispose();
  }
});

it.each([
  ['dw-x', '_dw-x'],
  ['DW-x', '_DW-x'],
  ['dw', 'dw'],
  ['a-dw-x', 'a-dw-x'],
])('makes of %s an id of content: %s', (wish, id) => {
  expect(contentId(wish)).toBe(id);
});

it("the configuration, descriptions, static files and pages keep out of what is the build's", async () => {
  const driver = site({
    'site.config.ts': `export default {
  title: 'T',
  url: 'https://docs.example.com',
  openapi: [{ id: 'a', spec: 'openapi/a.yml', routeBase: '/api' }],
  navbar: { items: [{ type: 'html', value: '<b id="dw-x">x</b>' }] },
  announcementBar: { content: '<a name="dw-y">x</a>' },
  footer: { copyright: '<i id="dw-z">x</i>' },
};`,
    'openapi/a.yml': `openapi: 3.1.0
info:
  title: A
  version: '1'
  description: '<b id="dw-a">x</b>'
paths:
  /x:
    get:
      description: '<b id="dw-b">x</b>'
      responses: { 200: { description: OK } }
`,
    'static/dw-assets/page-0-ABCDEF23.js': '',
    'static/DW-Files/a.json': '{}',
    'content/index.md': '# Home\n',
    'content/dw-assets/a.md': '# A\n',
    'content/dw-files/b.md': '# B\n',
  });
  try {
    await driver.build();
    expect(driver.diagnostics()).toEqual([
      'content/dw-assets/a.md:1:1 reserved-route',
      'content/dw-files/b.md:1:1 reserved-route',
      'openapi/a.yml:5:24 reserved-id',
      'openapi/a.yml:9:28 reserved-id',
      'site.config.ts:5:52 reserved-id',
      'site.config.ts:6:41 reserved-id',
      'site.config.ts:7:32 reserved-id',
      'static/DW-Files/a.json:1:1 reserved-route',
      'static/dw-assets/page-0-ABCDEF23.js:1:1 reserved-route',
    ]);
  } finally {
    driver.dispose();
  }
});
