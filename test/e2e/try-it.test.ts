import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadApis } from '../../src/openapi/load-descriptions.ts';
import { createMock, type Mock } from '../../src/samples/mock.ts';
import { createOperations } from '../../src/samples/find-operation.ts';
import { accessibilityViolations } from '../support/axe.ts';
import { type FakeApi, type Received, startApi } from '../support/fake-api.ts';
import { resolveSite } from '../support/resolve-config.ts';
import { type SiteDriver, site } from '../support/site.ts';
import { serve } from '../support/serve.ts';
import { siteSuite, suite } from '../support/suite.ts';

/** Lets a test add the script of axe. */
const AXE = { context: { bypassCSP: true } };

const open = async (page: Page): Promise<void> => {
  await page.locator('[data-try-it]').focus();
  await page.keyboard.press('Enter');
  await page.locator('.try-panel').waitFor();
};
const sampleOf = (page: Page, id = 'curl'): Promise<string | null> =>
  page.locator(`[data-tabs="language"] > [data-value="${id}"] code`).textContent();
const labeled = (page: Page, name: string) => page.locator('.try-panel').getByLabel(name);

describe('the builder on the Achievo site', () => {
  const { reader } = siteSuite('achievo');
  const ROUTE = '/docs/api/post-contract-rule/';

  it(
    'is loaded when it is asked for, and every generated sample follows it',
    reader(async ({ page, open: visit }) => {
      const loaded: string[] = [];
      page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
      await visit(ROUTE);
      expect(loaded.filter((path) => /builder|react|try\.json/.test(path))).toEqual([]);
      const before = await sampleOf(page);
      await open(page);
      expect(loaded.filter((path) => /builder-tools/.test(path))).toEqual([]);
      expect(await sampleOf(page)).toBe(before);
      await labeled(page, 'contractAddress').first().fill('0x1/2');
      await expect.poll(() => sampleOf(page)).toContain('/contracts/0x1%2F2/rules');
      for (const id of ['javascript', 'python', 'go'])
        expect(await sampleOf(page, id)).toContain('/contracts/0x1%2F2/rules');
      const problem = await labeled(page, 'contractAddress')
        .first()
        .getAttribute('aria-describedby');
      expect(problem).not.toBeNull();
      expect(await page.locator('.try-problem').first().innerText()).toContain('Pattern: ');
      await labeled(page, 'contractAddress').first().fill('');
      await expect.poll(() => page.locator('.try-problem').first().innerText()).toBe('is required');
      expect(await sampleOf(page)).toContain('/contracts/{contractAddress}/rules');
      await page.getByRole('button', { name: 'Clear values' }).click();
      expect(await sampleOf(page)).toBe(before);
    }),
  );

  it(
    'chooses alternatives, adds optional values, and takes the body as text',
    reader(async ({ page, open: visit }) => {
      await visit(ROUTE);
      await open(page);
      await page.getByLabel('condition: alternative').selectOption('any');
      await expect.poll(() => sampleOf(page)).toContain('"kind": "any"');
      await page.locator('.try-panel summary', { hasText: 'Optional: 3' }).click();
      await labeled(page, 'enabled').selectOption('false');
      await expect.poll(() => sampleOf(page)).toContain('"enabled": false');
      await page.getByRole('button', { name: 'As text' }).click();
      await labeled(page, 'Body').last().fill('{"chainId": "x"}');
      await expect.poll(() => sampleOf(page)).toContain('"chainId": "x"');
      await expect
        .poll(() => page.locator('.try-problem').innerText())
        .toContain('chainId must be of the type: \u2068integer\u2069');
      expect(await accessibilityViolations(page)).toEqual([]);
    }, AXE),
  );

  it(
    'keeps values for operations with the same names, and shares them in an address',
    reader(async ({ page, open: visit }) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await visit('/docs/api/get-tenant/');
      await open(page);
      await labeled(page, 'tenantId').fill('tnt_mine');
      await expect.poll(() => sampleOf(page)).toContain('/tenants/tnt_mine');
      await page.getByRole('button', { name: 'Copy link with values' }).click();
      await page.getByText('Copied, without credentials.').waitFor();
      const link = await page.evaluate(() => navigator.clipboard.readText());
      expect(link).toContain('#try=');
      await page.goto(new URL('/docs/api/delete-tenant/', link).href);
      await open(page);
      await expect.poll(() => sampleOf(page)).toContain('/tenants/tnt_mine');
      await page.evaluate(() => sessionStorage.clear());
      await page.goto('about:blank');
      await page.goto(link);
      await page.mouse.move(3, 3);
      await page.locator('.try-panel').waitFor();
      await expect.poll(() => sampleOf(page)).toContain('/tenants/tnt_mine');
    }),
  );

  it(
    'loads few bytes, closes with the focus on its button, and survives a narrow screen',
    reader(
      async ({ page, open: visit }) => {
        const loaded: string[] = [];
        page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
        await visit(ROUTE);
        await open(page);
        await labeled(page, 'contractAddress').first().fill('0x1');
        expect(loaded.filter((path) => /builder-languages/.test(path))).toEqual([]);
        await page.locator('.try-panel summary', { hasText: 'In another language' }).click();
        await page.getByLabel('In another language').selectOption('Kotlin');
        // Bytes beside React.
        for (const script of ['builder-tools', 'builder']) {
          const path = loaded.find((one) => new RegExp(`/${script}-\\w+\\.js$`).test(one)) ?? '';
          const answer = await page.request.get(new URL(path, page.url()).href);
          expect(gzipSync(await answer.body(), { level: 9 }).length).toBeLessThanOrEqual(14_000);
        }
        await page.locator('.try-panel pre', { hasText: 'fun main()' }).waitFor();
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(width).toBeLessThanOrEqual(390);
        await page.locator('.try-panel').getByRole('button', { name: 'Close' }).click();
        expect(await page.locator('.try-panel').isVisible()).toBe(false);
        expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Try it');
        expect(await page.locator('[data-try-it]').getAttribute('aria-expanded')).toBe('false');
      },
      { context: { viewport: { width: 390, height: 800 } } },
    ),
  );
});

describe.each(['en', 'ar'])('a page from right to left, on a site in %s', (defaultLocale) => {
  const driver = site({
    'openapi/api.json': JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Lamps', version: '1' },
      paths: {
        '/lamps': {
          post: {
            summary: 'Add a lamp',
            requestBody: {
              content: {
                'application/json': {
                  schema: { properties: { place: { properties: { room: { type: 'string' } } } } },
                },
              },
            },
            description: 'Adds a lamp.',
            responses: Object.fromEntries(
              ['200', '400', '5XX'].map((status) => [status, { description: 'It is.' }]),
            ),
          },
        },
      },
    }),
    'index.md': '# Home\n',
    'site.config.ts': `export default {
      title: 'Lamps', url: 'https://docs.example.com', contentDir: '.', docs: [],
      i18n: { defaultLocale: '${defaultLocale}', locales: [{ code: 'en' }, { code: 'ar' }] },
      openapi: [{ spec: 'openapi/api.json', routeBase: '/api' }],
    };\n`,
  });
  afterAll(() => driver.dispose());
  const { visit } = suite({
    open: async () => {
      await driver.build();
      const server = await serve(driver.outDir());
      return { server, dispose: () => server.close() };
    },
    // Without an icon.
    expected: /status of 404/,
  });

  const ROUTE = `${defaultLocale === 'ar' ? '' : '/ar'}/api/post-lamps`;

  it('has each text in its own direction', async () => {
    await visit({}, async ({ page, open: load }) => {
      await load(ROUTE);
      /** Where parts of a text are, from left to right. */
      const order = (one: Locator, ...parts: readonly string[]): Promise<readonly string[]> =>
        one.evaluate((element, words) => {
          const nodes = document.createNodeIterator(element, NodeFilter.SHOW_TEXT);
          const places = new Map<string, number>();
          for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode())
            for (const word of words) {
              const start = node.textContent?.indexOf(word) ?? -1;
              if (start < 0) continue;
              const range = document.createRange();
              range.setStart(node, start);
              range.setEnd(node, start + 1);
              places.set(word, range.getBoundingClientRect().left);
            }
          return [...places].sort(([, a], [, b]) => a - b).map(([word]) => word);
        }, parts);
      const tabs = page.locator('.api-words .tab');
      expect(await order(tabs.first(), 'OK', '200')).toEqual(['200', 'OK']);
      expect(await order(tabs.last(), 'الأخطاء', '400', '5XX', 'XX')).toEqual([
        '5XX',
        'XX',
        '400',
        'الأخطاء',
      ]);
      const words = page.locator('.api-description p');
      expect(await order(words, '.', 'Adds', 'lamp')).toEqual(['Adds', 'lamp', '.']);
      const [line, all] = await words.evaluate((one) => {
        const text = document.createRange();
        text.selectNodeContents(one);
        return [text.getBoundingClientRect(), one.getBoundingClientRect()] as const;
      });
      if (defaultLocale === 'ar') expect(line.right).toBeCloseTo(all.right, 0);
      else expect(line.left).toBeCloseTo(all.left, 0);
    });
  });

  it('has its direction in the builder, although the description is in English', async () => {
    await visit({}, async ({ page, open: load }) => {
      await load(ROUTE);
      await open(page);
      const nested = page.locator('.try-panel fieldset fieldset').last();
      const style = await nested.evaluate((one) => {
        const { direction, borderRightWidth, borderLeftWidth } = getComputedStyle(one);
        return [
          direction,
          borderRightWidth,
          borderLeftWidth,
          one.closest('[lang]')?.getAttribute('lang'),
        ];
      });
      expect(style).toEqual(['rtl', '2px', '0px', 'ar']);
      const directionOf = (one: Locator): Promise<string> =>
        one.evaluate((part) => getComputedStyle(part).direction);
      expect(await directionOf(labeled(page, 'room'))).toBe('ltr');
      expect(await directionOf(page.locator('.try-panel small', { hasText: 'string' }))).toBe(
        'ltr',
      );
    });
  });
});

describe('the console', () => {
  let api: FakeApi;
  let driver: SiteDriver;
  let mock: Mock;
  let apis: ReturnType<typeof loadApis>['apis'];
  beforeAll(async () => {
    api = await startApi();
    const text = readFileSync('openapi/achievo.yaml', 'utf8');
    const servers = `servers:\n  - url: ${api.origin}/v1\n    description: Mock\n  - url: ${api.origin}/live\n    description: Production\n`;
    const description = text.replace(/^servers:\n(?:[ \-#].*\n)+/m, servers);
    driver = site({
      ...Object.fromEntries(
        readdirSync('openapi', { recursive: true, encoding: 'utf8' })
          .filter((file) => file.endsWith('.yaml'))
          .map((file) => [`openapi/${file}`, readFileSync(`openapi/${file}`, 'utf8')]),
      ),
      'openapi/achievo.yaml': description,
      'index.md': '# Home\n\n[API](/docs/api/achievo-api)\n',
      'samples.ts': `export default ({ id }) => id === 'getTenant'
        ? [{ label: 'SDK', language: 'ts', template: 'get({{path.tenantId}}, {{header.authorization}})' }]
        : [];\n`,
      'site.config.ts': `export default {
        title: 'Console', url: 'https://docs.example.com', contentDir: '.', docs: [],
        openapi: [{ spec: 'openapi/achievo.yaml', routeBase: '/docs/api', samples: 'samples.ts', console: true }],
      };\n`,
    });
    const config = resolveSite(
      { openapi: [{ spec: 'openapi/achievo.yaml' }] },
      { siteDir: driver.dir },
    );
    ({ apis } = loadApis(config, { plain: ({ text: own }) => own, isIgnored: () => false }));
  });
  afterAll(async () => {
    await api.close();
    driver.dispose();
  });
  const { visit } = suite({
    open: async () => {
      await driver.build();
      expect(driver.diagnostics().filter((line) => !line.includes('link'))).toEqual([]);
      // Scripts of all these pages are loaded and compiled once, as hosts let them be kept.
      const headers = { 'Cache-Control': 'max-age=600' };
      const server = await serve(driver.outDir(), { headers });
      return { server, dispose: () => server.close() };
    },
    // The API is on another origin, and answers with errors, too.
    expected: /^foreign http:\/\/127\.0\.0\.1|the server responded with a status of/,
  });
  const send = async (page: Page): Promise<void> => {
    await page.locator('.try-send').focus();
    await page.keyboard.press('Enter');
  };
  const fillKeys = async (page: Page): Promise<void> => {
    for (const field of await page.locator('.try-panel input[type="password"]').all()) {
      await field.focus();
      await page.keyboard.type('key');
    }
  };

  /** Presses Tab until a control has the focus, and fills in the keys on the way. */
  const tabTo = async (page: Page, control: string): Promise<boolean> => {
    for (let count = 0; count < 200; count += 1) {
      await page.keyboard.press('Tab');
      const [isThere, isKey] = await page.evaluate(
        (selector) =>
          [selector, 'input[type="password"]'].map((one) => document.activeElement?.matches(one)),
        control,
      );
      if (isKey === true) await page.keyboard.type('key');
      if (isThere === true) return true;
    }
    return false;
  };

  it('sends every operation of the site by keyboard, as its cURL sample does', async () => {
    const routes = driver
      .files()
      .filter((file) => file.endsWith('.try.json'))
      .map((file) => `/${file.replace('.try.json', '')}`);
    expect(routes.length).toBe(74);
    await visit({}, async ({ page, open: load }) => {
      const wrong: unknown[] = [];
      const origins = new Set<string>();
      page.on('request', (request) => origins.add(new URL(request.url()).origin));
      for (const route of routes) {
        await load(route);
        await open(page);
        await page.locator('.try-send').waitFor();
        expect(await tabTo(page, '.try-send')).toBe(true);
        mock = createMock(createOperations(apis, { hosts: [api.origin] }), ['key']);
        api.received.length = 0;
        let problems: readonly string[] = [];
        api.answer = ({ method, url, headers, body }) => {
          const given = Object.entries(headers).map(([name, value]): [string, string] => [
            name,
            String(value),
          ]);
          const answer = mock({ method, url: api.origin + url, headers: given, body });
          problems = answer.problems;
          return answer;
        };
        await page.keyboard.press('Enter');
        await page.locator('.try-console strong').waitFor();
        const status = Number(await page.locator('.try-console strong').innerText());
        const [sent] = api.received.splice(0);
        api.answer = () => ({ status: 200 });
        const sample = (await sampleOf(page)) ?? '';
        await run('sh', ['-c', `${sample.replaceAll(/YOUR_[A-Z_]+/g, 'key')} -s --max-time 5`]);
        const [other] = api.received;
        const same = JSON.stringify(comparable(sent)) === JSON.stringify(comparable(other));
        if (status >= 300 || problems.length > 0 || !same)
          wrong.push({ route, status, problems, sent: comparable(sent), other: comparable(other) });
      }
      expect(wrong).toEqual([]);
      expect([...origins].sort()).toEqual([new URL(page.url()).origin, api.origin].sort());
    });
  }, 600_000);

  it('asks again before it changes production, and says what it cannot read', async () => {
    await visit({ ...AXE, expected: /CORS|net::ERR_FAILED/ }, async ({ page, open: load }) => {
      api.answer = () => ({ status: 204 });
      api.received.length = 0;
      await load('/docs/api/delete-tenant');
      await open(page);
      await send(page);
      await page.getByText('Fill in first: Authorization').waitFor();
      await fillKeys(page);
      await labeled(page, 'Server').selectOption('1');
      await send(page);
      expect(api.received).toEqual([]);
      await page.getByRole('button', { name: 'press again' }).press('Enter');
      await page.locator('.try-console strong').waitFor();
      expect(api.received.length).toBe(1);
      api.isOpen = false;
      await labeled(page, 'Server').selectOption('0');
      await send(page);
      await page.getByText('Access-Control-Allow-Origin').waitFor();
      api.isOpen = true;
      expect(await accessibilityViolations(page)).toEqual([]);
    });
  });

  it('shows the values in a template of the site, without credentials', async () => {
    await visit({}, async ({ page, open: load }) => {
      await load('/docs/api/get-tenant');
      await open(page);
      await fillKeys(page);
      await labeled(page, 'tenantId').fill('a "b" \\');
      await expect
        .poll(() => sampleOf(page, 'ts-sdk'))
        .toMatch(/^get\("a \\"b\\" \\\\", "YOUR_\w+"\)$/);
    });
  });

  it('follows no redirect, sends no cookie or address, and keeps credentials to itself', async () => {
    await visit({}, async ({ page, open: load }) => {
      api.received.length = 0;
      api.answer = () => ({ status: 302, headers: { Location: `${api.origin}/elsewhere` } });
      await load('/docs/api/get-tenant');
      await page.context().addCookies([{ name: 'a', value: 'b', url: api.origin }]);
      await open(page);
      await fillKeys(page);
      await labeled(page, 'tenantId').fill('tnt_x');
      await send(page);
      await page.getByText('redirect, which is not followed').waitFor();
      const [sent, ...others] = api.received;
      expect(others).toEqual([]);
      expect(sent?.headers['cookie']).toBeUndefined();
      expect(sent?.headers['referer']).toBeUndefined();
      expect(sent?.headers['authorization']).toBe('key');
      const kept = await page.evaluate(() =>
        JSON.stringify([{ ...sessionStorage }, { ...localStorage }, location.href, history.state]),
      );
      expect(kept).toContain('tnt_x');
      expect(kept).not.toContain('key"');
      expect(await sampleOf(page)).toContain('YOUR_');
      await page.getByLabel('Keep credentials').check();
      await expect
        .poll(() => page.evaluate(() => JSON.stringify({ ...sessionStorage })))
        .toContain('credentials');
      await page.getByRole('button', { name: 'Clear values' }).click();
      await expect
        .poll(() => page.evaluate(() => JSON.stringify({ ...sessionStorage })))
        .not.toContain('credentials');
    });
  });

  it('shows answers as text, files as downloads, and streams as they come', async () => {
    await visit(AXE, async ({ page, open: load }) => {
      const script = '<img src=x onerror="document.title=1"><script>document.title=1</script>';
      api.answer = () => ({ status: 200, type: 'text/html', body: script });
      await load('/docs/api/get-tenant');
      const title = await page.title();
      expect(await accessibilityViolations(page)).toEqual([]);
      await open(page);
      await page.locator('.try-send').waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
      await fillKeys(page);
      await send(page);
      await expect.poll(() => page.locator('.try-console pre').innerText()).toBe(script);
      expect(await page.locator('.try-console img').count()).toBe(0);
      api.answer = () => ({ status: 200, type: 'image/svg+xml', body: `<svg>${script}</svg>` });
      await send(page);
      await page.locator('.try-console pre', { hasText: '<svg>' }).waitFor();
      api.answer = () => ({ status: 200, type: 'image/png', body: Buffer.from([1, 2]) });
      await send(page);
      const address = page.getByRole('link', { name: 'Download' });
      await address.waitFor();
      const type = await address
        .evaluate(async (link) =>
          link instanceof HTMLAnchorElement ? (await (await fetch(link.href)).blob()).type : '',
        )
        .catch(() => 'refused');
      expect(['application/octet-stream', 'refused']).toContain(type);
      let next = (): void => undefined;
      const stream = async function* () {
        for (const part of ['data: one\n\n', 'data: two\n\n']) {
          yield part;
          await new Promise<void>((resolve) => (next = resolve));
        }
      };
      api.answer = () => ({ status: 200, type: 'text/event-stream', body: stream() });
      await send(page);
      const shown = page.locator('.try-console pre');
      await expect.poll(() => shown.innerText()).toBe('data: one\n\n');
      await expect(page.getByRole('button', { name: 'Stop' }).isVisible()).resolves.toBe(true);
      expect(await accessibilityViolations(page)).toEqual([]);
      next();
      await expect.poll(() => shown.innerText()).toBe('data: one\n\ndata: two\n\n');
      await page.getByRole('button', { name: 'Stop' }).press('Enter');
      await page.getByText('Stopped.').waitFor();
      next();
      api.answer = () => ({ status: 200, type: 'application/json', body: '{"tenantId": 5}' });
      await send(page);
      await page.getByText('The body is not as described').waitFor();
      // In the colors of the page's samples, and no wider than the panel.
      const number = page.locator('.try-console pre .t-n');
      expect(await number.innerText()).toBe('5');
      await page.setViewportSize({ width: 390, height: 800 });
      const long = JSON.stringify({ tenantId: 'x'.repeat(300), name: 'y z '.repeat(90) });
      api.answer = () => ({ status: 200, type: 'application/json', body: long });
      await send(page);
      await page.locator('.try-console pre', { hasText: 'xxx' }).waitFor();
      await page.locator('.try-console summary').first().press('Enter');
      const [panel, ...parts] = await page
        .locator('.try-panel, .try-answer > *')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
      expect(parts.length).toBe(3);
      expect(Math.max(...parts)).toBeLessThan(panel ?? 0);
      expect(await page.title()).toBe(title);
      expect(await accessibilityViolations(page)).toEqual([]);
    });
  });

  it('has no button that sends in a frame of another site', async () => {
    await visit({ expected: /./ }, async ({ page, open: load }) => {
      await load('/docs/api/get-tenant');
      const inside = page.url();
      const around = await startApi();
      around.answer = () => ({
        status: 200,
        type: 'text/html',
        body: `<iframe src="${inside}" width="900" height="900"></iframe>`,
      });
      await page.goto(around.origin);
      const frame = page.frameLocator('iframe');
      await frame.locator('h1').hover();
      await frame.locator('[data-try-it]').click();
      await frame.locator('.try-panel').waitFor();
      await frame.getByLabel('tenantId').fill('a');
      const sample = frame.locator('[data-tabs="language"] > [data-value="curl"] code');
      await expect.poll(() => sample.textContent()).toContain('/tenants/a');
      expect(await frame.locator('.try-send').count()).toBe(0);
      await around.close();
    });
  });

  it('reaches no server that the description does not name', async () => {
    await visit(
      { expected: /Content Security Policy|Refused|violates/ },
      async ({ page, open: load }) => {
        await load('/docs/api/get-tenant');
        const other = await startApi();
        const result = await page.evaluate(
          (url) =>
            fetch(url).then(
              () => 'sent',
              () => 'refused',
            ),
          other.origin,
        );
        expect(result).toBe('refused');
        expect(other.received).toEqual([]);
        await other.close();
      },
    );
  });
});

/** What is the same in a request of a browser and of cURL. */
function comparable(request: Received | undefined) {
  if (request === undefined) return undefined;
  const { method, url, headers, body } = request;
  const { accept, 'content-type': type, authorization } = headers;
  const others = Object.entries(headers).filter(([name]) => /^(?:x-|idempotency-)/.test(name));
  const text = String(type).includes('json') && body !== '' ? JSON.parse(body) : body;
  return { method, url, accept, type, authorization, others, text };
}

const run = promisify(execFile);
