import { expect, it } from 'vitest';
import { scanHtml } from '../../../src/shared/html-scan.ts';
import { isPageId } from '../../../src/shared/page-ids.ts';
import { site } from '../../support/site.ts';

it('every id around an article is known as one of the page', async () => {
  const driver = site({
    'site.config.ts': `export default {
  title: 'T',
  url: 'https://docs.example.com',
  navbar: { items: [{ label: 'M', items: [{ label: 'H', to: '/' }] }, { type: 'search' }] },
};`,
    'index.md': '# Home\n\n## Main\n',
  });
  try {
    await driver.build();
    const html = driver.page('/');
    const ids: string[] = [];
    scanHtml(html, {
      startTag: ({ attributes }) => {
        for (const { name, valueStart, valueEnd } of attributes)
          if (name === 'id') ids.push(html.slice(valueStart, valueEnd));
      },
      endTag: () => {},
    });
    expect(ids).toContain('navbar-menu-0');
    expect(ids.filter((id) => !isPageId(id))).toEqual(['home', 'main-1']);
    expect(new Set(ids).size).toBe(ids.length);
  } finally {
    driver.dispose();
  }
});
