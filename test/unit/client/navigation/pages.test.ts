import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  createPages,
  type LoadedPage,
  type Pages,
} from '../../../../src/client/navigation/pages.ts';
import { toRoute } from '../../../../src/shared/paths.ts';
import { uiMessages } from '../../../../src/shared/ui-messages.ts';

/** A document, as the reading of `host` understands it. */
function page(route: string, article = '<p>Text</p>'): string {
  return `${JSON.stringify({ route, html: article })}</html>`;
}

/** The parts of a document that a test looks at, in place of one. */
const documents = new WeakMap<object, { readonly route: string; readonly html: string }>();

function parse(text: string): Document {
  const parsed: Document = JSON.parse('{}');
  documents.set(parsed, text.startsWith('{') ? JSON.parse(text.replace('</html>', '')) : {});
  return parsed;
}

function htmlOf({ look }: LoadedPage): string | undefined {
  return documents.get(look())?.html;
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
    messages: uiMessages,
    fetch: async (url, { cache }) => {
      asked.push(url);
      if (cache === 'no-cache') checked.push(url);
      return answers.get(url)?.() ?? new Response('<h1>Not found</h1>', { status: 404 });
    },
    parse,
    routeOf: (parsed) => {
      const { route } = documents.get(parsed) ?? {};
      return route === undefined ? undefined : toRoute(route);
    },
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
    expect(one && htmlOf(one)).toBe('<p>Text</p>');
    expect(other).toBe(one);
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
    expect(htmlOf(await pages.load([a]))).toBe('<p>Text</p>');
    expect(asked).toHaveLength(3);
  });

  it('takes the first route that has a page', async () => {
    const { pages, asked } = host({ '/base/a/': page('/a') });
    const loaded = await pages.load([toRoute('/a.html'), a]);
    expect(htmlOf(loaded)).toBe('<p>Text</p>');
    expect(asked).toEqual(['/base/a.html/', '/base/a/']);
    await expect(pages.load([])).rejects.toThrow('not a page');
  });

  it.each([
    ['another document', '<!doctype html><h1>Hi</h1>', 'not a page'],
    ['another page', page('/b'), 'not a page'],
    ['the 404 page', '{}</html>', 'not a page'],
    ['the beginning of a page', page('/a').replace('</html>', ''), 'not a page'],
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

  it('loads everything again after forget, even pages in progress', async () => {
    const { pages, asked, answers } = host({ '/base/a/': page('/a') });
    await pages.load([a]);
    pages.forget();
    const loading = pages.load([a]);
    answers.set('/base/a/', () => html(page('/a', '<p>Newer</p>')));
    pages.forget();
    expect(htmlOf(await loading)).toBe('<p>Newer</p>');
    expect(htmlOf(await pages.load([a]))).toBe('<p>Newer</p>');
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
    expect(htmlOf(await pages.load([a]))).toBe('<p>Text</p>');
    expect(asked).toHaveLength(2);
  });

  it('takes a large page that the reader goes to while it is prefetched', async () => {
    const { pages, asked, answers } = host({});
    answers.set('/base/a/', () => html(page('/a'), { 'Content-Length': '71' }));
    const [bytes, loaded] = await Promise.all([pages.prefetch(a, 70), pages.load([a])]);
    expect([bytes, htmlOf(loaded)]).toEqual([71, '<p>Text</p>']);
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
  const newer = page('/a', '<p>Newer</p>');

  it('is shown as it is within a minute', async () => {
    const { pages, asked } = await fetchedAhead(59_000);
    await pages.load([a]);
    expect(asked).toHaveLength(1);
  });

  it('is checked with the host, once a minute', async () => {
    const { pages, asked, checked, answers } = await fetchedAhead();
    answers.set('/base/a/', () => html(newer));
    const [one, other] = await Promise.all([pages.load([a]), pages.load([a])]);
    expect([one, other].map((loaded) => loaded && htmlOf(loaded))).toEqual([
      '<p>Newer</p>',
      '<p>Newer</p>',
    ]);
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
    expect(htmlOf(await loading)).toBe('<p>Text</p>');
    await vi.advanceTimersByTimeAsync(300);
    expect(htmlOf(await pages.load([a]))).toBe('<p>Newer</p>');
    expect(asked).toHaveLength(2);
  });

  it('is shown as it is without a network, and checked again next time', async () => {
    const { pages, asked, answers } = await fetchedAhead();
    answers.set('/base/a/', () => Promise.reject(new TypeError('Failed to fetch')));
    expect(htmlOf(await pages.load([a]))).toBe('<p>Text</p>');
    answers.set('/base/a/', () => html(newer));
    expect(htmlOf(await pages.load([a]))).toBe('<p>Newer</p>');
    expect(asked).toHaveLength(3);
  });

  it.each([
    ['is gone', () => new Response('', { status: 404 }), '404'],
    ['is another page', () => html(page('/b')), 'not a page'],
  ])('is not shown when it %s', async (_what, answer, message) => {
    const { pages, answers } = await fetchedAhead();
    answers.set('/base/a/', answer);
    await expect(pages.load([a])).rejects.toThrow(message);
    await expect(pages.load([a])).rejects.toThrow(message);
  });
});
