import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityViolations } from '../support/axe.ts';
import { type FakeApi, type Received, startApi } from '../support/fake-api.ts';
import { serve } from '../support/serve.ts';
import { type SiteDriver, site } from '../support/site.ts';
import { suite } from '../support/suite.ts';

/** Lets a test add the script of axe. */
const AXE = { context: { bypassCSP: true } };

const open = async (page: Page): Promise<void> => {
  await page.locator('[data-try-it]').focus();
  await page.keyboard.press('Enter');
  await page.locator('.try-send').waitFor();
};
const send = async (page: Page): Promise<void> => {
  await page.locator('.try-send').press('Enter');
  await page.locator('.try-console strong').waitFor();
};
const parameter = (name: string, location: string, rest: object = {}): object => ({
  name,
  in: location,
  required: location === 'path',
  schema: { type: 'string' },
  ...rest,
});

const LIST = ['a,b', 'ü [x]', ''];
const OBJECT = { 'k y': 'v&w', z: '1|2' };
const STYLES: readonly (readonly [string, string, string, boolean, unknown])[] = [
  ['path', 'ids', 'label', true, LIST],
  ['path', 'at', 'matrix', true, OBJECT],
  ['path', 'by', 'simple', false, OBJECT],
  ['query', 'form', 'form', true, LIST],
  ['query', 'joined', 'form', false, LIST],
  ['query', 'spaces', 'spaceDelimited', false, LIST],
  ['query', 'pipes', 'pipeDelimited', false, LIST],
  ['query', 'deep', 'deepObject', true, OBJECT],
  ['header', 'X-List', 'simple', true, OBJECT],
];

describe('the console', () => {
  let api: FakeApi;
  let driver: SiteDriver;
  beforeAll(async () => {
    api = await startApi();
    const responses = { 200: { description: 'Done.' } };
    driver = site({
      'openapi/api.json': JSON.stringify({
        openapi: '3.1.0',
        info: { title: 'Lamps', version: '1' },
        servers: [
          { url: api.origin },
          { url: '{origin}', variables: { origin: { default: api.origin } } },
        ],
        paths: {
          '/search': {
            get: {
              summary: 'Search lamps',
              parameters: [parameter('session', 'cookie', { required: true, example: 'abc' })],
              requestBody: {
                required: true,
                content: { 'application/json': { example: { room: 'kitchen' } } },
              },
              responses,
            },
          },
          '/lamps/{ids}/{at}/{by}': {
            post: {
              operationId: 'changeLamps',
              summary: 'Change lamps',
              parameters: STYLES.map(([location, name, style, explode, value]) =>
                parameter(name, location, {
                  style,
                  explode,
                  required: true,
                  example: value,
                  schema: Array.isArray(value)
                    ? { type: 'array', items: { type: 'string' } }
                    : { type: 'object', additionalProperties: { type: 'string' } },
                }),
              ),
              requestBody: {
                required: true,
                content: {
                  'application/x-www-form-urlencoded': {
                    example: { 'a b': 'ü&=+', list: ['1 2', '3'], object: { x: [1] } },
                  },
                  'multipart/form-data': {
                    schema: {
                      type: 'object',
                      properties: {
                        'name "a"': { type: 'string', example: 'ü;\n"x"' },
                        meta: { type: 'object', example: { a: 'ü' } },
                        photos: { type: 'array', items: { type: 'string', format: 'binary' } },
                      },
                    },
                  },
                },
              },
              responses,
            },
          },
          '/lamps': {
            get: {
              summary: 'List lamps',
              parameters: ['filter', 'page'].map((name) =>
                parameter(name, 'query', {
                  schema: { type: 'object', properties: { first: { type: 'string' } } },
                }),
              ),
              responses,
            },
          },
          '/light': {
            trace: { summary: 'Trace light', responses },
            post: {
              summary: 'Set light',
              parameters: ['level', 'gain', 'id'].map((name) =>
                parameter(name, 'query', { required: true, schema: { type: 'number' } }),
              ),
              requestBody: {
                required: true,
                content: {
                  'multipart/form-data': {
                    schema: {
                      type: 'object',
                      required: ['photos'],
                      properties: {
                        photos: { type: 'array', items: { type: 'string', format: 'binary' } },
                      },
                    },
                    example: { photos: ['', ''] },
                  },
                },
              },
              responses,
            },
          },
          '/payments': {
            post: {
              summary: 'Pay',
              requestBody: {
                required: true,
                content: {
                  'application/json': {
                    schema: {
                      oneOf: ['bank', 'card'].map((kind) => ({
                        title: kind,
                        type: 'object',
                        properties: {
                          from: {
                            type: 'object',
                            properties: { kind: { enum: [kind, `${kind}2`] } },
                          },
                        },
                      })),
                    },
                    example: { from: { kind: 'card' } },
                  },
                },
              },
              responses,
            },
          },
          '/lamps/{name}': {
            get: {
              summary: 'Find a lamp',
              parameters: [parameter('name', 'path'), parameter('X-Room', 'header')],
              responses,
            },
          },
        },
      }),
      'index.md': '# Home\n',
      'site.config.ts': `export default {
        title: 'Lamps', url: 'https://docs.example.com', contentDir: '.', docs: [],
        openapi: [{ spec: 'openapi/api.json', routeBase: '/api', console: true }],
      };\n`,
    });
  });
  afterAll(async () => {
    await api.close();
    driver.dispose();
  });
  const { visit } = suite({
    open: async () => {
      await driver.build();
      const server = await serve(driver.outDir());
      return { server, dispose: () => server.close() };
    },
    // The API is on another origin, and the site has no icon.
    expected: /^foreign http:\/\/127\.0\.0\.1|status of 404/,
  });
  const answer = (value: unknown): void => {
    const body = typeof value === 'string' ? value : JSON.stringify(value);
    api.answer = () => ({ status: 200, type: 'application/json', body });
  };

  it('folds objects and lists of an answer, by keyboard', async () => {
    await visit(AXE, async ({ page, open: load }) => {
      const lamps = { lamps: [{ name: 'a "b" {', on: true }, { name: 'c' }], none: [], page: 1 };
      answer(lamps);
      await load('/api/get-lamps');
      await open(page);
      await send(page);
      const code = page.locator('.try-answer pre');
      expect(await code.textContent()).toBe(JSON.stringify(lamps, null, 2));
      const folds = code.locator('summary');
      expect(await folds.allTextContents()).toEqual([
        '{\n',
        '  "lamps": [\n',
        '    {\n',
        '    {\n',
      ]);
      await folds.nth(1).focus();
      await page.keyboard.press('Enter');
      await expect.poll(() => folds.nth(2).isVisible()).toBe(false);
      // What is closed is copied, too.
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await code.evaluate((element) => getSelection()?.selectAllChildren(element));
      await page.keyboard.press('Control+C');
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied).toBe(JSON.stringify(lamps, null, 2));
      expect(await accessibilityViolations(page)).toEqual([]);
      await page.keyboard.press('Enter');
      await expect.poll(() => folds.nth(2).isVisible()).toBe(true);
      for (const box of await folds.all())
        expect((await box.boundingBox())?.height).toBeGreaterThanOrEqual(24);
    });
  });

  it('keeps parts closed when the rows of the reference are opened', async () => {
    await visit({}, async ({ page, open: load }) => {
      answer({ lamps: [{ name: 'a' }] });
      await load('/api/get-lamps');
      await open(page);
      await send(page);
      const folds = page.locator('.try-answer pre summary');
      await folds.nth(1).click();
      await expect.poll(() => folds.nth(2).isVisible()).toBe(false);
      await page.getByRole('button', { name: 'Expand all' }).first().click();
      await page.getByRole('button', { name: 'Collapse all' }).first().waitFor();
      expect(await folds.nth(2).isVisible()).toBe(false);
    });
  });

  it('opens parts of a long answer when a reader asks for them', async () => {
    await visit({}, async ({ page, open: load }) => {
      const lamps = Array.from({ length: 4000 }, (_, id) => ({ id, at: { room: 'kitchen' } }));
      answer(lamps);
      await load('/api/get-lamps');
      await open(page);
      await send(page);
      const code = page.locator('.try-answer pre');
      expect(await code.textContent()).toBe(JSON.stringify(lamps, null, 2));
      expect(await code.locator('details').count()).toBeLessThan(1100);
      const second = code.locator('summary').nth(2);
      await second.press('Enter');
      await code.locator('summary', { hasText: '"at"' }).waitFor();
      expect(await code.textContent()).toBe(JSON.stringify(lamps, null, 2));
    });
  });

  it('shows an answer that is nested deeply, or cut, as it is', async () => {
    await visit({}, async ({ page, open: load }) => {
      await load('/api/get-lamps');
      await open(page);
      const code = page.locator('.try-answer pre');
      const deep = '['.repeat(9000) + ']'.repeat(9000);
      for (const text of [deep, `["${'x'.repeat(1_000_000)}"]`, '{"a": [1, 2']) {
        answer(text);
        await send(page);
        await expect
          .poll(async () => (await code.textContent())?.slice(0, 50))
          .toBe(text.slice(0, 50));
        expect(await code.locator('details').count()).toBe(0);
      }
    });
  });

  it('sends text of any language in a path and in a header, as cURL does', async () => {
    await visit({}, async ({ page, open: load }) => {
      answer({});
      await load('/api/get-lamps-by-name');
      await open(page);
      await page.getByLabel('name').first().fill('ламп/а 灯');
      await page.locator('.try-panel summary', { hasText: 'Optional: 1' }).first().press('Enter');
      await page.getByLabel('X-Room').fill('кухня');
      await send(page);
      const sent = api.received.at(-1);
      expect(decodeURIComponent(sent?.url ?? '')).toBe('/lamps/ламп/а 灯');
      expect(Buffer.from(String(sent?.headers['x-room']), 'latin1').toString()).toBe('кухня');
    });
  });

  it('sends parameters of each style and both kinds of forms as the cURL sample does', async () => {
    await visit({}, async ({ page, open: load }) => {
      answer({});
      await load('/api/post-change-lamps');
      await open(page);
      for (const [media, choice] of ['urlencoded', 'multipart'].entries()) {
        await page.getByLabel('Media type').selectOption(String(media));
        const sample = page.locator('[data-tabs="language"] > [data-value="curl"] code');
        await expect
          .poll(() => sample.textContent())
          .toContain(choice === 'multipart' ? '-F' : '--data');
        await send(page);
        const sent = api.received.at(-1);
        const folder = mkdtempSync(join(tmpdir(), 'curl-'));
        writeFileSync(join(folder, 'photos.bin'), '');
        const command = `${await sample.textContent()} -s --max-time 5`;
        await promisify(execFile)('sh', ['-c', command], { cwd: folder });
        rmSync(folder, { recursive: true });
        const other = api.received.at(-1);
        expect(other).not.toBe(sent);
        expect(comparable(sent)).toEqual(comparable(other));
      }
      const file = { name: 'a b.png', mimeType: 'image/png', buffer: Buffer.from('PNG') };
      await page.locator('.try-panel input[type="file"]').setInputFiles(file);
      await send(page);
      expect(api.received.at(-1)?.body).toContain(
        'name="photos"; filename="a b.png"\r\nContent-Type: image/png\r\n\r\nPNG\r\n--',
      );
    });
  });

  it('names what browsers do not send, and sends the rest', async () => {
    await visit({}, async ({ page, open: load }) => {
      answer({});
      await load('/api/get-search');
      await open(page);
      await page.getByText('Not sent: Cookie, Body').waitFor();
      await send(page);
      expect(api.received.at(-1)).toMatchObject({ method: 'GET', url: '/search', body: '' });
    });
  });

  it('chooses the alternative that an example is of, by words within it', async () => {
    await visit({}, async ({ page, open: load }) => {
      await load('/api/post-payments');
      await open(page);
      const alternative = page.getByLabel('Body: alternative');
      expect(await alternative.locator('option:checked').innerText()).toBe('card');
    });
  });

  it('takes numbers as they are typed', async () => {
    await visit({}, async ({ page, open: load }) => {
      answer({});
      await load('/api/post-light');
      await open(page);
      const typed = { level: '1.05', gain: '-0.5', id: '12345678901234567891' };
      for (const [name, text] of Object.entries(typed)) {
        const input = page.locator('.try-panel').getByLabel(name);
        await input.fill('');
        await input.pressSequentially(text);
        expect(await input.inputValue()).toBe(text);
      }
      await send(page);
      const url = '/light?level=1.05&gain=-0.5&id=12345678901234567891';
      expect(api.received.at(-1)?.url).toBe(url);
    });
  });

  it('does not send the file of an item that was removed', async () => {
    await visit({}, async ({ page, open: load }) => {
      answer({});
      await load('/api/post-light');
      await open(page);
      for (const name of ['level', 'gain', 'id'])
        await page.locator('.try-panel').getByLabel(name).fill('1');
      const inputs = page.locator('.try-panel input[type="file"]');
      const file = (name: string) => ({
        name,
        mimeType: 'text/plain',
        buffer: Buffer.from(`text of ${name}`),
      });
      await inputs.nth(1).setInputFiles(file('b.txt'));
      await inputs.nth(0).setInputFiles(file('a.txt'));
      await send(page);
      const sent = api.received.at(-1)?.body ?? '';
      expect(sent.indexOf('text of a.txt')).toBeGreaterThan(0);
      expect(sent.indexOf('text of b.txt')).toBeGreaterThan(sent.indexOf('text of a.txt'));
      await page.getByRole('button', { name: 'Remove photos, item 2' }).press('Enter');
      await page.getByRole('button', { name: 'Add photos, item 2' }).press('Enter');
      await send(page);
      expect(api.received.at(-1)?.body).toContain('text of a.txt');
      expect(api.received.at(-1)?.body).not.toContain('text of b.txt');
    });
  });

  it('reads an answer in its character set, and numbers that are too long', async () => {
    await visit({}, async ({ page, open: load }) => {
      await load('/api/get-lamps');
      await open(page);
      const code = page.locator('.try-answer pre');
      for (const [type, bytes, text] of [
        ['text/plain; charset="iso-8859-1"', [0x4c, 0xfc, 0x62], 'Lüb'],
        ['text/plain; charset=Shift_JIS', [0x93, 0xfa, 0x96, 0x7b], '日本'],
        ['text/plain; charset=none', [0xc3, 0xbc], 'ü'],
      ] as const) {
        api.answer = () => ({ status: 200, type, body: Buffer.from(bytes) });
        await send(page);
        await expect.poll(() => code.textContent()).toBe(text);
      }
      answer('{"id": 12345678901234567891}');
      await send(page);
      await expect.poll(() => code.textContent()).toBe('{"id": 12345678901234567891}');
    });
  });

  it('does not send with a method that browsers refuse', async () => {
    await visit({}, async ({ page, open: load }) => {
      await load('/api/trace-light');
      await page.locator('[data-try-it]').press('Enter');
      await page.getByText('Not sent: TRACE').waitFor();
      expect(await page.locator('.try-send').count()).toBe(0);
      await page.getByRole('button', { name: 'Copy cURL with credentials' }).waitFor();
    });
  });

  it('waits for a body when the headers have come', async () => {
    await visit({}, async ({ page, open: load }) => {
      let end = (): void => undefined;
      const ended = new Promise<void>((resolve) => {
        end = resolve;
      });
      async function* parts() {
        await ended;
        yield 'ab';
      }
      api.answer = () => ({ status: 200, type: 'application/zip', body: parts() });
      await load('/api/get-lamps');
      await page.clock.install();
      await open(page);
      await send(page);
      await page.clock.fastForward(40_000);
      end();
      await page.getByText('2 bytes').waitFor();
      await page.getByText('Download').waitFor();
    });
  });

  it('keeps the form when a server cannot be an address', async () => {
    await visit({}, async ({ page, open: load }) => {
      await load('/api/get-lamps');
      await open(page);
      await page.getByLabel('Server').first().selectOption('1');
      await page.locator('.try-panel').getByLabel('origin').fill('https://[a');
      await page.locator('.try-send').press('Enter');
      await page.getByText('Fill in first: https://[a').waitFor();
    });
  });
});

/** What is the same in a request of a browser and of cURL. */
function comparable(request: Received | undefined) {
  const { method, url, headers, body = '' } = request ?? {};
  const type = String(headers?.['content-type']);
  const [, boundary = '\n'] = /boundary=(.*)/.exec(type) ?? [];
  // Some versions of cURL print spaces of a form in the other way.
  const parts = body.replaceAll(boundary, '-').replaceAll('+', '%20').split('\r\n');
  return { method, url, list: headers?.['x-list'], type: type.replace(boundary, ''), parts };
}
