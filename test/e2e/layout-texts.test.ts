import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { articleMessages, searchMessages, uiMessages } from '../../src/shared/ui-messages.ts';
import { siteSuite } from '../support/suite.ts';

/** A pseudo-language: every text of the tables in brackets. */
function pseudo(table: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(table).map(([name, text]) => [name, `⟦${text}⟧`]));
}

/** Words of the site itself carry this sign: they are nobody's interface. */
const OWN = '•';

const CONFIG = {
  title: '•Site',
  url: 'https://docs.example.com',
  i18n: {
    defaultLocale: 'xx',
    locales: [
      { code: 'xx', label: '•xx' },
      { code: 'yy', label: '•yy' },
    ],
  },
  rules: { 'empty-locale': 'off' },
  docs: [{ path: 'content/docs', versions: { '1.0': { label: '•1' }, '2.0': { label: '•2' } } }],
  navbar: {
    title: '•Site',
    items: [
      {
        label: '•More',
        items: [
          { label: '•Guide', to: '/docs' },
          { label: '•Out', href: 'https://out.example' },
        ],
      },
      { type: 'docsVersionDropdown', position: 'right' },
      { type: 'localeDropdown', position: 'right' },
    ],
  },
  announcementBar: { content: '•News', isCloseable: true },
  footer: {
    links: [{ title: '•Read', items: [{ label: '•Guide', to: '/docs' }] }],
    copyright: '•',
  },
  sidebar: { hideable: true },
  colorMode: { disableSwitch: false },
};

const DOC = `# •Guide

## •Part

:::note
•
:::

::::tabs
:::tab[•One]
•
:::
:::tab[•Two]
•
:::
::::

- [x] •done
- [ ] •open

| •a | •b |
|---|---|
| •c | [•out](https://out.example) |

•text[^1]

\`\`\`js title="•file"
const a = 1; // ${'a very long line '.repeat(20)}
\`\`\`

[^1]: •note
`;

const files = {
  'site.config.ts': `export default ${JSON.stringify(CONFIG)};\n`,
  'i18n/xx/messages.yml': JSON.stringify({
    interface: pseudo(uiMessages),
    search: pseudo(searchMessages),
    article: pseudo(articleMessages),
  }),
  'content/docs/index.md': DOC,
  'content/docs/folder/a.md': '# •A\n\n•\n',
  'content/docs/folder/index.md': '# •Folder\n\n•\n',
  'versions/2.0/index.md': DOC,
  'versions/2.0/folder/index.md': '# •Folder\n\n•\n',
  'versions/2.0/folder/a.md': '# •A\n\n•\n',
  'versions/1.0/index.md': DOC,
};

const { visit } = siteSuite(files, { expected: /status of 404/ });

/** What readers see or hear that is neither from a table nor the site's own. Code and keys are no words. */
async function strangeWords(page: Page): Promise<readonly string[]> {
  const words = await page.evaluate(() => {
    const found: string[] = [document.title];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node !== null; node = walk.nextNode()) {
      const inside = node.parentElement?.closest('script, style, code, kbd, mark');
      if (inside === null)
        found.push(
          node.parentElement?.closest('a, button, p, h1, h2, summary, li, label')?.textContent ??
            node.nodeValue ??
            '',
        );
    }
    for (const element of document.body.querySelectorAll('*')) {
      for (const name of [
        'aria-label',
        'title',
        'placeholder',
        'alt',
        'data-label',
        'aria-description',
      ]) {
        found.push(element.getAttribute(name) ?? '');
      }
    }
    return found;
  });
  return [...new Set(words)].filter(
    (text) => /\p{L}/u.test(text) && !text.includes('⟦') && !text.includes(OWN),
  );
}

it.each([
  '/docs/',
  '/docs/next/',
  '/docs/1.0/',
  '/docs/folder/',
  '/yy/docs/',
  '/site-index/',
  '/',
  '/none/',
])('every text of the interface comes from the table of the locale: %s', async (path) => {
  await visit({}, async ({ page, open }) => {
    await open(path);
    // Another language is English here: it has no table.
    const strange = await strangeWords(page);
    if (path.startsWith('/yy/')) expect(strange).toContain('Skip to main content');
    else expect(strange).toEqual([]);
  });
});

it('so do those of the search, of the menu and of tools', async () => {
  const context = { viewport: { width: 390, height: 800 } };
  await visit({ context }, async ({ page, open }) => {
    await open('/docs/');
    await page.locator('[data-wrap-code]').first().waitFor();
    await page.locator('[data-copy-code]').first().click();
    await page.locator('.menu-button').click();
    await page.locator('dialog, [role="dialog"]').first().waitFor();
    expect(await strangeWords(page)).toEqual([]);
    await page.locator('[data-menu="main"]').click();
    await page.locator('#dw-site-menu [data-search]').click();
    for (const query of ['guide', 'nothing-like-this', 'gudie']) {
      await page.locator('[role="combobox"]').fill(query);
      await page.locator('[role="option"], .search-nothing').first().waitFor();
      expect(await strangeWords(page)).toEqual([]);
    }
  });
});
