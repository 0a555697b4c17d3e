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
    const around = ['dw-root', 'dw-navbar-menu-0', 'dw-site-menu', 'dw-main'];
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
