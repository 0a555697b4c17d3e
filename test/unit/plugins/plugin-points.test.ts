import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TIME_LIMIT } from '../../../src/config/loading/time-limit.ts';
import { checkLinks } from '../../../src/index.ts';
import { type SiteDriver, type SiteFiles, site } from '../../support/site.ts';

const drivers: SiteDriver[] = [];
let calls: string[] = [];
beforeEach(() => {
  calls = [];
  Reflect.set(globalThis, 'pluginCalls', calls);
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'pluginCalls');
  for (const driver of drivers.splice(0)) driver.dispose();
});

/** A site with plug-ins, written as the configuration has them; `note(name)` is what they call to be counted. */
function siteWith(plugins: string, files: SiteFiles = {}, settings = ''): SiteDriver {
  const driver = site({
    'site.config.ts': `import { defineConfig, definePlugin } from 'docwright';
const note = (name: string) => (globalThis as any).pluginCalls?.push(name);
const later = (ms = 1) => new Promise((resolve) => setTimeout(resolve, ms));
export default defineConfig({
  title: 'T',
  url: 'https://docs.example.com',${settings}
  plugins: [${plugins}],
});
`,
    'index.md': '# Home\n',
    ...files,
  });
  drivers.push(driver);
  return driver;
}

function messages(driver: SiteDriver): readonly string[] {
  const { diagnostics } = driver.result();
  return diagnostics.map(({ message, location, code }) =>
    [code, `${location?.file}:${location?.line}:${location?.column}`, message].join(' '),
  );
}

describe('blocks and code blocks whose functions return promises', () => {
  const plugin = `definePlugin({
    name: 'async',
    blocks: {
      box: async ({ label, content }) => { await later(); note('box ' + label); return '<p>' + label + '</p>' + content; },
      fail: async () => { await later(); throw new Error('no'); },
      data: async ({ options }, { read }) => { await later(); note('data'); return '<b>' + read.json(String(options.file)).name + '</b>'; },
      where: async (block) => { note('where'); return '<i>' + block.file + ' ' + block.line + '</i>'; },
    },
    fences: { chart: async ({ code }) => ({ component: 'Callout', props: { title: code } }) },
  })`;

  it('render as others do, and are called once for equal input, over all builds', async () => {
    const driver = siteWith(plugin, {
      'a.md':
        '# A\n\n:::box[One]\ninner **text**\n:::\n\n:::box[One]\n:::\n\n```chart\nbars\n```\n',
      'b.md': '# B\n\n::fail\n',
    });
    await driver.build({ rules: { 'plugin-error': 'warning' } });
    expect(driver.page('/a')).toMatch(
      /<p>One<\/p><p>inner <strong>text[^]*<p>One<\/p>[^]*<aside[^]*bars/,
    );
    expect(messages(driver)).toEqual([
      'plugin-error b.md:3:3 the plug-in "async" (blocks.fail) throws: no',
    ]);
  }, 30_000);

  it('run again only when their input or a file that they read has changed', async () => {
    const driver = siteWith(plugin, {
      'a.md': '# A\n\n::box[One]\n\n::data{file="x.json"}\n\n::where\n',
      'x.json': '{ "name": "Ada" }',
    });
    await driver.build();
    expect(driver.page('/a')).toContain('<b>Ada</b>');
    expect(calls.toSorted()).toEqual(['box One', 'data', 'where']);
    await driver.rebuild();
    expect(calls).toHaveLength(3);
    await driver.write('x.json', '{ "name": "Grace" }').rebuild();
    expect(driver.page('/a')).toContain('<b>Grace</b>');
    expect(calls.slice(3)).toEqual(['data', 'where'].slice(0, calls.length - 3));
    // A block that moves is the same unless it asks for its place.
    calls.length = 0;
    await driver
      .write('a.md', '# A\n\nMore.\n\n::box[One]\n\n::data{file="x.json"}\n\n::where\n')
      .rebuild();
    expect(calls).toEqual(['where']);
    expect(driver.page('/a')).toContain('<i>a.md 9</i>');
    await driver.write('x.json', '{ "name": }').rebuild();
    expect(messages(driver)[0]).toMatch(
      /^plugin-error a\.md:7:3 the plug-in "async" \(blocks\.data\) throws: x\.json:1:\d+ is no JSON/,
    );
  }, 30_000);

  it('say why there is no clock, network or environment', async () => {
    const driver = siteWith(
      `{ name: 'x', blocks: { now: (_, context) => '<p>' + context.now() + '</p>' } }`,
      { 'a.md': '# A\n\n::now\n' },
    );
    await driver.build();
    expect(messages(driver)).toEqual([
      'plugin-error a.md:3:3 the plug-in "x" (blocks.now) throws: there is no `now`: output does not depend on the clock: take dates from files',
    ]);
  });
});

const TERMS = `definePlugin({
  name: 'Terms',
  routes: async ({ add, read }) => {
    note('routes');
    const terms = read.json('terms.json');
    await later();
    terms.forEach(({ term, text }, index) =>
      add({
        route: '/docs/terms/' + term,
        title: term,
        markdown: text,
        source: { file: 'terms.json', line: index + 2, column: 3 },
        sidebar: { position: 10 - index },
      }));
    add({ route: '/docs/terms', title: 'Terms', component: { component: 'Callout', props: { title: 'All "terms"' } } });
  },
  page: async ({ route, headings, links }) => {
    note('page ' + route);
    return { properties: { links: links.length }, badge: route.endsWith('/b') ? 'new' : undefined, head: [{ tag: 'meta', attributes: { name: 'x-headings', content: String(headings.length) } }] };
  },
  check: async ({ pages, report }) => {
    note('check');
    for (const { file, text } of pages)
      if (text.includes('colour')) report({ code: 'spelling', message: 'it is color', file, line: 3, hint: 'write color' });
  },
  done: async ({ files, add }) => {
    note('done');
    add('pages.txt', files.filter(({ path }) => path.endsWith('.html')).map(({ path, text }) => path + ' ' + text().includes('<main')).join('\\n'));
  },
})`;

const TERMS_FILES = {
  'terms.json':
    '[\n  { "term": "b", "text": "See [a](a.md)." },\n  { "term": "a", "text": "See [b](b.md)." }\n]\n',
  'content/docs/index.md': '# Docs\n\nThe colour of [a](terms/a.md).\n',
};

describe('pages, facts, findings and files of a plug-in', () => {
  it('are part of the site, and are not asked again while nothing changes', async () => {
    const driver = siteWith(TERMS, TERMS_FILES);
    await driver.build();
    expect(messages(driver)).toEqual(['terms/spelling content/docs/index.md:3:1 it is color']);
    expect(driver.page('/docs/terms/a')).toContain('<a href="/docs/terms/b');
    expect(driver.page('/docs/terms')).toContain('All &quot;terms&quot;');
    const page = driver.page('/docs');
    expect(page).toContain('<meta name="x-headings" content="1">');
    expect(page).toMatch(/>a<[^]*>b <span class="sidebar-note">new</);
    expect(driver.file('pages.txt')).toContain('docs/terms/a/index.html true');
    expect(driver.file('search-index-docs-default-current.json')).toContain('"/docs/terms/a"');
    calls.length = 0;
    await driver.rebuild();
    expect(calls).toEqual([]);
    expect(driver.file('pages.txt')).toContain('docs/terms/a/index.html true');
    expect(messages(driver)).toHaveLength(1);
    // An edit of one page asks about that page, not for pages from the same data.
    await driver.write('content/docs/index.md', '# Docs\n\nThe color.\n').rebuild();
    expect(calls.toSorted()).toEqual(['check', 'done', 'page /docs']);
    expect(messages(driver)).toEqual([]);
  }, 30_000);

  it('report problems in added pages in the data, without a fix', async () => {
    const driver = siteWith(TERMS, {
      ...TERMS_FILES,
      'terms.json':
        '[\n  { "term": "b", "text": "See [a](/docs/terms/c)." },\n  { "term": "a", "text": "x" }\n]\n',
    });
    await driver.build();
    expect(messages(driver)[0]).toMatch(
      /^page-not-found terms\.json:2:3 .*\(in the page content\/docs\/terms\/b\.md of a plug-in\)$/,
    );
    const { link } = driver.result().diagnostics[0] ?? {};
    expect(link).not.toHaveProperty('fix');
    const checked = await checkLinks({ siteDir: driver.dir });
    expect(checked.diagnostics.map(({ location }) => location?.file)).toContain('terms.json');
  }, 30_000);

  it('have levels of their own', async () => {
    const driver = siteWith(TERMS, TERMS_FILES, " rules: { 'terms/spelling': 'off' },");
    await driver.build();
    expect(messages(driver)).toEqual([]);
    await driver.build({ rules: { 'terms/spelling': 'error' } });
    expect(driver.result().ok).toBe(false);
  }, 30_000);
});

describe('hostile plug-ins publish nothing and say why', () => {
  const { seconds } = TIME_LIMIT;
  afterEach(() => {
    TIME_LIMIT.seconds = seconds;
  });

  it.each([
    ['throws', `routes: () => { throw new Error('no'); }`, '(routes) throws: no'],
    [
      'never resolves',
      `routes: () => new Promise(() => {})`,
      '(routes) throws: it does not end within 0.6 seconds',
    ],
    [
      'never resolves in a block',
      `blocks: { x: () => new Promise(() => {}) }`,
      '(blocks.x) throws: it does not end within 0.6 seconds',
    ],
    ['never ends', `check: () => { for (;;); }`, '(check) throws: it does not end within'],
    [
      'adds a page that exists',
      `routes: ({ add }) => add({ route: '/a', title: 'A', markdown: '' })`,
      '(routes) adds page 1 at /a, which a.md has',
    ],
    [
      'adds a page outside',
      `routes: ({ add }) => add({ route: '/../a', title: 'A', markdown: '' })`,
      '(routes) adds page 1, whose `route` has to be a path such as /docs/terms',
    ],
    [
      'adds a file that exists',
      `done: ({ add }) => add('a/index.html', 'x')`,
      '(done) adds a/index.html, which the site has',
    ],
    [
      'adds a file outside',
      `done: ({ add }) => add('../../x.txt', 'x')`,
      '(done) gives a value whose `path` has to be a path below the output folder',
    ],
    [
      'reads outside',
      `routes: ({ read }) => read.file('../../../../../../etc/passwd')`,
      'is outside of the site and its includeRoots',
    ],
    [
      'changes what it is given',
      `page: (page) => { page.frontmatter.title = 'x'; page.headings.pop(); }`,
      '(page) throws: TypeError: Cannot',
    ],
    [
      'changes the pages',
      `check: ({ pages }) => { pages[0].title = 'x'; }`,
      '(check) throws: TypeError: Cannot assign to read only property',
    ],
    [
      'returns what no JSON has',
      `page: () => { const all = {}; all.all = all; return { properties: all }; }`,
      '(page) throws: TypeError: Converting circular structure to JSON',
    ],
    ['throws a text', `check: () => { throw 'no way'; }`, '(check) throws: no way'],
    [
      'returns nonsense',
      `page: () => ({ badge: 7 })`,
      '(page) returns object, expected additions to the page: `badge` has to be',
    ],
    [
      'reports nonsense',
      `check: ({ report }) => report({ code: '../x', message: 'm', file: 'a.md' })`,
      '(check) gives a value whose `code` has to be a word such as unknown-term',
    ],
  ])(
    '%s',
    async (_, points, message) => {
      const driver = siteWith('', { 'a.md': '# A\n\n::x\n' });
      await driver.build();
      const before = driver.page('/a');
      TIME_LIMIT.seconds = 0.1;
      const config = `export default { title: 'New', url: 'https://docs.example.com', plugins: [{ name: 'bad', ${points} }] };\n`;
      await driver.write('site.config.ts', config).rebuild();
      const found = driver.result().diagnostics.filter(({ code }) => code === 'plugin-error');
      expect(found[0]?.message).toContain(message);
      expect(found[0]?.location?.file).toMatch(/^(?:site\.config\.ts|a\.md)$/);
      expect(driver.result().ok).toBe(false);
      expect(driver.page('/a')).toBe(before);
    },
    30_000,
  );
});
