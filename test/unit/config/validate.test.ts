import { describe, expect, it } from 'vitest';
import { validateConfig } from '../../../src/config/validate.ts';
import { diagnose, hints, problems, SITE_LOCATION } from './check-config.ts';

const validate = (value: unknown, source = '') =>
  validateConfig(value, { ...SITE_LOCATION, source });

describe('validateConfig', () => {
  it('accepts the smallest configuration and gives it back with defaults', () => {
    const value = { title: 'Docs', url: 'https://docs.example' };
    const { config, diagnostics } = validate(value);
    expect(diagnostics).toEqual([]);
    expect(config).toMatchObject({ ...value, baseUrl: '/', search: { maxSearchResults: 8 } });
  });

  it('accepts a configuration with every key', () => {
    expect(problems(EVERYTHING)).toEqual([]);
  });

  it.each([
    [undefined, 'nothing'],
    [null, 'null'],
    ['x', 'a string'],
    [[], 'an array'],
    [new Map(), 'an instance of Map'],
    [Promise.resolve(), 'an instance of Promise'],
  ])('refuses %s instead of an object', (value, name) => {
    const { config, diagnostics } = validate(value);
    expect(config).toBeUndefined();
    expect(diagnostics.map(({ message }) => message)).toEqual([
      `the configuration: expected an object, found ${name}`,
    ]);
  });

  it('collects all problems in one run, in the order of the file', () => {
    const source = [
      `export default {`,
      `  url: 'docs.example',`,
      `  navbar: { items: [{ type: 'serch' }, { label: 'A', to: 5 }] },`,
      `  colourMode: {},`,
      `  toc: { min: 9 },`,
      `};`,
    ].join('\n');
    const value = {
      url: 'docs.example',
      navbar: { items: [{ type: 'serch' }, { label: 'A', to: 5 }] },
      colourMode: {},
      toc: { min: 9 },
    };
    const { config, diagnostics } = validate(value, source);
    expect(config).toBeUndefined();
    expect(
      diagnostics.map(({ code, location }) => [
        code,
        location?.pointer,
        location?.line,
        location?.column,
      ]),
    ).toEqual([
      ['config-missing', 'title', 1, 16],
      ['config-value', 'url', 2, 8],
      ['navbar-item', 'navbar.items[0].type', 3, 29],
      ['config-type', 'navbar.items[1].to', 3, 58],
      ['config-unknown-key', 'colourMode', 4, 3],
      ['config-value', 'toc.min', 5, 15],
    ]);
    expect(diagnostics.map(({ location }) => location?.file)).toEqual(
      diagnostics.map(() => 'site.config.ts'),
    );
  });

  it('spans the value, and for a missing key the object that lacks it', () => {
    const source = `export default {\n  url: 'x' };`;
    const [missing, url] = validate({ url: 'x' }, source).diagnostics;
    expect(missing?.location).toMatchObject({ line: 1, column: 16, endLine: 2, endColumn: 13 });
    expect(url?.location).toMatchObject({ line: 2, column: 8, endLine: 2, endColumn: 11 });
  });
});

describe('shape', () => {
  it.each([
    [{ title: 5 }, 'title: expected a string, found a number'],
    [{ trailingSlash: 'yes' }, 'trailingSlash: expected a boolean, found a string'],
    [{ i18n: [] }, 'i18n: expected an object, found an array'],
    [{ docs: {} }, 'docs: expected an array, found an object'],
    [{ docs: [null] }, 'docs[0]: expected an object, found null'],
    [{ navbar: { items: [false] } }, 'navbar.items[0]: expected an object, found a boolean'],
    [{ toc: { max: '3' } }, 'toc.max: expected a number, found a string'],
    [
      { head: [{ tag: 'meta', attributes: { a: 1 } }] },
      'head[0].attributes.a: expected a string or a boolean, found a number',
    ],
    [{ footer: { links: [1] } }, 'footer.links[0]: expected an object, found a number'],
    [
      { docs: [{ sidebars: { a: 1 } }] },
      'docs[0].sidebars.a: expected "auto" or an array, found a number',
    ],
    [
      { docs: [{ sidebars: { a: [1] } }] },
      'docs[0].sidebars.a[0]: expected a string or an object, found a number',
    ],
    [{ baseUrl: () => '/' }, 'baseUrl: expected a string, found a function'],
  ])('names the path and both types: %j', (extra, message) => {
    expect(problems(extra)).toEqual([`config-type ${message}`]);
  });

  it.each<[extra: object, hint: string | undefined]>([
    [{ title: 5 }, "write it in quotes: '5'"],
    [{ trailingSlash: 'yes' }, 'write true or false, without quotes'],
    [{ toc: { max: '3' } }, 'write a number, without quotes'],
    [{ docs: 'a' }, "write docs: [{ path: 'a' }]"],
    [{ docs: 5 }, "write docs: [{ path: 'content/docs' }]"],
    [{ title: true }, "write title: 'Text'"],
    [{ navbar: 'x' }, "write navbar: { items: [{ label: 'Guide', to: '/docs/guide' }] }"],
    [{ toc: { max: NaN } }, 'write a number, without quotes'],
  ])('says how to write the expected type: %j', (extra, hint) => {
    expect(hints(extra)).toEqual([hint]);
  });

  it.each<[extra: object, message: string]>([
    [
      { i18n: { locales: [{ code: 'en', dir: 'x' }] } },
      'i18n.locales[0].dir must be "ltr" or "rtl", found "x"',
    ],
    [
      { docs: [{ path: 'content/docs', versions: { current: { banner: 'x' } } }] },
      'docs[0].versions.current.banner must be "unreleased", "unmaintained" or "none", found "x"',
    ],
    [
      { docs: [{ path: 'content/docs', searchType: 'x' }] },
      'docs[0].searchType must be "docs", "blog" or "others", found "x"',
    ],
    [{ navbar: { style: 'x' } }, 'navbar.style must be "dark" or "primary", found "x"'],
    [{ colorMode: { default: 'x' } }, 'colorMode.default must be "light" or "dark", found "x"'],
    [{ markdown: { html: 'x' } }, 'markdown.html must be "sanitize" or "trusted", found "x"'],
    [
      { links: { trailingSlash: 'x' } },
      'links.trailingSlash must be "always", "never" or "any", found "x"',
    ],
    [
      { head: [{ tag: 'x', attributes: {} }] },
      'head[0].tag must be "meta", "link" or "script", found "x"',
    ],
    ...[0, 51, 1.5].map((found): [object, string] => [
      { search: { maxSearchResults: found } },
      `search.maxSearchResults must be a whole number from 1 to 50, found ${found}`,
    ]),
    ...[0, 1_000_001].map((found): [object, string] => [
      { search: { maxIndexKilobytes: found } },
      `search.maxIndexKilobytes must be a whole number from 1 to 1000000, found ${found}`,
    ]),
    ...[0, 7].map((found): [object, string] => [
      { markdown: { searchHeadingLevel: found } },
      `markdown.searchHeadingLevel must be a whole number from 1 to 6, found ${found}`,
    ]),
    ...[1, 7].map((found): [object, string] => [
      { toc: { max: found, min: 2 } },
      `toc.max must be a whole number from 2 to 6, found ${found}`,
    ]),
  ])('names the choices: %j', (extra, message) => {
    expect(problems(extra)).toContain(`config-value ${message}`);
  });

  it.each<[extra: object]>([
    [{ search: { maxSearchResults: 1 } }],
    [{ search: { maxSearchResults: 50, maxIndexKilobytes: 1_000_000, wholeLimit: 0 } }],
    [{ search: { synonyms: [['login', 'sign in'], { from: 'k8s', to: ['kubernetes'] }] } }],
    [{ search: { maxIndexKilobytes: 1 } }],
    [{ markdown: { searchHeadingLevel: 1, html: 'trusted' } }],
    [{ markdown: { searchHeadingLevel: 6, html: 'sanitize' } }],
    [{ toc: { min: 2, max: 6 } }],
    ...['unreleased', 'unmaintained', 'none'].map((banner): [object] => [
      { docs: [{ path: 'content/docs', versions: { current: { banner } } }] },
    ]),
    ...['docs', 'blog', 'others'].map((searchType): [object] => [{ docs: [{ searchType }] }]),
    ...['always', 'never', 'any'].map((trailingSlash): [object] => [{ links: { trailingSlash } }]),
    ...['dark', 'primary'].map((style): [object] => [{ navbar: { style } }]),
    ...['dark', 'light'].map((name): [object] => [{ colorMode: { default: name } }]),
  ])('accepts the choices: %j', (extra) => {
    expect(problems(extra)).toEqual([]);
  });

  it('checks keys that the author chooses', () => {
    const docs = [{ versions: { 'a/b': {} } }];
    const [problem] = validate(
      { title: 'T', url: 'https://docs.example', docs },
      "export default {\n  docs: [{ versions: { 'a/b': {} } }] };",
    ).diagnostics;
    expect(problem?.message).toMatch(
      /^docs\[0\]\.versions\["a\/b"\] has a key that must be letters/,
    );
    expect(problem?.location).toMatchObject({ line: 2, column: 24, endColumn: 29 });
  });

  it('locates a missing key at the object that lacks it', () => {
    const source = "export default {\n  openapi: [{ id: 'x' }] };";
    const value = { title: 'T', url: 'https://docs.example', openapi: [{ id: 'x' }] };
    expect(validate(value, source).diagnostics).toMatchObject([
      { message: 'openapi[0].spec is required', location: { line: 2, column: 13, endColumn: 24 } },
    ]);
  });

  it('takes undefined as absent, and says where it is written', () => {
    expect(problems({ tagline: undefined, navbar: { items: undefined } })).toEqual([]);
    expect(problems({ title: undefined })).toEqual([
      'config-missing title has no value: what is written here is undefined',
    ]);
  });

  it('names the nearest key, or all keys', () => {
    expect(hints({ navbr: {} })).toEqual(['did you mean "navbar"?']);
    expect(hints({ toc: { zzzzzz: 1 } })).toEqual(['known keys: min, max']);
    expect(problems({ search: { maxResults: 3 } })).toEqual([
      'config-unknown-key search.maxResults is not a key of the configuration',
    ]);
  });

  it('takes no name from objects themselves', () => {
    const value = JSON.parse('{"__proto__": 1, "constructor": 2, "toString": 3}');
    expect(problems({ toc: value })).toEqual([
      'config-unknown-key toc.__proto__ is not a key of the configuration',
      'config-unknown-key toc.constructor is not a key of the configuration',
      'config-unknown-key toc.toString is not a key of the configuration',
    ]);
    expect(problems({ links: { rules: value } }).length).toBeGreaterThanOrEqual(3);
  });

  it('lists the values of a choice', () => {
    expect(problems({ navbar: { style: 'drak' } })).toEqual([
      'config-value navbar.style must be "dark" or "primary", found "drak"',
    ]);
    expect(hints({ navbar: { style: 'drak' } })).toEqual(['did you mean "dark"?']);
  });

  it('ends at values that are nested too deep', () => {
    const nested = (levels: number): object =>
      Array.from({ length: levels }).reduce<object>(
        (item) => ({ type: 'category', label: 'A', items: [item] }),
        { type: 'doc', id: 'a' },
      );
    expect(problems({ docs: [{ sidebars: { a: [nested(90)] } }] })).toEqual([]);
    for (const levels of [500, 5_000])
      expect(problems({ docs: [{ sidebars: { a: [nested(levels)] } }] })).toEqual([
        expect.stringMatching(/^config-value docs\[0\].* is nested more than 200 levels deep$/),
      ]);
  });

  it('ends at values that contain themselves', () => {
    const category: { type: string; label: string; items: unknown[] } = {
      type: 'category',
      label: 'A',
      items: [],
    };
    category.items.push(category);
    expect(problems({ docs: [{ sidebars: { a: [category] } }] })).toEqual([
      'config-value docs[0].sidebars.a[0].items[0] contains itself',
    ]);
    const item: Record<string, unknown> = { label: 'A' };
    item['items'] = [item];
    expect(diagnose({ navbar: { items: [item] } }).length).toBeGreaterThan(0);
  });

  it('checks every key of a sidebar entry', () => {
    const of = (entry: unknown) => problems({ docs: [{ sidebars: { a: [entry] } }] });
    expect(of('')).toEqual(['config-value docs[0].sidebars.a[0] must not be empty']);
    expect(of({ label: 'x' })).toEqual(['config-missing docs[0].sidebars.a[0].type is required']);
    expect(of({ type: 'docs' })).toEqual([
      'config-value docs[0].sidebars.a[0].type must be "doc", "link", "category", "autogenerated" or "openapi", found "docs"',
    ]);
    expect(of({ type: 7 })).toEqual([
      'config-type docs[0].sidebars.a[0].type: expected "doc", "link", "category", "autogenerated" or "openapi", found a number',
    ]);
    expect(of({ type: 'doc' })).toEqual(['config-missing docs[0].sidebars.a[0].id is required']);
    expect(of({ type: 'link', label: 'x', href: 'javascript:x' })).toEqual([
      'unsafe-scheme docs[0].sidebars.a[0].href has the scheme "javascript:", which is refused',
    ]);
    expect(
      of({ type: 'category', label: 'x', items: [{ type: 'autogenerated', dir: '../..' }] }),
    ).toEqual([
      'path-outside-root docs[0].sidebars.a[0].items[0].dir leads out of its folder: "../.."',
    ]);
    expect(of({ type: 'doc', id: 'a', lable: 'x' })).toEqual([
      'config-unknown-key docs[0].sidebars.a[0].lable is not a key of the configuration',
    ]);
  });

  it('checks the bounds of numbers', () => {
    for (const maxSearchResults of [0, 51, 1.5]) {
      expect(problems({ search: { maxSearchResults } })).toEqual([
        `config-value search.maxSearchResults must be a whole number from 1 to 50, found ${maxSearchResults}`,
      ]);
    }
    expect(problems({ search: { maxSearchResults: 50 } })).toEqual([]);
    for (const synonyms of [[['login']], [{ from: 'k8s', to: [] }], ['login'], [{ from: 'k8s' }]])
      expect(problems({ search: { synonyms } }), JSON.stringify(synonyms)).toHaveLength(1);
    expect(problems({ search: { maxSearchResults: Number.NaN } })).toEqual([
      'config-type search.maxSearchResults: expected a number, found NaN',
    ]);
    expect(problems({ navbar: { logo: { src: 'a.svg', width: 0 } } })).toEqual([
      'config-value navbar.logo.width must be a number of at least 1, found 0',
    ]);
  });

  it('knows the codes of link findings', () => {
    expect(
      problems({ links: { rules: { 'empty-href': 'off', 'duplicate-id': 'error' } } }),
    ).toEqual([]);
    expect(problems({ links: { rules: { 'anchor-not-fond': 'off' } } })).toEqual([
      'config-unknown-key links.rules["anchor-not-fond"] is not a key of the configuration',
    ]);
    expect(hints({ links: { rules: { 'anchor-not-fond': 'off' } } })).toEqual([
      'did you mean "anchor-not-found"?',
    ]);
    expect(problems({ links: { rules: { 'empty-href': 'warn' } } })).toEqual([
      'config-value links.rules["empty-href"] must be "off", "info", "warning" or "error", found "warn"',
    ]);
  });

  it('refuses unknown codes in every kind of rules', () => {
    const rules = { 'openapi-exmaple': 'off', 'html-droped': 'off' };
    expect(hints({ rules })).toEqual([
      'did you mean "html-dropped"?',
      'did you mean "openapi-example"?',
    ]);
    expect(problems({ openapi: [{ spec: 'a.yaml', rules: { 'html-dropped': 'off' } }] })).toEqual([
      'config-unknown-key openapi[0].rules["html-dropped"] is not a key of the configuration',
    ]);
    expect(problems({ rules: { 'html-dropped': 'info', 'openapi-tag': 'error' } })).toEqual([]);
  });

  it('refuses levels for codes whose level is fixed', () => {
    const openapi = [{ spec: 'a.yaml', rules: { 'openapi-syntax': 'info' } }];
    expect(
      problems({
        rules: { 'duplicate-route': 'warning', 'config-load': 'warning', 'invalid-slug': 'error' },
        links: { rules: { 'unsafe-scheme': 'off' } },
        openapi,
      }),
    ).toEqual([
      'config-value links.rules["unsafe-scheme"]: "unsafe-scheme" is always reported, as an error or a warning: such a URL can run code in the browser of a reader',
      'config-value openapi[0].rules["openapi-syntax"]: "openapi-syntax" is always reported, as an error or a warning: the file cannot be read',
      'config-value rules["config-load"]: the level of "config-load" cannot be changed: the site cannot be built from this configuration',
    ]);
  });
});

const EVERYTHING = {
  tagline: 'x',
  version: '1.0.1',
  baseUrl: '/base/',
  trailingSlash: false,
  favicon: 'img/favicon.svg',
  i18n: {
    defaultLocale: 'en',
    locales: [
      { code: 'en', label: 'English' },
      { code: 'ar', htmlLang: 'ar-EG', dir: 'rtl' },
    ],
  },
  docs: [
    {
      id: 'default',
      path: 'content/docs',
      routeBase: '/docs',
      sidebars: {
        a: 'auto',
        b: [
          'intro',
          { type: 'doc', id: 'x', label: 'X', className: 'c' },
          { type: 'link', label: 'L', href: 'https://a.example' },
          {
            type: 'category',
            label: 'C',
            items: ['y'],
            link: 'z',
            collapsible: true,
            collapsed: false,
          },
          { type: 'autogenerated', dir: '.' },
        ],
      },
      versions: { '1.0': { label: '1.0.x', banner: 'unmaintained', noindex: true } },
      editUrl: 'https://git.example/edit/main/',
      searchType: 'docs',
    },
  ],
  openapi: [
    {
      id: 'api',
      spec: 'openapi/a.yaml',
      routeBase: '/docs/api',
      infoSlug: 'info',
      links: { base: 'https://docs.vendor.example/api/' },
    },
  ],
  navbar: {
    title: 'T',
    logo: { src: '/img/logo.svg', alt: '', href: '/', width: 32, height: 32 },
    style: 'dark',
    hideOnScroll: true,
    items: [{ to: '/docs', label: 'Docs' }],
  },
  announcementBar: {
    id: 'a',
    content: '<b>x</b>',
    backgroundColor: '#000',
    textColor: 'white',
    isCloseable: true,
  },
  footer: {
    links: [
      {
        title: 'A',
        items: [
          { label: 'x', to: '/x' },
          { label: 'y', href: 'https://y.example' },
        ],
      },
      { html: '<b>x</b>' },
    ],
    copyright: 'c',
  },
  colorMode: { default: 'dark', disableSwitch: true, respectPrefersColorScheme: false },
  toc: { min: 2, max: 4 },
  search: {
    maxSearchResults: 8,
    hotkeys: false,
    analytics: { src: 'https://cdn.example/a.js', endpoint: 'https://events.example/' },
  },
  markdown: { html: 'trusted', searchHeadingLevel: 3 },
  links: { rules: { 'page-not-found': 'error' } },
  security: {
    origins: {
      img: ['https://a.example'],
      media: [],
      frame: [],
      script: [],
      connect: ['http://localhost:8080'],
    },
  },
  redirects: [
    { from: '/old', to: '/new#x' },
    { from: '/out', to: 'https://a.example/x' },
  ],
  head: [{ tag: 'meta', attributes: { name: 'theme-color', content: '#fff' } }],
  outDir: 'build',
};
