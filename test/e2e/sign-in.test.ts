import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityViolations } from '../support/axe.ts';
import { type FakeApi, startApi } from '../support/fake-api.ts';
import { serve } from '../support/serve.ts';
import { type SiteDriver, site } from '../support/site.ts';
import { suite } from '../support/suite.ts';

/** What the authorization server does with the reader. */
let reply: (asked: URLSearchParams) => Readonly<Record<string, string>>;
let api: FakeApi;
let server: FakeApi;
let driver: SiteDriver;
let challenge = '';

beforeAll(async () => {
  [api, server] = await Promise.all([startApi(), startApi()]);
  server.answer = ({ url, body }) => {
    const { pathname, searchParams: asked } = new URL(url, server.origin);
    if (pathname === '/authorize') {
      challenge = asked.get('code_challenge') ?? '';
      const back = new URL(asked.get('redirect_uri') ?? '');
      for (const [name, value] of Object.entries(reply(asked))) back.searchParams.set(name, value);
      return { status: 302, headers: { Location: back.href } };
    }
    const given = new URLSearchParams(body);
    const own = createHash('sha256')
      .update(given.get('code_verifier') ?? '')
      .digest('base64url');
    const isRight = own === challenge && given.get('code') === 'c0de';
    const answer = isRight
      ? { access_token: 'secret-token', token_type: 'Bearer' }
      : { error: 'invalid_grant' };
    return { status: isRight ? 200 : 400, type: 'application/json', body: JSON.stringify(answer) };
  };
  const flow = {
    authorizationUrl: `${server.origin}/authorize?tenant=1`,
    tokenUrl: `${server.origin}/token`,
    scopes: { 'things:read': 'Reads things.' },
  };
  const description = {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    servers: [{ url: api.origin }],
    paths: {
      '/things': {
        get: {
          operationId: 'listThings',
          security: [{ login: ['things:read'] }],
          responses: { 200: { description: 'Things.' } },
        },
      },
    },
    components: {
      securitySchemes: { login: { type: 'oauth2', flows: { authorizationCode: flow } } },
    },
  };
  driver = site({
    'openapi.json': JSON.stringify(description),
    'index.md': '# Home\n',
    'site.config.ts': `export default {
      title: 'Things', url: 'https://docs.example.com', contentDir: '.', docs: [],
      openapi: [{ spec: 'openapi.json', routeBase: '/api', console: { clientId: 'docs' } }],
    };\n`,
  });
});

afterAll(async () => {
  await Promise.all([api.close(), server.close()]);
  driver.dispose();
});

describe('signing in', () => {
  const { visit } = suite({
    open: async () => {
      await driver.build();
      expect(driver.diagnostics().filter((line) => !line.includes('warning'))).toEqual([]);
      const served = await serve(driver.outDir());
      return { server: served, dispose: () => served.close() };
    },
    expected: /^foreign http:\/\/127\.0\.0\.1|the server responded with a status of/,
  });
  const open = async (page: Page): Promise<void> => {
    api.received.length = 0;
    server.received.length = 0;
    await page.locator('[data-try-it]').press('Enter');
    await page.getByRole('button', { name: 'Sign in' }).press('Enter');
  };

  it('gets a token by a code and a verifier, sends it, and keeps it in memory', async () => {
    reply = (asked) => ({ code: 'c0de', state: asked.get('state') ?? '' });
    await visit({ context: { bypassCSP: false } }, async ({ page, open: load }) => {
      await load('/api/get-list-things');
      const other = page.context().waitForEvent('page');
      await open(page);
      await page.getByText('Signed in.').waitFor();
      const [authorize, token] = server.received;
      const asked = new URL(authorize?.url ?? '', server.origin).searchParams;
      const redirect = new URL('/dw-oauth.html', page.url()).href;
      expect(Object.fromEntries(asked)).toEqual({
        tenant: '1',
        response_type: 'code',
        client_id: 'docs',
        redirect_uri: redirect,
        scope: 'things:read',
        state: expect.stringMatching(/^[\w-]{43}$/),
        code_challenge: expect.stringMatching(/^[\w-]{43}$/),
        code_challenge_method: 'S256',
      });
      expect(token?.headers['referer']).toBeUndefined();
      expect(token?.body).not.toContain('secret');
      const window = await other;
      if (!window.isClosed()) expect(window.url()).not.toContain('c0de');
      await page.getByLabel('Keep credentials').check();
      await page.locator('.try-send').press('Enter');
      await page.locator('.try-console strong').waitFor();
      expect(api.received[0]?.headers['authorization']).toBe('Bearer secret-token');
      const kept = await page.evaluate(() =>
        JSON.stringify([{ ...sessionStorage }, { ...localStorage }, location.href, history.state]),
      );
      expect(kept).not.toContain('secret-token');
      expect(await page.locator('[data-tabs="language"]').innerText()).not.toContain(
        'secret-token',
      );
    });
  });

  it('takes no answer to another request, and says why there is no token', async () => {
    await visit({ context: { bypassCSP: true } }, async ({ page, open: load }) => {
      await load('/api/get-list-things');
      reply = () => ({ code: 'c0de', state: 'forged' });
      const other = page.context().waitForEvent('page');
      await open(page);
      await (await other).waitForURL(/dw-oauth/).catch(() => undefined);
      await page.getByText('Go on in the other window').waitFor();
      expect(server.received.map(({ url }) => url.replace(/\?.*/, ''))).toEqual(['/authorize']);
      reply = (asked) => ({ error: 'access_denied', state: asked.get('state') ?? '' });
      await page.getByRole('button', { name: 'Sign in' }).press('Enter');
      await page.getByText('Not signed in: access_denied').waitFor();
      reply = (asked) => ({ code: 'wrong', state: asked.get('state') ?? '' });
      await page.getByRole('button', { name: 'Sign in' }).press('Enter');
      await page.getByText('Not signed in: invalid_grant').waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
    });
  });

  it('widens the policy of pages that send requests by the origin of tokens alone', () => {
    const policy = (file: string): string =>
      / content="(default-src[^"]*)"/.exec(driver.file(file))?.[1] ?? '';
    const page = policy('api/get-list-things/index.html').replaceAll('&#39;', "'");
    expect(page).toContain(`connect-src 'self' ${api.origin} ${server.origin};`);
    expect(page).toContain("form-action 'self'");
    expect(policy('index.html')).not.toContain(server.origin);
    expect(policy('dw-oauth.html')).toContain("default-src 'none';script-src 'self'");
  });
});
