import { describe, it } from 'vitest';
import { expectMarked } from '../../support/marked-links.ts';
import type { SiteFiles } from '../../support/site.ts';

const N = '§anchor-not-found§';
const heads = `# Title *here* \`code\`

## Hello, World!
## Hello, World!
## Hello World 1
## Hello World
## C++ & C#: \`a_b\` -- x
## Émile ÜBER straße
## 日本語 見出し
## 🎉 Party 👩‍👩‍👧 time
##   Spaces   inside
## Explicit {#my-id}
## Exp dup {#my-id2}
## Foo {#Mixed_Case.1}
## [Link text](./t.md) tail
## ![alt img](/img/logo.png) after
## a &amp; b &copy; c
## 1. Numbered (v2.0)
## __init__ and snake_case
## What's \`--flag\`?
## <span id="inh">Raw</span> html
## trailing hashes ##
## foo-1
## foo
## foo
## !!!
## end\\*star
## tab\tin
## A–B — C
## ٣ أهلا
## x^2^ ~~del~~ 
## [ref]

[ref]: ./t.md

Setext *one*
============

Setext two
words
---

> ## In quote
> text

- ## In list
  1. ## In ordered

:::note
## In note
:::

::::tabs
:::tab[One]
## In tab
:::
:::tab[Two]
text
:::
::::

<details>
<summary>x</summary>

## In details

</details>

<h3 id="raw-h">Raw h3</h3>
<h3>No id raw</h3>
<div id='single'></div><p ID=unq>x</p>

text[^1]

[^1]: foot

    ## In foot

\`\`\`html
<div id="incode"></div>
## In code
\`\`\`

<!-- <div id="incomment"></div> -->

\`<a id="inline-code">\`

    ## indented

####### seven
#nospace
\\## escaped
`;
const sites: Readonly<Record<string, SiteFiles>> = {
  anchors: {
    'static/img/logo.png': 'x',
    'content/docs/h.md': heads,
    'content/docs/t.md': `# T

${['title-here-code', 'hello-world', 'hello-world-1', 'hello-world-1-1', 'hello-world-2', 'c--c-a_b----x', 'émile-über-straße', '%C3%A9mile-%C3%BCber-stra%C3%9Fe', '日本語-見出し', '%E6%97%A5%E6%9C%AC%E8%AA%9E-%E8%A6%8B%E5%87%BA%E3%81%97', 'spaces---inside', 'my-id', 'my-id2', 'Mixed_Case.1', 'link-text-tail', 'alt-img-after', 'a--b--c', '1-numbered-v20', 'init-and-snake_case', 'whats---flag', 'raw-html', 'inh', 'trailing-hashes', 'foo-1', 'foo', 'foo-2', 'section', 'endstar', 'ab--c', '٣-أهلا', 'setext-one', 'setext-two-words', 'in-quote', 'in-list', 'in-ordered', 'in-note', 'in-tab', 'in-details', 'raw-h', 'single', 'unq', 'in-foot', 'top', 'TOP', 'Top', 'fnref1'].map((a, i) => `[${i}](./h.md#${a})`).join('\n')}

${['Hello-World', 'hello-world-3', 'no-id-raw', 'incode', 'in-code', 'incomment', 'inline-code', 'indented', 'seven', 'nospace', 'escaped', 'explicit', 'mixed_case.1', 'title', '%', '100%', 'a%20b', 'Title', 'émile-über-strasse', 'x:~:text=foo'].map((a, i) => `[${i}](./h.md#${N}`.replace(`${N}`, '').replace('./h.md#', `${N}./h.md#`) + `${a})`).join('\n')}

[e](./h.md#) [e](./h.md#:~:text=Hello) [e](./h.md#foo:~:text=a,b) [own](#t) [own](${N}#tt) [q](?x#t) [q](${N}?x#y) [r](/docs/h#foo) [r](/docs/h/#foo) [r](/docs/h/?a=b#foo) [r](${N}/docs/h#fooo) [s](/img/logo.png#any) [e](./h.md?#foo) [a](/#x)
`.replace('[a](/#x)', `[a](${N}/#x)`),
  },
  'anchor-sug': {
    'content/docs/h.md': '# H\n\n## Getting started\n\n## Q & A\n\n## Install on Linux\n\n## API\n',
    'content/docs/p.md': '# P\n\n## Only here\n\n## Common\n',
    'content/docs/q.md': '# Q\n\n## Common\n',
    'content/docs/t.md': `# T

[a](§anchor-not-found>h.md#getting-started§h.md#Getting-Started)
[a](§anchor-not-found>h.md#getting-started§h.md#geting-started)
[a](§anchor-not-found>h.md#q--a§h.md#q-a)
[a](§anchor-not-found>h.md#q--a§h.md#q-&-a)
[a](§anchor-not-found>./h.md#install-on-linux§./h.md#install_on_linux)
[a](§anchor-not-found>h.md#getting-started§h.md#getting%20started)
[a](§anchor-not-found>/docs/h/#api§/docs/h/#API)
[a](§anchor-not-found>§h.md#zzzzzzz)
[a](§anchor-not-found>h.md?x=1#api§h.md?x=1#apis)
`,
  },
};

describe('anchors', () => {
  it.each(Object.keys(sites))(
    '%s: exactly the broken links are reported, at their locations',
    async (name) => {
      await expectMarked(sites[name] ?? {});
    },
  );
});
