import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { accessibilityViolations } from '../support/axe.ts';
import { siteSuite } from '../support/suite.ts';

const CODE = Array.from({ length: 12 }, (_, index) => `const v${index + 1} = ${index};`).join('\n');

const { reader, server } = siteSuite({
  'static/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'content/docs/a.md': `# A\n\n${'Text.\n\n'.repeat(60)}\`\`\`ts anchor=config\n${CODE}\n\`\`\`\n\n\`\`\`ts\nplain\n\`\`\`\n`,
  'content/docs/b.md': '# B\n\n[one](./a.md#config-L5) and [some](./a.md#config-L5-L7)\n',
});

const marked = (page: Page): Promise<readonly string[]> =>
  page
    .locator('.line')
    .evaluateAll((lines) =>
      lines
        .filter((line) => getComputedStyle(line).borderInlineStartStyle === 'solid')
        .map((line) => line.id),
    );
const lines = (from: number, to: number): readonly string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `config-L${from + index}`);

it(
  'a line is marked by its address without scripts, and other blocks have no links',
  reader(
    async ({ page }) => {
      await page.goto(`${server.url}docs/a/#config-L5`);
      expect(await marked(page)).toEqual(['config-L5']);
      const figures = page.locator('figure.code');
      expect(await figures.nth(0).locator('a').count()).toBe(12);
      expect(await figures.nth(1).locator('a').count()).toBe(0);
    },
    { context: { javaScriptEnabled: false } },
  ),
);

it(
  'clicks on numbers select a line, with Shift several, which the address keeps',
  reader(
    async ({ page, open }) => {
      await open('docs/a/');
      const number = (at: number) => page.getByRole('link', { name: String(at), exact: true });
      await number(7).click();
      await expect.poll(() => marked(page)).toEqual(lines(7, 7));
      expect(new URL(page.url()).hash).toBe('#config-L7');
      await number(4).click({ modifiers: ['Shift'] });
      await expect.poll(() => marked(page)).toEqual(lines(4, 7));
      expect(new URL(page.url()).hash).toBe('#config-L4-L7');
      await page.goBack();
      await expect.poll(() => marked(page)).toEqual(lines(7, 7));
      expect(await accessibilityViolations(page)).toEqual([]);
      // Numbers are not copied.
      expect(await page.locator('#config-L4').textContent()).toBe('const v4 = 3;\n');
    },
    { context: { bypassCSP: true } },
  ),
);

it(
  'several lines are marked and in view after a link from another page and after a load',
  reader(async ({ page, open }) => {
    await open('docs/b/');
    await page.getByRole('link', { name: 'some' }).click();
    await expect.poll(() => marked(page)).toEqual(lines(5, 7));
    const isInView = (): Promise<boolean> =>
      page.locator('#config-L5').evaluate((line) => {
        const { top } = line.getBoundingClientRect();
        return top > 0 && top < innerHeight;
      });
    await expect.poll(isInView).toBe(true);
    await page.reload();
    await expect.poll(() => marked(page)).toEqual(lines(5, 7));
    await expect.poll(isInView).toBe(true);
  }),
);
