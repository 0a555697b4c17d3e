import { cpSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { site } from '../../support/site.ts';
import { findings, html, parse, textAt, written } from '../markdown/support/parse.ts';

const mkdocs = (text: string) => parse(text, { dialects: ['mkdocs'] });
const shown = (text: string): string => html(mkdocs(text)).trim();

const lines = (...text: readonly string[]): string => `${text.join('\n')}\n`;

describe('tables, rules and references of MkDocs', () => {
  it('have `|` in code within a cell', () => {
    const text = lines('| a | b |', '|---|---|', '| `x | y` | ``p|`q`` |', '| \\`m | n` |');
    const table = shown(text);
    expect(table).toContain('<td><code>x | y</code></td>');
    expect(table).toContain('<td><code>p|`q</code></td>');
    expect(table).toContain('<td>`m</td>');
    expect(findings(mkdocs(lines('| a |', '|---|', '| `x | y` |')))).toEqual([]);
    expect(html(parse(lines('| a | b |', '|---|---|', '| `x | y` |'), {}))).not.toContain('x | y');
  });

  it('may begin a page with a rule', () => {
    expect(shown(lines('---', '', '# A', '', 'x', '', '---', 'y'))).toMatch(/^<hr>\n<h1[^]*<hr>/);
    expect(shown(lines('---', 'no keys'))).toBe('<hr>\n<p>no keys</p>');
    expect(mkdocs(lines('---', 'title: T', '---', 'x')).title).toBe('T');
  });

  it('are names alone in a line', () => {
    const text = lines(
      '::: click',
      '    :module: app.cli',
      '    :depth: 1',
      '',
      '::: app',
      '',
      'end',
    );
    expect(shown(text)).toBe(
      '<p id="click"><code>click</code></p>\n<p id="app"><code>app</code></p>\n<p>end</p>',
    );
    expect(shown('## ::: app.errors')).toContain('>app.errors</h2>');
    expect(shown(lines('::: tip', 'x', ':::'))).toContain('admonition-tip');
  });
});

describe('admonitions of MkDocs', () => {
  it('have a type, a title and content indented by four columns', () => {
    const text = lines('para', '!!! tip "A *title*"', '    one', '', '    two', 'after');
    expect(shown(text)).toBe(
      lines(
        '<p>para</p>',
        '<aside class="admonition admonition-tip">',
        '<p class="admonition-title">A <em>title</em></p>',
        '<p>one</p>',
        '<p>two</p>',
        '</aside>',
        '<p>after</p>',
      ).trim(),
    );
  });

  it.each([
    ['!!! note', 'note', 'Note'],
    ['!!! bug', 'danger', 'Bug'],
    ['!!! example "X"', 'note', 'X'],
    ['!!! pied-piper inline end "P"', 'note', 'P'],
    ['!!! info inline end', 'info', 'Info'],
    ['!!! pied-piper', 'note', 'Pied piper'],
  ])('%s is of the kind %s, titled %s', (head, kind, title) => {
    expect(shown(lines(head, '    x'))).toContain(
      `admonition-${kind}">\n<p class="admonition-title">${title}</p>`,
    );
  });

  it('have no title if it is empty, and none of the lines of a code block', () => {
    expect(shown(lines('!!! note ""', '    x'))).not.toContain('admonition-title');
    expect(shown(lines('```', '!!! note', '```'))).toContain('!!! note');
  });

  it('nest in lists and in each other', () => {
    const text = lines(
      '- item',
      '',
      '    !!! note',
      '        a',
      '',
      '        ??? tip',
      '            b',
    );
    expect(shown(text)).toMatch(
      /<li>[^]*<aside[^]*<p>a<\/p>\n<details[^]*<p>b<\/p>\n<\/details>\n<\/aside>/,
    );
  });

  it('can be closed: ??? is closed at first, ???+ open', () => {
    expect(shown(lines('??? note "S"', '    x'))).toContain('<details>\n<summary>S</summary>');
    expect(shown(lines('???+ note', '    x'))).toContain('open=""');
  });
});

describe('blocks of PyMdown', () => {
  it('are admonitions, details and captions between slashes', () => {
    const text = lines(
      '//// note | T',
      '/// details | D',
      '    open: true',
      '',
      'x',
      '///',
      '',
      '1. y',
      '',
      '////',
      'after',
    );
    expect(shown(text)).toMatch(
      /<aside class="admonition admonition-note">\n<p class="admonition-title">T<\/p>\n<details open="">\n<summary>D<\/summary>\n<p>x<\/p>\n<\/details>\n<ol>[^]*<\/ol>\n<\/aside>\n<p>after<\/p>$/,
    );
    expect(shown(lines('/// caption', 'x', '///'))).toBe('<div class="caption">\n<p>x</p>\n</div>');
  });

  it('that are never closed are reported', () => {
    expect(findings(mkdocs(lines('a', '', '/// note', 'x')))).toEqual(['unclosed-directive 3:1']);
  });
});

describe('content tabs', () => {
  it('that follow each other are one group, in both forms', () => {
    const equals = shown(lines('=== "A"', '', '    a', '', '=== "B"', '', '    b'));
    expect(equals).toBe(shown(lines('/// tab | A', 'a', '///', '', '/// tab | B', 'b', '///')));
    expect(equals.match(/class="tab-list"/g)).toHaveLength(1);
    expect(equals.match(/class="tab-panel"/g)).toHaveLength(2);
  });

  it('start a new group with !, select with +, and may have the same label', () => {
    const text = lines('=== "A"', '    a', '===+ "A"', '    b', '===! "C"', '    c');
    const doc = mkdocs(text);
    expect(html(doc).match(/class="tab-list"/g)).toHaveLength(2);
    expect(html(doc)).toContain('href="#tab.a-1" data-value="a-1" aria-current="true"');
    expect(findings(doc)).toEqual([]);
  });
});

describe('lists of attributes', () => {
  it.each([
    [
      '![a](b.png){ width="300" align=left }',
      '<img src="b.png" alt="a" width="300" class="align-left"',
    ],
    [
      '[a](b.md){ .md-button .md-button--primary .x }',
      '<a href="b.md" class="button button-primary x">',
    ],
    ['[a](b.md){:target="_blank"}', '<a href="b.md">a</a>'],
    ['**a**{ .red #x }', '<span id="x"></span><strong class="red">'],
    ['text\n{ .annotate }', '<p class="annotate">text</p>'],
    ['`a` {b} {c: d}', '<code>a</code> {b} {c: d}'],
    ['`f`{x}', '<code>f</code>{x}'],
  ])('%s', (text, expected) => {
    expect(shown(text)).toContain(expected);
  });

  it('give headings their id', () => {
    const doc = mkdocs(
      lines(
        '# A { #one }',
        '## B <small>x</small> { id="4.6.1" data-toc-label="y" }',
        '## C {: .x }',
      ),
    );
    expect(doc.headings.map(({ id, text }) => `${id} ${text}`)).toEqual([
      'one A',
      '4.6.1 B x',
      'c C',
    ]);
  });

  it.each([
    'onclick="x()"',
    'style="color: red"',
    'src="//a.example/x"',
    'srcset="x 2x"',
    'data-copy-page=1',
  ])('leave out %s, with a warning', (attribute) => {
    const doc = mkdocs(`a ![i](b.png){ ${attribute} }`);
    expect(html(doc)).toBe(html(mkdocs('a ![i](b.png)')));
    expect(findings(doc)).toEqual(['html-dropped 1:16']);
  });

  it('report an id that is used twice', () => {
    const [problem] = mkdocs(lines('**a**{ #x } b', '', '**c**{ #x }')).diagnostics;
    expect(problem?.code).toBe('duplicate-id');
    expect(problem?.location).toMatchObject({ line: 3, column: 9 });
  });
});

describe('inline syntax', () => {
  it.each([
    ['++ctrl+alt+del++', '<kbd>Ctrl</kbd>+<kbd>Alt</kbd>+<kbd>Del</kbd>'],
    ['++"Any key"++', '<kbd>Any key</kbd>'],
    ['==a *b*==', '<mark>a <em>b</em></mark>'],
    ['^^a^^ H~2~O a^2^', '<ins>a</ins> H<sub>2</sub>O a<sup>2</sup>'],
    [
      '{++a++} {--b--} {~~c~>d~~} {==e==}',
      '<ins>a</ins> <del>b</del> <del>c</del><ins>d</ins> <mark>e</mark>',
    ],
    ['a == b == c, x==y, i++ and j++, ~/a and ~/b', 'a == b == c, x==y, i++ and j++, ~/a and ~/b'],
    ['~~gone~~', '<s>gone</s>'],
    ['`#!python x = 1`', '<code>x = 1</code>'],
    [
      '[`Model`][pkg.Model], [the *model*][pkg.Model] and [`pkg.Model`][]',
      '<p><code>Model</code>, the <em>model</em> and <code>pkg.Model</code></p>',
    ],
    ['list[0][1] and [a][b]', 'list[0][1] and [a][b]'],
    ['a\n\n[TOC]', '<p>a</p>'],
  ])('%s', (text, expected) => {
    expect(shown(text)).toContain(expected);
    expect(shown(text)).not.toContain('[TOC]');
  });

  it('leaves out icons with one warning, and keeps the meaning of marks', () => {
    const doc = mkdocs('a :material-check: :octicons-tag-24:{ .lg } b');
    expect(html(doc)).toBe('<p>a ✓ b</p>\n');
    expect(findings(doc)).toEqual(['foreign-syntax 1:3']);
  });

  it('shows the icons of the packages and folders that the site has', async () => {
    const driver = await site({
      'mkdocs.yml': 'site_name: T\ntheme:\n  name: material\n  custom_dir: overrides\n',
      'docs/index.md':
        '# T\n\n## :material-tag: A :fontawesome-brands-git:{ .lg } :material-check:\n\n:simple-bad: x\n',
      'node_modules/@mdi/svg/svg/tag.svg':
        '<svg viewBox="0 0 24 24"><path fill="red" d="M1,2A3.5 -1z"/></svg>',
      'node_modules/@mdi/svg/svg/check.svg': '<svg viewBox="0 0 1 1"><path d="M0"/></svg>',
      'node_modules/simple-icons/icons/bad.svg':
        '<svg viewBox="0 0 1 1"><script>alert()</script></svg>',
      'overrides/.icons/fontawesome/brands/git.svg':
        '<svg viewBox="0 0 9 9"><!-- c --><path d="M1 1"/><path d="m2 2"/></svg>',
    }).build();
    onTestFinished(() => driver.dispose());
    const icon = (box: string, paths: string): string =>
      `<svg class="svg-icon" viewBox="${box}" width="1em" height="1em" fill="currentColor" aria-hidden="true">${paths}</svg>`;
    const tag = icon('0 0 24 24', '<path d="M1,2A3.5 -1z"></path>');
    const git = icon('0 0 9 9', '<path d="M1 1"></path><path d="m2 2"></path>');
    const page = driver.page('/');
    expect(page).toContain(`<h2 id="a">${tag} A ${git} ✓`);
    expect(page).toContain('<p>x</p>');
    expect(driver.diagnostics()).toEqual(['docs/index.md:5:1 foreign-syntax']);
  });

  it('marks abbreviations, whole words only', () => {
    const text = lines('The HTML of XHTML', '', '*[HTML]: Hyper "Text"');
    expect(shown(text)).toBe(
      '<p>The <abbr title="Hyper &quot;Text&quot;">HTML</abbr> of XHTML</p>',
    );
  });

  it('leaves out links that run code', () => {
    const doc = mkdocs('[run](javascript:alert())');
    expect(html(doc)).toBe('<p>run</p>\n');
    expect(findings(doc)).toEqual(['html-dropped 1:7']);
  });
});

describe('other blocks', () => {
  it('are definition lists', () => {
    const text = lines(
      '`a`',
      'b',
      '',
      ':   One [x](y.md)',
      '    more',
      '',
      '    two',
      '',
      'c',
      ':   Three',
    );
    expect(shown(text)).toBe(
      lines(
        '<dl>',
        '<dt><code>a</code></dt>',
        '<dt>b</dt>',
        '<dd>',
        '<p>One <a href="y.md">x</a>',
        'more</p>',
        '<p>two</p>',
        '</dd>',
        '<dt>c</dt>',
        '<dd>Three</dd>',
        '</dl>',
      ).trim(),
    );
  });

  it('are Markdown in HTML', () => {
    const text = lines(
      '<figure markdown>',
      '  ![a](b.png)',
      '  <figcaption markdown="span">A *b*</figcaption>',
      '</figure>',
    );
    expect(shown(text)).toContain('<img src="b.png"');
    expect(shown(text)).toContain('<figcaption>A <em>b</em></figcaption>');
    expect(findings(mkdocs(text))).toEqual([]);
  });

  it('are elements whose end tag is indented like the list before it', () => {
    const doc = mkdocs(
      lines(
        '<div markdown>',
        '  <div class="grid" markdown>',
        '',
        '- a',
        '',
        '  </div>',
        '</div>',
        '',
        'b',
      ),
    );
    expect(html(doc)).toMatch(/<\/ul>\s*<\/div>\s*<\/div>\s*<p>b<\/p>\s*$/);
    expect(findings(doc)).toEqual([]);
  });

  it('are raw HTML over blank lines where it is indented, and headings without a space', () => {
    const text = lines(
      '<div>',
      '    <p>a</p>',
      '',
      '    <p>b</p>',
      '',
      '</div>',
      '',
      '##C [d](d.md) ##',
      'e',
    );
    const doc = mkdocs(text);
    expect(html(doc)).not.toContain('&lt;');
    expect(doc.headings.map(({ id, level }) => `${id} ${level}`)).toEqual(['c-d 2']);
    expect(written(text, doc.links)).toEqual(['d.md']);
    expect(findings(doc)).toEqual([]);
  });

  it('are code blocks with classes and annotations', () => {
    const text = lines('``` { .py .no-copy title="x.py" }', 'x # (1)!', '```');
    expect(shown(text)).toContain('<figcaption>x.py</figcaption>');
    expect(shown(text)).toContain('language-py');
    expect(shown(text)).toContain('# (1)<');
  });

  it.each([
    ['py {test="skip" title="a.py"}', 'language-py', 'a.py'],
    ['{ .yaml .no-copy }', 'language-yaml', ''],
    ['py {1}', 'language-py', 'line hl'],
  ])('are code blocks with options of plug-ins: %s', (info, ...parts) => {
    const doc = mkdocs(lines(`\`\`\` ${info}`, 'x', '```'));
    for (const part of parts) expect(html(doc)).toContain(part);
    expect(findings(doc)).toEqual([]);
  });

  it('are terminals of Termynal as their text', () => {
    const code = lines('```console', '$ <font color="#4E9A06">run</font> &lt;x&gt;', '```');
    expect(shown(lines('<div class="termy">', '', code, '</div>'))).toMatch(/run &lt;x&gt;/);
    expect(shown(code)).toContain('&lt;font');
  });

  it('are references of mkdocstrings, shown by their name', () => {
    const doc = mkdocs(lines('::: pkg.Thing', '    options:', '        members: [a]', '', 'b'));
    expect(html(doc)).toBe('<p id="pkg.Thing"><code>pkg.Thing</code></p>\n<p>b</p>\n');
    expect(findings(doc)).toEqual(['foreign-syntax 1:1']);
  });

  it('give footnotes the ids of Python-Markdown', () => {
    expect(mkdocs(lines('a[^x]', '', '[^x]: b')).ids).toContain('fn:x');
  });
});

describe('locations', () => {
  it('of links and problems are those of the source, in every block', () => {
    const text = lines(
      '!!! note "[a](a.md)"',
      '    [b](b.md)',
      '',
      '    === "[c](c.md)"',
      '',
      '        - [d](d.md)',
      '',
      '/// tip | [e](e.md)',
      '[f](f.md) ==[g](g.md)==',
      '///',
      '',
      'term [h](h.md)',
      ':   [i](i.md) :material-x:',
      '',
      '<div markdown><a href="j.md">j</a></div>',
    );
    const doc = mkdocs(text);
    expect(written(text, doc.links)).toEqual(doc.links.map(({ href }) => href));
    expect(
      doc.links
        .map(({ href }) => href.charAt(0))
        .toSorted()
        .join(''),
    ).toBe('abcdefghij');
    expect(textAt(text, doc.diagnostics[0]?.location)).toBe(':material-x:');
  });

  it('in raw HTML lead from the address of the page', () => {
    expect(mkdocs('<img src="../../x.png" alt="">').links[0]?.href).toBe('../x.png');
    expect(parse('<img src="../../x.png" alt="">').links[0]?.href).toBe('../../x.png');
  });
});

describe('hostile input', () => {
  it.each([
    ['==a ', 4000],
    ['^a~b{==c', 4000],
    ['++a+', 4000],
    ['{: .a ', 4000],
    ['/// note\n', 2000],
    ['!!! note\n    ', 500],
    ['*[a]: b\na\n\n', 2000],
    ['a\n: ', 2000],
    ['<div markdown>\n', 2000],
    [':material-', 4000],
  ])('%j takes no endless time', (part, count) => {
    const doc = mkdocs(part.repeat(count));
    expect(doc.chunks.length).toBeGreaterThan(0);
  });
});

describe('a site of MkDocs', () => {
  it('builds unedited', async () => {
    const lights = site({}).warm();
    onTestFinished(lights.dispose);
    cpSync(resolve(import.meta.dirname, '../../corpora/mkdocs'), lights.dir, {
      recursive: true,
    });
    await lights.build();
    expect(lights.diagnostics()).toEqual([
      'docs/guide/lamps.md:18:14 foreign-syntax',
      'docs/guide/lamps.md:50:1 foreign-syntax',
      'docs/index.md:11:3 foreign-syntax',
      'docs/index.md:21:1 foreign-syntax',
    ]);
    const article = (route: string): string =>
      (/<article[^]*<\/article>/.exec(lights.page(route))?.[0] ?? '').replace(/\s*\n\s*/g, '\n');
    const home = article('/');
    expect(home).toContain('<h1 id="top">Lighthouses</h1>');
    expect(home).toContain('class="grid cards"');
    expect(home).toContain('class="button">Read about lamps</a>');
    expect(home).toContain('<a href="https://office.example.com/"');
    expect(home).toMatch(/<img src="\/[^"]*lamp[^"]*\.svg" alt="A lamp" width="120"/);
    expect(home).toContain('<p>Lamps are <strong>hot</strong>.</p>');
    expect(home).not.toMatch(/\{[{%]|light\.name/);
    const lamps = article('/guide/lamps');
    expect(lamps).toContain(
      '<abbr title="Light-emitting diode">LED</abbr> lamp has <mark>two</mark>',
    );
    expect(lamps).toContain('<kbd>Ctrl</kbd>+<kbd>L</kbd>');
    expect(lamps).toMatch(
      /<aside class="admonition admonition-warning">\n.*Mind the <em>heat<\/em><\/p>\n<p>Lamps are <strong>hot<\/strong>\.<\/p>\n<details>\n<summary>Example<\/summary>\n<div class="tabs"/,
    );
    const text = lamps.replace(/<[^>]*>/g, '');
    expect(text).toMatch(/lamp\.py\s*def blink\(lamp: Lamp\) -&gt; None:\n/);
    expect(text).not.toContain('8&lt;');
    expect(lamps).toContain('<span class="line hl">');
    expect(lamps).toContain('<dt><code>brightness</code></dt>');
    expect(lamps).toContain('<h2 id="größe-der-lampe">');
    expect(lamps).toMatch(/<blockquote>\n<p>Lamps are/);
    expect(lamps).toContain('<figcaption>Drawn to');
    expect(lamps).toContain('<li id="lights.Lamp.off"><code>off</code></li>');
  });
});

describe('included files of MkDocs', () => {
  it('begin at the docs or at a base path, between marks, in tags of several lines', async () => {
    const built = await site({
      'mkdocs.yml':
        'site_name: S\nmarkdown_extensions:\n  - pymdownx.snippets:\n      base_path: [docs/parts, "extra"]\n',
      'README.md':
        '# Readme\n\nbefore\n<!-- start -->\n\nThe **core**, [deep](docs/deep/page.md).\n\n<!-- end -->\nafter\n',
      'docs/parts/one.md': 'Part one.\n',
      'extra/two.md': 'Part two.\n',
      'docs/deep/page.md': [
        '# Page',
        '',
        '{%',
        '  include-markdown "../../README.md"',
        '  start="<!-- start -->"',
        '  end="<!-- end -->"',
        '%}',
        '',
        '{% include-markdown "parts/one.md" %}',
        '',
        '--8<--',
        'one.md',
        'two.md',
        '--8<--',
        '',
        '[gone](gone.md)',
        '',
      ].join('\n'),
    }).build();
    onTestFinished(built.dispose);
    expect(built.diagnostics()).toEqual(['docs/deep/page.md:16:8 page-not-found']);
    const text = built.page('/deep/page').replace(/\s*\n\s*/g, '');
    expect(text).toContain(
      '<p>The <strong>core</strong>, <a href="/deep/page/">deep</a>.</p><p>Part one.</p><p>Part one.Part two.</p>',
    );
    expect(text).not.toMatch(/before<|after<|8&lt;/);
  });
});

it('keeps the address of a page whose frontmatter has a slug, as MkDocs does', async () => {
  const built = await site({
    'mkdocs.yml': 'site_name: S\n',
    'docs/index.md': '# S\n\n[A](a.md)\n',
    'docs/a.md': '---\nslug: other\n---\n\n# A\n',
  }).build();
  onTestFinished(built.dispose);
  expect(built.page('/a')).toContain('<h1');
  expect(built.diagnostics()).toEqual([]);
});

it('an abbreviation of MkDocs may be used 150,000 times', () => {
  const marked = shown(`*[a]: x\n\n${'a '.repeat(150_000)}`);
  expect(marked.match(/<abbr title="x">a<\/abbr>/g)).toHaveLength(150_000);
});
