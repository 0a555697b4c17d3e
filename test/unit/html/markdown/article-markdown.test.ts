import { describe, expect, it } from 'vitest';
import { articleMarkdown } from '../../../../src/html/markdown/article-markdown.ts';

const convert = (html: string): string => articleMarkdown(html, { linkOf: (href) => href });

/** What it is, the HTML, and the Markdown without its last line break. */
const CASES: readonly (readonly [string, string, string])[] = [
  ['nothing', '', ''],
  ['text without a block', 'a\n b', 'a b'],
  ['headings', '<h1 id="a">A <code>b</code></h1>\n<h3>C #</h3>', '# A `b`\n\n### C \\#'],
  ['the link of a heading', '<h2 id="a">A</h2><a class="heading-anchor" href="#a"></a>', '## A'],
  ['emphasis', '<p><em>a</em> <strong>b</strong> <s>c</s></p>', '*a* **b** ~~c~~'],
  ['spaces at the ends of emphasis', '<p>a<strong> b </strong>c</p>', 'a **b** c'],
  ['emphasis that Markdown cannot end', '<p><b>a:</b>b</p>', '<strong>a:</strong>b'],
  ['emphasis side by side', '<p><em>a</em><em>b</em></p>', '*a*<em>b</em>'],
  ['line breaks at the ends of emphasis', '<p><b><br>a:<br></b>b</p>', '**a:**\\\nb'],
  ['emphasis in emphasis of its kind', '<p><b>a <strong>b</strong> c</b> d</p>', '**a b c** d'],
  ['names with underscores', '<p>__init__ a__b _c_</p>', '\\_\\_init\\_\\_ a__b \\_c\\_'],
  ['a line break at the end', '<p>a<br></p>', 'a'],
  ['empty emphasis', '<p>a<em></em> <b> </b>b</p>', 'a b'],
  ['code with backticks', '<p><code>a`b</code> <code>`</code></p>', '``a`b`` `` ` ``'],
  ['code beside code', '<p><code>a</code><code>b*</code></p>', '`a`<code>b\\*</code>'],
  [
    'characters of Markdown',
    '<p>a*b _c_ d_e `f` &lt;g> [^h] i[0] j</p>',
    'a\\*b \\_c\\_ d_e \\`f\\` \\<g> \\[^h] i[0] j',
  ],
  ['character references', '<p>a &amp;lt; b &copy;</p>', 'a \\&lt; b ©'],
  ['starts of blocks', '<p>1. a<br>- b<br># c<br>+d</p>', '1\\. a\\\n\\- b\\\n\\# c\\\n+d'],
  ['a link', '<p><a href="/a(b)/">x [y]</a></p>', '[x \\[y\\]](/a%28b%29/)'],
  [
    'a link that shows its address',
    '<a href="https://a.example/b">https://a.example/b</a>',
    '<https://a.example/b>',
  ],
  ['a link after an exclamation', '<p>Wow!<a href="/a">b</a></p>', 'Wow\\![b](/a)'],
  [
    'addresses with characters of Markdown',
    '<p><a href="/a\\b&amp;lt;">c</a></p>',
    '[c](/a\\\\b&amp;lt;)',
  ],
  ['a link without text', '<p>a <a href="/b"></a>b</p>', 'a b'],
  ['a link around blocks', '<a href="/a"><h3>A</h3><p>b</p></a>', '### [A](/a)\n\nb'],
  [
    'a link in a new tab',
    '<p><a href="https://a.example">A<span class="external-icon" role="img" aria-label="new tab"></span></a></p>',
    '[A](https://a.example)',
  ],
  [
    'images',
    '<p><img src="/a b.png" alt="A [b]" title="C &quot;d&quot;"></p>',
    '![A \\[b\\]](/a%20b.png "C \\"d\\"")',
  ],
  ['an image in the page', '<p><img src="data:image/png;base64,AAAA" alt="A"></p>', 'A'],
  [
    'keys',
    '<p><kbd>Ctrl</kbd>+<kbd>C</kbd> H<sub>2</sub>O</p>',
    '<kbd>Ctrl</kbd>+<kbd>C</kbd> H<sub>2</sub>O',
  ],
  ['a quote', '<blockquote>\n<p>a</p>\n<ul><li>b</li></ul>\n</blockquote>', '> a\n>\n> - b'],
  ['a rule', '<p>a</p><hr><p>b</p>', 'a\n\n---\n\nb'],
  [
    'tight and loose lists',
    '<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul><ol start="3"><li><p>d</p></li><li><p>e</p><p>f</p></li></ol>',
    '- a\n- b\n  - c\n\n3. d\n\n4. e\n\n   f',
  ],
  ['two lists', '<ul><li>a</li></ul><ul><li>b</li></ul>', '- a\n\n* b'],
  ['an empty item in a list', '<ul><li>a<ul><li></li></ul></li></ul>', '- a\n\n  -'],
  ['what is hidden', '<p hidden>a</p><div hidden data-nosnippet>b</div>', 'b'],
  [
    'an empty summary',
    '<details><summary></summary>a > b</details>',
    '<details>\n\na > b\n\n</details>',
  ],
  [
    'a table with headers of rows',
    '<table><tr><th>a</th><td>b</td></tr></table>',
    '|  |  |\n| --- | --- |\n| a | b |',
  ],
  ['an empty item', '<ul><li></li><li>a</li></ul>', '-\n- a'],
  [
    'tasks',
    '<ul><li><input type="checkbox" disabled checked> a</li><li><input type="checkbox"> b</li></ul>',
    '- [x] a\n- [ ] b',
  ],
  [
    'definitions',
    '<dl><dt>A</dt><dd>b</dd><dt>C</dt><dd>d</dd></dl>',
    '- **A**\n\n  b\n\n- **C**\n\n  d',
  ],
  [
    'code',
    '<figure class="code" data-code><figcaption>a.json</figcaption><pre><code class="language-json"><span class="line">{\n</span><span class="line">  <span class="t-p">"a"</span>: "&lt;\n</span></code></pre></figure>',
    '```json title="a.json"\n{\n  "a": "<\n```',
  ],
  ['code with fences', '<pre><code>```\n</code></pre>', '````\n```\n````'],
  [
    'code in a list',
    '<ul><li><p>a</p><pre><code>b\n\nc</code></pre></li></ul>',
    '- a\n\n  ```\n  b\n\n  c\n  ```',
  ],
  [
    'a diff',
    '<pre><code class="language-diff-ts"><del class="line del">a\n</del><ins class="line add">b\n</ins><span class="line">c\n</span></code></pre>',
    '```diff-ts\n-a\n+b\n c\n```',
  ],
  [
    'a table',
    '<table><thead><tr><th>A|B</th><th class="align-right">C</th></tr></thead><tbody><tr><td><code>a|b</code></td><td><p>c</p><ul><li>d</li></ul></td></tr></tbody></table>',
    '| A\\|B | C |\n| --- | ---: |\n| `a\\|b` | c<br>- d |',
  ],
  [
    'a table without header, with spans',
    '<table><tr><td rowspan="2">a</td><td colspan="2">b</td></tr><tr><td>c</td><td>d</td></tr></table>',
    '|  |  |  |\n| --- | --- | --- |\n| a | b |  |\n|  | c | d |',
  ],
  [
    'an admonition',
    '<aside class="admonition admonition-danger"><p class="admonition-title">Danger</p><p>a</p></aside>',
    '> [!CAUTION]\n> a',
  ],
  [
    'an admonition with a title',
    '<aside class="admonition admonition-info"><p class="admonition-title">A <em>b</em></p><p>c</p></aside>',
    '> [!NOTE]\n> **A *b***\n>\n> c',
  ],
  [
    'details',
    '<details><summary>A <code>b</code> &lt;</summary><p>c</p></details><p>d</p>',
    '<details>\n<summary>A <code>b</code> &lt;</summary>\n\nc\n\n</details>\n\nd',
  ],
  [
    'tabs',
    '<div class="tabs"><div class="tab-list"><a class="tab" href="#a">A</a><div></div></div><div class="tab-panel"><p class="tab-heading">A</p><p>b</p></div></div>',
    '**A**\n\nb',
  ],
  [
    'footnotes',
    '<p>a<sup class="footnote-ref"><a href="#fn1" id="fnref1">1</a></sup></p><section class="footnotes"><ol class="footnotes-list"><li id="fn1"><p>b <a href="#fnref1" class="footnote-backref">↩</a></p><p>c</p></li></ol></section>',
    'a[^1]\n\n[^1]: b\n\n    c',
  ],
  [
    'icons and buttons',
    '<p><svg aria-label="A"><path d=""></path></svg> b<i aria-hidden="true">x</i><button>c</button></p>',
    'A b',
  ],
  [
    'a formula',
    '<p>a <span class="katex"><math><semantics><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></semantics></math><span aria-hidden="true">x2</span></span></p>',
    'a $x^2$',
  ],
  ['scripts and styles', '<p>a</p><script>b</script><style>c</style><template>d</template>', 'a'],
  ['a video', '<video src="/a/b.mp4" controls></video>', '[b.mp4](/a/b.mp4)'],
];

describe('the Markdown of an article', () => {
  it.each(CASES)('has %s', (_, html, markdown) => {
    expect(convert(html)).toBe(markdown === '' ? '' : `${markdown}\n`);
  });

  it('leads links elsewhere, with their fragments', () => {
    const linkOf = (href: string): string => href.replace(/\/(?=#|$)/, '.md');
    expect(articleMarkdown('<a href="/a/#b">x</a>', { linkOf })).toBe('[x](/a.md#b)\n');
  });

  it.each([
    ['quotes', '<blockquote>'],
    ['lists', '<ul><li>'],
    ['emphasis', '<em><b><s>'],
    ['line breaks', '<br><br>'],
    ['underscores', '_'.repeat(30)],
    ['empty emphasis', '<em></em> x'],
    ['links', '<a href="/">'],
    ['open tables', '<table><tr><td colspan="99" rowspan="99">'],
    ['ends without a start', '</blockquote></ul></table></a></em>'],
    ['details', '<details><summary>'],
    ['code', '<pre><code>'],
  ])('reads a long text of hostile %s', (_, part) => {
    // A quadratic conversion would take minutes.
    const html = `x${part}`.repeat(100_000);
    expect(convert(html).length).toBeLessThan(html.length * 200);
  });

  it('reads a table of 150,000 rows', () => {
    const rows = '<tr><td>x</td></tr>'.repeat(150_000);
    expect(convert(`<table>${rows}</table>`).match(/^\| x \|$/gm)).toHaveLength(150_000);
  });
});
