import { afterEach, describe, expect, it } from 'vitest';
import { type SiteDriver, site } from '../../support/site.ts';

const drivers: SiteDriver[] = [];

afterEach(() => {
  for (const driver of drivers.splice(0)) driver.dispose();
});

async function built(hosting: string, from: string): Promise<SiteDriver> {
  const driver = site({
    'site.config.ts': `export default {
  title: 'T', url: 'https://docs.example.com', baseUrl: '/b/', hosting: '${hosting}',
  redirects: [{ from: '/old', to: '/docs/one' }, { from: '${from}', to: '/docs/*' }],
  rules: { 'page-not-found': 'warning' },
};\n`,
    'content/docs/one.md': '# One\n\n[Two](/was/two) [Three](/was/three)\n',
    'content/docs/two.md': '# Two\n\nText.\n',
    'static/_redirects': '/own /b/docs/one 302',
  });
  drivers.push(driver);
  return driver.build();
}

describe('a redirect of all addresses below a folder', () => {
  it.each(['netlify', 'cloudflare'])('is a rule of %s after those of the author', async (host) => {
    const driver = await built(host, '/was/*');
    expect(driver.diagnostics()).toEqual([
      'content/docs/one.md:3:7 redirected',
      'content/docs/one.md:3:25 page-not-found',
    ]);
    expect(driver.file('_redirects').split('\n').slice(0, 2)).toEqual([
      '/own /b/docs/one 302',
      '/b/was/* /b/docs/:splat 301',
    ]);
    expect(driver.files().filter((path) => /^(?:old|was)/.test(path))).toEqual(['old/index.html']);
    expect(driver.page('/docs/one')).toContain('href="/b/docs/two/"');
  });

  it.each(['none', 'github-pages'])('is an error with hosting: %s', async (host) => {
    const driver = await built(host, '/was/*');
    expect(driver.result().ok).toBe(false);
    expect(driver.result().diagnostics.find(({ code }) => code === 'config-value')).toMatchObject({
      message: 'redirects[1].from "/was/*" is a pattern, which needs rules of a host',
      location: { line: 3, column: 58 },
    });
  });

  it('is an error if it would hide a page', async () => {
    const driver = await built('nginx', '/docs/*');
    const [problem] = driver.result().diagnostics;
    expect(problem?.message).toMatch(/^redirects\[1\]/);
    expect(driver.result().ok).toBe(false);
  });
});
