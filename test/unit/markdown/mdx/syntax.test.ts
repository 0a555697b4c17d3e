import { describe, expect, it } from 'vitest';
import { readMdx } from '../support/mdx.ts';

interface Case {
  readonly html: string;
  readonly modules?: readonly string[];
  readonly problems?: readonly string[];
}

const CASES: Readonly<
  Record<string, Readonly<Record<string, readonly [text: string, read: Case]>>>
> = {
  'elements in text': {
    'an empty element': ['a <b/> c', { html: '<p>a <b></b> c</p>' }],
    'an element with Markdown in it': ['a <B>*b*</B> c', { html: '<p>a <B><em>b</em></B> c</p>' }],
    'a fragment': ['a <>*b*</> c', { html: '<p>a <><em>b</em></> c</p>' }],
    'nested fragments': ['a <>b <>c</> d</> e', { html: '<p>a <>b <>c</> d</> e</p>' }],
    'dotted, namespaced and non-ASCII names': [
      '<a.b.c>d</a.b.c> <svg:rect /> <π/> <a-b/>',
      { html: '<a.b.c>d</a.b.c><svg:rect></svg:rect><π></π><a-b></a-b>' },
    ],
    'attributes of all kinds': [
      `a <B c d="e" f='g' h:i={1 + 1} {...j}>k</B>`,
      { html: '<p>a <B c d="e" f="g" h:i={1 + 1} {...j}>k</B></p>' },
    ],
    'spaces in tags': ['a <B >b</ B > c <d / >', { html: '<p>a <B>b</B> c <d></d></p>' }],
    'attributes without space between': [
      'a <B{...c}d="e"f/>',
      { html: '<p>a <B {...c} d="e" f></B></p>' },
    ],
    'an element as an attribute': [
      'a <B c={<d>{e}</d>} /> f',
      { html: '<p>a <B c={<d>{e}</d>}></B> f</p>' },
    ],
    'quotes and braces in attributes': [
      `a <B c="}" d={"}"} e='"' /> f`,
      { html: '<p>a <B c="}" d={"}"} e="""></B> f</p>' },
    ],
    'attributes over lines': [
      'a <B\n  c="d\n  e"\n  f={`\n`}\n/> g',
      { html: '<p>a <B c="d\n  e" f={`\n`}></B> g</p>' },
    ],
    'a comment among attributes': ['a <B {/* c */} d /> e', { html: '<p>a <B d></B> e</p>' }],
    'an attribute without quotes': [
      'a <img width=100 src=b.png> c',
      { html: '<p>a <img width="100" src="b.png"></img> c</p>' },
    ],
    'void elements of HTML': [
      'a <br> b <hr/> c </br> d <br></br> <img></img>',
      { html: '<p>a <br></br> b <hr></hr> c <br></br> d <br></br> <img></img></p>' },
    ],
    'code in an element': [
      'a <B>`</B>` c</B>',
      { html: '<p>a <B><code>&lt;/B&gt;</code> c</B></p>' },
    ],
    'a word with elements in it': [
      'x<em>{1}</em>y<em>z{2}</em>',
      { html: '<p>x<em>{1}</em>y<em>z{2}</em></p>' },
    ],
    'emphasis around elements': [
      '**<B>*a*</B>** _<B/>_',
      { html: '<p><strong><B><em>a</em></B></strong> <em><B></B></em></p>' },
    ],
    'tags and expressions over lines that look like blocks': [
      'a <B\n  c\n>d</B> e\n\nf {g(\n- 1,\n  <H/>\n)} i',
      { html: '<p>a <B c>d</B> e</p><p>f {g(\n- 1,\n  <H/>\n)} i</p>' },
    ],
    'a link in an element': [
      '<B>[a](b)</B> [<B>c</B>](d) e',
      { html: '<p><B><a>a</a></B> <a><B>c</B></a> e</p>' },
    ],
    'HTML comments': [
      'a <!-- <B> --> c\n\n<!-- d\n\ne -->\n\n<!-- f --> g',
      { html: '<p>a <!-- <B> --> c</p><!-- d\n\ne -->\n<p><!-- f --> g</p>' },
    ],
    escapes: ['a \\<b> \\{c} &lt;d> &#123;e}', { html: '<p>a &lt;b&gt; {c} &lt;d&gt; {e}</p>' }],
    'code spans': [
      '`<b>` ``{c`d`}`` `{`',
      { html: '<p><code>&lt;b&gt;</code> <code>{c`d`}</code> <code>{</code></p>' },
    ],
  },
  'text that is no element': {
    comparisons: ['a < b, c <5 > d <= e', { html: '<p>a &lt; b, c &lt;5 &gt; d &lt;= e</p>' }],
    types: ['Map<K, V> and a <y', { html: '<p>Map&lt;K, V&gt; and a &lt;y</p>' }],
    autolinks: [
      '<https://a.b/c> <d@e.f>',
      { html: '<p><a>https://a.b/c<span></span></a> <a>d@e.f</a></p>' },
    ],
    'a sign before a space': ['a < \tb>', { html: '<p>a &lt; \tb&gt;</p>' }],
    'a declaration': ['a <!x> <?y?>', { html: '<p>a &lt;!x&gt; &lt;?y?&gt;</p>' }],
    'closing braces': ['a } b', { html: '<p>a } b</p>' }],
  },
  'expressions in text': {
    'an expression': ['a {b.c} d', { html: '<p>a {b.c} d</p>' }],
    nothing: ['a {} b { \t\n} c', { html: '<p>a  b  c</p>' }],
    comments: ['a {/* b */} c {/* } */} d {/**//**/} e', { html: '<p>a  c  d  e</p>' }],
    'comments beside an expression': [
      'a {/* b */ c // d\n} e',
      { html: '<p>a {/* b */ c // d\n} e</p>' },
    ],
    'functions and conditions': [
      '{a.map((b) => ({ c: <D key={b}>{b}</D> }))} e {f ? "}" : `{${g}`} h',
      { html: '<p>{a.map((b) => ({ c: <D key={b}>{b}</D> }))} e {f ? "}" : `{${g}`} h</p>' },
    ],
    'an object': ['a {{ b: 1 }.b} c', { html: '<p>a {{ b: 1 }.b} c</p>' }],
    'expressions in parentheses': [
      'a{(b)}c{/* d */ ((e) + (f) /* g */)}h',
      { html: '<p>a{(b)}c{/* d */ ((e) + (f) /* g */)}h</p>' },
    ],
    'braces in strings': ["a {'{'} b {'}'} c", { html: "<p>a {'{'} b {'}'} c</p>" }],
    'a regular expression': ['a {/[}]/.test(b)} c', { html: '<p>a {/[}]/.test(b)} c</p>' }],
    'emphasis beside expressions': [
      '*{a}* **b{c}**',
      { html: '<p><em>{a}</em> <strong>b{c}</strong></p>' },
    ],
    'expressions in links': [
      '[a {b[0]} c](d) ![e {f}](g)',
      { html: '<p><a>a {b[0]} c</a> <img></p>' },
    ],
    'an expression over lines of a quote': [
      '> a {\n> b} c',
      { html: '<blockquote><p>a {\nb} c</p></blockquote>' },
    ],
  },
  'whole lines': {
    'an element alone': ['<B/>\n\na', { html: '<B></B><p>a</p>' }],
    'elements and expressions': ['<B/> {c} <D/>\n{e}', { html: '<B></B>{c}<D></D>{e}' }],
    'lines of elements in a paragraph': [
      '<B/> <C/>\n<D>e</D>\n<F/>',
      { html: '<B></B><C></C><D>e</D><F></F>' },
    ],
    'an element that interrupts a paragraph': [
      'a\n<B/>\nc\n{d}\ne',
      { html: '<p>a</p><B></B><p>c</p>{d}<p>e</p>' },
    ],
    'an inline element in a paragraph': [
      '<b>a</b>\nc\n\nd\n<b>e</b>',
      { html: '<p><b>a</b>\nc</p><p>d\n<b>e</b></p>' },
    ],
    'a component beside its text': [
      '<Note>a *b*</Note>\n\n<Note>c\n*d*</Note>',
      { html: '<Note>a <em>b</em></Note><Note>c\n<em>d</em></Note>' },
    ],
    'a component with blocks': [
      '<Note>\na\n\n- b\n</Note>',
      { html: '<Note><p>a</p><ul><li>b</li></ul></Note>' },
    ],
    'a component that ends on a line of its own': [
      '<Note>a\n- b\n</Note>',
      { html: '<Note><p>a</p><ul><li>b</li></ul></Note>' },
    ],
    'text before a blank line': ['<Note>a\n\nb</Note>', { html: '<Note><p>a</p><p>b</p></Note>' }],
    'elements in elements on a line': [
      '<A><B>\nc\n</B></A>\n\n<A> <B/> </A>',
      { html: '<A><B><p>c</p></B></A><A><B></B></A>' },
    ],
    'a sign of quotes that ends a tag': ['<A\n  b\n>\nc\n</A>', { html: '<A b><p>c</p></A>' }],
    'spaces around tags': ['  <A>  \nb\n    </A>  \n\nc', { html: '<A><p>b</p></A><p>c</p>' }],
    'HTML blocks beside their text': [
      '<div>a</div>\nb\n\n<p>\n  c <b>d</b>\n</p>',
      { html: '<div>a</div><p>b</p><p>c <b>d</b></p>' },
    ],
    'rows of a table': [
      '<tr>\n  <td>a</td>\n  <td>*b*</td>\n</tr>',
      { html: '<tr><td>a</td><td><em>b</em></td></tr>' },
    ],
    'details beside their summary': [
      '<details><summary>a</summary>\nb\n\n- c\n</details>',
      { html: '<details><summary>a</summary><p>b</p><ul><li>c</li></ul></details>' },
    ],
    'links and paragraphs around images': [
      '<a href="b">\n  <img src="c"/>\n</a>\n<p>\n  <img src="c"/>\n</p>',
      { html: '<a href="b"><img src="c"></img></a><p><img src="c"></img></p>' },
    ],
    details: [
      '<details>\n<summary>a *b*</summary>\n\n- c\n\n</details>',
      { html: '<details><summary>a <em>b</em></summary><ul><li>c</li></ul></details>' },
    ],
    'a comment over blank lines': ['a\n\n{/* b\n\n<C>\n\n*/}\n\nd', { html: '<p>a</p><p>d</p>' }],
    'code with blank lines': [
      '{a.map(b => (\n\n  <C>{b}</C>\n\n))}\n\nd',
      { html: '{a.map(b => (\n\n  <C>{b}</C>\n\n))}<p>d</p>' },
    ],
    'a template literal with blank lines': [
      '<Code code={`\n# a\n\n<b>\n`} />\n\nc',
      { html: '<Code code={`\n# a\n\n<b>\n`}></Code><p>c</p>' },
    ],
    'a template literal loses the indent of its line': [
      '<A>\n  {`\n    b\n  `}\n  <C d={`\n    e\n  `} />\n</A>',
      { html: '<A>{`\n  b\n`}<C d={`\n  e\n`}></C></A>' },
    ],
    'an element that nothing follows': ['a\n\n<B>\n\n</B>', { html: '<p>a</p><B></B>' }],
    'a paragraph of expressions': ['{a} {b}\n{c}', { html: '{a}{b}{c}' }],
  },
  indentation: {
    'no code by indent': ['a\n\n      b\n\n    # c', { html: '<p>a</p><p>b</p><h1>c</h1>' }],
    'deep content': [
      '<A>\n      *b*\n\n      - c\n        - d\n\n      > e\n\n      ## f\n</A>',
      {
        html: '<A><p><em>b</em></p><ul><li>c\n<ul><li>d</li></ul></li></ul><blockquote><p>e</p></blockquote><h2>f</h2></A>',
      },
    ],
    'content of different indent': [
      '<A>\n  b\n\n      # c\n\n      > d\n\n      1. e\n</A>',
      { html: '<A><p>b</p><h1>c</h1><blockquote><p>d</p></blockquote><ol><li>e</li></ol></A>' },
    ],
    'nested elements': [
      '<A>\n    <B>\n        <C>\n            d\n        </C>\n    </B>\n</A>',
      { html: '<A><B><C><p>d</p></C></B></A>' },
    ],
    'attributes with blank lines': ['<A\n\n    b="c"\n\n/>', { html: '<A b="c"></A>' }],
    tabs: [
      '<A>\n\tb\n\n\t- c\n\t\t- d\n</A>',
      { html: '<A><p>b</p><ul><li>c\n<ul><li>d</li></ul></li></ul></A>' },
    ],
    fences: [
      '<A>\n      ```js\n      b\n        c\n  d\n      ```\n</A>\n\n1.  e\n\n        ```\n        f\n        ```',
      {
        html: '<A><figure><pre><code>b\n  c\nd</code></pre></figure></A><ol><li><p>e</p><figure><pre><code>f</code></pre></figure></li></ol>',
      },
    ],
    'blocks that interrupt a paragraph': [
      '1. a\n       ```\n       b\n       ```\n   c\n\nd\n      > e',
      {
        html: '<ol><li>a<figure><pre><code>b</code></pre></figure>c</li></ol><p>d</p><blockquote><p>e</p></blockquote>',
      },
    ],
    tables: [
      '<A>\n      | b | c |\n      |---|---|\n      | {d} | <E/> |\n</A>',
      {
        html: '<A><div><table><thead><tr><th>b</th><th>c</th></tr></thead><tbody><tr><td>{d}</td><td><E></E></td></tr></tbody></table></div></A>',
      },
    ],
  },
  containers: {
    'elements in items': [
      '- a\n  <B>\n  *c*\n  </B>\n- <D>e</D>\n- {f}',
      { html: '<ul><li>a<B><p><em>c</em></p></B></li><li><D>e</D></li><li>{f}</li></ul>' },
    ],
    'items of elements in items': [
      '- <A>\n  - b\n    <C>\n    d\n    </C>\n  </A>\n- e',
      { html: '<ul><li><A><ul><li>b<C><p>d</p></C></li></ul></A></li><li>e</li></ul>' },
    ],
    'code in elements in items': [
      '1. a\n\n   <A>\n   <B c="d">\n\n   ```js\n   {e}\n   ```\n\n   </B>\n   </A>\n2. f',
      {
        html: '<ol><li><p>a</p><A><B c="d"><figure><pre><code>{e}</code></pre></figure></B></A></li><li><p>f</p></li></ol>',
      },
    ],
    'an element around items': [
      '<A>\n- b\n- c\n</A>',
      { html: '<A><ul><li>b</li><li>c</li></ul></A>' },
    ],
    'elements in quotes': [
      '> <A>\n> b\n>\n> - c\n> </A>\n\nd',
      { html: '<blockquote><A><p>b</p><ul><li>c</li></ul></A></blockquote><p>d</p>' },
    ],
    'a tag over lines of a quote': [
      '> <A\n>   b="c"\n> >\n> d\n> </A>',
      { html: '<blockquote><A b="c"><p>d</p></A></blockquote>' },
    ],
    'quotes in quotes and items': [
      '> - > <A>\n>   > b\n>   > </A>\n>   c',
      {
        html: '<blockquote><ul><li><blockquote><A><p>b</p></A></blockquote>c</li></ul></blockquote>',
      },
    ],
    'two quotes': [
      '> <A>\n> b\n> </A>\n\n> {c}\n> <D/>',
      { html: '<blockquote><A><p>b</p></A></blockquote><blockquote>{c}<D></D></blockquote>' },
    ],
    'lazy lines': [
      '> a\nb <C/>\n\n> d\n<E/>',
      {
        html: '<blockquote><p>a\nb <C></C></p></blockquote><blockquote><p>d</p></blockquote><E></E>',
      },
    ],
    'a lazy line in a tag': [
      '> a <B\nc="d" /> e',
      { html: '<blockquote><p>a <B c="d"></B> e</p></blockquote>' },
    ],
    'template literals in quotes': [
      '> {`\n> a\n>  b\n> `}\n\n> <A b={`\n> c\n> `} />',
      {
        html: '<blockquote>{`\na\n b\n`}</blockquote><blockquote><A b={`\nc\n`}></A></blockquote>',
      },
    ],
    cells: [
      '| <A b="c" /> | {d} |\n|---|---|\n| *e*{f} | <b>g</b> |',
      {
        html: '<div><table><thead><tr><th><A b="c"></A></th><th>{d}</th></tr></thead><tbody><tr><td><em>e</em>{f}</td><td><b>g</b></td></tr></tbody></table></div>',
      },
    ],
    headings: [
      '# a <B/> {c}\n\n## d {/*e*/}\n\n### f {#g}\n\n<B>h</B>\n===',
      { html: '<h1>a <B></B> {c}</h1><h2>d</h2><h3>f</h3><h1><B>h</B></h1>' },
    ],
    'an element in an admonition': [
      ':::note\n\n<A>\nb\n</A>\n\n:::',
      { html: '<aside><p>Note</p><A><p>b</p></A></aside>' },
    ],
    'an admonition in an element': [
      '<A>\n\n:::note\nb\n:::\n\n</A>',
      { html: '<A><aside><p>Note</p><p>b</p></aside></A>' },
    ],
    footnotes: [
      'a[^1]\n\n[^1]: b <C>d</C> {e}',
      {
        html: '<p>a<sup><a>1</a></sup></p><section><ol><li><p>b <C>d</C> {e} <a>↑</a></p></li></ol></section>',
      },
    ],
    definitions: ['<A>\n[b]\n\n[b]: c\n</A>', { html: '<A><p><a>b</a></p></A>' }],
  },
  modules: {
    'imports and exports': [
      'import a from "b"\nimport {c} from "d"\nexport const e = 1\n\nf',
      { html: '<p>f</p>', modules: ['import a from "b"\nimport {c} from "d"\nexport const e = 1'] },
    ],
    'blocks of them': [
      'import "a"\n\nb\n\nexport default c\n\nd',
      { html: '<p>b</p><p>d</p>', modules: ['import "a"', 'export default c'] },
    ],
    'blank lines in brackets': [
      'export const a = {\n\n  b: [\n\n  1]\n}\n\nc',
      { html: '<p>c</p>', modules: ['export const a = {\n\n  b: [\n\n  1]\n}'] },
    ],
    'blank lines in a template literal and in JSX': [
      'export const a = `\n\n`\n\nexport const B = () => <p>\n\n  c\n\n</p>\n\nd',
      {
        html: '<p>d</p>',
        modules: ['export const a = `\n\n`', 'export const B = () => <p>\n\n  c\n\n</p>'],
      },
    ],
    comments: [
      'export var a = 1\n// b\n/* c */\n\nd',
      { html: '<p>d</p>', modules: ['export var a = 1\n// b\n/* c */'] },
    ],
    'Markdown on the next line': [
      'import a from "b"\n# c',
      { html: '<h1>c</h1>', modules: ['import a from "b"'] },
    ],
    'wrong code in braces': [
      'export const a = {\n  b: 1,\n\n  c d,\n}\n\ne',
      { html: '<p>e</p>', modules: ['export const a = {\n  b: 1,\n\n  c d,\n}'] },
    ],
    'code without an end': [
      'import a from\n\nb {c}',
      { html: '<p>b {c}</p>', modules: ['import a from'] },
    ],
    'a paragraph with a line like an import': [
      'a\nimport b from "c"',
      { html: '<p>a\nimport b from &quot;c&quot;</p>' },
    ],
    prose: [
      'import the package first\n\nexport is done by hand',
      { html: '<p>import the package first</p><p>export is done by hand</p>' },
    ],
    'indented lines and containers': [
      '  import a from "b"\n\n- import c from "d"',
      { html: '<p>import a from &quot;b&quot;</p><ul><li>import c from &quot;d&quot;</li></ul>' },
    ],
    'an import between tags': [
      '<A>\n\nimport b from "c"\n\n</A>',
      { html: '<A></A>', modules: ['import b from "c"'] },
    ],
    'tags in a module': [
      'export const a = "<B>"\n\n<C>\n\n</C>',
      { html: '<C></C>', modules: ['export const a = "<B>"'] },
    ],
  },
};

describe.each(Object.entries(CASES))('%s', (_, cases) => {
  it.each(Object.entries(cases))('%s', (__, [text, { html, modules = [], problems = [] }]) => {
    const read = readMdx(text);
    expect({ html: read.html, modules: read.modules, problems: read.problems }).toEqual({
      html,
      modules,
      problems,
    });
  });
});
