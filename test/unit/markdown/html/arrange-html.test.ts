import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sanitizeHtml } from '../../../../src/markdown/html/sanitize-html.ts';
import { site } from '../../../support/site.ts';
import { createRandom } from '../support/generate.ts';
import { findings, html, parse, parser, parseWith } from '../support/parse.ts';
import { articleOf, rereadArticle, sameForm } from '../support/reread.ts';

const NAMES =
  'a b p div table tr td th tbody thead caption colgroup ul ol li dl dt dd h1 h2 h3 pre details summary ruby rt rp section span figure blockquote code em i strong u'.split(
    ' ',
  );
const VOID_TAGS = ['<col>', '<hr>', '<br>', '<img src="x" alt="">'];
const TAGS = [...NAMES.flatMap((name) => [`<${name}>`, `</${name}>`]), ...VOID_TAGS];
// Those that are not parsed: they leave the tree as it is.
const NEUTRAL = ['a href="x"', 'b', 'code', 'em', 'i', 'kbd', 'q', 's', 'span', 'u'].flatMap(
  (tag) => [`<${tag}>`, `</${tag.split(' ')[0]}>`],
);
const NEUTRAL_BLOCKS = ['blockquote', 'details', 'div', 'section', 'summary'].flatMap((name) => [
  `\n<${name}>\n\n`,
  `\n</${name}>\n\n`,
  `\n<${name}>`,
]);
const BLOCKS = [
  '\n\n',
  '\n\n',
  '\n',
  '\n> ',
  '\n- ',
  '\n  - ',
  '\n## x\n',
  '\n# x\n',
  '\n\n| x | y |\n|---|---|\n| x | ',
  '\n:::note x\n',
  '\n::::tabs\n',
  '\n:::tab[x]\n',
  '\n:::\n',
  '\n```\nx\n```\n',
  '\n    x\n',
  '\n[^n]: x',
  '\n---\n',
  '\n<div>\n\n',
  '\n<table>\n\n',
  '\n<a>\n\n',
  '\n<p>\n\n',
  '\n<ul>\n\n',
];
const INLINE = [' x ', ' x ', '**', '*', '[x](y)', '[x', '](y)', '[^n]', '^[x]', '`x`', '![x](y)'];
const COMPONENTS = [
  '<Foo>',
  '</Foo>',
  '\n<Foo>\n',
  '\n</Foo>\n',
  '\n<my-foo :a="b">\n\n',
  '\n</my-foo>\n\n',
  '<Link/>',
  '<Title>',
  '<sup />',
  '<p v-if="a" />',
  '<template #a>',
  '</template>',
  '<Badge text="x" />',
  '<Badge>',
  '</Badge>',
  '{{ x }}',
  '\n[[toc]]\n',
];
const MARKDOWN = [...BLOCKS, ...BLOCKS, ...BLOCKS, ...INLINE, ...INLINE, ...INLINE];
const WITHOUT_TAGS = MARKDOWN.filter((piece) => !piece.includes('<'));

function randomText(seed: number, pieces: readonly string[]): string {
  const random = createRandom(seed);
  const length = 2 + Math.floor(random() * 30);
  return Array.from({ length }, () => pieces[Math.floor(random() * pieces.length)]).join('');
}

function expectStable(text: string, article: string): void {
  const reread = rereadArticle(article).html;
  expect({ text, article: reread }).toEqual({ text, article: sameForm(article) });
}

describe('an article that a browser reads', () => {
  it.each([
    ['any', [...TAGS, ...TAGS, ...MARKDOWN]],
    ['neutral', [...NEUTRAL, ...NEUTRAL, ...NEUTRAL_BLOCKS, ...WITHOUT_TAGS]],
    ['templates in', [...COMPONENTS, ...COMPONENTS, ...TAGS, ...MARKDOWN]],
  ])('is the same as the source, with %s raw HTML', (kind, pieces) => {
    const shared = parser(kind === 'templates in' ? { dialects: ['vitepress'] } : {});
    for (let seed = 1; seed <= 1000; seed++) {
      const text = randomText(seed, pieces);
      const doc = parseWith(shared, text);
      expectStable(text, html(doc));
      expect(findings(doc).join()).not.toContain('markdown-budget');
    }
  });

  it('is the same as the source in the manual, this site and the text cases', () => {
    const shared = parser();
    for (const folder of ['content', 'manual', 'test/markdown']) {
      const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
      for (const name of names.filter((entry) => /\.(?:md|txt)$/.test(entry))) {
        const text = readFileSync(`${folder}/${name}`, 'utf8');
        const texts = name.endsWith('.txt') ? text.split(/^\.\n/m) : [text];
        for (const part of texts) expectStable(part, html(parseWith(shared, part)));
      }
    }
  });

  it('is the same as the source in HTML of the configuration', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const text = randomText(seed, [...TAGS, ' x ']);
      for (const inside of ['a', 'li', undefined] as const) {
        const name = inside ?? 'div';
        const clean = sanitizeHtml(text, undefined, { inside }).html;
        expectStable(text, `<ul><${name}>${clean}</${name}></ul>`);
      }
    }
  });

  it('is the same as the source in finished pages', async () => {
    // Nothing that a build refuses.
    const blocks = BLOCKS.filter((piece) => !/:::|\^/.test(piece));
    const pieces = [...TAGS, ...TAGS, ...blocks, ' x ', '**', '[x](/)'];
    const texts = Array.from({ length: 12 }, (_, index) =>
      Array.from({ length: 10 }, (__, part) => randomText(1000 * index + part, pieces))
        .join('\n\n')
        .replaceAll('<img src="x" alt="">', ''),
    );
    const pages = texts.map((text, index) => [`content/p${index}.md`, `# P\n\n${text}`]);
    const driver = site({
      'site.config.ts': "export default { title: 'T', url: 'https://docs.example.com' };",
      'content/index.md': '# Home\n',
      ...Object.fromEntries(pages),
    });
    try {
      await driver.build();
      for (const [index, text] of texts.entries()) {
        for (const scripts of [true, false]) {
          const { written, read } = articleOf(driver.page(`/p${index}`), scripts);
          expect({ text, read }).toEqual({ text, read: written });
        }
      }
    } finally {
      driver.dispose();
    }
  });

  it('has its links in the order of its HTML', () => {
    const doc = parse(
      '<table><tr><td><a href="a.md">a</a></td></tr><a href="b.md">b</a></table>\n\n[c](c.md)',
    );
    expect(doc.links.map(({ href, location }) => [href, location.column])).toEqual([
      ['b.md', 55],
      ['a.md', 25],
      ['c.md', 5],
    ]);
    expect(html(doc)).toMatch(/<a href="b.md">b[^]*<a href="a.md">a[^]*<a href="c.md">c/);
  });
});

/** What is written, without the regions around raw tables, and what is reported for a text. */
function result(text: string): [string, string[]] {
  const doc = parse(text);
  const written = html(doc)
    .replace(/<div class="table-scroll" [^>]*>/g, '')
    .replaceAll('</table></div>', '</table>');
  return [written.replaceAll('\n', ''), findings(doc)];
}

describe('raw HTML that a browser shows otherwise', () => {
  it.each([
    ['x <p>a</p> y', '<p>x </p><p>a</p> y', 'html-unclosed 1:3'],
    ['y <b><p>x</p></b>', '<p>y </p><p><b>x</b></p>', 'html-unclosed 1:6'],
    [
      '**x <div>y</div>**',
      '<p><strong>x </strong></p><div><strong>y</strong></div>',
      'html-unclosed 1:5',
    ],
    [
      '<a href="b"><h3>c</h3>d</a>',
      '<h3><a href="b">c</a></h3><a href="b">d</a>',
      'html-unclosed 1:13',
    ],
    [
      'x <a href="b" id="c">d <div>e</div></a>',
      '<p>x <a href="b" id="c">d </a></p><div><a href="b">e</a></div>',
      'html-unclosed 1:24',
    ],
    ['<p align="center">\n\n# x\n\n</p>', '<h1 id="x">x</h1>', 'html-unclosed 1:1'],
    ['<h2>\n\n# x\n\n</h2>', '<h2></h2><h1 id="x">x</h1>', 'html-unclosed 1:1'],
    ['# a <h2>b</h2>', '<h1 id="a-b">a </h1><h2>b</h2>', 'html-unclosed 1:5'],
    ['- a <li>b', '<ul><li>a </li><li>b</li></ul>', 'html-unclosed 1:5'],
    ['<table><div>x</div></table>', '<div>x</div><table></table>', 'html-unclosed 1:1'],
    [
      '<table>x<tr><td>y</table>',
      'x<table><tbody><tr><td>y</td></tr></tbody></table>',
      'html-unclosed 1:1',
    ],
    ['<td>x</td> <rt>y</rt>', 'x <rt>y</rt>', 'html-dropped 1:1'],
  ])('is written as shown, and reported: %j', (text, shown, finding) => {
    expect(result(text)).toEqual([shown, [finding]]);
  });

  it.each([
    ['# a <p>b', '<h1 id="a-b">a <p>b</p></h1>'],
    ['<ul>\n\ntext\n\n</ul>', '<ul><p>text</p></ul>'],
    ['- <ul><li>a</ul>', '<ul><li><ul><li>a</li></ul></li></ul>'],
    ['<dl><dt>a<dd>b<dt>c</dl>', '<dl><dt>a</dt><dd>b</dd><dt>c</dt></dl>'],
    ['<p><ruby>a<rt>b</ruby></p>', '<p><ruby>a<rt>b</rt></ruby></p>'],
    ['<pre>\n\n a</pre>', '<pre> a</pre>'],
    [
      '<table><tr><td>\n\n- a\n\n<table><tr><th>b</table>\n\n</td></tr></table>',
      '<table><tbody><tr><td><ul><li>a</li></ul><table><tbody><tr><th>b</th></tr></tbody></table></td></tr></tbody></table>',
    ],
  ])('differs from the source if HTML does not allow it: %j', (text, shown) => {
    expect(result(text)).toEqual([shown, []]);
  });

  it('names the elements that it ends', () => {
    const message = (text: string): string | undefined => parse(text).diagnostics[0]?.message;
    expect(message('x <div>y</div>')).toBe('<div> ends the paragraph that it is in');
    expect(message('- x <li>y')).toBe('<li> ends the list item that it is in');
    expect(message('<p>\n\n# x\n\n</p>')).toBe(
      '<p> ends before the Markdown after it, which cannot be inside of it',
    );
    expect(message('<table>x</table>')).toBe(
      'what is in <table>, but in none of its cells, is shown before it',
    );
    expect(message('<td>x</td>')).toBe(
      'the element <td> outside of a table is not allowed and was left out',
    );
  });

  it('does not end a cell by an end tag in it', () => {
    expect(result('<div><table><tr><td>a</div>b</table></div>')).toEqual([
      '<div><table><tbody><tr><td>ab</td></tr></tbody></table></div>',
      ['html-unclosed 1:22'],
    ]);
  });

  it('does not reach the Markdown after it', () => {
    expect(result('x <b><li>y\n\nz')[0]).toBe('<p>x </p><li><b>y</b></li><p>z</p>');
    expect(result('- <table><tr><td>y\n\nz')[0]).toMatch(/<\/table><\/li><\/ul><p>z<\/p>$/);
  });
});

describe('links in links', () => {
  it('lose the inner one, but not its text', () => {
    expect(result('<a href="b">c [d](e) https://f.g</a>')).toEqual([
      '<p><a href="b">c d https://f.g</a></p>',
      ['html-dropped 1:19'],
    ]);
    expect(result('<a href="b">c <a href="d">e</a> f</a>')).toEqual([
      '<p><a href="b">c e f</a></p>',
      ['html-dropped 1:15'],
    ]);
    expect(result('<a href="b">\n\n[c](d)\n\n</a>')).toEqual([
      '<a href="b"><p>c</p></a>',
      ['html-dropped 3:5'],
    ]);
    expect(result('[a^[c]](b)')[0]).toContain(
      '<a href="b">a<sup class="footnote-ref" id="fnref1">1</sup></a>',
    );
    expect(result('<a href="b">\n\n## c[^1]\n\n[^1]: d')[0]).not.toMatch(
      /<h2[^]*<a href="#(?:c|fn1)"/,
    );
  });
});

describe('raw elements nested without end', () => {
  it('are left out beyond a hundred', () => {
    const doc = parse('<b>'.repeat(20_000) + 'x' + '</b>'.repeat(20_000));
    expect(html(doc).match(/<b>/g)).toHaveLength(100);
    expectStable('', html(doc));
  });
});

describe('HTML of the configuration', () => {
  it('applies inside the templates', async () => {
    const driver = site({
      'site.config.ts': `export default {
  title: 'T',
  url: 'https://docs.example.com',
  navbar: { items: [{ to: '/', html: 'x <a href="/">y</a>' }] },
  footer: { copyright: '<p>z</p>', links: [{ html: 'a <li>b</li>' }] },
};`,
      'index.md': '# Home\n',
    });
    try {
      await driver.build();
      const codes = driver.diagnostics().map((entry) => entry.replace(/:\d+ /, ' '));
      expect(codes).toEqual([
        'site.config.ts:4 html-dropped',
        'site.config.ts:5 html-dropped',
        'site.config.ts:5 html-unclosed',
      ]);
      const page = driver.page('/');
      expect(page).toContain('<span>x y</span>');
      expect(page).toContain('<div><p>z</p></div>');
      expect(page).toContain('<li>a b</li>');
    } finally {
      driver.dispose();
    }
  });

  it('has no link in a link and no item in an item', () => {
    expect(sanitizeHtml('a <a href="/b">c</a>', undefined, { inside: 'a' }).html).toBe('a c');
    expect(sanitizeHtml('a & <li>b', undefined, { inside: 'li' })).toMatchObject({
      html: 'a &amp; b',
      dropped: [{ what: 'the markup that ends the <li> around it' }],
    });
    expect(sanitizeHtml('a <p>b <i>c', undefined, { inside: 'li' }).html).toBe(
      'a <p>b <i>c</i></p>',
    );
  });
});
