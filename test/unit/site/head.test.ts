import { expect, it, onTestFinished } from 'vitest';
import { site } from '../../support/site.ts';

it('adds scripts of the configuration to every page, and their origins to the policy', async () => {
  const driver = site({
    'site.config.ts': `export default {
  title: 'T',
  url: 'https://docs.example.com',
  baseUrl: '/b/',
  head: [
    { tag: 'script', attributes: { src: 'https://stats.example.com/x.js', defer: true, async: false, 'data-site': 'a"b' } },
    { tag: 'script', attributes: { src: '/own.js', type: 'module' } },
    { tag: 'script', attributes: { src: '/none.js' } },
  ],
  rules: { 'asset-not-found': 'warning' },
};\n`,
    'static/own.js': '',
    'content/docs/one.md': '# One\n\nText.\n',
  });
  onTestFinished(driver.dispose);
  await driver.build();
  expect(driver.diagnostics()).toEqual(['site.config.ts:8:42 asset-not-found']);
  const html = driver.page('/docs/one');
  expect(html).toContain(
    '<script src="https://stats.example.com/x.js" defer="" data-site="a&quot;b"></script>\n<script src="/b/own.js" type="module"></script>',
  );
  expect(html).toMatch(/script-src 'self' 'sha256-[^']+' https:\/\/stats\.example\.com;/);
  expect(driver.page('/404')).toContain('https://stats.example.com/x.js');
  expect(driver.result().summary?.notes).toContain(
    'the security policy is wider for scripts in `head`: https://stats.example.com',
  );
});
