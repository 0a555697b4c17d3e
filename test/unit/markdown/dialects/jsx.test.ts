import { describe, expect, it } from 'vitest';
import type { MarkdownSettings } from '../../../../src/markdown/parse-doc.ts';
import type { ParsedDoc } from '../../../../src/markdown/parsed-doc.ts';
import { toFilePath } from '../../../../src/shared/paths.ts';
import { findings, html, parse, parser } from '../support/parse.ts';

const DOCUSAURUS: Partial<MarkdownSettings> = { dialects: ['docusaurus'] };
const jsx = (text: string): ParsedDoc => parse(text, DOCUSAURUS);

/** The article on one line, without attributes that tests elsewhere hold. */
function shown(text: string): string {
  return html(jsx(text))
    .replace(/ (?:role|aria-[a-z]+|tabindex|loading|decoding|data-tabs)="[^"]*"/g, '')
    .replace(/\s*\n\s*/g, '');
}

const CASES: Readonly<Record<string, readonly [markdown: string, html: string]>> = {
  'imports of other files': ["import A from './a.js'\nimport {B} from 'b'\n\ntext", '<p>text</p>'],
  'exports with blank lines in brackets': [
    'export const a = {\n  b: 1,\n\n  c: () => { return `}` },\n};\nexport const d = 1\n\ntext',
    '<p>text</p>',
  ],
  'prose that begins with import': ['import the package first', '<p>import the package first</p>'],
  'comments over blank lines': ['{/* a\n\nb */}\n\ntext {/* c */}end', '<p>text end</p>'],
  'literal texts': ['a{\' \'}b{"*c*"}{`d`}{1}', '<p>a b*c*d1</p>'],
  'braces of formulas': ['$\\frac{a}{b}^{c}$ {d}', '<p>$\\frac{a}{b}^{c}$ </p>'],
  'escaped braces': ['a \\{b\\} `{c}`', '<p>a {b} <code>{c}</code></p>'],
  'braces in code': [
    '```js\n{a}\n<B>\n```',
    '<figure class="code" data-code><pre><code class="language-js">',
  ],
  'attributes of HTML': [
    '<div className="x" style={{ color: "red" }} onClick={() => go()} id={"y"} hidden={a}>\n\n*a*\n\n</div>',
    '<div class="x" id="y"><p><em>a</em></p></div>',
  ],
  'Markdown that is indented in tags': [
    '<div>\n      *a*\n\n      - b\n        - c\n\n      ```\n  d\n      ```\n</div>',
    '<div><p><em>a</em></p><ul><li>b<ul><li>c</li></ul></li></ul><figure class="code" data-code><pre><code>d</code></pre></figure></div>',
  ],
  'indented text is not code': ['a\n\n      b', '<p>a</p><p>b</p>'],
  'code that is indented in lists': [
    '1.  a\n\n        ```\n        b\n          c\n        ```\n\n    d',
    '<ol><li><p>a</p><figure class="code" data-code><pre><code>bc</code></pre></figure><p>d</p></li></ol>',
  ],
  'imports in tags': ["<div>\n\nimport A from './a'\n\n</div>", '<div></div>'],
  'lines of attributes that look like blocks': [
    '<Link\n  to="a"\n>\n  b\n</Link>',
    '<a href="a">b</a>',
  ],
  'a badge over several lines': ['<Badge\n  text="a"\n/>', '<span class="tag">a</span>'],
  'text beside tags': [
    '<div>a *b*</div>\n\n<div>c\nd</div>',
    '<div>a <em>b</em></div><div><p>cd</p></div>',
  ],
  'tags in tight lists': [
    '- a\n  <div>\n  *b*\n  </div>\n- c',
    '<ul><li>a<div><p><em>b</em></p></div></li><li>c</li></ul>',
  ],
  'tags over several lines': [
    '<img\n  alt="a"\n  src={require("./b.png").default}\n/>',
    '<img alt="a" src="./b.png">',
  ],
  'paragraphs of HTML': [
    '<p align="center">\n  a <b>b</b>\n</p>',
    '<p class="align-center">a <b>b</b></p>',
  ],
  'HTML comments': ['<!-- a -->\n\nb <!-- c -->', '<p>b </p>'],
  'unknown components': [
    '<A b={c}>\n  *d*\n</A>\n\ne <F.g h="i">j</F.g> <K/>',
    '<p><em>d</em></p><p>e j </p>',
  ],
  'a fragment': ['<>\n*a*\n</>', '<p><em>a</em></p>'],
  'tags that are no tags': [
    'Map<K, V> and a < b, x <y',
    '<p>Map&lt;K, V&gt; and a &lt; b, x &lt;y</p>',
  ],
  'braces that never close': ['a {b\n\nc <D', '<p>a {b</p><p>c &lt;D</p>'],
  admonitions: [
    '<Admonition type="tip" title="*A*">\n\nb\n\n</Admonition>\n<Aside>c</Aside>',
    '<aside class="admonition admonition-tip"><p class="admonition-title">*A*</p><p>b</p></aside>' +
      '<aside class="admonition admonition-note"><p class="admonition-title">Note</p><p>c</p></aside>',
  ],
  tabs: [
    '<Tabs groupId="os">\n  <TabItem value="a" label="A">\n    b\n  </TabItem>\n  <TabItem value="c" default>d</TabItem>\n</Tabs>',
    '<div class="tabs" data-tabs-remember><div class="tab-list">' +
      '<a class="tab" href="#tab.a" data-value="a">A</a><a class="tab" href="#tab.c" data-value="c">c</a></div>' +
      '<div class="tab-panel" id="tab.a" data-value="a"><p class="tab-heading">A</p><p>b</p></div>' +
      '<div class="tab-panel" id="tab.c" data-value="c" data-selected><p class="tab-heading">c</p><p>d</p></div></div>',
  ],
  'labels of tabs in values': [
    '<Tabs values={[{label: "Ä", value: "a"}]}><TabItem value="a">b</TabItem></Tabs>',
    '<div class="tabs" data-tabs><div class="tab-list"><a class="tab" href="#tab.a" data-value="a">Ä</a></div>' +
      '<div class="tab-panel" id="tab.a" data-value="a"><p class="tab-heading">Ä</p><p>b</p></div></div>',
  ],
  'a component named like a group of tabs': ['<Tabs>\na\n</Tabs>', '<p>a</p>'],
  details: [
    '<Details summary="A">\nb\n</Details>\n<details>\n<summary>*c*</summary>\n\nd\n</details>',
    '<details><summary class="details-summary">A</summary><p>b</p></details>' +
      '<details><summary><em>c</em></summary><p>d</p></details>',
  ],
  'code blocks': [
    '<Code code={`a\nb`} lang="text" title="T" />\n<CodeBlock language="text">{`c`}</CodeBlock>',
    '<figure class="code" data-code><figcaption>T</figcaption><pre><code class="language-text">ab</code></pre></figure>' +
      '<figure class="code" data-code><pre><code class="language-text">c</code></pre></figure>',
  ],
  links: [
    '<Link to="/a">*b*</Link> <LinkButton href="c">d</LinkButton>',
    '<p><a href="/a"><em>b</em></a> <a class="button" href="c">d</a></p>',
  ],
  'cards of links': [
    '<LinkCard title="A" description="B" href="/c/" />',
    '<a class="card" href="/c/"><span class="card-title">A</span><span class="card-description">B</span></a>',
  ],
  cards: [
    '<CardGrid>\n<Card title="A" icon="x">\n*b*\n</Card>\n</CardGrid>',
    '<div class="card-grid"><div class="card"><p class="card-title">A</p><p><em>b</em></p></div></div>',
  ],
  'steps, trees and badges': [
    '<Steps>\n1. a\n</Steps>\n<FileTree>\n- b\n</FileTree>\n\nc <Badge text="D" />',
    '<ol class="steps"><li>a</li></ol><div class="file-tree"><ul><li>b</li></ul></div><p>c <span class="tag">D</span></p>',
  ],
  'parts of the head': [
    '<Head>\n<meta name="a" />\n</Head>\n\n<TOCInline toc={toc} />\n\nb',
    '<p>b</p>',
  ],
  'hostile attributes': [
    '<Link to="javascript:alert(1)" onClick="x">a</Link> <a href={"\\"><script>"}>b</a>',
    '<p><a href="javascript:alert(1)">a</a> <a href="&quot;><script>">b</a></p>',
  ],
};

describe('JSX in Markdown', () => {
  it.each(Object.entries(CASES))('shows %s', (_, [markdown, expected]) => {
    expect(shown(markdown)).toContain(expected);
  });

  it('keeps titles and descriptions clean', () => {
    const doc = jsx("import A from './a'\n\n# B\n\n{/* c */}\n\nd {e} <F/>f");
    expect([doc.title, doc.description]).toEqual(['B', 'd f']);
  });

  it('reports what is not rendered once for each name and file, at its first place', () => {
    const doc = jsx(
      "import A from './a'\n\n<A>\n\nb {c} {d}\n\n</A>\n\n- <A/> <Badge/> <E href={f}/>",
    );
    expect(findings(doc)).toEqual([
      'foreign-syntax 1:1',
      'foreign-syntax 3:1',
      'foreign-syntax 5:3',
      'foreign-syntax 9:17',
    ]);
    expect(doc.diagnostics[2]?.message).toContain('2 times');
  });

  it('gives each tab a value and a label', () => {
    const tabs = [
      'label="C"',
      'label="C++"',
      'label="C"',
      'label={t("x")}',
      'value="e"',
      'value="e"',
    ];
    const doc = jsx(`<Tabs>${tabs.map((tab) => `<TabItem ${tab}>a</TabItem>`).join('')}</Tabs>`);
    expect(findings(doc)).toEqual([]);
    expect(
      [...html(doc).matchAll(/<a [^>]*data-value="([^"]*)"[^>]*>([^<]*)/g)].map((tab) =>
        tab.slice(1),
      ),
    ).toEqual([
      ['C', 'C'],
      ['C++', 'C++'],
      ['C-2', 'C'],
      ['Tab-4', 'Tab 4'],
      ['e', 'e'],
      ['e-2', 'e'],
    ]);
  });

  it('reports no imports of the tools, no comments and no literals', () => {
    const doc = jsx("import A from '@theme/Tabs';\n\n{/* a */}\n\nb {/* c */} {' '}");
    expect(findings(doc)).toEqual([]);
  });

  it('locates links in tags, lists and quotes', () => {
    const doc = jsx(
      '<A>[a](a)\n\n   b [c](c)</A>\n\n> <div>\n>   [d](d)\n> </div>\n\n- <Link\n    to="e">f</Link>\n  <B>\n    g\n    [h](h)</B>',
    );
    expect(
      doc.links.map(({ href, location }) => `${href} ${location.line}:${location.column}`),
    ).toEqual(['a 1:8', 'c 3:10', 'd 6:9', 'e 10:9', 'h 13:9']);
  });

  it('is read in .mdx of Starlight, not in its .md', () => {
    const read = parser({ dialects: ['starlight'] });
    const text = 'a {b} <C>d</C>';
    expect(html(read.parse(toFilePath('a.mdx'), text))).toBe('<p>a  d</p>\n');
    expect(html(read.parse(toFilePath('a.md'), text))).toBe('<p>a {b} d</p>\n');
  });

  it('reads hostile text in bounded time', () => {
    for (const text of [
      '<a {',
      '{',
      '<A>',
      '<A b={',
      '`{',
      '</A>',
      '<a b="',
      '{[(`',
      '{//\n',
      '{/*',
    ]) {
      const doc = jsx(text.repeat(2_000));
      expect(doc.diagnostics.length).toBeLessThan(2_001);
    }
  });
});
