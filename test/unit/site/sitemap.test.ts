import { afterEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../../src/config/load.ts';
import { discover } from '../../../src/content/discover.ts';
import { readSources } from '../../support/read-sources.ts';
import { createPageDates } from '../../../src/site/page-dates.ts';
import { sitemapFiles } from '../../../src/site/sitemap.ts';
import { type SiteDriver, type SiteFiles, site } from '../../support/site.ts';
import { childrenOf, parseXml } from '../../support/xml.ts';

const drivers: SiteDriver[] = [];

afterEach(() => {
  for (const driver of drivers.splice(0)) driver.dispose();
});

async function built(body: string, files: SiteFiles): Promise<SiteDriver> {
  const driver = site({
    'site.config.ts': `export default { title: 'T', url: 'https://docs.example.com', ${body} };\n`,
    ...files,
  });
  drivers.push(driver);
  return driver.build();
}

const PAGES: SiteFiles = {
  'content/docs/one.md': '---\nlast_update: { date: 2026-05-06 }\n---\n# One\n\nText.\n',
  'content/docs/two.md': '# Two\n\nText.\n',
  'content/docs/internal/index.md': '# Internal\n\nText.\n',
  'content/docs/internal/plan.md': '# Plan\n\nText.\n',
};

describe('sitemap', () => {
  it('leaves out what globs of paths name, and has dates if asked', async () => {
    const { file } = await built(
      "baseUrl: '/b/', lastUpdate: true, rules: { 'git-history': 'off' }, sitemap: { exclude: ['/docs/internal/**', '/'] }",
      PAGES,
    );
    expect(file('sitemap.xml').split('\n').slice(2, -2)).toEqual([
      '<url><loc>https://docs.example.com/b/docs/one/</loc><lastmod>2026-05-06T00:00:00Z</lastmod></url>',
      '<url><loc>https://docs.example.com/b/docs/two/</loc></url>',
    ]);
    expect(file('robots.txt')).toContain('Sitemap: https://docs.example.com/b/sitemap.xml');
  });

  it('names the page in each language', async () => {
    const { file } = await built("i18n: { locales: [{ code: 'en' }, { code: 'fr' }] },", {
      ...PAGES,
      'i18n/fr/docs/one.md': '# Un\n\nTexte.\n',
    });
    const entries = file('sitemap.xml').split('\n');
    const links = ['en /docs/one/', 'fr /fr/docs/one/', 'x-default /docs/one/'].map((pair) => {
      const [language, path] = pair.split(' ');
      return `<xhtml:link rel="alternate" hreflang="${language}" href="https://docs.example.com${path}"/>`;
    });
    for (const path of ['/docs/one/', '/fr/docs/one/'])
      expect(entries).toContain(
        `<url><loc>https://docs.example.com${path}</loc>${links.join('')}</url>`,
      );
    expect(entries.join()).not.toContain('/fr/docs/two/');
    expect(parseXml(file('sitemap.xml')).name).toBe('urlset');
    expect(entries[1]).toContain('xmlns:xhtml="http://www.w3.org/1999/xhtml"');
  });

  it('is not written if the site wants none', async () => {
    const { file, files } = await built('sitemap: false,', PAGES);
    expect(files()).not.toContain('sitemap.xml');
    expect(file('robots.txt')).toBe('User-agent: *\nAllow: /\n');
  });

  it('refuses globs that are no paths', async () => {
    const driver = await built("sitemap: { exclude: ['docs/**'] },", PAGES);
    expect(driver.result().diagnostics[0]).toMatchObject({
      code: 'config-value',
      hint: 'did you mean "/docs/**"?',
    });
  });

  it.each([
    ['URLs', { urls: 2, bytes: 1e6 }],
    ['bytes', { urls: 1000, bytes: 140 }],
  ])('is an index of several files above a limit of %s', async (_, limits) => {
    const { dir } = await built('', PAGES);
    const { config } = await loadConfig({ siteDir: dir });
    if (config === undefined) throw new Error('the site has no configuration');
    const locate = () => ({ file: 'site.config.ts', line: 1, column: 1 });
    const { graph } = readSources({ config, sources: discover(config), locate });
    const dates = createPageDates(graph.config, new Map());
    const files = sitemapFiles({ graph, dates, isUnlisted: () => false }, limits);
    expect(files.map(({ name }) => name)).toEqual([
      'sitemap.xml',
      'sitemap-1.xml',
      'sitemap-2.xml',
      'sitemap-3.xml',
    ]);
    expect(files[0]?.content).toContain(
      '<sitemap><loc>https://docs.example.com/sitemap-3.xml</loc></sitemap>\n</sitemapindex>',
    );
    const [index, ...parts] = files.map(({ content }) => parseXml(content));
    expect(index?.name).toBe('sitemapindex');
    expect(parts.map((part) => childrenOf(part, 'url').length)).toEqual([2, 2, 1]);
  });
});
