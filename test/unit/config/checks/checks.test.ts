import { describe, expect, it } from 'vitest';
import { hints, problems } from '../check-config.ts';

const ORIGIN = 'write scheme and host, such as "https://docs.example.com"';

describe('identity', () => {
  it('requires title and url', () => {
    expect(problems({ title: undefined, url: undefined })).toEqual([
      'config-missing title has no value: what is written here is undefined',
      'config-missing url has no value: what is written here is undefined',
    ]);
    expect(problems({ title: '  ' })).toEqual(['config-value title must not be empty']);
  });

  it.each([
    [
      'docs.example.com',
      'must be an http or https origin, found "docs.example.com"',
      'did you mean "https://docs.example.com"?',
    ],
    ['/docs', 'must be an http or https origin, found "/docs"', ORIGIN],
    [
      'ftp://a.example',
      'has the scheme "ftp:", which is refused',
      'allowed are http, https, mailto, tel and paths of the site',
    ],
    ['https:a.example', 'must be an http or https origin, found "https:a.example"', ORIGIN],
    [
      'https://a.example?x',
      'must be an origin without query and fragment',
      'write "https://a.example"',
    ],
    [
      'https://a.example#',
      'must be an origin without query and fragment',
      'write "https://a.example"',
    ],
    ['https://u:p@a.example', 'must not hold a user name or password', 'write "https://a.example"'],
    ['https://a b', 'must be an http or https origin, found "https://a b"', ORIGIN],
  ])('refuses the url %s', (url, reason, hint) => {
    const code = url.startsWith('ftp') ? 'unsafe-scheme' : 'config-value';
    expect(problems({ url })).toEqual([`${code} url ${reason}`]);
    expect(hints({ url })).toEqual([hint]);
  });

  it('sends the path of the url to baseUrl', () => {
    expect(problems({ url: 'https://a.example/docs/' })).toEqual([
      'config-value url must be an origin without a path, found "/docs/"',
    ]);
    expect(hints({ url: 'https://a.example/docs/' })).toEqual([
      'write "https://a.example" and put the path into baseUrl',
    ]);
  });

  it.each(['http://localhost:3000', 'https://a.example/', 'https://xn--e1afmkfd.example'])(
    'accepts the url %s',
    (url) => expect(problems({ url })).toEqual([]),
  );

  it.each([
    'https://a.example/x',
    '/a?b',
    '/a#b',
    '/../a',
    '/a/./b',
    '/a b',
    '/é',
    '//a',
    '',
    '/a%2',
    '\\a',
    '/%2e%2e/',
  ])('refuses the base path %s', (baseUrl) => expect(problems({ baseUrl })).toHaveLength(1));

  it.each(['/', '/a', 'a/', '/a/b/', '/a%20b/'])('accepts the base path %s', (baseUrl) => {
    expect(problems({ baseUrl })).toEqual([]);
  });

  it.each([
    ['../x.ico', 'path-outside-root favicon leads out of its folder: "../x.ico"'],
    [
      'https://a.example/x.ico',
      'config-value favicon must be a path below the static folder, found "https://a.example/x.ico"',
    ],
    ['data:x', 'unsafe-scheme favicon has the scheme "data:", which is refused'],
  ])('refuses the favicon %s', (favicon, problem) => {
    expect(problems({ favicon })).toEqual([problem]);
  });
});

describe('locales', () => {
  it('have different codes', () => {
    const locales = [{ code: 'en' }, { code: 'pt-BR' }, { code: 'pt-br' }];
    expect(problems({ i18n: { locales } })).toEqual([
      'config-value i18n.locales[2].code repeats "pt-br" of i18n.locales[1]',
    ]);
  });

  it('need codes', () => {
    expect(problems({ i18n: { locales: [{}, {}], defaultLocale: 'en' } })).toEqual([
      'config-missing i18n.locales[0].code is required',
      'config-missing i18n.locales[1].code is required',
    ]);
  });

  it('include the default', () => {
    const i18n = { defaultLocale: 'fr', locales: [{ code: 'en' }, { code: 'de' }] };
    expect(problems({ i18n })).toEqual([
      'config-value i18n.defaultLocale is "fr", which is not in i18n.locales',
    ]);
    expect(problems({ i18n: { defaultLocale: 'fr' } })).toEqual([]);
    expect(problems({ i18n: { locales: [] } })).toEqual([
      'config-value i18n.locales must be at least one locale, found none',
    ]);
  });

  it('are 100 at most', () => {
    const locales = Array.from({ length: 101 }, (_, index) => ({
      code: String.fromCharCode(97 + (index % 26), 97 + Math.floor(index / 26)),
      label: 'L',
    }));
    const i18n = { defaultLocale: 'ba', locales };
    expect(problems({ i18n }).join()).toContain('i18n.locales must be at most 100 locales');
    expect(problems({ i18n: { ...i18n, locales: locales.slice(1) } }).join()).not.toContain('most');
  });

  it.each(['e', 'en_US', 'english-language-of', '../en', 'en/', '1n'])(
    'do not have the code %s',
    (code) => {
      expect(problems({ i18n: { locales: [{ code }] } })).toEqual([
        `config-value i18n.locales[0].code must be a language tag such as "en" or "pt-BR", found "${code}"`,
      ]);
    },
  );

  it.each(['en', 'zh-Hant-TW', 'es-419', 'de-CH-1996', 'sl-rozaj'])(
    'may have the code %s',
    (code) => {
      expect(problems({ i18n: { locales: [{ code }] } })).toEqual([]);
    },
  );
});

describe('docs sets and descriptions', () => {
  it('have different ids', () => {
    expect(problems({ docs: [{}, { id: 'a' }, { id: 'A' }, {}] })).toEqual([
      'config-value docs[2].id has the id "A" of docs[1]',
      'config-value docs[3] has the id "default" of docs[0], because it gives none',
    ]);
    expect(problems({ openapi: [{ spec: 'a.yaml' }, { spec: 'b.yaml', id: 'api' }] })).toEqual([
      'config-value openapi[1].id has the id "api" of openapi[0]',
    ]);
  });

  it.each(['..', '../docs', 'a/../../b', '/etc', 'C:\\docs', '..\\docs'])(
    'stay in the site folder: %s',
    (path) => {
      expect(problems({ docs: [{ path }] })).toEqual([
        `path-outside-root docs[0].path leads out of its folder: "${path}"`,
      ]);
      expect(problems({ openapi: [{ spec: path }] })).toEqual([
        `path-outside-root openapi[0].spec leads out of its folder: "${path}"`,
      ]);
    },
  );

  it('exist', () => {
    expect(problems({ docs: [{ path: 'content/dcs' }] })).toEqual([
      'config-value docs[0].path names a folder that does not exist: "content/dcs"',
    ]);
    expect(problems({ docs: [{ path: './content/docs/' }] })).toEqual([]);
  });

  it('explain errors on a page of the site or elsewhere', () => {
    const errors = (value: string) =>
      problems({ openapi: [{ spec: 'openapi/a.yaml', errors: value }] });
    const other = errors('/');
    expect(errors('/docs/errors#{code}')).toEqual(other);
    expect(errors('https://a.example/errors/{code}')).toEqual(other);
    expect(errors('javascript:alert(1)')).toContainEqual(
      expect.stringContaining('unsafe-scheme openapi[0].errors'),
    );
  });

  it('take descriptions from disk only', () => {
    expect(problems({ openapi: [{ spec: 'https://a.example/a.yaml' }] })).toEqual([
      'config-value openapi[0].spec must be a path below the site folder, found "https://a.example/a.yaml"',
    ]);
    expect(problems({ openapi: [{}] })).toEqual(['config-missing openapi[0].spec is required']);
  });

  it.each([
    [{ id: 'a/b' }, 'id'],
    [{ routeBase: '/a?b' }, 'routeBase'],
    [{ routeBase: '../a' }, 'routeBase'],
    [{ editUrl: '/edit' }, 'editUrl'],
    [{ searchType: 'news' }, 'searchType'],
    [{ versions: { 'a/b': {} } }, 'versions["a/b"]'],
    [{ versions: { a: { banner: 'old' } } }, 'versions.a.banner'],
  ])('refuse %j', (set, key) => {
    expect(problems({ docs: [set] })).toEqual([
      expect.stringContaining(`config-value docs[0].${key} `),
    ]);
  });
});

describe('output folder', () => {
  it.each([
    ['.', 'is the site folder itself'],
    ['..', 'is a folder above the site folder'],
    ['/', 'is a folder above the site folder'],
    ['content', 'is "content", which holds sources'],
    ['content/out', 'lies inside "content", which holds sources'],
    ['static/x', 'lies inside "static", which holds sources'],
    ['templates', 'is "templates", which holds sources'],
    ['node_modules/x', 'lies inside "node_modules", which holds sources'],
    ['versions', 'is "versions", which holds sources'],
  ])('is not %s', (outDir, reason) => {
    expect(problems({ outDir })).toEqual([`config-value outDir ${reason}`]);
  });

  it('holds neither docs nor descriptions', () => {
    const exists = () => true;
    expect(problems({ outDir: 'guides', docs: [{ path: 'guides/a' }] }, { exists })).toEqual([
      'config-value outDir contains "guides/a", which holds sources',
    ]);
    expect(problems({ outDir: 'api', openapi: [{ spec: 'api/a.yaml' }] })).toEqual([
      'config-value outDir contains "api/a.yaml", which holds sources',
    ]);
  });

  it('may be elsewhere, and inside a site without a content folder', () => {
    expect(problems({ outDir: '../public' })).toEqual([]);
    expect(problems({ outDir: '/srv/www' })).toEqual([]);
    expect(problems({ outDir: 'contents' })).toEqual([]);
    expect(problems({}, { exists: () => false })).toEqual([]);
  });

  it('is checked where the command line names it', () => {
    expect(problems({ outDir: 'content' }, { outDir: '/elsewhere' })).toEqual([]);
    expect(problems({}, { outDir: '/site/content' })).toEqual([
      'config-value the output folder is "content", which holds sources',
    ]);
  });
});

describe('announcement bar', () => {
  it('needs content', () => {
    expect(problems({ announcementBar: {} })).toEqual([
      'config-missing announcementBar.content is required',
    ]);
    expect(problems({ announcementBar: { content: ' ' } })).toEqual([
      'config-value announcementBar.content must not be empty',
    ]);
  });

  it.each(['#fff', '#1A2b3C80', 'RebeccaPurple', 'rgb(1 2 3 / 50%)', 'hsl(0.5turn, 100%, 50%)'])(
    'takes the color %s',
    (textColor) => {
      expect(problems({ announcementBar: { content: 'x', textColor } })).toEqual([]);
    },
  );

  it.each([
    'red;}',
    'url(x)',
    'var(--x)',
    'expression(1)',
    '#12',
    'red}body{',
    'rgb(var(--x))',
    'red url(x)',
    'rgb(1,2)',
  ])('refuses the color %s', (textColor) => {
    expect(problems({ announcementBar: { content: 'x', textColor } })).toEqual([
      expect.stringContaining('config-value announcementBar.textColor must be a CSS color'),
    ]);
  });
});

describe('footer', () => {
  it('has items with exactly one way to lead on', () => {
    const path = 'footer.links[0].items[0]';
    const of = (item: object) => problems({ footer: { links: [{ title: 'A', items: [item] }] } });
    expect(of({ label: 'x' })).toEqual([`config-missing ${path} needs "to", "href" or "html"`]);
    expect(of({ to: '/x' })).toEqual([`config-missing ${path}.label is required`]);
    expect(of({ label: 'x', to: '/x', href: 'https://a.example' })).toEqual([
      `config-value ${path}.href cannot be combined with "to"`,
    ]);
    expect(of({ label: 'x', html: 'x' })).toEqual([
      `config-value ${path}.label cannot be combined with "html"`,
    ]);
    expect(of({ label: 'x', href: 'vbscript:x' })).toEqual([
      `unsafe-scheme ${path}.href has the scheme "vbscript:", which is refused`,
    ]);
  });

  it('is columns or a row', () => {
    expect(problems({ footer: { links: [{ label: 'x', to: '/x' }] } })).toEqual([]);
    expect(problems({ footer: { links: [{ items: [] }] } })).toEqual([
      'config-missing footer.links[0].title is required',
    ]);
    expect(problems({ footer: { links: [{ lable: 'x', to: '/x' }] } })).toEqual([
      'config-missing footer.links[0].label is required',
      'config-unknown-key footer.links[0].lable is not a key of the configuration',
    ]);
  });
});

describe('table of contents', () => {
  it('has its levels in order, from 2 to 6', () => {
    expect(problems({ toc: { min: 4, max: 3 } })).toEqual([
      'config-value toc.min is 4, above toc.max (3)',
    ]);
    expect(problems({ toc: { min: 4 } })).toEqual([]);
    expect(problems({ toc: { min: 1, max: 7 } })).toEqual([
      'config-value toc.max must be a whole number from 2 to 6, found 7',
      'config-value toc.min must be a whole number from 2 to 6, found 1',
    ]);
  });
});

describe('redirects', () => {
  it('start at different paths', () => {
    const redirects = [
      { from: '/a', to: '/b' },
      { from: '/a/', to: '/c' },
    ];
    expect(problems({ redirects })).toEqual([
      'config-value redirects[1].from repeats "/a" of redirects[0]',
    ]);
  });

  it('lead elsewhere', () => {
    expect(problems({ redirects: [{ from: '/a', to: '/a/#x' }] })).toEqual([
      'config-value redirects[0].to leads to where the redirect starts: "/a"',
    ]);
  });

  it.each([
    [{ from: 'a', to: '/b' }, 'config-value redirects[0].from must be a path'],
    [{ from: '//a', to: '/b' }, 'config-value redirects[0].from must be a path'],
    [{ from: '/a/*/c', to: '/b' }, 'config-value redirects[0].from is a pattern'],
    [{ from: '/*', to: 'https://a.example' }, 'config-value redirects[0].from is a pattern'],
    [{ from: '/a', to: '/b/*' }, 'config-value redirects[0].to has a "*"'],
    [{ from: '/a/*', to: '/a/b/*' }, 'config-value redirects[0].to leads to where'],
    [{ from: '/a/:id/c', to: '/b' }, 'config-value redirects[0].from is a pattern'],
    [{ from: '/a?x', to: '/b' }, 'config-value redirects[0].from must be a path without query'],
    [{ from: '/../a', to: '/b' }, 'config-value redirects[0].from must be a path'],
    [{ from: '/%2e%2e/a', to: '/b' }, 'config-value redirects[0].from must be a path'],
    [{ from: '/a', to: 'b' }, 'config-value redirects[0].to must be a path'],
    [{ from: '/a', to: '//b' }, 'config-value redirects[0].to must be a path'],
    [{ from: '/a', to: 'javascript:x' }, 'unsafe-scheme redirects[0].to has the scheme'],
    [{ from: '/a', to: 'mailto:a@b.example' }, 'config-value redirects[0].to must be a path'],
    [{ from: '/a', to: '/../b' }, 'outside-root redirects[0].to climbs out'],
    [{ from: '/a' }, 'config-missing redirects[0].to is required'],
  ])('refuses %j', (redirect, problem) => {
    expect(problems({ redirects: [redirect] })).toEqual([expect.stringContaining(problem)]);
  });
});

describe('security and search', () => {
  it('takes origins only', () => {
    expect(
      problems({ security: { origins: { img: ['https://a.example/x', '*', "'unsafe-inline'"] } } }),
    ).toEqual([
      'config-value security.origins.img[0] must be an origin without a path, found "/x"',
      'config-value security.origins.img[1] must be an http or https origin, found "*"',
      `config-value security.origins.img[2] must be an http or https origin, found "'unsafe-inline'"`,
    ]);
  });

  it('takes complete addresses for analytics', () => {
    expect(problems({ search: { analytics: { src: '/a.js' } } })).toEqual([
      'config-missing search.analytics.endpoint is required',
      'config-value search.analytics.src must be an http or https address, found "/a.js"',
    ]);
  });
});

describe('head', () => {
  const of = (attributes: object, tag = 'meta') => problems({ head: [{ tag, attributes }] });

  it('takes meta, link, and scripts with an address', () => {
    expect(of({ rel: 'me', href: 'https://a.example' }, 'link')).toEqual([]);
    const src = 'https://a.example/x.js';
    expect(of({ src, defer: true, 'data-site': 'x' }, 'script')).toEqual([]);
    expect(of({ src, integrity: 'sha384-x', crossorigin: 'anonymous' }, 'script')).toEqual([]);
    expect(of({ src: '/x.js', integrity: 'sha384-x' }, 'script')).toEqual([]);
    expect(of({}, 'style')).toEqual([
      'config-value head[0].tag must be "meta", "link" or "script", found "style"',
    ]);
  });

  it.each([
    [{ type: 'module' }, 'config-missing head[0].attributes.src is required'],
    [
      { src: 'https://a.example/x.js', integrity: 'sha384-x' },
      'config-value head[0].attributes.integrity needs crossorigin, or browsers refuse the script',
    ],
    [
      { src: '//a.example/x.js' },
      'config-value head[0].attributes.src has no scheme: "//a.example/x.js"',
    ],
    [
      { src: '/x.js', onload: true },
      'config-value head[0].attributes.onload would run a script, which is refused',
    ],
    [
      { src: 'data:text/javascript,x' },
      'unsafe-scheme head[0].attributes.src has the scheme "data:", which is refused',
    ],
  ])('refuses the script %j', (attributes, problem) => {
    expect(of(attributes, 'script')).toEqual([problem]);
  });

  it.each([
    [
      { onload: 'x' },
      'config-value head[0].attributes.onload would run a script, which is refused',
    ],
    [
      { OnError: 'x' },
      'config-value head[0].attributes.OnError would run a script, which is refused',
    ],
    [
      { style: 'x' },
      'config-value head[0].attributes.style would need inline styles, which the site does without',
    ],
    [{ 'a b': 'x' }, 'config-value head[0].attributes["a b"] is not the name of an attribute'],
    [{ 'x>': 'x' }, 'config-value head[0].attributes["x>"] is not the name of an attribute'],
    [
      { href: 'JavaScript:x' },
      'unsafe-scheme head[0].attributes.href has the scheme "javascript:", which is refused',
    ],
  ])('refuses %j', (attributes, problem) => {
    expect(of(attributes)).toEqual([problem]);
  });

  it.each([
    '0;url=javascript:x',
    '0; URL = "javascript:x"',
    "5 'javascript:x'",
    '0,javascript:x',
    '0;url= java\nscript:x',
  ])('refuses the refresh %j', (content) => {
    expect(of({ 'http-equiv': 'Refresh', content })).toEqual([
      'unsafe-scheme head[0].attributes.content has the scheme "javascript:", which is refused',
    ]);
    expect(of({ name: 'description', content })).toEqual([]);
  });

  it('allows refreshing to a page', () => {
    expect(of({ 'http-equiv': 'refresh', content: '0;url=/x' })).toEqual([]);
    expect(of({ 'http-equiv': 'refresh', content: '30' })).toEqual([]);
  });
});
