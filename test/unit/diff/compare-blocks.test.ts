import { describe, expect, it } from 'vitest';
import { align } from '../../../src/shared/align.ts';
import { articleIn, readBlocks, withoutLocations } from '../../../src/diff/blocks.ts';
import { compareBlocks } from '../../../src/diff/compare-page.ts';
import { entriesOf } from '../../../src/diff/print-changes.ts';

const MARKS = {
  old: (text: string) => `[-${text}-]`,
  new: (text: string) => `{+${text}+}`,
  plain: (text: string) => text,
};

/** The changes between two articles, a line each. */
function changes(before: string, after: string): readonly string[] {
  const of = (html: string) => withoutLocations(readBlocks(html));
  return compareBlocks(of(before), of(after)).map((change) => {
    const [entry] = entriesOf([change], MARKS);
    return `${entry?.name}: ${entry?.text}${entry?.lines.join('/')}`.replace(/: $/, '');
  });
}

describe('neighbors', () => {
  it('are one entry if they were added or removed together', () => {
    const of = (html: string) => withoutLocations(readBlocks(html));
    const old = '<h2 id="a">A</h2><p>One two three.</p><p>Four five six.</p><p>Stays as it is.</p>';
    const now =
      '<h2 id="a">A</h2><p>Stays as it is.</p><h2 id="b">B</h2><p>Seven.</p><ul><li>x</li><li>y</li></ul><pre>z\n</pre>';
    expect(entriesOf(compareBlocks(of(old), of(now)), MARKS)).toEqual([
      {
        section: 'A',
        name: '2 texts removed',
        text: '[-One two three. · Four five six.-]',
        lines: [],
      },
      {
        section: 'B',
        name: 'heading, text, 2 list items added',
        text: '{+Seven. · x · y+}',
        lines: [],
      },
      { section: '', name: 'code added', text: '', lines: ['+ z'] },
    ]);
    expect(changes('<p>a.js</p><p>x</p>', '<p>b.js</p><p>x</p>')).toEqual([
      'text: [-a.js-] {+b.js+}',
    ]);
  });
});

describe('the change of an article', () => {
  it.each([
    [
      'words',
      '<p>Run it twice.</p>',
      '<p>Run it <b>once</b>.</p>',
      ['text: Run it [-twice.-] {+once.+}'],
    ],
    ['markup only', '<p>Run <b>it</b>.</p>', '<p>Run <i>it</i>.</p>', []],
    ['space only', '<p>a  b</p>', '<p>a\nb </p>', []],
    [
      'the label of a tab',
      '<div><input type="radio"><label>One</label></div>',
      '<div><input type="radio"><label>One</label><input type="radio"><label>Two</label></div>',
      ['text added: {+Two+}'],
    ],
    [
      'the target of a link',
      '<p>See <a href="/a">this page</a>.</p>',
      '<p>See <a href="/b">this page</a>.</p>',
      ['link target: See [-this page. (/a)-] {+this page. (/b)+}'],
    ],
    [
      'a heading',
      '<h2 id="a">Old name</h2>',
      '<h2 id="a">Name</h2>',
      ['heading: [-Old name-] {+Name+}'],
    ],
    ['a heading that was added', '<p>a</p>', '<p>a</p><h2 id="b">B</h2>', ['heading added: {+B+}']],
    [
      'an item',
      '<ul><li>one</li><li>two</li></ul>',
      '<ul><li>one</li></ul>',
      ['list item removed: [-two-]'],
    ],
    [
      'an item in an item',
      '<ul><li>one<ul><li>a</li></ul></li></ul>',
      '<ul><li>one<ul><li>b</li></ul></li></ul>',
      ['list item: [-a-] {+b+}'],
    ],
    [
      'a cell',
      '<table><tr><td>a</td><td>one</td><td>x</td></tr></table>',
      '<table><tr><td>a</td><td>two</td><td>x</td></tr></table>',
      ['table cell 2: a | [-one-] {+two+} | x'],
    ],
    [
      'another row in place of one',
      '<table><tr><td>a</td><td>b</td><td>c</td></tr></table>',
      '<table><tr><td>x</td><td>y</td><td>z</td></tr></table>',
      ['table row removed: [-a | b | c-]', 'table row added: {+x | y | z+}'],
    ],
    [
      'a tab with another name, once',
      '<div class="tab-list"><a class="tab" href="#a">A</a><a class="tab" href="#b">B</a></div><p class="tab-heading">B</p>',
      '<div class="tab-list"><a class="tab" href="#a">A</a><a class="tab" href="#c">C</a></div><p class="tab-heading">C</p>',
      ['text: [-B-] {+C+}'],
    ],
    [
      'a row',
      '<table><tr><td>a</td><td>b</td></tr></table>',
      '<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td></td></tr></table>',
      ['table row added: {+c |+}'],
    ],
    [
      'lines of code',
      '<pre><code>a\n<span>b</span>\nc\n</code></pre>',
      '<pre><code>a\nB\nc\n</code></pre>',
      ['code: - b/+ B'],
    ],
    [
      'the indentation of code',
      '<pre>a:\n  b</pre>',
      '<pre>a:\n    b</pre>',
      ['code: -   b/+     b'],
    ],
    [
      'an image',
      '<p><img src="/a.1.png" alt="Menu"></p>',
      '<p><img src="/a.2.png" alt="Menu"></p>',
      ['image: [-/a.1.png-] {+/a.2.png+} Menu'],
    ],
    [
      'a paragraph elsewhere',
      '<p>one two three four five</p><p>b</p><p>c</p>',
      '<p>b</p><p>c</p><p>one two three four five</p>',
      ['text moved'],
    ],
    [
      'characters of a language without spaces',
      '<p>安装软件包</p>',
      '<p>安装新软件包</p>',
      ['text: 安装 {+新+} 软件包'],
    ],
    [
      'parts for browsers',
      '<h2 id="a">A</h2><a class="heading-anchor" href="#a"></a>',
      '<h2 id="a">A</h2><svg><text>x</text></svg>',
      [],
    ],
    [
      'a task',
      '<ul><li><input type="checkbox">Test</li></ul>',
      '<ul><li><input type="checkbox" checked>Test</li></ul>',
      ['list item: [-[ ]-] {+[x]+} Test'],
    ],
    [
      'text of a character reference',
      '<p>a &amp; b</p>',
      '<p>a &amp; c</p>',
      ['text: a & [-b-] {+c+}'],
    ],
  ])('lists %s', (...row) => {
    const [, before, after, expected] = row;
    expect(changes(before, after)).toEqual(expected);
  });

  it('locates each word in the HTML', () => {
    const html = '<p>One <a href="/x">t<b>w</b>o</a>, three&nbsp;4</p><pre>a\n\nb</pre>';
    const texts = readBlocks(html).map(({ pieces }) =>
      pieces.map((word) => word.map(([start, end]) => html.slice(start, end)).join('+')),
    );
    expect(texts).toEqual([
      ['One', 't+w+o+,', 'three&nbsp;4'],
      ['a', '', 'b'],
    ]);
  });

  it('finds the article of a document', () => {
    const html = '<main><article><p>a</p><article>b</article></article><p>c</p></main>';
    const [start, end] = articleIn(html) ?? [0, 0];
    expect(html.slice(start, end)).toBe('<p>a</p><article>b</article>');
    expect(articleIn('<p>none</p>')).toBeUndefined();
  });
});

describe('the alignment of two lists', () => {
  /** The length of the longest common subsequence, as in textbooks. */
  function common(a: readonly string[], b: readonly string[]): number {
    const rows = Array.from({ length: a.length + 1 }, () =>
      Array.from({ length: b.length + 1 }, () => 0),
    );
    for (let x = 1; x <= a.length; x += 1)
      for (let y = 1; y <= b.length; y += 1) {
        const [row = [], above = []] = [rows[x], rows[x - 1]];
        row[y] =
          a[x - 1] === b[y - 1]
            ? (above[y - 1] ?? 0) + 1
            : Math.max(above[y] ?? 0, row[y - 1] ?? 0);
      }
    return rows[a.length]?.[b.length] ?? 0;
  }

  it('keeps all entries in order, and as many pairs as there can be', () => {
    let seed = 1;
    const next = (below: number): number => {
      seed = (seed * 1103515245 + 12345) % 2 ** 31;
      return seed % below;
    };
    for (let round = 0; round < 300; round += 1) {
      const list = (): string[] => Array.from({ length: next(14) }, () => 'abcd'.charAt(next(4)));
      const [a, b] = [list(), list()];
      const steps = align(a, b);
      expect(steps.flatMap(({ from }) => from ?? [])).toEqual([...a.keys()]);
      expect(steps.flatMap(({ to }) => to ?? [])).toEqual([...b.keys()]);
      const pairs = steps.flatMap(({ from, to }) =>
        from === undefined || to === undefined ? [] : [[a[from], b[to]]],
      );
      for (const [one, other] of pairs) expect(one).toBe(other);
      expect(pairs).toHaveLength(common(a, b));
    }
  });
});
