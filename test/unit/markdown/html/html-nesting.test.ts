import { describe, expect, it } from 'vitest';
import { sanitizeHtml } from '../../../../src/markdown/html/sanitize-html.ts';
import { site } from '../../../support/site.ts';
import { createRandom } from '../support/generate.ts';
import { treeOutline, writtenOutline } from '../support/outline.ts';
import { findings, html, parse, parser, parseWith } from '../support/parse.ts';

const NAMES =
  'a b p div table tr td th tbody thead caption colgroup ul ol li dl dt dd h1 h2 h3 pre details summary ruby rt rp section span figure blockquote code'.split(
    ' ',
  );
const TAGS = [...NAMES.flatMap((name) => [`<${name}>`, `</${name}>`]), '<col>', '<hr>', '<br>'];
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
const PIECES = [...TAGS, ...TAGS, ...BLOCKS, ...BLOCKS, ...BLOCKS, ...INLINE, ...INLINE, ...INLINE];

function randomText(seed: number, pieces: readonly string[]): string {
  const random = createRandom(seed);
  const length = 2 + Math.floor(random() * 30);
  return Array.from({ length }, () => pieces[Math.floor(random() * pieces.length)]).join('');
}

function inPage(article: string): string {
  return `<main><div><article>${article}</article></div><footer id="end"></footer></main>`;
}

describe('the tree that a browser makes', () => {
  it('is the nesting of the tags, whatever raw HTML an article has', () => {
    const shared = parser();
    for (let seed = 1; seed <= 3000; seed++) {
      const text = randomText(seed, PIECES);
      const page = inPage(html(parseWith(shared, text)));
      expect({ text, tree: treeOutline(page) }).toEqual({ text, tree: writtenOutline(page) });
    }
  });

  it('is the nesting of the tags in HTML of the configuration', () => {
    for (let seed = 1; seed <= 1000; seed++) {
      const text = randomText(seed, [...TAGS, ' x ']);
      for (const inside of ['a', 'p', undefined] as const) {
        const name = inside ?? 'div';
        const clean = sanitizeHtml(text, undefined, { inside }).html;
        const page = inPage(`<ul><li><${name}>${clean}</${name}></li></ul>`);
        expect({ text, tree: treeOutline(page) }).toEqual({ text, tree: writtenOutline(page) });
      }
    }
  });
});

/** What is written, without the regions around raw tables, and what is reported for a text. */
function result(text: string): [string, string[]] {
  const doc = parse(text);
  const written = html(doc)
    .replace(/<div class="table-scroll" [^>]*><table/g, '<table')
    .replaceAll('</table></div>', '</table>');
  return [written.replaceAll('\n', ''), findings(doc)];
}

describe('raw tables', () => {
  it('close before what cannot stand outside of a cell', () => {
    expect(result('<table><div><table></table></div></table>')).toEqual([
      '<table></table><div><table></table></div>',
      ['html-unclosed 1:1', 'html-unclosed 1:34'],
    ]);
    const [article, found] = result('<table>\n\n| a |\n|---|\n\n</table>');
    expect(article).toMatch(/^<table><\/table><div class="table-scroll"/);
    expect(found).toEqual(['html-unclosed 1:1', 'html-unclosed 6:1']);
    expect(result('<table>x<tr><td>y</table>')[0]).toBe('<table></table>xy');
  });

  it('hold anything in a cell, also another table and Markdown', () => {
    const text = '<table><tr><td>\n\n- a\n\n<table><tr><th>b</table>\n\n</td></tr></table>';
    expect(result(text)).toEqual([
      '<table><tr><td><ul><li>a</li></ul><table><tr><th>b</th></tr></table></td></tr></table>',
      [],
    ]);
  });

  it('are not left by an end tag in a cell', () => {
    expect(result('<div><table><tr><td>a</div>b</table></div>')).toEqual([
      '<div><table><tr><td>ab</td></tr></table></div>',
      ['html-unclosed 1:22'],
    ]);
  });
});

describe('Markdown inside raw elements that cannot hold it', () => {
  it('closes them first', () => {
    expect(result('<ul>\n\ntext\n\n</ul>')).toEqual([
      '<ul></ul><p>text</p>',
      ['html-unclosed 1:1', 'html-unclosed 5:1'],
    ]);
    expect(result('<p>\n\ntext')).toEqual(['<p></p><p>text</p>', []]);
    expect(result('<h2>\n\n# x')).toEqual(['<h2></h2><h1 id="x">x</h1>', ['html-unclosed 1:1']]);
  });

  it('loses the inner one of two links, but not its text', () => {
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
    expect(treeOutline(html(doc))).toBe(writtenOutline(html(doc)));
  });
});

describe('blocks inside a line', () => {
  it('are left out of paragraphs and headings', () => {
    expect(result('x <p>a</p> y <div>b</div> <h2>c</h2>')).toEqual([
      '<p>x a y b c</p>',
      ['html-dropped 1:3', 'html-dropped 1:14', 'html-dropped 1:27'],
    ]);
    expect(result('y <b><p>x</p></b>')[0]).toBe('<p>y <b>x</b></p>');
    expect(result('# a <p>b')[0]).toBe('<h1 id="a-b">a b</h1>');
  });

  it('stay in cells and tight list items', () => {
    expect(result('- <ul><li>a</ul>')).toEqual(['<ul><li><ul><li>a</li></ul></li></ul>', []]);
    expect(result('| a |\n|---|\n| <ul><li>b</li></ul> |')[0]).toContain(
      '<td><ul><li>b</li></ul></td>',
    );
  });
});

describe('HTML of the configuration', () => {
  it('is held to where the templates put it', async () => {
    const driver = site({
      'site.config.ts': `export default {
  title: 'T',
  url: 'https://docs.example.com',
  navbar: { items: [{ to: '/', html: 'x <a href="/">y</a>' }] },
  footer: { copyright: '<p>z</p>' },
};`,
      'index.md': '# Home\n',
    });
    try {
      await driver.build();
      const codes = driver.diagnostics().map((entry) => entry.replace(/:\d+ /, ' '));
      expect(codes).toEqual(['site.config.ts:4 html-dropped', 'site.config.ts:5 html-dropped']);
      const page = driver.page('/');
      expect(page).toContain('<span>x y</span>');
      expect(page).toContain('<p>z</p>');
    } finally {
      driver.dispose();
    }
  });

  it('has no link in a link and no block in a paragraph', () => {
    expect(sanitizeHtml('a <a href="/b">c</a>', undefined, { inside: 'a' }).html).toBe('a c');
    expect(sanitizeHtml('<p>a</p> <a href="/b">c</a>', undefined, { inside: 'p' })).toMatchObject({
      html: 'a <a href="/b">c</a>',
      dropped: [{ what: 'the element <p> inside a paragraph or heading' }],
    });
  });
});
