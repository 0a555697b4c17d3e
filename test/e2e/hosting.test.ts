import { once } from 'node:events';
import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { FILES_POLICY } from '../../src/publish/hosting-rules.ts';
import { follow, ready } from '../support/reader.ts';
import { type StaticServer, serve } from '../support/serve.ts';
import { STRICT_POLICY } from '../support/strict-policy.ts';
import { type Host, type Suite, suite } from '../support/suite.ts';
import { buildHosted, type HostedSite } from './support/hosted-site.ts';
import { runCaddy, runHeaderHost, runNginx } from './support/hosts.ts';
import { noteSearches, searchFor } from './support/searching.ts';

interface Hosting extends Host, HostedSite {}

type Settings = Parameters<typeof buildHosted>[0];
type Run = (site: HostedSite) => Promise<StaticServer>;

const MISSING = /^Failed to load resource: .* 404/;

function hosted(settings: Settings, run: Run): Suite<Hosting> {
  return suite({
    open: async () => {
      const site = await buildHosted(settings);
      const server = await run(site);
      const dispose = async (): Promise<void> => {
        await server.close();
        site.driver.dispose();
      };
      return { ...site, server, dispose };
    },
  });
}

const HOSTS: readonly (readonly [string, Settings, Run])[] = [
  ['nginx', { hosting: 'nginx' }, runNginx],
  [
    'nginx below a path, without trailing slashes',
    { hosting: 'nginx', baseUrl: '/base/', trailingSlash: false },
    runNginx,
  ],
  ['Caddy', { hosting: 'caddy' }, runCaddy],
  [
    'Caddy below a path, without trailing slashes',
    { hosting: 'caddy', baseUrl: '/base/', trailingSlash: false },
    runCaddy,
  ],
  ['Netlify', { hosting: 'netlify' }, runHeaderHost],
  [
    'Cloudflare below a path, without trailing slashes',
    { hosting: 'cloudflare', baseUrl: '/base/', trailingSlash: false },
    runHeaderHost,
  ],
  ['a host without headers', {}, ({ root }) => serve(root)],
];

/** Visits every kind of page; a violation of the policy or an error in the console fails the test. */
function visitsAll({ host, visit }: Suite<Hosting>): () => Promise<void> {
  return () =>
    visit({}, async ({ page, open, documents }) => {
      await noteSearches(page);
      const slash = host().trailingSlash ? '/' : '';
      await open('');
      await follow(page, 'Guide', 'Start');
      const { hits } = await searchFor(page, 'walruses');
      expect(await hits.count()).toBeGreaterThan(0);
      await page.keyboard.press('Escape');
      expect(documents()).toBe(1);
      await open(`api/get-list-orders${slash}`);
      await page.getByRole('heading', { level: 1, name: 'List orders' }).waitFor();
      await open(`fr${slash}`);
      await open(`counter${slash}`);
      await page.getByRole('button', { name: 'Count 0' }).click();
      await page.getByRole('button', { name: 'Count 1' }).waitFor();
      await page.goto(`${host().server.url}old${slash}#part`);
      await page.waitForURL(`**/guides/start${slash}#part`);
      await ready(page);
    });
}

/** Visits a page with a wider policy by a link, uses it, and goes back to pages with the strict one. */
function visitsWide({ visit }: Suite<Hosting>): () => Promise<void> {
  return () =>
    visit(
      { expected: /Content Security Policy|Trusted Type/ },
      async ({ page, open, problems }) => {
        await open('');
        await follow(page, 'Drawing', 'Drawing');
        await ready(page);
        await page.getByRole('button', { name: 'Draw' }).click();
        const border = page
          .locator('b.drawn')
          .evaluate((one) => getComputedStyle(one).borderTopWidth);
        expect(await border).toBe('7px');
        expect(problems).toEqual([]);
        await follow(page, 'Go back', 'Home');
        await ready(page);
        expect(problems).toEqual([]);
      },
    );
}

const INJECTED =
  '<img src="data:," onerror="window.injected = 1"><script>window.injected = 1</script>';

/** Visits a page into which somebody has put scripts: they do not run, unlike where there is no policy. */
function blocksScripts({ host, visit }: Suite<Hosting>): () => Promise<void> {
  return () =>
    visit({ expected: /Content Security Policy/i }, async ({ page, problems }) => {
      const { url } = host().server;
      await page.route(url, async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replace('</article>', `${INJECTED}$&`);
        await route.fulfill({ response, body });
      });
      await page.goto(url);
      await ready(page);
      expect(await page.evaluate(() => Reflect.has(window, 'injected'))).toBe(false);
      expect(problems.length).toBeGreaterThanOrEqual(2);
      expect(await page.evaluate(createsPolicy)).toBe(false);
    });
}

function createsPolicy(): boolean {
  try {
    const rules = { createHTML: String, createScriptURL: String };
    return window.trustedTypes?.createPolicy('drawing', rules) !== undefined;
  } catch {
    return false;
  }
}

/** Reads a linked file as a document: its scripts do not run. */
function readsLinked({ host, visit }: Suite<Hosting>): () => Promise<void> {
  return () =>
    visit({ expected: /Content Security Policy/i }, async ({ page, problems }) => {
      await page.goto(host().server.url + linkedFile(host(), 'html'));
      expect(await page.title()).toBe('x');
      await page.goto(host().server.url + linkedFile(host(), 'svg'));
      expect(await page.evaluate(() => document.documentElement.id)).toBe('');
      expect(problems.length).toBeGreaterThanOrEqual(2);
    });
}

function linkedFile({ driver }: HostedSite, extension: string): string {
  const file = driver.files().find((path) => new RegExp(`^dw-files/.*\\.${extension}$`).test(path));
  if (file === undefined) throw new Error(`no ${extension} file is published`);
  return file;
}

const IMMUTABLE = 'public, max-age=31536000, immutable';

async function head(url: string): Promise<{ readonly status: number; readonly of: Headers }> {
  const { status, headers } = await fetch(url, { redirect: 'manual' });
  return { status, of: headers };
}

/** The policy of an answer to a path that is sent as it is. */
async function policyOf(origin: string, path: string): Promise<string | undefined> {
  const [answer] = await once(request(origin, { path }).end(), 'response');
  answer.resume();
  return answer.headers['content-security-policy'];
}

describe.each(HOSTS)('%s', (_name, settings, run) => {
  const made = hosted(settings, run);
  const { host } = made;
  const hasHeaders = settings.hosting !== undefined;
  const slash = settings.trailingSlash === false ? '' : '/';
  const get = (path: string) => head(host().server.url + path);

  it('shows every kind of page without a violation', visitsAll(made));
  it('widens the policy for the page that needs it, and for no other', visitsWide(made));

  it('runs no injected script', blocksScripts(made));

  it('answers unknown addresses with the 404 page of their language', () =>
    made.visit({ expected: MISSING }, async ({ page }) => {
      for (const [path, lang] of [
        ['nowhere', 'en'],
        ['guides/nowhere/', 'en'],
        ['dw-assets/client-AAAAAAAA.js', 'en'],
        ['fr/nulle-part/', hasHeaders ? 'fr' : 'en'],
      ] as const) {
        const answer = await page.goto(host().server.url + path);
        expect([path, answer?.status()]).toEqual([path, 404]);
        expect(answer?.headers()['content-type']).toMatch(/^text\/html;\s?charset=utf-8$/);
        expect(await page.locator('html').getAttribute('lang')).toBe(lang);
        // Netlify applies the rules of a folder to missing files too.
        if (settings.hosting !== 'netlify')
          expect(answer?.headers()['cache-control']).not.toBe(IMMUTABLE);
      }
    }));

  if (!hasHeaders) return;

  it('runs no scripts of linked files', readsLinked(made));

  it('sends one policy, headers and cache rules', async () => {
    const isNarrowed = settings.hosting === 'netlify' || settings.hosting === 'cloudflare';
    const home = await get('');
    const policy = home.of.get('content-security-policy');
    expect(policy === STRICT_POLICY).toBe(!isNarrowed);
    expect(policy).not.toContain(',');
    for (const page of [`drawing${slash}`, `%C3%A9t%C3%A9/(a+b)${slash}`]) {
      const { status, of } = await get(page);
      expect([page, status, of.get('content-security-policy')]).toEqual([
        page,
        200,
        expect.stringMatching(/^[^,]*style-src 'self' 'unsafe-inline'[^,]* docs drawing$/),
      ]);
    }
    expect(home.status).toBe(200);
    expect(home.of.get('cache-control')).toMatch(/^no-cache$|max-age=0/);
    expect(home.of.get('x-content-type-options')).toBe('nosniff');
    expect(home.of.get('x-frame-options')).toBe('DENY');
    expect(home.of.get('access-control-allow-origin')).toBeNull();
    for (const pattern of [/^dw-assets\/client-.*\.js$/, /^dw-assets\/search\/.*\.json$/]) {
      const path = host()
        .driver.files()
        .find((file) => pattern.test(file));
      const asset = await get(path ?? '');
      expect([path, asset.status, asset.of.get('cache-control')]).toEqual([path, 200, IMMUTABLE]);
      expect(asset.of.get('x-content-type-options')).toBe('nosniff');
    }
    const index = await get('search-index-docs-default-current.json');
    expect(index.of.get('cache-control')).toMatch(/^no-cache$|max-age=0/);
    const linked = await get(linkedFile(host(), 'svg'));
    expect(linked.of.get('cache-control')).toBe(IMMUTABLE);
    expect(linked.of.get('content-security-policy')?.endsWith(FILES_POLICY)).toBe(true);
  });

  it('sends the types of files, in UTF-8', async () => {
    for (const [path, type] of [
      ['', 'text/html'],
      ['site.json', 'application/json'],
      ['robots.txt', 'text/plain'],
      ['api/get-list-orders.md', 'text/markdown'],
      [linkedFile(host(), 'svg'), 'image/svg+xml'],
      ['.well-known/security.txt', 'text/plain'],
    ] as const) {
      const { status, of } = await get(path);
      expect([path, status, of.get('content-type')]).toEqual([path, 200, `${type}; charset=utf-8`]);
    }
  });

  it('redirects the other form of an address, with its query', async () => {
    if (settings.hosting === 'netlify') return;
    const { url } = host().server;
    const other = slash === '' ? '/' : '';
    const { status, of } = await get(`api/get-list-orders${other}?a=1`);
    expect([301, 308]).toContain(status);
    expect(new URL(of.get('location') ?? '', url).href).toBe(
      `${url}api/get-list-orders${slash}?a=1`,
    );
    // A folder that has a page.
    expect((await get(`guides${slash}`)).status).toBe(200);
  });

  it('redirects all addresses below a folder, with their query', async () => {
    const { url } = host().server;
    const base = new URL(url).pathname;
    for (const [path, expected] of [
      ['was/start?a=1', 'guides/start?a=1'],
      ['was/a%20b/%C3%A9', 'guides/a%20b/%C3%A9'],
      ['was/', 'guides/'],
      ['gone/x/y', `guides/start${slash}#top`],
    ] as const) {
      const { status, of } = await get(path);
      const { pathname, search, hash } = new URL(of.get('location') ?? '', url);
      expect([path, status, pathname + search + hash]).toEqual([path, 301, base + expected]);
    }
  });

  it('redirects the names of the files of pages, with their query, unless there is such a file', async () => {
    if (settings.hosting === 'netlify') return;
    const { url } = host().server;
    const name = slash === '' ? '/index.html' : '.html';
    for (const page of ['api/get-list-orders', '%C3%A9t%C3%A9/(a+b)', 'fr']) {
      const { status, of } = await get(`${page}${name}?a=1`);
      expect([page, [301, 308].includes(status)]).toEqual([page, true]);
      const { pathname, search } = new URL(of.get('location') ?? '', url);
      const [path, query] = [`${new URL(url).pathname}${page}${slash}`, '?a=1'];
      expect([decodeURI(pathname), search]).toEqual([decodeURI(path), query]);
    }
    expect((await fetch(`${url}plain.html`)).status).toBe(200);
    expect((await get(`nowhere${name}`)).status).toBe(404);
  });

  if (settings.hosting === 'nginx' || settings.hosting === 'caddy')
    it('answers with Markdown if the client prefers it, and names it in a header', async () => {
      const { server, baseUrl } = host();
      const ask = (path: string, accept: string) =>
        fetch(server.url + path, { headers: { Accept: accept } });
      const full = 'text/markdown, text/html, */*';
      for (const path of [
        '',
        `api/get-list-orders${slash}`,
        `%C3%A9t%C3%A9/(a+b)${slash}`,
        `fr${slash}`,
      ]) {
        const text = await ask(path, full);
        expect([path, text.status, text.headers.get('content-type')]).toEqual([
          path,
          200,
          'text/markdown; charset=utf-8',
        ]);
        expect(text.headers.get('vary')).toContain('Accept');
        expect(await text.text()).toMatch(/^> .*\/llms\.txt\)/);
        for (const accept of ['text/html,*/*;q=0.8', '*/*', 'text/markdown;q=0, text/html']) {
          const page = await ask(path, accept);
          expect([path, page.headers.get('content-type')]).toEqual([
            path,
            'text/html; charset=utf-8',
          ]);
          expect(page.headers.get('vary')).toMatch(/Accept(?!-)/);
          await page.body?.cancel();
        }
      }
      const { of } = await get(`api/get-list-orders${slash}`);
      expect(of.get('link')).toBe(
        `<${baseUrl}llms.txt>; rel="llms-txt", <${baseUrl}sitemap.xml>; rel="sitemap", <${baseUrl}api/get-list-orders.md>; rel="alternate"; type="text/markdown"`,
      );
      // Nothing but pages has other forms.
      for (const path of ['robots.txt', 'site.json', 'nowhere', 'guides/.git/config'])
        expect((await ask(path, full)).headers.get('content-type')).not.toContain('markdown');
      const client = host()
        .driver.files()
        .find((file) => /^dw-assets\/client-.*\.js$/.test(file));
      expect((await get(client ?? '')).of.get('vary') ?? '').not.toMatch(/Accept(?!-)/);
    });

  if (settings.hosting === 'nginx' || settings.hosting === 'caddy')
    it('sends the policy of linked files for each form of their address', async () => {
      const { server, baseUrl } = host();
      const path = baseUrl + linkedFile(host(), 'svg');
      for (const form of [
        `/${path}`,
        `///${path}`,
        path.replace('dw-files', '/dw-files'),
        path.replace('dw-files/', 'dw-files//'),
        path.replace('dw-files', '%64w-files'),
        `/.${path}`,
        `/a/..${path}`,
        `/%2e${path}`,
        path.replace('dw-files', 'a/%2e%2e/dw-files'),
      ]) {
        expect([form, await policyOf(server.url, form)]).toEqual([form, FILES_POLICY]);
      }
    });

  if (settings.hosting === 'nginx' || settings.hosting === 'caddy')
    it('serves no hidden files, no lists of files, and redirects to no other host', async () => {
      const { baseUrl, server } = host();
      // A browser takes the first name after two slashes for a host.
      const { origin } = new URL(server.url);
      for (const path of [`/${baseUrl}guides`, `/${baseUrl}guides/`, `//${baseUrl}counter`]) {
        const location = (await head(origin + path)).of.get('location') ?? '/';
        expect([path, new URL(location, origin).origin]).toEqual([path, origin]);
      }
      for (const path of [
        '.docwright-manifest.json',
        'guides/.git/config',
        '.well-known/.env',
        'dw-assets/',
      ])
        expect([path, (await get(path)).status]).toEqual([path, 404]);
      const bare = new URL(baseUrl.replace(/(.)\/$/, '$1'), server.url).href;
      if (baseUrl !== '/')
        expect((await head(bare)).of.get('location')).toMatch(new RegExp(`${baseUrl}$`));
    });
});
