import { describe, expect, it } from 'vitest';
import { createPages, type Pages } from '../../../src/client/pages.ts';
import { BUNDLE_SCHEMA, type SiteFile } from '../../../src/shared/page-bundle.ts';
import { toRoute } from '../../../src/shared/paths.ts';
import { texts } from '../../../src/shared/texts.ts';

function bundle(route: string, changes: object = {}): string {
  return JSON.stringify({
    schema: BUNDLE_SCHEMA,
    generation: 'g1',
    siteFile: '/site.json',
    title: `Title of ${route}`,
    html: '<p>Text</p>',
    page: { route },
    ...changes,
  });
}

const file = readSiteFile('{ "generation": "g1" }');

/** What pages share does not matter here. */
function readSiteFile(text: string): SiteFile {
  return JSON.parse(text);
}

interface Host {
  readonly pages: Pages;
  /** Addresses in the order in which they were asked for. */
  readonly asked: string[];
  /** What each address answers with from now on. */
  readonly answers: Map<string, () => Response | Promise<Response>>;
}

function host(files: Readonly<Record<string, string>>): Host {
  const asked: string[] = [];
  const answers = new Map(
    Object.entries(files).map(([url, text]) => [url, () => new Response(text)] as const),
  );
  const pages = createPages({
    style: { baseUrl: '/', trailingSlash: true },
    generation: 'g1',
    texts,
    siteFile: async () => file,
    fetch: async (url) => {
      asked.push(url);
      return answers.get(url)?.() ?? new Response('<h1>Not found</h1>', { status: 404 });
    },
    importPage: async (entry) => () => `component of ${entry}`,
  });
  return { pages, asked, answers };
}

const a = toRoute('/a');

describe('createPages', () => {
  it('loads a page once, however often it is asked for', async () => {
    const { pages, asked } = host({ '/a/index.json': bundle('/a') });
    const [one, other] = await Promise.all([pages.load([a]), pages.load([a]), pages.prefetch(a)]);
    expect(one?.bundle.title).toBe('Title of /a');
    expect(other?.bundle).toBe(one?.bundle);
    await pages.load([a]);
    expect(asked).toEqual(['/a/index.json']);
  });

  it('asks again after a failure, also after one of a prefetch', async () => {
    const { pages, asked, answers } = host({});
    await pages.prefetch(a);
    await expect(pages.load([a])).rejects.toThrow('404');
    answers.set('/a/index.json', () => new Response(bundle('/a')));
    expect((await pages.load([a])).bundle.html).toBe('<p>Text</p>');
    expect(asked).toHaveLength(3);
  });

  it('takes the first route that has a page', async () => {
    const { pages, asked } = host({ '/a/index.json': bundle('/a') });
    const loaded = await pages.load([toRoute('/a.html'), a]);
    expect(loaded.bundle.page.route).toBe('/a');
    expect(asked).toEqual(['/a.html/index.json', '/a/index.json']);
    await expect(pages.load([])).rejects.toThrow('not a page');
  });

  it.each([
    ['HTML', '<!doctype html><h1>Hi</h1>', 'not a page'],
    ['truncated JSON', '{"schema":', 'not a page'],
    ['null', 'null', 'not a page'],
    ['an array', '[1]', 'not a page'],
    ['another schema', bundle('/a', { schema: 0 }), 'not a page'],
    ['a page without HTML', bundle('/a', { html: undefined }), 'not a page'],
    ['a page without data', bundle('/a', { page: null }), 'not a page'],
    ['another page', bundle('/b'), 'not a page'],
    ['another generation', bundle('/a', { generation: 'g2' }), 'has changed'],
  ])('refuses %s', async (_, text, message) => {
    const { pages } = host({ '/a/index.json': text });
    await expect(pages.load([a])).rejects.toThrow(message);
  });

  it('passes on what the network says', async () => {
    const { pages, answers } = host({});
    answers.set('/a/index.json', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(pages.load([a])).rejects.toThrow('Failed to fetch');
  });

  it('loads the component of a React page, and only to show it', async () => {
    const page = { route: '/a', entry: '/assets/page.js' };
    const { pages } = host({ '/a/index.json': bundle('/a', { page }) });
    await pages.prefetch(a);
    const { Content } = await pages.load([a]);
    expect(Content?.length).toBe(0);
  });

  it('loads all anew that it is told to forget, also what is under way', async () => {
    const { pages, asked, answers } = host({ '/a/index.json': bundle('/a') });
    await pages.load([a]);
    pages.forget();
    const loading = pages.load([a]);
    answers.set('/a/index.json', () => new Response(bundle('/a', { html: '<p>Newer</p>' })));
    pages.forget();
    expect((await loading).bundle.html).toBe('<p>Newer</p>');
    expect((await pages.load([a])).bundle.html).toBe('<p>Newer</p>');
    expect(asked).toHaveLength(3);
  });

  it('keeps the bundles that were used last', async () => {
    const routes = Array.from({ length: 70 }, (_, index) => toRoute(`/p${index}`));
    const files = Object.fromEntries(
      routes.map((route) => [`${route}/index.json`, bundle(route)] as const),
    );
    const { pages, asked } = host(files);
    for (const route of routes) await pages.prefetch(route);
    await pages.load([toRoute('/p69')]);
    expect(asked).toHaveLength(70);
    await pages.load([toRoute('/p0')]);
    expect(asked).toHaveLength(71);
  });
});
