import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { FILES_POLICY } from '../../../../src/publish/hosting-rules.ts';
import { type SiteDriver, type SiteFiles, site } from '../../../support/site.ts';
import { STRICT_POLICY } from '../../../support/strict-policy.ts';

const drivers: SiteDriver[] = [];
afterAll(() => {
  for (const driver of drivers) driver.dispose();
});

const ISLAND: SiteFiles = {
  'templates/components/Draw.tsx': `'use client';
    export const security = { trustedTypes: ['drawing'] };
    export default () => <p>Draw</p>;`,
  'content/draw.mdx': '# Draw\n\n<Draw />\n',
};

async function built(config: string, more: SiteFiles = {}): Promise<SiteDriver> {
  const driver = site({
    'site.config.ts': `export default {
      title: 'T', url: 'https://docs.example.com', redirects: [{ from: '/old', to: '/' }], ${config}
    };`,
    'content/index.md': '# Home\n',
    'static/plain.html': '<!doctype html><title>x</title><p>x</p>',
    ...more,
  });
  drivers.push(driver);
  await driver.build();
  expect(driver.diagnostics()).toEqual([]);
  return driver;
}

const META =
  /^<!doctype html>\n<html[^>]*>\n<head>\n<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="([^"]*)">\n/;

const metaOf = (html: string): string | undefined => META.exec(html)?.[1];

/** What is left of the policy in a page. */
const IN_META = STRICT_POLICY.split('; ')
  .filter((directive) => !/^(?:frame-ancestors|worker-src)/.test(directive))
  .join(';');

describe('the policy in pages', () => {
  it.each(['', "hosting: 'github-pages'"])(
    'is in every document that the build makes, and in no file of the author (%s)',
    async (config) => {
      const driver = await built(config, ISLAND);
      expect(metaOf(driver.page('/'))).toBe(IN_META);
      expect(metaOf(driver.file('404.html'))).toBe(IN_META);
      expect(metaOf(driver.page('/draw'))).toBe(`${IN_META} drawing`);
      expect(metaOf(driver.page('/old'))).toBe(
        "default-src 'none';script-src 'self';base-uri 'none';form-action 'none';require-trusted-types-for 'script';trusted-types 'none'",
      );
      expect(driver.file('plain.html')).not.toContain('http-equiv');
    },
  );

  it.each(['none', 'nginx', 'caddy', 'netlify', 'cloudflare'])(
    'is not there for %s',
    async (host) => {
      const driver = await built(`hosting: '${host}'`);
      for (const route of ['/', '/old']) expect(driver.page(route)).not.toContain('Content-Secur');
    },
  );

  it('narrows that of Netlify and Cloudflare, which have one for all pages', async () => {
    for (const host of ['netlify', 'cloudflare']) {
      const driver = await built(`hosting: '${host}'`, ISLAND);
      expect(metaOf(driver.page('/'))).toBe(IN_META);
      expect(metaOf(driver.page('/draw'))).toBe(`${IN_META} drawing`);
      const rules = driver.file('_headers');
      expect(rules.match(/Content-Security-Policy: .*/g)).toEqual([
        `Content-Security-Policy: ${STRICT_POLICY} drawing`,
        `Content-Security-Policy: ${FILES_POLICY}`,
      ]);
    }
  });

  it('takes the place of a header that is too long for the host', async () => {
    const origins = Array.from({ length: 80 }, (_, index) => `https://image-${index}.example.com`);
    const security = `security: { origins: { img: ${JSON.stringify(origins)} } }`;
    for (const host of ['cloudflare', 'nginx']) {
      const driver = await built(`hosting: '${host}', ${security}`);
      expect(metaOf(driver.page('/'))).toContain('https://image-79.example.com');
      const rules = host === 'nginx' ? nginx(driver) : driver.file('_headers');
      expect(rules).not.toContain('image-79');
      expect(rules).toContain("frame-ancestors 'none'");
      expect(Math.max(...rules.split('\n').map((line) => line.length))).toBeLessThan(2000);
    }
  });
});

function nginx({ dir }: SiteDriver): string {
  return readFileSync(join(dir, '.docwright/hosting/nginx.conf'), 'utf8');
}

describe('the files for a host', () => {
  it('are followed by those of the author', async () => {
    const driver = await built(
      "hosting: 'netlify', i18n: { locales: [{ code: 'en' }, { code: 'fr' }] }, rules: { 'empty-locale': 'off' }",
      {
        'static/_headers': '/*\n  X-Own: 1\n',
        'static/_redirects': '/a /b',
      },
    );
    expect(driver.file('_headers')).toMatch(
      /^# Written[^]*X-Frame-Options: DENY[^]*\/\*\n {2}X-Own: 1\n$/,
    );
    expect(driver.file('_redirects')).toBe('/a /b\n/fr/* /fr/404.html 404\n');
  });

  it('stay as they are for other hosts', async () => {
    const driver = await built("hosting: 'nginx'", { 'static/_headers': '/*\n  X-Own: 1\n' });
    expect(driver.file('_headers')).toBe('/*\n  X-Own: 1\n');
  });

  it('have rules below the base path', async () => {
    const driver = await built("hosting: 'netlify', baseUrl: '/base/'");
    expect(driver.file('_headers').match(/^\/.*/gm)).toEqual([
      '/base/*',
      '/base/dw-assets/*',
      '/base/dw-files/*',
    ]);
    expect(driver.file('_redirects')).toBe('/base/* /base/404.html 404\n');
  });

  it('include .nojekyll for GitHub Pages, unless the site has it', async () => {
    expect((await built("hosting: 'github-pages'")).file('.nojekyll')).toBe('');
    const own = await built("hosting: 'github-pages'", { 'static/.nojekyll': 'mine' });
    expect(own.file('.nojekyll')).toBe('mine');
  });

  it('of servers are not published, and name no folder of this machine', async () => {
    for (const [host, file] of [
      ['nginx', 'nginx.conf'],
      ['caddy', 'Caddyfile'],
    ] as const) {
      const driver = await built(`hosting: '${host}'`);
      const rules = readFileSync(join(driver.dir, '.docwright/hosting', file), 'utf8');
      expect(rules).not.toContain(driver.dir);
      expect(driver.files().filter((path) => path.includes(file))).toEqual([]);
      expect(driver.result().summary?.notes).toEqual([
        `headers and cache rules of ${host} in .docwright/hosting/${file}: include it in the server's configuration`,
      ]);
    }
  });

  it('are chosen by the build before the configuration', async () => {
    const driver = await built("hosting: 'none'");
    expect(driver.result().summary?.notes.join()).toContain('hosting: none');
    await driver.build({ hosting: 'netlify' });
    expect(driver.file('_headers')).toContain(STRICT_POLICY);
    await driver.build({ hosting: 'nginx' });
    expect(driver.files()).not.toContain('_headers');
  });
});

it('publishes nothing if the rules of a server cannot be written', async () => {
  const driver = site({
    'site.config.ts': `export default { title: 'T', url: 'https://docs.example.com', hosting: 'nginx' };`,
    'content/index.md': '# Home\n',
    '.docwright/hosting': 'a file where the folder should be',
  });
  drivers.push(driver);
  await driver.build();
  expect(driver.diagnostics()).toEqual([expect.stringContaining('output-write')]);
  expect(driver.files()).toEqual([]);
});
