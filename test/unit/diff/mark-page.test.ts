import { describe, expect, it } from 'vitest';
import { readBlocks, withoutLocations } from '../../../src/diff/blocks.ts';
import { compareBlocks } from '../../../src/diff/compare-page.ts';
import { markArticle } from '../../../src/diff/mark-page.ts';

/** The new article with marks, without their ids. */
function marked(before: string, after: string): string {
  const blocks = readBlocks(after);
  const changes = compareBlocks(withoutLocations(readBlocks(before)), withoutLocations(blocks));
  const { html } = markArticle(after, blocks, changes);
  return html.replaceAll(/ id="dw-diff-\d+" tabindex="-1"/g, '');
}

const OLD = 'class="dw-diff-old"';

describe('marks in an article', () => {
  it.each([
    [
      'words in nested markup',
      '<p>a b c</p>',
      '<p>a <b>x <i>y</i></b> c</p>',
      '<p>a <b><del>b</del> <ins>x</ins> <i><ins>y</ins></i></b> c</p>',
    ],
    ['words at the end', '<p>a b</p>', '<p>a</p>', '<p>a <del>b</del></p>'],
    [
      'the target of a link',
      '<p><a href="/a">See it</a></p>',
      '<p><a href="/b">See it</a></p>',
      '<p><a href="/b"><ins>See it</ins><span class="dw-diff-note"><del>/a</del> <ins>/b</ins></span></a></p>',
    ],
    [
      'an item that was removed',
      '<ul><li>a</li><li>b</li></ul>',
      '<ul><li>a</li></ul>',
      `<ul><li>a</li><li ${OLD}><del>b</del></li></ul>`,
    ],
    [
      'an item before others',
      '<ul><li>a</li><li>b</li></ul>',
      '<ul><li>b</li></ul>',
      `<ul><li ${OLD}><del>a</del></li><li>b</li></ul>`,
    ],
    [
      'a row',
      '<table><tbody><tr><td>a</td></tr><tr><td>b</td></tr></tbody></table>',
      '<table><tbody><tr><td>b</td></tr></tbody></table>',
      `<table><tbody><tr ${OLD}><td colspan="99"><del>a</del></td></tr><tr><td>b</td></tr></tbody></table>`,
    ],
    [
      'a paragraph before a heading',
      '<p>a</p><div class="heading"><h2 id="h">H</h2></div>',
      '<div class="heading"><h2 id="h">H</h2></div>',
      `<div ${OLD}><del>a</del></div><div class="heading"><h2 id="h">H</h2></div>`,
    ],
    [
      'a paragraph at the end',
      '<p>a</p><p>b</p>',
      '<p>a</p>',
      `<p>a</p><div ${OLD}><del>b</del></div>`,
    ],
    [
      'a whole list',
      '<p>a</p><ul><li>b</li></ul><p>c</p>',
      '<p>a</p><p>c</p>',
      `<p>a</p><div ${OLD}><del>b</del></div><p>c</p>`,
    ],
    [
      'a line of code',
      '<pre><code>a\nb\nc</code></pre>',
      '<pre><code>a\n<span>x</span>y\nc</code></pre>',
      '<pre><code>a\n<span><del>b\n</del><ins>x</ins></span><ins>y</ins>\nc</code></pre>',
    ],
    [
      'an image',
      '<p>a</p>',
      '<p>a<img src="/x.png" alt="X"></p>',
      '<p>a<ins><img src="/x.png" alt="X"></ins><ins class="dw-diff-note">added</ins> </p>',
    ],
    [
      'markup in removed text',
      '<p>a</p><p>x &lt;b&gt; y</p>',
      '<p>a</p>',
      `<p>a</p><div ${OLD}><del>x &lt;b&gt; y</del></div>`,
    ],
  ])('shows %s', (...row) => {
    const [, before, after, expected] = row;
    expect(marked(before, after)).toBe(expected);
  });

  it('numbers the marks, and names them', () => {
    const after = '<h2 id="h">H</h2><p>b</p><p>c d e f</p>';
    const blocks = readBlocks(after);
    const before = withoutLocations(readBlocks('<h2 id="h">H</h2><p>c d e g</p>'));
    const { html, marks } = markArticle(
      after,
      blocks,
      compareBlocks(before, withoutLocations(blocks)),
    );
    expect(marks).toEqual([
      { id: 'dw-diff-1', name: 'text added', section: 'H' },
      { id: 'dw-diff-2', name: 'text', section: 'H' },
    ]);
    for (const { id } of marks) expect(html.split(`id="${id}"`)).toHaveLength(2);
  });
});
