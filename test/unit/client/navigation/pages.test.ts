import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createPages, type Pages } from '../../../../src/client/navigation/pages.ts';
import type { SiteFile } from '../../../../src/shared/page-data.ts';
import { toRoute } from '../../../../src/shared/paths.ts';
import { uiMessages } from '../../../../src/shared/ui-messages.ts';

/** A document, as the reading of `host` understands it. */
function page(route: string, changes: object = {}): string {
  const data = { kind: 'doc', route, title: `Title of ${route}` };
  const document = { generation: 'g1', siteFile: '/site.json', html: '<p>Text</p>', page: data };
  return JSON.stringify({ ...document, ...changes });
}

const file = readSiteFile('{ "generation": "g1" }');

/** The shared data does not matter here. */
function readSiteFile(text: string): SiteFile {
  return JSON.parse(text);
}

function html(text: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(text, { headers: { 'Content-Type': 'text/html;charset=utf-8', ...headers } });
}

interface Host {
  readonly pages: Pages;
  /** Addresses in the order in which they were asked for. */
  readonly asked: string[];
  /** Those for which the host had to say whether they are current. */
  readonly checked: string[];
  /** The response of each address from now on. */
  readonly answers: Map<string, () => Response | Promise<Response>>;
}

function host(files: Readonly<Record<string, string>>, trailingSlash = true): Host {
  const asked: string[] = [];
  const checked: string[] = [];
  const answers = new Map<string, () => Response | Promise<Response>>(
    Object.entries(files).map(([url, text]) => [url, () => html(text)]),
  );
  const pages = createPages({
    style: { baseUrl: '/base/', trailingSlash },
    generation: 'g1',
    messages: uiMessages,
    siteFile: async () => file,
    fetch: async (url, { cache }) => {
      asked.push(url);
      if (cache === 'no-cache') checked.push(url);
      return answers.get(url)?.() ?? new Response('<h1>Not found</h1>', { status: 404 });
    },
    read: (text) => (text.startsWith('{') ? JSON.parse(text) : undefined),
    importPage: async (entry) => () => `component of ${entry}`,
    loadStyles: async () => undefined,
  });
  return { pages, asked, checked, answers };
}

const a = toRoute('/a');

describe('createPages', () => {
  it('loads a page once, however often it is asked for', async () => {
    const { pages, asked } = host({ '/base/a/': page('/a') });
    const [one, other] = await Promise.all([
      pages.load([a]),
      pages.load([a]),
      pages.prefetch(a, 10),
    ]);
    expect(one?.page.title).toBe('Title of /a');
    expect(other?.page).toBe(one?.page);
    await pages.load([a]);
    expect(asked).toEqual(['/base/a/']);
  });

  it('asks for the address that links have', async () => {
    const { pages, asked } = host({ '/base/a': page('/a'), '/base/': page('/') }, false);
    await pages.load([a]);
    await pages.load([toRoute('/')]);
    expect(asked).toEqual(['/base/a', '/base/']);
  });

  it('asks again after a failure, also after one of a prefetch', async () => {
    const { pages, asked, answers } = host({});
    expect(await pages.prefetch(a, 1000)).toBe(0);
    await expect(pages.load([a])).rejects.toThrow('404');
    answers.set('/base/a/', () => html(page('/a')));
    expect((await pages.load([a])).html).toBe('<p>Text</p>');
    expect(asked).toHaveLength(3);
  });

  it('takes the first route that has a page', async () => {
    const { pages, asked } = host({ '/base/a/': page('/a') });
    const loaded = await pages.load([toRoute('/a.html'), a]);
    expect(loaded.page.route).toBe('/a');
    expect(asked).toEqual(['/base/a.html/', '/base/a/']);
    await expect(pages.load([])).rejects.toThrow('not a page');
  });

  it.each([
    ['another document', '<!doctype html><h1>Hi</h1>', 'not a page'],
    ['another page', page('/b'), 'not a page'],
    ['the 404 page', page('/a', { page: { kind: 'notFound', route: '/a' } }), 'not a page'],
    ['another generation', page('/a', { generation: 'g2' }), 'has changed'],
  ])('refuses %s', async (_, text, message) => {
    const { pages } = host({ '/base/a/': text });
    await expect(pages.load([a])).rejects.toThrow(message);
  });

  it('refuses what is not HTML', async () => {
    const { pages, answers } = host({});
    for (const type of ['application/json', 'text/plain']) {
      answers.set('/base/a/', () => html(page('/a'), { 'Content-Type': type }));
      await expect(pages.load([a])).rejects.toThrow('not a page');
    }
  });

  it('passes on what the network says', async () => {
    const { pages, answers } = host({});
    answers.set('/base/a/', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(pages.load([a])).rejects.toThrow('Failed to fetch');
  });

  it('loads the component of a React page, and only to show it', async () => {
    const react = { kind: 'react', route: '/a', entry: '/dw-assets/page.js' };
    const { pages } = host({ '/base/a/': page('/a', { page: react }) });
    await pages.prefetch(a, 1000);
    const { Content } = await pages.load([a]);
    expect(Content?.length).toBe(0);
  });

  it('loads everything again after forget, even pages in progress', async () => {
    const { pages, asked, answers } = host({ '/base/a/': page('/a') });
    await pages.load([a]);
    pages.forget();
    const loading = pages.load([a]);
    answers.set('/base/a/', () => html(page('/a', { html: '<p>Newer</p>' })));
    pages.forget();
    expect((await loading).html).toBe('<p>Newer</p>');
    expect((await pages.load([a])).html).toBe('<p>Newer</p>');
    expect(asked).toHaveLength(3);
  });

  it('keeps the pages that were used last', async () => {
    const routes = Array.from({ length: 70 }, (_, index) => toRoute(`/p${index}`));
    const { pages, asked } = host(
      Object.fromEntries(routes.map((route) => [`/base${route}/`, page(route)])),
    );
    for (const route of routes) await pages.prefetch(route, 1000);
    await pages.load([toRoute('/p69')]);
    expect(asked).toHaveLength(70);
    await pages.load([toRoute('/p0')]);
    expect(asked).toHaveLength(71);
  });

  it('says how much a prefetch took: as much as the host says, else what has come', async () => {
    const { pages, answers } = host({ '/base/b/': page('/b') });
    answers.set('/base/a/', () => html(page('/a'), { 'Content-Length': '70' }));
    expect(await pages.prefetch(a, 70)).toBe(70);
    expect(await pages.prefetch(a, 70)).toBe(0);
    expect(await pages.prefetch(toRoute('/b'), 70)).toBe(page('/b').length);
  });

  it('leaves a page that is larger than a prefetch may be, and loads it for the reader', async () => {
    const { pages, asked, answers } = host({});
    answers.set('/base/a/', () => html(page('/a'), { 'Content-Length': '71' }));
    expect(await pages.prefetch(a, 70)).toBeUndefined();
    expect((await pages.load([a])).page.route).toBe('/a');
    expect(asked).toHaveLength(2);
  });

  it('takes a large page that the reader goes to while it is prefetched', async () => {
    const { pages, asked, answers } = host({});
    answers.set('/base/a/', () => html(page('/a'), { 'Content-Length': '71' }));
    const [bytes, loaded] = await Promise.all([pages.prefetch(a, 70), pages.load([a])]);
    expect([bytes, loaded.page.route]).toEqual([71, '/a']);
    expect(asked).toHaveLength(1);
  });
});

describe('a page that was loaded a while ago', () => {
  /** A page that was fetched ahead; the clock is a minute and a second later. */
  async function fetchedAhead(milliseconds = 61_000): Promise<Host> {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const ahead = host({ '/base/a/': page('/a') });
    await ahead.pages.prefetch(a, 1000);
    vi.setSystemTime(Date.now() + milliseconds);
    return ahead;
  }
  const newer = page('/a', { html: '<p>Newer</p>' });

  it('is shown as it is within a minute', async () => {
    const { pages, asked } = await fetchedAhead(59_000);
    await pages.load([a]);
    expect(asked).toHaveLength(1);
  });

  it('is checked with the host, once a minute', async () => {
    const { pages, asked, checked, answers } = await fetchedAhead();
    answers.set('/base/a/', () => html(newer));
    const [one, other] = await Promise.all([pages.load([a]), pages.load([a])]);
    expect([one?.html, other?.html]).toEqual(['<p>Newer</p>', '<p>Newer</p>']);
    await pages.load([a]);
    expect(asked).toHaveLength(2);
    expect(checked).toEqual(['/base/a/']);
  });

  it('is shown as it is when the answer takes more than 200 ms, and the newer one next time', async () => {
    const { pages, asked, answers } = await fetchedAhead();
    answers.set('/base/a/', async () => {
      await new Promise((done) => setTimeout(done, 500));
      return html(newer);
    });
    const loading = pages.load([a]);
    await vi.advanceTimersByTimeAsync(199);
    expect(await Promise.race([loading, 'not yet'])).toBe('not yet');
    await vi.advanceTimersByTimeAsync(1);
    expect((await loading).html).toBe('<p>Text</p>');
    await vi.advanceTimersByTimeAsync(300);
    expect((await pages.load([a])).html).toBe('<p>Newer</p>');
    expect(asked).toHaveLength(2);
  });

  it('is shown as it is without a network, and checked again next time', async () => {
    const { pages, asked, answers } = await fetchedAhead();
    answers.set('/base/a/', () => Promise.reject(new TypeError('Failed to fetch')));
    expect((await pages.load([a])).html).toBe('<p>Text</p>');
    answers.set('/base/a/', () => html(newer));
    expect((await pages.load([a])).html).toBe('<p>Newer</p>');
    expect(asked).toHaveLength(3);
  });

  it.each([
    ['is gone', () => new Response('', { status: 404 }), '404'],
    ['is of another generation', () => html(page('/a', { generation: 'g2' })), 'has changed'],
  ])('is not shown when it %s', async (_what, answer, message) => {
    const { pages, answers } = await fetchedAhead();
    answers.set('/base/a/', answer);
    await expect(pages.load([a])).rejects.toThrow(message);
    await expect(pages.load([a])).rejects.toThrow(message);
  });
});
