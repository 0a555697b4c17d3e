import { cpSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { site } from '../../support/site.ts';
import { findings, html, parse as parseMarkdown } from '../markdown/support/parse.ts';

const parse = (text: string) => parseMarkdown(text, { dialects: ['mdbook'] });
const text = (markup: string): string => markup.replace(/<[^>]*>/g, '');

describe('code blocks of mdBook', () => {
  it.each([
    ['rust', '# use x;\nlet a = 1;\n#\n', 'let a = 1;'],
    ['rust,ignore', 'a();\n    # b();\n##[x]\n#![y]\n#[z]\n', 'a();\n#[x]\n#![y]\n#[z]'],
    ['python', '# a comment\n', '# a comment'],
    ['python,hidelines=~', '~hidden = 1\nshown = 2\n', 'shown = 2'],
  ])('%s hide the lines that only the compiler needs', (info, code, expected) => {
    const doc = parse(`\`\`\`${info}\n${code}\`\`\`\n`);
    expect(text(html(doc)).trim()).toBe(expected);
    expect(findings(doc)).toEqual([]);
  });
});

describe('blocks of preprocessors', () => {
  it.each([
    ['```admonish\nText\n```', 'Note', 'Text'],
    ['```admonish warning\n**Bold**\n\n- a\n```', 'Warning', '<strong>Bold</strong>'],
    ['````admonish tip.big title="Do *this*"\n```sh\nls\n```\n````', 'Do <em>this</em>', 'ls'],
    ['- a\n\n  ~~~admonish danger "Old"\n  [b](./b.md)\n  ~~~', 'Old', '<a href="./b.md">b</a>'],
  ])('of mdbook-admonish are admonitions: %s', (markdown, title, content) => {
    const doc = parse(`${markdown}\n\nAfter\n`);
    expect(html(doc)).toMatch(/<aside[^]*<\/aside>[^]*<p>After<\/p>/);
    expect(html(doc)).toContain(title);
    expect(html(doc)).toContain(content);
    expect(html(doc)).not.toContain('admonish');
    expect(findings(doc)).toEqual([]);
  });

  it('of mdbook-admonish can be closed, and other fences stay code', () => {
    expect(html(parse('```admonish note collapsible=true\nText\n```\n'))).toContain('<details');
    expect(html(parse('```admonishment\nText\n```\n'))).toContain('<pre');
  });

  const tabs = (inside: string): string =>
    `{{#tabs global="os" }}\n${inside}\n{{#endtabs }}\n\nAfter\n`;
  const tab = (name: string, inside: string): string =>
    `{{#tab name="${name}" }}\n${inside}\n{{#endtab }}\n`;

  it('of mdbook-tabs are tabs', () => {
    const doc = parse(
      tabs(tab('A `b`', '1. x\n\n   ```sh\n   ls\n   ```') + tab('C', '[d](./d.md)')),
    );
    expect(html(doc)).toContain('data-tabs="os"');
    expect(html(doc).match(/class="tab-panel"/g)).toHaveLength(2);
    expect(html(doc)).toContain('data-value="a-b"');
    expect(html(doc)).toMatch(/<\/div>\n<p>After<\/p>/);
    expect(html(doc)).not.toContain('{{');
    expect(doc.links[0]?.location).toMatchObject({ line: 10, column: 5 });
    expect(findings(doc)).toEqual([]);
  });

  it('of mdbook-tabs lose nothing that is outside of a tab', () => {
    const doc = parse(tabs(`Stray\n\n${tab('A', 'x')}\nLast`));
    expect(html(doc)).toContain('Stray');
    expect(html(doc)).toContain('Last');
    expect(findings(doc)).toEqual(['tabs-content 2:1']);
  });
});

describe('listings', () => {
  it('are figures with a file name, content and a caption', () => {
    const doc = parse(
      '<Listing number="2-1" file-name="src/my_main_x.rs" caption="A `Vec<T>`, [linked](./x.md)">\n\nText\n\n</Listing>\n\nAfter\n',
    );
    expect(html(doc).replaceAll('\n', '')).toBe(
      '<figure class="listing" id="listing-2-1">' +
        '<p class="listing-file"><code>src/my_main_x.rs</code></p><p>Text</p>' +
        '<figcaption>Listing 2-1: A <code>Vec&lt;T&gt;</code>, <a href="./x.md">linked</a></figcaption>' +
        '</figure><p>After</p>',
    );
    expect(doc.ids).toContain('listing-2-1');
    expect(doc.links[0]?.location).toMatchObject({ line: 1, column: 82 });
  });

  it('need no attributes, and one that is not closed stays raw HTML', () => {
    expect(html(parse('<Listing>\n\nText\n\n</Listing>\n'))).toBe(
      '<figure class="listing">\n<p>Text</p>\n</figure>\n',
    );
    const open = parse('<Listing number="1">\n\nText\n');
    expect(html(open)).toContain('<p>Text</p>');
    expect(findings(open)).toEqual(['foreign-syntax 1:1']);
  });
});

describe('the first heading', () => {
  it.each([
    ['## A\n\n### B\n', [1, 3]],
    ['<!-- Old -->\n\n## A\n\n## B\n', [1, 2]],
    ['Text\n\n## A\n', [2]],
    ['## A\n\n# B\n', [2, 1]],
  ])('of %j is the title of a page without one', (markdown, levels) => {
    expect(parse(markdown).headings.map(({ level }) => level)).toEqual(levels);
  });
});

it('shows definition lists', () => {
  expect(html(parse('Term\n: One *line*\n')).replaceAll('\n', '')).toBe(
    '<dl><dt>Term</dt><dd>One <em>line</em></dd></dl>',
  );
});

it('shows escaped includes, also in code', () => {
  expect(text(html(parse('`\\{{#include x.rs}}` and \\{{#foo}}\n')))).toBe(
    '{{#include x.rs}} and {{#foo}}\n',
  );
});

describe('heading ids', () => {
  it.each([
    ['What is `Vec<T>`?', 'what-is-vect'],
    ['A -- b', 'a----b'],
    ['snake_case & Ähm Ä', 'snake_case--Ähm-Ä'],
  ])('of %j are as mdBook makes them', (heading, id) => {
    expect(parse(`## ${heading}\n\n## ${heading}\n`).headings.map((found) => found.id)).toEqual([
      id,
      `${id}-1`,
    ]);
  });
});

describe('a book', () => {
  it('builds with its sidebar, includes and addresses', async () => {
    const book = site({}).warm();
    onTestFinished(book.dispose);
    cpSync(resolve(import.meta.dirname, '../../corpora/mdbook'), book.dir, { recursive: true });
    await book.build();
    expect(book.diagnostics().filter((entry) => !entry.includes('link-form'))).toEqual([]);
    expect(book.files().filter((path) => path.endsWith('.html'))).toEqual([
      '404.html',
      'foreword.html',
      'harbors.html',
      'index.html',
      'part/index.html',
      'part/knots.html',
      'site-index.html',
      'thanks you.html',
      'unlisted.html',
    ]);
    const article = (path: string): string =>
      /<article[^]*<\/article>/.exec(book.file(path))?.[0] ?? '';
    const knots = text(article('part/knots.html'));
    expect(knots).not.toContain('Knots and more');
    expect(knots).toMatch(/src\/main\.rs\s+ {4}let knot = Knot;\s+Listing 2-1: A Knot that holds/);
    expect(knots).toMatch(/The first two lines:\s+struct Knot;\nfn main\(\) \{\n#shown|# shown/);
    expect(knots).toContain('    tie(knot);\n}');
    expect(knots).toContain('{{#include file.rs}}');
    expect(article('part/index.html')).toMatch(
      /Mind the <strong>gap<\/strong>\. See <a href="\/harbors">/,
    );
    expect(article('harbors.html')).toMatch(
      /<li>\s*<p>Lines 2 to 3<\/p>\s*<figure[^]*<\/li>\s*<li>/,
    );
    expect(article('index.html')).toContain('Foreword');
    expect(book.file('index.html')).toContain(
      '<link rel="canonical" href="https://book.example.com/foreword"',
    );
    expect(book.file('index.html')).not.toContain('noindex');
    expect(book.file('sitemap.xml')).not.toContain('<loc>https://book.example.com/</loc>');
    const [, sidebar = ''] =
      /<nav[^>]*sidebar[^>]*>([^]*?)<\/nav>/.exec(book.file('harbors.html')) ?? [];
    expect(
      text(sidebar.replace(/<\/(?:a|span|summary|li)>/g, '\n'))
        .trim()
        .split(/\s*\n\s*/),
    ).toEqual(['Foreword', 'First steps', 'Setting sail', 'Knots', 'Charts', 'Harbors', 'Thanks']);
  });
});
