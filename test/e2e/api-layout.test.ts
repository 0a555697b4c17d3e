import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityViolations } from '../support/axe.ts';
import { siteSuite } from '../support/suite.ts';

const LONG_PATH =
  '/accounts/{accountId}/organizations/{organizationIdentifier}/environments/{environmentName}/verify';
const OTHER_SERVER = 'https://a-much-longer-name-of-a-sandbox.internal.staging.example.com/gateway';

const json = (properties: Readonly<Record<string, object>>): object => ({
  content: { 'application/json': { schema: { type: 'object', properties } } },
});
const PROPERTIES = Object.fromEntries(
  Array.from({ length: 300 }, (_, index): [string, object] => [
    `property${index}`,
    { type: 'string', description: 'Is kept for later. '.repeat(1 + (index % 5)) },
  ]),
);

const description = {
  openapi: '3.1.0',
  info: { title: 'Layout', version: '1' },
  servers: [{ url: 'https://api.example.com/v1' }, { url: OTHER_SERVER }],
  paths: {
    [LONG_PATH]: {
      put: {
        operationId: 'putLong',
        summary: 'Verify an environment',
        parameters: ['accountId', 'organizationIdentifier', 'environmentName'].map((name) => ({
          name,
          in: 'path',
          required: true,
          schema: { type: 'string', format: 'uuid' },
        })),
        responses: {
          200: { description: 'Done.', ...json({ id: { type: 'string' } }) },
          302: { description: 'Elsewhere.' },
          404: { description: 'Missing.', ...json({ code: { type: 'string' } }) },
          500: { description: 'Broken.', ...json({ trace: { type: 'string' } }) },
        },
      },
    },
    '/big': {
      post: {
        operationId: 'postBig',
        requestBody: json(PROPERTIES),
        responses: { 204: { description: 'Done.' } },
      },
    },
    '/ping': { get: { operationId: 'getPing', responses: {} } },
  },
};

const { reader, visit } = siteSuite({
  'site.config.ts': `export default {
    title: 'Layout',
    url: 'https://docs.example.com',
    favicon: 'favicon.svg',
    openapi: [{ spec: 'openapi.json', routeBase: '/docs/api' }],
  };\n`,
  'static/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'content/index.md': '# Start\n',
  'openapi.json': JSON.stringify(description, null, 2),
});

const LONG = '/docs/api/put-long/';
const BIG = '/docs/api/post-big/';
const PING = '/docs/api/get-ping/';
const at = (width: number): { context: { viewport: { width: number; height: number } } } => ({
  context: { viewport: { width, height: 900 } },
});

interface Box {
  readonly name: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
}

/** The boxes of the headings of level 2, in document order. */
function sections(page: Page): Promise<readonly Box[]> {
  return page.locator('article h2').evaluateAll((found) =>
    found.map((heading) => {
      const { left, top } = heading.getBoundingClientRect();
      const column = heading.closest('.api-words, .api-aside')?.getBoundingClientRect();
      return { name: heading.textContent ?? '', left, top, width: column?.width ?? 0 };
    }),
  );
}

const ORDER = ['Request samples', 'Response examples', 'Request', 'Responses'];

describe('an operation', () => {
  it.each([390, 1000])('has samples and answers before the tables at %d px', async (width) => {
    await visit(at(width), async ({ page, open }) => {
      await open(LONG);
      const found = await sections(page);
      expect(found.map(({ name }) => name)).toEqual(ORDER);
      expect(found.toSorted((one, two) => one.top - two.top)).toEqual(found);
      expect(new Set(found.map(({ left }) => left)).size).toBe(1);
    });
  });

  it.each([1440, 1920])('has two equal columns at %d px', async (width) => {
    await visit(at(width), async ({ page, open }) => {
      await open(LONG);
      const [samples, answers, request, responses] = await sections(page);
      expect(samples?.width).toBeCloseTo(request?.width ?? 0, 0);
      expect(samples?.left).toBe(answers?.left);
      expect(request?.left).toBe(responses?.left);
      expect(samples?.left).toBeGreaterThan((request?.left ?? 0) + (request?.width ?? 0));
      const main = await page.locator('.columns').boundingBox();
      expect(main?.width).toBe(Math.min(width, 1760));
    });
  });

  it(
    'keeps samples and answers on the screen beside its tables',
    reader(async ({ page, open }) => {
      await open(BIG);
      await page.locator('[id="body.property150"]').scrollIntoViewIfNeeded();
      const samples = await page.locator('.api-sticky').boundingBox();
      expect(samples?.y).toBeGreaterThanOrEqual(60);
      expect((samples?.y ?? 0) + (samples?.height ?? 0)).toBeLessThanOrEqual(900);
    }, at(1440)),
  );

  it.each([500, 700, 900])(
    'shows the captions of code whole on a screen of %d px',
    async (height) => {
      await visit({ context: { viewport: { width: 1440, height } } }, async ({ page, open }) => {
        await open(LONG);
        const heights = await page.locator('.api-sticky .code:visible').evaluateAll((blocks) =>
          blocks.map((block) => {
            const caption = block.querySelector('figcaption');
            return (
              caption?.offsetHeight ?? Number.parseFloat(getComputedStyle(block, '::before').height)
            );
          }),
        );
        expect(heights.length).toBe(2);
        expect(new Set(heights)).toEqual(new Set([36]));
      });
    },
  );

  it('has its address, the choice of a server and the copies in one box, and fields on the first screen', async () => {
    await visit(at(1440), async ({ page, open }) => {
      await open(BIG);
      const box = await page.locator('.api-route').boundingBox();
      expect(box?.height).toBeLessThan(120);
      const names = ['Copy', 'Copy as cURL'];
      const tools = page.locator('.api-route').getByRole('button');
      expect(
        await tools.evaluateAll((found) => found.map((one) => one.ariaLabel ?? one.textContent)),
      ).toEqual(names);
      await page.locator('.api-route').getByRole('combobox', { name: 'Server' }).waitFor();
      const fields = await page
        .locator('[id^="body."]')
        .evaluateAll(
          (rows) => rows.filter((row) => row.getBoundingClientRect().bottom < innerHeight).length,
        );
      expect(fields).toBeGreaterThanOrEqual(4);
    });
  });

  it('switches the answers below the samples on small screens, with those of the tables', async () => {
    await visit(at(390), async ({ page, open }) => {
      await open(LONG);
      const answers = page.getByRole('tablist', { name: 'Response examples' });
      await answers.getByRole('tab', { name: '404' }).click();
      await page.locator('[id="example-404"]').waitFor();
      const tab = page
        .getByRole('tablist', { name: 'Responses' })
        .getByRole('tab', { name: '404' });
      expect(await tab.getAttribute('aria-selected')).toBe('true');
    });
  });

  it.each([320, 360])(
    'breaks its path at slashes at %d px, but not for the clipboard',
    async (width) => {
      await visit(at(width), async ({ page, open }) => {
        await open(LONG);
        const overflow = await page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement;
          return scrollWidth - clientWidth;
        });
        expect(overflow).toBe(0);
        const code = page.locator('.api-route code');
        expect(await code.innerText()).toBe(`https://api.example.com/v1${LONG_PATH}`);
        const selected = await code.evaluate((path) => {
          getSelection()?.selectAllChildren(path);
          return String(getSelection());
        });
        expect(selected).toBe(`https://api.example.com/v1${LONG_PATH}`);
      });
    },
  );

  it.each(['light', 'dark'])(
    'has colors for status classes that are no links: %s',
    async (theme) => {
      await visit({}, async ({ page, open }) => {
        await open(LONG);
        await page.evaluate((name) => {
          document.documentElement.dataset['theme'] = name;
        }, theme);
        const color = (selector: string): Promise<string> =>
          page
            .locator(selector)
            .first()
            .evaluate((element) => getComputedStyle(element).color);
        const statuses = ['2xx', '3xx', '4xx', '5xx'].map((name) => `.api-words .status-${name}`);
        const selectors = [...statuses, '.props > li > em', '.api-route .badge'];
        const colors = await Promise.all(selectors.map(color));
        expect(new Set(colors).size).toBe(selectors.length);
        expect(colors).not.toContain(await color('.api-route a'));
      });
    },
  );

  it('of nothing but a path says so, in both columns', async () => {
    await visit(at(1440), async ({ page, open }) => {
      await open(PING);
      const text = await page.locator('article').innerText();
      expect(text).toContain('The request has no parameters and no body.');
      expect(text).toContain('The description names no response.');
      expect(text).toContain('Request samples');
      expect((await sections(page)).map(({ name }) => name)).not.toContain('Response examples');
    });
  });
});

describe('on a phone', () => {
  const phone = {
    context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  };

  it.each([LONG, BIG])('controls of %s are large enough for a finger', async (route) => {
    await visit(phone, async ({ page, open }) => {
      await open(route);
      const small = await page
        .locator('main :is(button, .tab, summary, select):visible')
        .evaluateAll((found) =>
          found.flatMap((control) => {
            const { width, height } = control.getBoundingClientRect();
            return width < 40 || height < 40 ? [`${control.textContent} ${width}×${height}`] : [];
          }),
        );
      expect(small).toEqual([]);
    });
  });

  it('no line of the breadcrumbs begins with a separator, and "Copy page" is an icon', async () => {
    await visit(phone, async ({ page, open }) => {
      await open(LONG);
      const before = await page
        .locator('.breadcrumb')
        .evaluateAll((items) => items.map((item) => getComputedStyle(item, '::before').content));
      expect(new Set(before)).toEqual(new Set(['none']));
      const copy = page.getByRole('button', { name: 'Copy page' });
      expect((await copy.boundingBox())?.width).toBe(40);
    });
  });
});

it.each(['rtl', 'ltr'])('paths and types hold together in a page that is %s', async (dir) => {
  await visit(at(1440), async ({ page, open }) => {
    await open(LONG);
    await page.evaluate((value) => {
      document.documentElement.dir = value;
    }, dir);
    /** The characters of an element in the order in which they are drawn. */
    const drawn = (selector: string): Promise<string> =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => {
          const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
          const found: { text: string; left: number; top: number }[] = [];
          const range = document.createRange();
          for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
            const text = node.nodeValue ?? '';
            for (let index = 0; index < text.length; index++) {
              range.setStart(node, index);
              range.setEnd(node, index + 1);
              const { left, top } = range.getBoundingClientRect();
              found.push({ text: text.charAt(index), left, top: Math.round(top / 6) });
            }
          }
          return found
            .toSorted((one, two) => one.top - two.top || one.left - two.left)
            .map(({ text }) => text)
            .join('');
        });
    expect(await drawn('.api-route code')).toContain(`https://api.example.com/v1${LONG_PATH}`);
    expect(await drawn('[id="path.accountId"] > small')).toBe('string<uuid>');
  });
});

describe('the choice of a server', () => {
  it.each([390, 1440])('moves nothing when it is applied at %d px', async (width) => {
    await visit(at(width), async ({ page, open }) => {
      await page.addInitScript(() => {
        const shifts: number[] = [];
        Object.assign(window, { shifts });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            if ('value' in entry) shifts.push(Number(entry.value));
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await open(LONG);
      const before = await sections(page);
      await page.getByRole('combobox', { name: 'Server' }).selectOption(OTHER_SERVER);
      expect(await sections(page)).toEqual(before);
      await page.reload();
      await page.locator('.api-base', { hasText: OTHER_SERVER }).first().waitFor();
      expect(await sections(page)).toEqual(before);
      expect(await page.evaluate(() => Reflect.get(window, 'shifts'))).toEqual([]);
    });
  });
});

describe('a page of 300 properties', () => {
  it.each([390, 1440])('shows the row of an address below the navbar at %d px', async (width) => {
    await visit(at(width), async ({ page, open }) => {
      for (const id of ['body.property20', 'body.property170', 'body.property290']) {
        await page.goto('about:blank');
        await open(`${BIG}#${id}`);
        const { bottom, top } = await page.evaluate(async (wanted) => {
          for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame);
          return {
            bottom: document.querySelector('.header')?.getBoundingClientRect().bottom ?? 0,
            top: document.getElementById(wanted)?.getBoundingClientRect().top ?? -1,
          };
        }, id);
        expect(top, id).toBeGreaterThanOrEqual(bottom);
        expect(top - bottom, id).toBeLessThan(60);
      }
    });
  });

  it('is found by the search of the browser, and printed whole', async () => {
    await visit({}, async ({ page, open }) => {
      await open(BIG);
      expect(
        await page.evaluate(() => Reflect.get(window, 'find').call(window, 'property298')),
      ).toBe(true);
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.emulateMedia({ media: 'print' });
      const skipped = await page
        .locator('.props > li')
        .evaluateAll((rows) =>
          rows.filter((row) => getComputedStyle(row).contentVisibility === 'auto'),
        );
      expect(skipped).toEqual([]);
      expect(height).toBeGreaterThan(900);
    });
  });

  it('is accessible', async () => {
    const context = { bypassCSP: true };
    await visit({ context }, async ({ page, open }) => {
      await open(LONG);
      expect(await accessibilityViolations(page)).toEqual([]);
    });
  });
});
