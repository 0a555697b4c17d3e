import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityViolations } from '../support/axe.ts';
import { heading1, type Reader, ready } from '../support/reader.ts';
import { siteSuite } from '../support/suite.ts';

const LONG = 'Words to fill the panel. '.repeat(40);
const FILL = Array.from({ length: 30 }, (_, index) => `Paragraph ${index}. ${LONG}`).join('\n\n');

const PAGE = `# Tabs

[To Python](#in-python)

::::tabs{group="lang"}
:::tab[TypeScript]{value="ts"}
Short.
:::
:::tab[Python]{value="py"}
${LONG}

${LONG}

## In Python

\`\`\`py
print("a")
\`\`\`
:::
:::tab[Go]
Also short.
:::
::::

## Below

::::tabs{group="lang"}
:::tab[TypeScript]{value="ts"}
${'`const` '.repeat(3)}
:::
:::tab[Python]{value="py"}
Second python.

:::::note
Nested.
:::::
:::
::::

## Alone

::::tabs{default="two"}
:::tab[One]
The first of these.
:::
:::tab[Two]
The second of these.
:::
::::

${FILL}
`;

const { reader, visit, server } = siteSuite({
  'content/index.md': '# Start\n\n[To a panel](./tabs.md#in-python) [Tabs](./tabs.md)\n',
  'content/tabs.md': PAGE,
  'content/other.md':
    '# Other\n\n::::tabs{group="lang"}\n:::tab[TypeScript]{value="ts"}\na\n:::\n:::tab[Python]{value="py"}\nb\n:::\n::::\n',
  'static/favicon.ico': '',
});

const FAILED = { expected: /ERR_FAILED/ };
const group = (page: Page, index: number): Locator =>
  page.locator('article [data-tabs]').nth(index);
const tab = (page: Page, index: number, name: string): Locator =>
  group(page, index).getByRole('tab', { name, exact: true });
/** The labels of the panels that are shown, group by group. */
const shown = (page: Page): Promise<readonly string[]> =>
  page.locator('article [data-tabs]').evaluateAll((groups) =>
    groups.map((one) =>
      [...one.querySelectorAll<HTMLElement>(':scope > .tab-panel')]
        .filter((panel) => panel.lastElementChild?.checkVisibility())
        .map((panel) => panel.dataset['value'] ?? '')
        .join(' '),
    ),
  );
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.textContent ?? '');

describe('tabs in Markdown', () => {
  it(
    'move by Left, Right, Home and End, and are one stop of Tab',
    reader(async ({ page, open, problems }) => {
      await open('tabs/');
      await tab(page, 0, 'TypeScript').focus();
      for (const [key, name, value] of [
        ['ArrowRight', 'Python', 'py'],
        ['ArrowRight', 'Go', 'go'],
        ['ArrowRight', 'TypeScript', 'ts'],
        ['ArrowLeft', 'Go', 'go'],
        ['Home', 'TypeScript', 'ts'],
        ['End', 'Go', 'go'],
      ] as const) {
        await page.keyboard.press(key);
        expect(await focused(page)).toBe(name);
        expect((await shown(page))[0]).toBe(value);
        expect(await tab(page, 0, name).getAttribute('aria-selected')).toBe('true');
        expect(await group(page, 0).locator('[role=tab][tabindex="0"]').count()).toBe(1);
      }
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('tab.go');
      expect(problems).toEqual([]);
    }),
  );

  it(
    'turn Left and Right around where the text runs from right to left',
    reader(async ({ page, open }) => {
      await open('tabs/');
      await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
      await tab(page, 0, 'TypeScript').focus();
      await page.keyboard.press('ArrowLeft');
      expect(await focused(page)).toBe('Python');
      await page.keyboard.press('ArrowRight');
      expect(await focused(page)).toBe('TypeScript');
      await page.keyboard.press('End');
      expect(await focused(page)).toBe('Go');
    }),
  );

  it(
    'show one value in all groups of a name, remember it, and tell other browser tabs',
    reader(async ({ page, open, problems }) => {
      await open('tabs/');
      expect(await shown(page)).toEqual(['ts', 'ts', 'two']);
      const other = await page.context().newPage();
      await other.goto(`${server.url}other/`);
      await ready(other);
      await tab(page, 1, 'Python').click();
      expect(await shown(page)).toEqual(['py', 'py', 'two']);
      await other.getByRole('tabpanel', { name: 'Python' }).waitFor();
      // A group without the value stays as it is.
      await tab(page, 0, 'Go').click();
      expect(await shown(page)).toEqual(['go', 'py', 'two']);
      await tab(page, 2, 'One').click();
      await page.reload();
      await ready(page);
      await page.waitForFunction(() => document.querySelector('[id="tab.go"]')?.checkVisibility());
      expect(await shown(page)).toEqual(['go', 'ts', 'two']);
      expect(problems).toEqual([]);
    }),
  );

  it(
    'keep a choice that a page does not have for the pages that have it',
    reader(async ({ page, open }) => {
      await open('tabs/');
      await tab(page, 0, 'Go').click();
      await open('other/');
      expect(await shown(page)).toEqual(['ts']);
      await open('tabs/');
      expect(await shown(page)).toEqual(['go', 'ts', 'two']);
    }),
  );

  it(
    'leave the clicked tab where it is on the screen while groups above it change their height',
    reader(async ({ page, open }) => {
      await open('tabs/');
      const clicked = tab(page, 1, 'Python');
      await clicked.evaluate((element) =>
        scrollTo(0, scrollY + element.getBoundingClientRect().top - 300),
      );
      const top = async (): Promise<number> => (await clicked.boundingBox())?.y ?? 0;
      const before = { tab: await top(), group: await group(page, 0).boundingBox() };
      await clicked.click();
      const after = await group(page, 0).boundingBox();
      expect(after?.height).toBeGreaterThan((before.group?.height ?? 0) + 100);
      expect(Math.abs((await top()) - before.tab)).toBeLessThan(1);
      await page.keyboard.press('ArrowLeft');
      expect(Math.abs((await top()) - before.tab)).toBeLessThan(1);
    }),
  );

  it(
    'work with storage blocked',
    reader(async ({ page, open, problems }) => {
      await page.addInitScript(() => {
        Object.defineProperty(window, 'localStorage', {
          get: () => {
            throw new DOMException('blocked', 'SecurityError');
          },
        });
      });
      await open('tabs/');
      await tab(page, 0, 'Python').click();
      expect(await shown(page)).toEqual(['py', 'py', 'two']);
      expect(problems).toEqual([]);
    }),
  );

  it(
    'answer to a click that comes before the app',
    reader(async ({ page }) => {
      const scripts = '**/dw-assets/client-*.js';
      await page.route(scripts, (route) => route.abort());
      await page.route('**/site.json', (route) => route.abort());
      await page.goto(`${server.url}tabs/`);
      await group(page, 0).getByRole('link', { name: 'Python', exact: true }).click();
      expect(await shown(page)).toEqual(['py', 'ts', 'two']);
      await page.unroute(scripts);
      await page.goto(`${server.url}tabs/`);
      await tab(page, 0, 'Python').click();
      expect(await shown(page)).toEqual(['py', 'py', 'two']);
    }, FAILED),
  );
});

describe('a panel that is not shown', () => {
  /** Elements of the accessibility tree, by role and name. */
  const roles = async (page: Page): Promise<readonly string[]> => {
    const session = await page.context().newCDPSession(page);
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    return nodes
      .filter(({ ignored }) => !ignored)
      .map(({ role, name }) => `${role?.value} ${name?.value}`);
  };

  it(
    'is found by the browser, which selects its tab in all groups of the name',
    reader(async ({ page, open, problems }) => {
      await open('tabs/');
      expect(await page.locator('.tab-panel[hidden="until-found"]').count()).toBe(4);
      await page.goto('about:blank');
      await page.goto(`${server.url}tabs/#:~:text=Second%20python`);
      await page.waitForFunction(() => {
        const found = document.querySelectorAll('[data-value="py"] > p:last-of-type')[1];
        return found?.checkVisibility();
      });
      expect(await shown(page)).toEqual(['py', 'py', 'two']);
      expect(await tab(page, 0, 'Python').getAttribute('aria-selected')).toBe('true');
      expect(await page.locator('.tab-panel[hidden="until-found"]').count()).toBe(4);
      expect(problems).toEqual([]);
    }),
  );

  it(
    'is left out by screen readers and by the Tab key',
    reader(async ({ page, open }) => {
      await open('tabs/');
      const panels = (await roles(page)).filter((node) => node.startsWith('tabpanel'));
      expect(panels).toEqual(['tabpanel TypeScript', 'tabpanel TypeScript', 'tabpanel Two']);
      await tab(page, 2, 'Two').focus();
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('tab.two');
      await page.keyboard.press('Shift+Tab');
      expect(await focused(page)).toBe('Two');
    }),
  );
});

describe('a remembered tab', () => {
  const remember = async ({ page, open }: Reader): Promise<void> => {
    await open('tabs/');
    await tab(page, 0, 'Python').click();
  };

  it(
    'is shown before the first paint, and moves nothing when the other scripts come',
    reader(async (visitor) => {
      const { page, open, problems } = visitor;
      await remember(visitor);
      await page.addInitScript(() => {
        const seen = { shift: 0, shown: '' };
        Object.assign(window, { seen });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            if ('value' in entry && typeof entry.value === 'number') seen.shift += entry.value;
        }).observe({ type: 'layout-shift', buffered: true });
        const look = (): void => {
          for (const panel of document.querySelectorAll('.tab-panel'))
            if (panel.clientHeight > 0) seen.shown += ` ${panel.id}`;
          requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      });
      await page.route('**/dw-assets/client-*.js', async (route) => {
        await page.waitForFunction(
          () => performance.getEntriesByName('first-contentful-paint').length > 0,
        );
        await route.continue();
      });
      await open('tabs/');
      const seen: { shift: number; shown: string } = await page.evaluate('seen');
      expect(seen.shift).toBe(0);
      expect(new Set(seen.shown.trim().split(' '))).toEqual(
        new Set(['tab.py', 'tab.py-1', 'tab.two']),
      );
      expect(problems).toEqual([]);
    }),
  );

  it(
    'gives way to a heading in another panel',
    reader(async (visitor) => {
      const { page } = visitor;
      await remember(visitor);
      await tab(page, 0, 'Go').click();
      await page.route('**/dw-assets/client-*.js', (route) => route.abort());
      await page.goto(`${server.url}other/`);
      await page.goto(`${server.url}tabs/#in-python`);
      expect(await shown(page)).toEqual(['py', 'ts', 'two']);
    }, FAILED),
  );
});

describe('a heading inside of a panel', () => {
  const visible = (page: Page): Promise<boolean> =>
    page
      .waitForFunction(() => {
        const heading = document.getElementById('in-python');
        const header = document.querySelector('.header')?.getBoundingClientRect().bottom ?? 0;
        const top = heading?.getBoundingClientRect().top ?? -1;
        return heading?.checkVisibility() === true && top >= header && top < innerHeight;
      })
      .then(() => true);

  it(
    'is shown by its address',
    reader(async ({ page, open }) => {
      await open('tabs/#in-python');
      expect(await visible(page)).toBe(true);
      expect(await shown(page)).toEqual(['py', 'py', 'two']);
    }),
  );

  it(
    'is shown by a link on its page and by one from another page',
    reader(async ({ page, open, documents }) => {
      await open('tabs/');
      await page.getByRole('link', { name: 'To Python' }).click();
      expect(await visible(page)).toBe(true);
      await open('');
      await page.getByRole('link', { name: 'To a panel' }).click();
      await heading1(page, 'Tabs');
      expect(await visible(page)).toBe(true);
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('in-python');
      expect(documents()).toBe(2);
    }),
  );

  it(
    'is shown by a hit of the search',
    reader(async ({ page, open }) => {
      await open('other/');
      await page.getByRole('button', { name: /^Search/ }).click();
      await page.getByRole('combobox').fill('in python');
      await page.getByRole('option').first().waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL('**/tabs/#in-python');
      expect(await visible(page)).toBe(true);
    }),
  );
});

describe('the panels of tabs', () => {
  const LABELS = ['TypeScript', 'Python', 'Go', 'TypeScript', 'Python', 'One', 'Two'];
  const labels = (page: Page): Promise<readonly string[]> =>
    page
      .locator('.tab-heading')
      .evaluateAll((found) =>
        found.flatMap((one) => (one.checkVisibility() ? [one.textContent ?? ''] : [])),
      );

  it(
    'are all there without JavaScript, each with its label',
    reader(
      async ({ page }) => {
        await page.goto(`${server.url}tabs/`);
        expect(await shown(page)).toEqual(['ts py go', 'ts py', 'one two']);
        expect(await labels(page)).toEqual(LABELS);
        expect(await page.getByRole('tab').count()).toBe(0);
      },
      { context: { javaScriptEnabled: false } },
    ),
  );

  it(
    'are on paper as the reader has chosen them, each with its label',
    reader(async ({ page, open }) => {
      await open('tabs/');
      await tab(page, 0, 'Python').click();
      await page.emulateMedia({ media: 'print' });
      expect(await shown(page)).toEqual(['py', 'py', 'two']);
      expect(await labels(page)).toEqual(['Python', 'Python', 'Two']);
      await page.emulateMedia({ media: 'screen' });
      expect(await shown(page)).toEqual(['py', 'py', 'two']);
    }),
  );

  it(
    'show the default before a script runs',
    reader(async ({ page }) => {
      await page.route('**/dw-assets/**.js', (route) => route.abort());
      await page.goto(`${server.url}tabs/`);
      expect(await shown(page)).toEqual(['ts', 'ts', 'two']);
    }, FAILED),
  );

  it.each([320, 1440])(
    'are accessible, and need no sideways scrolling, at %d px',
    async (width) => {
      const context = { viewport: { width, height: 900 } };
      await visit({ context: { ...context, bypassCSP: true } }, async ({ page, open }) => {
        await open('tabs/');
        await tab(page, 0, 'Python').click();
        expect(await accessibilityViolations(page)).toEqual([]);
        const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
        expect(scrollWidth).toBe(clientWidth);
      });
    },
  );
});
