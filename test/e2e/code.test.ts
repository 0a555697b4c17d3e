import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityViolations } from '../support/axe.ts';
import { siteSuite } from '../support/suite.ts';

const PAGE = `# Code

\`\`\`python title="marked.py" {1} showLineNumbers
a = 1
# highlight-next-line
b = 2
# highlight-start
c = 3
d = 4
# highlight-end
e = 5
\`\`\`

\`\`\`diff-ts showLineNumbers=9
 const kept = 1;
-const gone = 2;
+const come = 3;
\`\`\`

\`\`\`text
middle ${'x'.repeat(70)}
\`\`\`

\`\`\`text wrap
wrapped ${'y'.repeat(300)}
\`\`\`

::::tabs
:::tab[Short]
Nothing.
:::
:::tab[Long]
\`\`\`text
hidden ${'z'.repeat(300)}
\`\`\`
:::
::::

## Wide

| A | B |
|---|---|
| \`${'a'.repeat(120)}\` | \`${'b'.repeat(120)}\` |

<table><tr><th>C</th></tr><tr><td><code>${'c'.repeat(250)}</code></td></tr></table>
`;

const { reader, visit } = siteSuite(
  { 'content/index.md': PAGE, 'static/favicon.ico': '' },
  { context: { viewport: { width: 1440, height: 900 } } },
);

const block = (page: Page, text: string): Locator =>
  page.locator('[data-code]').filter({ hasText: text });
const wrap = (page: Page, text: string): Locator =>
  block(page, text).getByRole('button', { name: 'Wrap lines' });

describe('a code block', () => {
  it(
    'has its title, and marks lines by number and by comments that are not shown',
    reader(async ({ page, open }) => {
      await open('');
      const code = block(page, 'a = 1');
      expect(await code.locator('figcaption').innerText()).toBe('marked.py');
      expect(await code.locator('.line').allTextContents()).toEqual(
        ['a = 1', 'b = 2', 'c = 3', 'd = 4', 'e = 5'].map((line) => `${line}\n`),
      );
      expect(await code.locator('.line.hl').allTextContents()).toEqual(
        ['a = 1', 'b = 2', 'c = 3', 'd = 4'].map((line) => `${line}\n`),
      );
      const marks = await code
        .locator('.line')
        .evaluateAll((lines) => lines.map((line) => getComputedStyle(line).borderInlineStartWidth));
      expect(marks).toEqual(['2px', '2px', '2px', '2px', '0px']);
    }),
  );

  it(
    'copies neither line numbers nor markers nor signs, by the button and by selecting',
    reader(async ({ page, open, problems }) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await open('');
      for (const [text, copied, selected] of [
        ['a = 1', 'a = 1\nb = 2\nc = 3\nd = 4\ne = 5', 'a = 1\nb = 2\nc = 3\nd = 4\ne = 5'],
        [
          'kept',
          'const kept = 1;\nconst come = 3;',
          'const kept = 1;\nconst gone = 2;\nconst come = 3;',
        ],
      ] as const) {
        await block(page, text).locator('[data-copy-code]').click();
        await block(page, text).getByRole('button', { name: 'Copied' }).waitFor();
        expect(await page.getByRole('status').innerText()).toBe('Copied');
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(copied);
        const marked = await block(page, text).evaluate((figure) => {
          getSelection()?.selectAllChildren(figure.querySelector('code') ?? figure);
          return getSelection()?.toString();
        });
        expect(marked?.replace(/\n+/g, '\n').trimEnd()).toBe(selected);
      }
      expect(problems).toEqual([]);
    }),
  );

  it(
    'shows the numbers of all lines, and the signs of a diff beside them',
    reader(async ({ page, open }) => {
      await open('');
      const before = await block(page, 'kept')
        .locator('.line')
        .evaluateAll((lines) => lines.map((line) => getComputedStyle(line, '::before').content));
      expect(before).toEqual(['"9" / ""', '"- 10" / ""', '"+ 11" / ""']);
      const starts = await block(page, 'kept')
        .locator('.line')
        .evaluateAll((lines) =>
          lines.map((line) => {
            const range = document.createRange();
            range.selectNodeContents(line);
            return Math.round(range.getBoundingClientRect().left);
          }),
        );
      expect(new Set(starts).size).toBe(1);
    }),
  );
});

describe('the wrap toggle', () => {
  it(
    'is there only while a line overflows',
    reader(async ({ page, open }) => {
      await open('');
      await block(page, 'middle').scrollIntoViewIfNeeded();
      for (const text of ['a = 1', 'kept', 'wrapped']) {
        expect(await block(page, text).locator('[data-wrap-code]').isHidden()).toBe(true);
      }
      await page.setViewportSize({ width: 320, height: 800 });
      await block(page, 'middle').locator('[data-wrap-code]:not([hidden])').waitFor();
      await wrap(page, 'middle').click();
      expect(await wrap(page, 'middle').getAttribute('aria-pressed')).toBe('true');
      const overflow = (): Promise<number> =>
        block(page, 'middle')
          .locator('pre')
          .evaluate((pre) => pre.scrollWidth - pre.clientWidth);
      expect(await overflow()).toBe(0);
      await wrap(page, 'middle').click();
      expect(await overflow()).toBeGreaterThan(0);
      await page.setViewportSize({ width: 1440, height: 800 });
      await block(page, 'middle')
        .locator('[data-wrap-code][hidden]')
        .waitFor({ state: 'attached' });
    }),
  );

  it(
    'comes when a tab shows a line that overflows',
    reader(async ({ page, open }) => {
      await open('');
      expect(await wrap(page, 'hidden').count()).toBe(0);
      await page.getByRole('tab', { name: 'Long' }).click();
      await wrap(page, 'hidden').waitFor();
    }),
  );
});

describe('blocks and tables that overflow', () => {
  it.each([320, 1440])(
    'are focusable regions with names, scrolled by the keyboard, at %d px',
    async (width) => {
      const context = { viewport: { width, height: 900 } };
      await visit({ context: { ...context, bypassCSP: true } }, async ({ page, open }) => {
        await open('');
        await page.getByRole('tab', { name: 'Long' }).click();
        const wide = page.locator('article :is(pre, .table-scroll)');
        const names = new Set<string>();
        for (const region of await wide.all()) {
          const { over, role, tabIndex, name } = await region.evaluate((element) => ({
            over: element.scrollWidth > element.clientWidth,
            role: element.getAttribute('role'),
            tabIndex: element instanceof HTMLElement ? element.tabIndex : -1,
            name: element.getAttribute('aria-label') ?? '',
          }));
          expect({ role, tabIndex }).toEqual({ role: 'region', tabIndex: 0 });
          expect(name).not.toBe('');
          names.add(name);
          if (!over) continue;
          await region.focus();
          await page.keyboard.press('ArrowRight');
          await region.evaluate(
            (element) =>
              new Promise<void>((done) => {
                const look = (): void =>
                  element.scrollLeft > 0 ? done() : void requestAnimationFrame(look);
                look();
              }),
          );
        }
        expect(names.size).toBe(await wide.count());
        expect([...names]).toContain('Table: Wide');
        expect([...names]).toContain('Table: Wide (2)');
        expect([...names]).toContain('Code: marked.py');
        const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
        expect(scrollWidth).toBe(clientWidth);
        expect(await accessibilityViolations(page)).toEqual([]);
      });
    },
  );
});
