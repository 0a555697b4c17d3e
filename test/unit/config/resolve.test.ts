import { describe, expect, it } from 'vitest';
import type { SiteConfig } from '../../../src/config/schema.ts';
import { siteDialect } from '../../../src/dialects/site-dialect.ts';
import { resolveSite } from '../../support/resolve-config.ts';

/** Resolves the smallest configuration plus `extra` in a site with the given folders. */
function resolveWith(
  extra: Partial<SiteConfig> = {},
  folders: readonly string[] = [],
  outDir?: string,
) {
  const exists = (path: string) => folders.some((folder) => path === `/site/${folder}`);
  return resolveSite(extra, { outDir, exists });
}

describe('resolveConfig', () => {
  it('allows the origins of analytics in the policy, each once', () => {
    const { security, search } = resolveWith({
      search: {
        analytics: { src: 'https://cdn.example/a/b.js', endpoint: 'https://events.example/in' },
      },
      security: { origins: { script: ['https://cdn.example'], connect: ['https://own.example'] } },
    });
    expect(search.analytics?.src).toBe('https://cdn.example/a/b.js');
    expect(security.origins.script).toEqual(['https://cdn.example']);
    expect(security.origins.connect).toEqual(['https://own.example', 'https://events.example']);
  });

  it('fills in every default', () => {
    const current = {
      name: 'current',
      label: undefined,
      path: 'content/docs',
      routeBase: '/docs',
      banner: undefined,
      noindex: false,
      sidebars: undefined,
    };
    const set = {
      id: 'default',
      path: 'content/docs',
      routeBase: '/docs',
      sidebars: undefined,
      frozen: { folder: 'versions', prefix: '', names: [] },
      versions: [current],
      last: current,
      editUrl: undefined,
      searchType: 'docs',
    };
    expect(resolveWith({}, ['content', 'content/docs'])).toEqual({
      siteDir: '/site',
      agents: { llms: true, full: true, mcp: true, assistants: [] },
      configFile: 'site.config.ts',
      contentDir: '/site/content',
      staticDir: '/site/static',
      templatesDir: '/site/templates',
      templatesDirs: ['/site/templates'],
      themes: [],
      i18nDir: '/site/i18n',
      toolDir: '/site',
      translationDirs: new Map(),
      outDir: '/site/build',
      includeRoots: ['/site', '/site/content'],
      title: 'Docs',
      tagline: '',
      version: undefined,
      url: 'https://docs.example',
      baseUrl: '/',
      trailingSlash: true,
      favicon: undefined,
      defaultLocale: 'en',
      locales: [{ code: 'en', label: 'English', htmlLang: 'en', dir: 'ltr' }],
      docs: [set],
      sets: [set],
      openapi: [],
      sampleModules: [],
      samples: {
        hosts: [],
        env: [],
        clients: [],
        languages: ['curl', 'javascript', 'python', 'go'],
      },
      navbar: { title: 'Docs', items: [], hideOnScroll: false },
      announcementBar: undefined,
      footer: undefined,
      colorMode: { default: 'light', disableSwitch: false, respectPrefersColorScheme: true },
      toc: { min: 2, max: 3 },
      search: {
        maxSearchResults: 8,
        hotkeys: true,
        synonyms: [],
        commonSynonyms: true,
        wholeLimit: 64,
        analytics: undefined,
      },
      markdown: {
        html: 'sanitize',
        searchHeadingLevel: 4,
        zoom: false,
        languages: {},
        dialects: [],
        ignoredKeys: [],
        variables: undefined,
        mdx: true,
        components: { md: false, map: {} },
      },
      collections: {},
      plugins: [],
      frontmatter: { ignore: [] },
      dialect: siteDialect(),
      dialectFile: undefined,
      isAssumed: false,
      links: { rules: {}, schemes: [], trailingSlash: 'any' },
      rules: {},
      security: {
        origins: { img: [], media: [], frame: [], script: [], connect: [] },
        trustedTypes: [],
      },
      redirects: [],
      sidebar: { hideable: false, autoCollapse: false },
      lastUpdate: { time: false, contributors: false },
      sitemap: { exclude: [], lastmod: false },
      feed: undefined,
      head: [],
    });
  });

  it.each([
    [
      ['content', 'content/docs'],
      { contentDir: '/site/content', docs: [['content/docs', '/docs']] },
    ],
    [['content'], { contentDir: '/site/content', docs: [['content', '/']] }],
    [[], { contentDir: '/site', docs: [['', '/']] }],
    [['docs'], { contentDir: '/site', docs: [['', '/']] }],
  ])('finds the docs among the folders %j', (folders, expected) => {
    const { contentDir, docs } = resolveWith({}, folders);
    expect({ contentDir, docs: docs.map((set) => [set.path, set.routeBase]) }).toEqual(expected);
  });

  it.each([
    [{ path: 'content/docs/sdk' }, 'content/docs/sdk', '/docs/sdk'],
    [{ path: './content/guides/' }, 'content/guides', '/guides'],
    [{ path: 'content' }, 'content', '/'],
    [{ path: 'handbook/en' }, 'handbook/en', '/handbook/en'],
    [{ path: 'content\\docs' }, 'content/docs', '/docs'],
    [{}, 'content/docs', '/docs'],
    [{ routeBase: 'manual/x/' }, 'content/docs', '/manual/x'],
    [{ routeBase: '/' }, 'content/docs', '/'],
  ])('places the docs set %j', (set, path, routeBase) => {
    expect(resolveWith({ docs: [set] }, ['content', 'content/docs']).docs).toMatchObject([
      { path, routeBase },
    ]);
  });

  it('keeps a site without docs sets without', () => {
    expect(resolveWith({ docs: [] }).docs).toEqual([]);
  });

  it.each([
    ['docs', '/docs/'],
    ['/docs', '/docs/'],
    ['/docs/', '/docs/'],
    ['/', '/'],
    ['a/b', '/a/b/'],
  ])('gives the base path %s both slashes', (baseUrl, normal) => {
    expect(resolveWith({ baseUrl }).baseUrl).toBe(normal);
  });

  it('normalises origins, the favicon and files', () => {
    const config = resolveWith({
      url: 'https://Docs.Example:443/',
      favicon: '/img/x.svg',
      openapi: [{ spec: './openapi/a.yaml' }],
      security: { origins: { img: ['https://A.example/'] } },
    });
    expect(config.url).toBe('https://docs.example');
    expect(config.favicon).toBe('img/x.svg');
    expect(config.openapi).toEqual([
      {
        id: 'api',
        path: ['openapi', 0],
        set: undefined,
        spec: 'openapi/a.yaml',
        routeBase: '/api',
        infoSlug: undefined,
        rules: {},
        strict: false,
        linkBase: undefined,
        downloads: 'whole',
        server: undefined,
        samples: undefined,
        builder: true,
        console: undefined,
        errors: undefined,
        overlays: [],
        history: undefined,
        schemas: 'all',
        exclude: {},
      },
    ]);
    expect(config.security.origins.img).toEqual(['https://a.example']);
  });

  it('resolves include roots against the site folder', () => {
    expect(resolveWith({ contentDir: 'text' }).includeRoots).toEqual(['/site', '/site/text']);
    expect(resolveWith({ includeRoots: ['..', 'code'] }).includeRoots).toEqual(['/', '/site/code']);
  });

  it('takes the output folder from the command line, else from the configuration', () => {
    expect(resolveWith({ outDir: '../public' }).outDir).toBe('/public');
    expect(resolveWith({ outDir: '/srv/www' }).outDir).toBe('/srv/www');
    expect(resolveWith({ outDir: 'out' }, [], '/elsewhere').outDir).toBe('/elsewhere');
  });

  it('fills in names and directions of locales', () => {
    const locales = [
      { code: 'de' },
      { code: 'ar' },
      { code: 'xx', label: 'X', htmlLang: 'he-IL' },
      { code: 'az-Arab' },
      { code: 'pt-BR' },
      { code: 'ur', dir: 'ltr' as const },
    ];
    const config = resolveWith({ i18n: { locales } });
    expect(config.defaultLocale).toBe('de');
    expect(config.locales).toEqual([
      { code: 'de', label: 'Deutsch', htmlLang: 'de', dir: 'ltr' },
      { code: 'ar', label: 'العربية', htmlLang: 'ar', dir: 'rtl' },
      { code: 'xx', label: 'X', htmlLang: 'he-IL', dir: 'rtl' },
      { code: 'az-Arab', label: 'az-Arab', htmlLang: 'az-Arab', dir: 'rtl' },
      { code: 'pt-BR', label: 'pt-BR', htmlLang: 'pt-BR', dir: 'ltr' },
      { code: 'ur', label: 'ur', htmlLang: 'ur', dir: 'ltr' },
    ]);
    expect(resolveWith({ i18n: { defaultLocale: 'fr' } }).locales).toEqual([
      { code: 'fr', label: 'Français', htmlLang: 'fr', dir: 'ltr' },
    ]);
  });

  it.each([
    ['ar', 'العربية', 'rtl'],
    ['de', 'Deutsch', 'ltr'],
    ['en', 'English', 'ltr'],
    ['es', 'Español', 'ltr'],
    ['fa', 'فارسی', 'rtl'],
    ['fr', 'Français', 'ltr'],
    ['he', 'עברית', 'rtl'],
    ['hi', 'हिन्दी', 'ltr'],
    ['id', 'Bahasa Indonesia', 'ltr'],
    ['it', 'Italiano', 'ltr'],
    ['ja', '日本語', 'ltr'],
    ['ko', '한국어', 'ltr'],
    ['nl', 'Nederlands', 'ltr'],
    ['pl', 'Polski', 'ltr'],
    ['pt', 'Português', 'ltr'],
    ['ru', 'Русский', 'ltr'],
    ['tr', 'Türkçe', 'ltr'],
    ['uk', 'Українська', 'ltr'],
    ['vi', 'Tiếng Việt', 'ltr'],
    ['zh', '中文', 'ltr'],
    ['yi', 'yi', 'rtl'],
    ['ur-Latn', 'ur-Latn', 'ltr'],
    ['fa-IR', 'fa-IR', 'rtl'],
  ])('names the language %s', (code, label, dir) => {
    const { locales } = resolveWith({ i18n: { locales: [{ code }] } });
    expect(locales).toEqual([{ code, label, htmlLang: code, dir }]);
  });

  it('keeps what is configured', () => {
    const config = resolveWith({
      navbar: { title: 'T', style: 'dark', logo: { src: 'a.svg' } },
      colorMode: { default: 'dark', disableSwitch: true },
      toc: { min: 4 },
      search: { hotkeys: false },
    });
    expect(config.navbar).toEqual({
      title: 'T',
      style: 'dark',
      logo: { src: 'a.svg' },
      items: [],
      hideOnScroll: false,
    });
    expect(config.colorMode).toEqual({
      default: 'dark',
      disableSwitch: true,
      respectPrefersColorScheme: true,
    });
    expect(config.toc).toEqual({ min: 4, max: 4 });
    expect(config.search.hotkeys).toBe(false);
  });

  it('gives records of the author no inherited keys', () => {
    const sidebars: Record<string, 'auto'> = { a: 'auto' };
    const [set] = resolveWith({ docs: [{ sidebars }] }).docs;
    expect(set?.sidebars?.['a']).toBe('auto');
    expect(set?.sidebars?.['constructor']).toBeUndefined();
  });
});
