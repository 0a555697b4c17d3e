import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { FILES_POLICY, IMMUTABLE } from '../../src/publish/hosting-rules.ts';
import { docsCommand } from '../support/docs-command.ts';
import type { StaticServer } from '../support/serve.ts';
import { runDocker } from './support/docker.ts';
import { runGithubPages } from './support/github-pages.ts';
import { buildHosted, type ServedSite } from './support/hosted-site.ts';
import { runCaddy, runHeaderHost, runNginx } from './support/hosts.ts';
import { checkOf, recipe } from './support/recipes.ts';

interface Rules {
  readonly run: (site: ServedSite) => Promise<StaticServer>;
  /** The answer to `/x` where pages are `/x/`, and to `/x/` where they are `/x`. */
  readonly other: readonly [withSlash: string, without: string];
  /** The answer to `/x.html`. */
  readonly name: readonly [withSlash: string, without: string];
  /** Language of the 404 page below `/fr/`. */
  readonly missing: string;
  readonly asset: string | undefined;
  /** Whether the host sends headers of the site. */
  readonly hasHeaders: boolean;
}

const TO_PAGE = 'redirects';
const SERVER = {
  other: [TO_PAGE, TO_PAGE],
  name: [TO_PAGE, '200'],
  missing: 'fr',
  asset: IMMUTABLE,
  hasHeaders: true,
} as const;

/** The table "This is how the hosts answer" of the manual. */
const HOSTS = {
  nginx: { ...SERVER, run: runNginx },
  caddy: { ...SERVER, run: runCaddy },
  cloudflare: { ...SERVER, run: runHeaderHost, name: [TO_PAGE, TO_PAGE] },
  netlify: { ...SERVER, run: runHeaderHost, other: ['200', '200'], name: ['404', '200'] },
  'github-pages': {
    run: runGithubPages,
    other: [TO_PAGE, '404'],
    name: ['404', '200'],
    missing: 'en',
    asset: 'max-age=600',
    hasHeaders: false,
  },
} satisfies Readonly<Record<string, Rules>>;

const CASES = (['nginx', 'caddy', 'cloudflare', 'netlify', 'github-pages'] as const).flatMap(
  (host) => [
    { host, baseUrl: '/', trailingSlash: true },
    { host, baseUrl: '/project/', trailingSlash: false },
  ],
);

/** The status of an answer; a redirect must lead to the page. */
async function answer(url: string, page: string): Promise<string> {
  const { status, headers } = await fetch(url, { redirect: 'manual' });
  if (status < 300 || status > 399) return String(status);
  const target = new URL(headers.get('location') ?? '', url);
  expect(target.href).toBe(page);
  return TO_PAGE;
}

describe.each(CASES)('$host, at $baseUrl', ({ host, baseUrl, trailingSlash }) => {
  const rules: Rules = HOSTS[host];
  const slash = trailingSlash ? '/' : '';

  it('answers every kind of address', async () => {
    const site = await buildHosted({ hosting: host, baseUrl, trailingSlash });
    onTestFinished(site.driver.dispose);
    const server = await rules.run(site);
    onTestFinished(server.close);
    const { url } = server;
    const file = (pattern: RegExp): string =>
      site.driver.files().find((f) => pattern.test(f)) ?? '';
    const get = (path: string): Promise<Response> => fetch(url + path, { redirect: 'manual' });
    const page = `${url}guides/start${slash}`;
    const form = trailingSlash ? 0 : 1;

    expect((await get('')).status).toBe(200);
    expect((await get(`guides/start${slash}`)).status).toBe(200);
    expect(await answer(`${url}guides/start${trailingSlash ? '' : '/'}`, page)).toBe(
      rules.other[form],
    );
    expect(await answer(`${url}guides/start.html`, page)).toBe(rules.name[form]);

    const old = await get(`old${slash}`);
    expect([old.status, await old.text()]).toEqual([
      200,
      expect.stringContaining(`url=${baseUrl}guides/start${slash}`),
    ]);

    for (const [path, lang] of [
      ['nowhere', 'en'],
      ['fr/nulle-part', rules.missing],
    ] as const) {
      const missing = await get(path);
      expect([path, missing.status]).toEqual([path, 404]);
      expect(missing.headers.get('content-type')).toMatch(/^text\/html; ?charset=utf-8$/i);
      expect(await missing.text()).toContain(`<html lang="${lang}"`);
    }

    const asset = await get(file(/^dw-assets\/client-.*\.js$/));
    expect([asset.status, asset.headers.get('cache-control')]).toEqual([200, rules.asset]);
    const linked = await get(file(/^dw-files\/.*\.svg$/));
    const policy = linked.headers.get('content-security-policy');
    expect([linked.status, policy?.endsWith(FILES_POLICY) ?? false]).toEqual([
      200,
      rules.hasHeaders,
    ]);
    const home = await get('');
    expect(home.headers.has('content-security-policy')).toBe(rules.hasHeaders);
    const hasPolicy = (await home.text()).includes('http-equiv="Content-Security-Policy"');
    // The header of Netlify and Cloudflare is that of all pages together; each page narrows it.
    expect(hasPolicy).toBe(!['nginx', 'caddy'].includes(host));
    expect((await get('.well-known/security.txt')).status).toBe(200);
  });
});

/** A new site, as `docs init` writes it. */
async function newSite(name: string): Promise<string> {
  const dir = join(inject('runFolder'), `deploying-${name}`);
  mkdirSync(dir);
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  expect(await docsCommand(['init', '--yes'], { cwd: dir })).toMatchObject({ status: 0 });
  return dir;
}

/** A line that a build prints on a busy machine. */
const SLOW_PAGES = /^slow pages: .*\n/m;

/** The output with the same text for all numbers. */
function numberless(output: string): string {
  return output
    .replace(SLOW_PAGES, '')
    .replaceAll(/\d+(?:\.\d+)?/g, '1')
    .replaceAll(/ [kM]B/g, ' kB')
    .trim();
}

/** Asks the server what the command of the manual asks the site. */
async function expectCheck(title: string, server: StaticServer): Promise<void> {
  const { path, names, output } = checkOf(title);
  const { status, headers } = await fetch(new URL(path, server.url), { redirect: 'manual' });
  const printed = names.map((name) => (name === 'http_code' ? status : (headers.get(name) ?? '')));
  expect(printed.join(' ')).toBe(output);
}

describe('the recipes of the manual', () => {
  it.each([
    ['github-pages', 'GitHub Pages'],
    ['netlify', 'Netlify'],
    ['cloudflare', 'Cloudflare'],
    ['nginx', 'nginx'],
    ['caddy', 'Caddy'],
  ] as const)('%s: build and check print what the manual shows', async (host, title) => {
    const dir = await newSite(host);
    const { status, output } = await docsCommand(['build', '--hosting', host], { cwd: dir });
    expect(status).toBe(0);
    expect(numberless(output)).toBe(numberless(recipe(`docs build --hosting ${host}`)));
    const root = join(dir, 'build');
    const server = await HOSTS[host].run({ dir, root, baseUrl: '/' });
    onTestFinished(server.close);
    await expectCheck(title, server);
  });

  it('Docker: the steps of the Dockerfile make an image that serves the site', async () => {
    const context = await newSite('docker');
    const { server, output } = await runDocker(context, join(context, '..', 'docker-work'));
    onTestFinished(server.close);
    expect(numberless(output)).toBe(numberless(recipe('docs build --hosting nginx')));
    await expectCheck('Docker', server);
    expect((await fetch(`${server.url}docs/getting-started/`)).status).toBe(200);
    expect((await fetch(`${server.url}nowhere`)).status).toBe(404);
  });
});
