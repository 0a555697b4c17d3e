import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityViolations } from '../support/axe.ts';
import { heading1, ready } from '../support/reader.ts';
import { siteSuite } from '../support/suite.ts';

const PAGE = `# Components

<Tabs group="os">
  <Tab label="Linux" icon="terminal">
    Use \`apt\`.
  </Tab>
  <Tab label="macOS">Use \`brew\`.</Tab>
</Tabs>

<CodeGroup>
  <Code title="npm" language="sh" code="npm install a" />
  <Code title="Yarn" language="sh" code="yarn add a" />
</CodeGroup>

::::tabs{group="os"}
:::tab[Linux]
Second apt.
:::
:::tab[macOS]
Second brew.
:::
::::

<Steps>

1. Install it.

   <Callout type="tip">Once is enough.</Callout>

2. Use it.

</Steps>

## Steps

<Steps>

### Open

A long text. ${'Many words. '.repeat(40)}

### Close

The end.

</Steps>

<CardGrid>
  <Card title="Fast" icon="rocket">
    Text with [a link](./index.md#more).
  </Card>
  <Card title="Checked" icon="check-circle" href="./index.md">
    Text.
  </Card>
  <LinkCard title="Home" href="./index.md" description="The first page." />
</CardGrid>

<FileTree>

- content
  - **index.md** the first page, with a name that is far too long for a small screen
- ${'long'.repeat(30)}.md

</FileTree>

<Details summary="More">Hidden.</Details>

New <Badge text="2.0" type="tip" /> and <Icon name="star" label="Favorite" />.

<LinkButton href="./index.md" icon="right-arrow">
  Start
</LinkButton>

<Frame caption="A frame">
  <Icon name="image" size={64} />
</Frame>
`;

const { reader, visit, server, file } = siteSuite({
  'content/index.md': '# Start\n\n[Components](./components.mdx)\n\n## More\n\nText.\n',
  'content/components.mdx': PAGE,
  'static/favicon.ico': '',
});

const tabs = (page: Page, index: number): Locator => page.locator('article .tabs').nth(index);

describe('a page with components', () => {
  it.each([
    [1440, 'light'],
    [390, 'dark'],
  ] as const)('is accessible at %i px in %s mode, and not wider', async (width, colorScheme) => {
    await visit(
      { context: { viewport: { width, height: 900 }, colorScheme, bypassCSP: true } },
      async (visitor) => {
        const { page, open, problems } = visitor;
        await open('components/');
        expect(await accessibilityViolations(page)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
        expect(problems).toEqual([]);
      },
    );
  });

  it(
    'has tabs like those of Markdown, in the same group',
    reader(async ({ page, open, problems }) => {
      await open('components/');
      await tabs(page, 0).getByRole('tab', { name: 'Linux' }).focus();
      await page.keyboard.press('ArrowRight');
      await page.getByText('Use brew.').waitFor();
      expect(await page.getByText('Second brew.').isVisible()).toBe(true);
      expect(await page.getByText('Use apt.').isVisible()).toBe(false);
      await tabs(page, 1).getByRole('tab', { name: 'Yarn' }).click();
      expect(await page.getByText('yarn add a').isVisible()).toBe(true);
      expect(problems).toEqual([]);
    }),
  );

  it(
    'has cards that are links as a whole, and links in cards',
    reader(async ({ page, open, documents }) => {
      await open('components/');
      const card = page.locator('.card', { hasText: 'Fast' });
      await card.getByRole('link', { name: 'a link' }).click();
      await page.waitForURL('**/#more');
      await page.goBack();
      await page
        .locator('.card', { hasText: 'The first page.' })
        .click({ position: { x: 4, y: 4 } });
      await heading1(page, 'Start');
      expect(documents()).toBe(1);
    }),
  );

  it('is complete without JavaScript', async () => {
    await visit({ context: { javaScriptEnabled: false } }, async ({ page }) => {
      await page.goto(`${server.url}components/`);
      for (const text of ['Use apt.', 'Use brew.', 'npm install a', 'yarn add a'])
        expect(await page.getByText(text).isVisible(), text).toBe(true);
      await page.getByText('More', { exact: true }).click();
      expect(await page.getByText('Hidden.').isVisible()).toBe(true);
    });
  });

  it(
    'has its styles when the visit began on a page without components',
    reader(async ({ page, open }) => {
      await open('');
      expect(file('index.html')).not.toMatch(/components-\w+\.css/);
      await page.getByRole('link', { name: 'Components', exact: true }).first().click();
      await heading1(page, 'Components');
      const item = page.locator('.file-tree li').first();
      await page.waitForFunction(() => {
        const tree = document.querySelector('.file-tree');
        return tree !== null && getComputedStyle(tree).borderTopWidth === '1px';
      });
      expect(await item.evaluate((one) => getComputedStyle(one, '::before').maskImage)).toContain(
        'svg',
      );
      await ready(page);
    }),
  );
});
