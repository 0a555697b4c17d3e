import { describe, expect, it, onTestFinished } from 'vitest';
import { integrityOf } from '../../../src/bundle/bundle-client.ts';
import { type SiteDriver, site } from '../../support/site.ts';

async function built(config: string): Promise<SiteDriver> {
  const driver = site({
    'site.config.ts': `export default { title: 'T', url: 'https://docs.example.com', ${config} };\n`,
    'content/index.md': '# Home\n',
    'content/one.md': '# One\n\n## Part\n',
  });
  onTestFinished(driver.dispose);
  await driver.build();
  expect(driver.diagnostics()).toEqual([]);
  return driver;
}

const REDIRECT_SCRIPT = /^dw-assets\/redirect-[A-Z2-7]{8}\.js$/;

const scripts = (driver: SiteDriver): readonly string[] =>
  driver.files().filter((path) => REDIRECT_SCRIPT.test(path));

describe('the documents of redirects', () => {
  it.each([
    ['/', true, '/one/'],
    ['/b/', false, '/b/one'],
  ])('share a script, after the refresh (%s, slash: %s)', async (base, slash, target) => {
    const driver = await built(
      `baseUrl: '${base}', trailingSlash: ${slash}, redirects: [{ from: '/old', to: '/one' }, { from: '/part', to: '/one#part' }]`,
    );
    const [script = '', ...others] = scripts(driver);
    expect(others).toEqual([]);
    const tag = `<script src="${base}${script}" integrity="${integrityOf(driver.file(script))}"></script>`;
    for (const [from, to] of [
      ['/old', target],
      ['/part', `${target}#part`],
    ] as const) {
      const html = driver.page(from);
      expect(html.match(/<script.*/g)).toEqual([tag]);
      const refresh = html.indexOf(`<meta http-equiv="refresh" content="0; url=${to}">`);
      const canonical = html.indexOf(`<link rel="canonical" href="${to}">`);
      expect(refresh).toBeGreaterThan(0);
      expect(canonical).toBeGreaterThan(refresh);
      expect(html.indexOf(tag)).toBeGreaterThan(canonical);
    }
    expect(driver.page('/one')).not.toContain(script);
  });

  it.each(['', `hosting: 'nginx', redirects: [{ from: '/old/*', to: '/one' }]`])(
    'alone have the script (%s)',
    async (config) => {
      expect(scripts(await built(config))).toEqual([]);
    },
  );
});
