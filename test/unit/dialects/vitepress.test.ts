import { cpSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { IncludeRequest, ReadInclude } from '../../../src/content/include-file.ts';
import { createDocParser } from '../../../src/markdown/parse-doc.ts';
import type { ParsedDoc } from '../../../src/markdown/parsed-doc.ts';
import { toFilePath } from '../../../src/shared/paths.ts';
import { site } from '../../support/site.ts';
import { findings, html, parse as parsePlain, textAt } from '../markdown/support/parse.ts';

const parse = (text: string): ParsedDoc => parsePlain(text, { dialects: ['vitepress'] });

describe('Vue in Markdown', () => {
  it.each([
    [
      'a script',
      '<script setup>\nconst a = 1\n\nconst b = "</p>"\n</script>\n\n# A',
      '<h1 id="a">A</h1>\n',
    ],
    ['a style', '# A\n\n<style scoped>\nh1 { color: red }\n</style>', '<h1 id="a">A</h1>\n'],
    [
      'a component',
      '<Foo :a="1"\n  @b="c">\n\nd *e*\n\n</Foo>',
      '<div>\n<p>d <em>e</em></p>\n</div>',
    ],
    ['a component in a line', 'a <Foo @click="b">c</Foo> d', '<p>a c d</p>\n'],
    ['a component after a line', 'a\n<Foo/>\nb', '<p>a</p>\n\n<p>b</p>\n'],
    ['an element with a hyphen', '<my-foo>\n\na\n\n</my-foo>', '<div>\n<p>a</p>\n</div>'],
    ['a component in an element', '<p>\n<Foo>a</Foo>\n</p>', '<p>\na\n</p>'],
    [
      'a slot',
      '<Foo>\n  <template #lead>a <b>c</b></template>\n</Foo>',
      '<div>\n  <div>a <b>c</b></div>\n</div>',
    ],
    ['a name of HTML', 'a <Link to="b">c</Link> d', '<p>a c d</p>\n'],
    ['an attribute', '<p v-if="a" class="b">c</p>', '<p class="b">c</p>'],
    ['a block that closes', ':::tip\n<Foo>\na</Foo>\n:::\n\nb', undefined],
  ])('keeps the content of %s, with one warning', (_name, text, expected) => {
    const doc = parse(text);
    if (expected !== undefined) expect(html(doc)).toBe(expected);
    expect(doc.diagnostics.map(({ code }) => code)).toEqual(['foreign-syntax']);
  });

  it('counts what a file repeats, at the first place', () => {
    const { diagnostics } = parse('a <Foo/> <Foo/>\n\n<p :a="b" @c="d">{{ e }}</p>\n\n{{ f }}');
    expect(
      diagnostics.map(
        ({ message, location }) => `${location?.line}:${location?.column} ${message}`,
      ),
    ).toEqual([
      '1:3 <Foo> shows nothing: components of Vue are not rendered (2 times in this file)',
      '3:4 attributes of a framework have no effect (2 times in this file)',
      '3:18 the expression {{ … }} is left out (2 times in this file)',
    ]);
  });

  it('leaves out what is made from data, with a warning, and shows texts', () => {
    const doc = parse(
      "<ul>\n<li v-for=\"x in y\">{{ x }} <ul><li>in</li></ul></li>\n<li>{{ z }}last {{ 'text' }}</li>\n</ul>\n\na {{ b }}c {{ '{{' }} d",
    );
    expect(html(doc).replace(/\s+/g, ' ')).toBe('<ul> <li> last text </li> </ul> <p>a c {{ d</p> ');
    expect(new Set(doc.diagnostics.map(({ code }) => code))).toEqual(new Set(['foreign-syntax']));
    expect(html(parse('<p v-for="x in y">\n\nb'))).not.toContain('v-for');
  });

  it('names no other tool for components, once for those with content and once for those without', () => {
    const { diagnostics } = parse(
      '<Foo/>\n\n<Bar>a</Bar>\n\n<Baz>b</Baz>\n\n<my-thing></my-thing>',
    );
    expect(diagnostics.map(({ message }) => message)).toEqual([
      '<Foo> shows nothing: components of Vue are not rendered (2 times in this file)',
      'components of Vue are not rendered; their content is shown',
    ]);
    for (const { hint } of diagnostics) expect(hint).not.toContain('.mdx');
  });

  it('shows expressions as they are where they are meant so', () => {
    const text =
      '`{{ a }}` <span v-pre>{{ b }}</span>\n\n::: v-pre\n{{ c }}\n:::\n\n```vue\n{{ d }}\n```';
    expect(findings(parse(text))).toEqual([]);
    expect(html(parse('::: raw\na\n:::'))).toBe('<div>\n<p>a</p>\n</div>\n');
  });

  it('closes empty elements', () => {
    const doc = parse('a <sup class="b" /> c');
    expect(html(doc)).toBe('<p>a <sup class="b"></sup> c</p>\n');
    expect(findings(doc)).toEqual([]);
  });

  it('fills in values of the frontmatter', () => {
    const doc = parse(
      '---\ntitle: A\n---\n# {{ $frontmatter.title }}\n\n{{frontmatter.title}} & {{ frontmatter.x }}',
    );
    expect(doc.title).toBe('A');
    expect(html(doc)).toBe('<h1 id="a">A</h1>\n<p>A &amp; </p>\n');
    expect(findings(doc)).toEqual(['foreign-syntax 6:25']);
  });

  it.each([
    ['# A b %{#own}%', '<h1 id="own">A b</h1>\n'],
    ['Text.\n\n{#here}\n\n- a', '<p>Text.</p>\n<span id="here"></span>\n<ul>\n<li>a</li>\n</ul>\n'],
    ['Text {#here .wide}', '<p><span id="here"></span>Text</p>\n'],
    ['Text {.wide}', '<p>Text</p>\n'],
    ['An object {.a.b} in text, and {#', '<p>An object {.a.b} in text, and {#</p>\n'],
  ])('reads ids at the end of %s', (text, expected) => {
    const doc = parse(text);
    expect(html(doc).replace(/\n+/g, '\n')).toBe(expected);
    expect(findings(doc)).toEqual([]);
  });

  it('makes badges', () => {
    const doc = parse(
      '## A <Badge type="tip" text="^1.2" />\n\n<Badge type="danger">*b*</Badge> c <Badge text="<i>" />',
    );
    expect(doc.headings).toMatchObject([{ id: 'a', text: 'A' }]);
    expect(html(doc)).toContain('A <span class="label label-tip">^1.2</span></h2>');
    expect(html(doc)).toContain(
      '<p><span class="label label-danger"><em>b</em></span> c <span class="label label-tip">&lt;i&gt;</span></p>',
    );
    expect(findings(doc)).toEqual([]);
  });

  it('lists the headings of the page', () => {
    const doc = parse('# A\n\n[[toc]]\n\n## B `c`\n\n### D\n\n#### E\n\n## F');
    expect(html(doc)).toContain(
      '<ul>\n<li><a href="#b-c">B <code>c</code></a>\n<ul>\n<li><a href="#d">D</a></li>\n</ul>\n</li>\n<li><a href="#f">F</a></li>\n</ul>\n',
    );
  });

  it('leaves everything to other rules without the dialect', () => {
    const doc = parsePlain('[[toc]]\n\n{{ a }}\n\n<Badge text="b"/>');
    expect(html(doc)).toBe('<p>[[toc]]</p>\n<p>{{ a }}</p>\n');
  });

  // The examples of @mdit-vue/shared, which VitePress makes ids with.
  it.each([
    ['Foo.bar() & `baz`', 'foo-bar-baz'],
    ['1. Über “uns”', '_1-uber-uns'],
    ['--a__b', 'a-b'],
    ['中文 标题', '中文-标题'],
  ])('gives the heading %s the id %s', (text, id) => {
    expect(parse(`## ${text}`).headings[0]?.id).toBe(id);
  });
});

describe('a home page of VitePress', () => {
  const home = (yaml: string, body = ''): ParsedDoc =>
    parse(`---\nlayout: home\n${yaml}---\n${body}`);

  it('shows hero and features, with links that are checked where they are written', () => {
    const text =
      'hero:\n  name: A & B\n  text: c\n  tagline: d\n  image: { src: /e.png, alt: f }\n  actions:\n' +
      '    - { text: g, link: ./h }\n    - theme: alt\n      text: i\n      link: https://j.example\n' +
      'features:\n  - icon: 🛠️\n    title: k\n    details: l <b>m</b>\n  - title: n\n    link: /o\n    linkText: p\n';
    const doc = home(text, '\n## q\n');
    expect(html(doc)).toBe(
      [
        '<div class="landing">',
        '<header class="home-hero">',
        '<div>',
        '<h1>A & B <span class="home-text">c</span></h1>',
        '<p class="home-lead">d</p>',
        '<p class="home-actions">',
        '<a href="./h" class="button button-primary">g</a>',
        '<a href="https://j.example" class="button" target="_blank" rel="noopener noreferrer">i<span class="external-icon" role="img" aria-label="(opens in new tab)"></span></a>',
        '</p>',
        '</div>',
        '<p class="home-image"><img src="/e.png" alt="f"></p>',
        '</header>',
        '<ul class="card-grid">',
        '<li class="card">',
        '<p class="card-icon" aria-hidden="true">🛠️</p>',
        '<h2>k</h2>',
        '<p>l <b>m</b></p>',
        '</li>',
        '<li class="card">',
        '<h2><a href="/o">n</a></h2>',
        '<p>p</p>',
        '</li>',
        '</ul>',
        '</div>',
        '<div class="heading heading-2"><h2 id="q">q</h2><a class="heading-anchor" href="#q" aria-label="Link to this section: q"></a></div>\n',
      ].join('\n'),
    );
    expect(
      doc.links.map(({ href, kind, location: { line, column } }) => [href, kind, line, column]),
    ).toEqual([
      ['./h', 'page', 9, 24],
      ['https://j.example', 'page', 12, 13],
      ['/e.png', 'asset', 7, 17],
      ['/o', 'page', 18, 11],
    ]);
    expect(doc).toMatchObject({
      title: 'A & B',
      description: 'd',
      hasTitleHeading: true,
      diagnostics: [],
    });
    expect(doc.sections[0]).toEqual({ title: 'A & B', level: 1, text: 'A & B c d g i k l m n p' });
  });

  it('sanitizes HTML in texts', () => {
    const doc = home('hero:\n  name: <b onclick="x">A</b><script>y</script>\n');
    expect(html(doc)).toContain('<h1><b>A</b></h1>');
    expect(findings(doc)).toEqual(['html-dropped 4:9', 'html-dropped 4:9']);
  });

  it('has no sidebar and no table of contents', () => {
    expect(home('').frontmatter).toEqual({
      layout: 'home',
      sidebar: false,
      hide_table_of_contents: true,
    });
    expect(parse('---\nlayout: doc\n---\n# A').frontmatter).toEqual({});
    expect(parse('---\nsidebar: false\naside: left\n---\n# A').frontmatter).toEqual({
      sidebar: false,
    });
  });

  it('leaves out parts of another shape', () => {
    const doc = home('hero: text\nfeatures:\n  - a\n  - details: b\n');
    expect([html(doc), findings(doc)]).toEqual(['', ['empty-page 7:4']]);
  });
});

describe('includes of VitePress', () => {
  const files = new Map([
    ['/a.ts', 'const a = 1;\n```\n<!--@include: x-->'],
    ['/b.cs', 'b'],
    ['./c.md', '---\ntitle: C\n---\n## C\n\n[d](./d.md)'],
    ['./part.md', 'one\ntwo\nthree'],
  ]);
  const requests: IncludeRequest[] = [];
  const readInclude: ReadInclude = (_, request) => {
    requests.push(request);
    const text = files.get(request.path.replace('@', '')) ?? '';
    const lines = text.split('\n').map((line, index) => ({ text: line, line: index + 1 }));
    const file = toFilePath(`parts/${request.path}`);
    return { ok: true, absolute: `/${request.path}`, file, lines, indent: 0, text };
  };
  const parseIn = (text: string): ParsedDoc => {
    requests.length = 0;
    const settings = { html: 'sanitize', searchHeadingLevel: 4, dialects: ['vitepress'] } as const;
    return createDocParser(settings, { readInclude }).parse(toFilePath('a.md'), text);
  };

  it.each([
    ['<<< @/a.ts', { path: '@/a.ts' }, ['<figcaption>a.ts</figcaption>', 'language-ts']],
    [
      '<<< ./x/b.cs#r{1 c#:line-numbers} [B]',
      { path: './x/b.cs', region: 'r' },
      ['<figcaption>B</figcaption>', 'language-c#', 'data-line="1"', 'line hl'],
    ],
    ['- x\n  <<< @/a.ts{1}', { path: '@/a.ts' }, ['<span class="line hl">', '<li>x']],
    ['> <<<@/b.cs', { path: '@/b.cs' }, ['<blockquote>', 'language-cs']],
  ])('shows the code of %s', (text, request, shown) => {
    const doc = parseIn(text);
    expect(requests).toEqual([{ region: undefined, dedent: true, ...request }]);
    for (const part of shown) expect(html(doc)).toContain(part);
    expect(doc.diagnostics).toEqual([]);
  });

  it('keeps the code as it is', () => {
    const doc = parseIn('<<< @/a.ts\n\nb');
    const shown = html(doc).replace(/<[^>]*>/g, '');
    expect(shown).toBe('a.tsconst a = 1;\n```\n&lt;!--@include: x--&gt;\nb\n');
  });

  it('shows code in groups, and leaves code that looks like it', () => {
    expect(html(parseIn(':::code-group\n\n<<< @/a.ts\n\n<<< @/b.cs [B]\n\n:::'))).toContain(
      'class="tab"',
    );
    expect(html(parseIn('```md\n<<< @/a.ts\n```'))).toContain('&lt;&lt;&lt; @/a.ts');
    expect(html(parseIn('a <<< b'))).toBe('<p>a &lt;&lt;&lt; b</p>\n');
  });

  it('locates a missing file in lists and quotes', () => {
    const settings = { html: 'sanitize', searchHeadingLevel: 4, dialects: ['vitepress'] } as const;
    const missing: ReadInclude = (_, { path }) => ({
      ok: false,
      code: 'include-not-found',
      message: path,
      absolute: path,
    });
    const text = '- b\n  <<< @/a.ts\n\n> c <!--@include: ./d.md-->';
    const { diagnostics } = createDocParser(settings, { readInclude: missing }).parse(
      toFilePath('a.md'),
      text,
    );
    expect(diagnostics.map(({ location }) => textAt(text, location))).toEqual(['@/a.ts', './d.md']);
  });

  it('includes Markdown, without its frontmatter', () => {
    const doc = parseIn('# A\n\n<!--@include: ./c.md-->\n\ne');
    expect(html(doc)).toContain('<h2 id="c">C</h2>');
    expect(doc.links).toMatchObject([
      { href: './d.md', location: { file: 'parts/./c.md', line: 6 } },
    ]);
  });

  it.each([
    ['<!--@include: ./part.md{2,}-->', undefined, [{ first: 2, last: Number.POSITIVE_INFINITY }]],
    ['<!-- @include: ./part.md#a{,2} -->', 'a', [{ first: 1, last: 2 }]],
    ['<!--@include: ./part.md{3}-->', undefined, [{ first: 3, last: 3 }]],
  ])('includes a part with %s', (text, region, lines) => {
    expect(html(parseIn(text))).toBe('<p>one\ntwo\nthree</p>\n');
    expect(requests).toEqual([{ path: './part.md', region, lines }]);
  });
});

describe('a site of VitePress', () => {
  it('builds with its home page, snippets and addresses', async () => {
    const docs = site({}).warm();
    onTestFinished(docs.dispose);
    cpSync(resolve(import.meta.dirname, '../../corpora/vitepress'), docs.dir, {
      recursive: true,
    });
    await docs.build();
    expect(docs.diagnostics().filter((entry) => !entry.includes('link-form'))).toEqual([
      'docs/blog/[post].md:1:1 ignored-source',
      'docs/guide/index.md:7:1 foreign-syntax',
      'docs/guide/index.md:32:24 foreign-syntax',
      'docs/guide/index.md:34:1 foreign-syntax',
      'docs/guide/index.md:42:1 foreign-syntax',
      'docs/guide/sync.md:11:6 foreign-syntax',
    ]);
    const pages = docs.files().filter((path) => path.endsWith('.html'));
    expect(pages).toEqual([
      '404.html',
      'guide/README.html',
      'guide/index.html',
      'guide/sync.html',
      'index.html',
      'site-index.html',
    ]);
    const article = (path: string): string =>
      /<article[^]*<\/article>/.exec(docs.file(path))?.[0] ?? '';
    const guide = article('guide/index.html');
    for (const part of [
      '<h1 id="guide">Guide <span class="label label-tip">v1.2</span></h1>',
      '<li><a href="#ecrire-lire">Écrire &amp; lire</a></li>',
      'Needs <a href="/guide/sync">Node.js</a> 20.',
      '>quill.config.js</a>',
      'data-line="1"',
      '<p>A demo with <strong>Markdown</strong> in it.</p>',
      '<a href="/guide/sync#conflicts">again</a>',
    ])
      expect(guide).toContain(part);
    expect(docs.file('guide/index.html')).toContain('<title>Guide · Handbook</title>');
    expect(guide).not.toMatch(/import|teal|#region|NoteDemo/);
    expect(article('index.html')).toContain(
      '<a href="/guide/" class="button button-primary">Get started</a>',
    );
    expect(docs.file('index.html')).not.toMatch(/<nav[^>]*sidebar/);
    expect(article('guide/sync.html')).toMatch(
      /Placeholders such as {{ name }} stay[^]*<sup class="new"><\/sup> panel/,
    );
  });
});

it('includes Markdown components of the theme, which no page imports', async () => {
  const built = await site({
    '.vitepress/config.js': 'export default {};\n',
    '.vitepress/theme/components/ScaffoldNote.md': 'A **note** of the theme.\n',
    'index.md':
      '# Home\n\n<ScaffoldNote />\n\n<Unknown />\n\n```html\n<ScaffoldNote />\n```\n\n~~~html\n<ScaffoldNote />\n',
  }).build();
  onTestFinished(built.dispose);
  expect(built.diagnostics()).toEqual([
    'index.md:5:1 foreign-syntax',
    'index.md:11:1 unclosed-fence',
  ]);
  const page = built.file('index.html');
  expect(page).toContain('<p>A <strong>note</strong> of the theme.</p>');
  expect(page.match(/<strong>note/g)).toHaveLength(1);
  expect(page.replace(/<[^>]*>/g, '')).toContain('&lt;ScaffoldNote /&gt;');
});

it('drops blocks in the texts of a home page, which are in headings and paragraphs', () => {
  const doc = parse(
    '---\nlayout: home\nhero:\n  name: <h1><b>a</b></h1>\n  text: b<p>c<br>\n---\n',
  );
  expect(html(doc)).toContain('<h1><b>a</b> <span class="home-text">bc<br></span></h1>');
  expect(findings(doc).filter((code) => code.startsWith('html-dropped'))).toHaveLength(2);
});

it('includes Markdown files that the script of a page imports as components', async () => {
  const built = await site({
    '.vitepress/config.js': 'export default {};\n',
    '.vitepress/theme/note.md': 'A **note**, [home](/).\n',
    'index.md': '# Home\n',
    'parts/_one.md': 'Part [page](../page.md).\n',
    'page.md': [
      '<script setup>',
      "import One from './parts/_one.md'",
      "import Note from './.vitepress/theme/note.md'",
      "import Other from './Other.vue'",
      '</script>',
      '',
      '# Page',
      '',
      '<One />',
      '',
      '<Note></Note>',
      '',
      '<Other>slot</Other>',
      '',
    ].join('\n'),
  }).build();
  onTestFinished(built.dispose);
  expect(built.diagnostics()).toEqual([
    'page.md:1:1 foreign-syntax',
    'page.md:13:1 foreign-syntax',
  ]);
  expect(built.file('page.html').replace(/\s*\n\s*/g, '')).toContain(
    '<p>Part <a href="/page">page</a>.</p><p>A <strong>note</strong>, <a href="/">home</a>.</p>',
  );
});

it.each([
  ['scripts without an end', '<script>\n'.repeat(40_000), 'html-dropped'],
  ['cut-off tags of scripts', '<script \n'.repeat(40_000), 'html-dropped'],
  ['a cut-off expression', `<b>{{${' '.repeat(20_000)}</b>\n`, 'foreign-syntax'],
])('reads pages in time that grows with their length: %s', async (_, text, code) => {
  const built = await site({
    '.vitepress/config.js': 'export default {};\n',
    'index.md': `# Home\n\n<Part />\n\n${text}`,
  }).build();
  onTestFinished(built.dispose);
  expect(built.diagnostics()).toContainEqual(expect.stringContaining(code));
});
