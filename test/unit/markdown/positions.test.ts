import { describe, expect, it } from 'vitest';
import { generate } from './support/generate.ts';
import { parse, parser, parseWith, textAt, written } from './support/parse.ts';

describe('locations of destinations', () => {
  it('are exact in documents composed at random', () => {
    const shared = parser();
    for (let seed = 1; seed <= 600; seed++) {
      const { text, destinations } = generate(seed);
      const doc = parseWith(shared, text);
      expect({ seed, text, found: written(text, doc.links).sort() }).toEqual({
        seed,
        text,
        found: [...destinations].sort(),
      });
    }
  });
});

const CASES: readonly (readonly [name: string, text: string, expected: readonly string[]])[] = [
  [
    'several links in a line',
    'a [b](c.md) [d](e.md "t") ![f](g.png)',
    ['1:7 c.md', '1:17 e.md', '1:32 g.png'],
  ],
  ['a destination in angle brackets', '[a](<b c.md>)', ['1:6 b c.md']],
  ['an empty destination', '[a]() [b](<>)', ['1:5 ', '1:12 ']],
  ['escapes and entities, as written', '[a](b\\(1\\)&amp;c)', ['1:5 b\\(1\\)&amp;c']],
  ['a backslash before the line ending', '[a]\n\n[a]: b\\\nc', ['3:6 b\\']],
  ['an image inside a link', '[![a](b.png)](c.md)', ['1:15 c.md', '1:7 b.png']],
  ['a reference, in its definition', '[a][B] [b]\n\n[b]:\n  <c.md>\n', ['4:4 c.md', '4:4 c.md']],
  ['the first of two definitions', '[a]\n\n[a]: b.md\n[a]: c.md', ['3:6 b.md']],
  ['a heading with closing marks', '##   [a](b.md) ##  ', ['1:10 b.md']],
  ['a setext heading', 'one\n[a](b.md)\n===', ['2:5 b.md']],
  [
    'escaped pipes in a table',
    '| a \\| [b](c\\|d.md) |\n|---|\n| \\|[e](f.md) |',
    ['1:12 c\\|d.md', '3:9 f.md'],
  ],
  ['a table without outer pipes', 'a | [b](c.md)\n--|--\n[d](e.md) |', ['1:9 c.md', '3:5 e.md']],
  ['quote, list and table', '> - | a |\n>   |---|\n>   | [b](c.md) |', ['3:11 c.md']],
  ['a lazy continuation line', '> > a\nb [c](d.md)', ['2:7 d.md']],
  ['a list indented by tabs', '-\ta\n\n\t[b](c.md)', ['3:6 c.md']],
  ['link text over lines', '> [a\n> b](c.md)', ['2:6 c.md']],
  ['a footnote and its inner lists', 'a[^1]\n\n[^1]: b\n\n    - [c](d.md)', ['5:11 d.md']],
  ['an inline footnote', 'a ^[b [c](d.md) e]', ['1:11 d.md']],
  ['the title of an admonition', '> :::note[A [b](c.md)]\n> d\n> :::', ['1:17 c.md']],
  [
    'an alert with a title',
    '- > [!NOTE] a [b](c.md)  \n  > d [e](f.md)',
    ['1:19 c.md', '2:11 f.md'],
  ],
  [
    'a block that is closed inside a list',
    ':::note\n- [a](b.md)\n  :::\n[c](d.md)',
    ['2:7 b.md', '4:5 d.md'],
  ],
  [
    'headings with ids',
    '## [a](b.md) {/*c*/}  \n\n[d](e.md) { #f }\n---\n## [g](h.md) [#i]',
    ['1:8 b.md', '3:5 e.md', '5:8 h.md'],
  ],
  [
    'headings, alerts and blocks in a tab in a quote',
    '> ::::tabs\n> :::tab[A]\n> ## [b](c.md) {#d}\n>\n> > [!TIP] [e](f.md)\n>\n> - [g](h.md)\n>   :::\n> ::::',
    ['3:10 c.md', '5:16 f.md', '7:9 h.md'],
  ],
  ['a summary', ':::details A [b](c.md) {open}\n:::', ['1:18 c.md']],
  ['autolinks', '<https://a.b/c?d> <e@f.g>', ['1:2 https://a.b/c?d', '1:20 e@f.g']],
  [
    'addresses in text',
    'www.a.b, http://c.d/e_f. g@h.i',
    ['1:1 www.a.b', '1:10 http://c.d/e_f', '1:26 g@h.i'],
  ],
  ['raw HTML in a line', 'a <a title=">" href=b.md>c</a>', ['1:21 b.md']],
  ['raw HTML over lines in a quote', '> <a\n> href="b&amp;c.md">d</a>', ['2:9 b&amp;c.md']],
  [
    'an HTML block in a list',
    '- a\n\n  <div>\n  <img alt="" src=\'b.png\'>\n  </div>',
    ['4:20 b.png'],
  ],
  ['image candidates', '<img alt="" srcset="a.png 1x,\n b.png 2x">', ['1:21 a.png', '2:2 b.png']],
];

describe('location of', () => {
  for (const [name, text, expected] of CASES) {
    it(name, () => {
      const { links } = parse(text);
      const places = links.map(
        ({ location }) => `${location.line}:${location.column} ${textAt(text, location)}`,
      );
      expect(places).toEqual(expected);
    });
  }

  it('an empty destination that begins a line of a quote', () => {
    const [link] = parse('> [a](\n> )').links;
    expect(link?.location).toMatchObject({ line: 2, column: 3, endLine: 2, endColumn: 3 });
  });

  it('is counted in the file: byte order mark, frontmatter, each kind of line ending', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const text = `\ufeff---${end}title: a${end}---${end}${end}b [c](d.md)${end}e [f](g.md)`;
      expect(parse(text).links.map(({ location }) => [location.line, location.column])).toEqual([
        [5, 7],
        [6, 7],
      ]);
    }
  });
});
