import { describe, it } from 'vitest';
import { expectMarked } from '../../support/marked-links.ts';
import type { SiteFiles } from '../../support/site.ts';

const P = '§page-not-found§';
const A = '§asset-not-found§';
const sites: Readonly<Record<string, SiteFiles>> = {
  template: {
    'content/docs/a.md': '# A\n',
    'content/docs/b.md': '# B\n\n[x](a.md)\n',
    'templates/Footer.tsx': `export function Footer() {
  // <a href="/frame-nope/">
  return <footer><a href="${P}/frame-nope/">x</a> <a href="/docs/a/">ok</a> <img src="${A}/frame.png" alt="" /></footer>;
}
`,
  },
  ...Object.fromEntries(
    [
      '<!-- <a href="/no">x</a> -->',
      '<template><a href="/no">x</a></template>',
      '<p title=\'<a href="/no">\'>x</p>',
      '<p title="> <a href=/no >">x</p>',
      '<textarea><a href="/no">x</a></textarea>',
    ].map((html, index): [string, SiteFiles] => [
      `template-html-${index + 1}`,
      {
        'content/docs/a.md': '# A\n',
        'content/docs/b.md': '# B\n\n[x](a.md)\n',
        'templates/Footer.tsx': `const html = ${JSON.stringify(html)};
export function Footer() {
  return <footer><div dangerouslySetInnerHTML={{ __html: html }} /><a href="${P}/frame-nope/">x</a></footer>;
}
`,
      },
    ]),
  ),
  sidebars: {
    'site.config.ts': `export default { title: 'T', url: 'https://t.example', links: { rules: { 'orphan-page': 'off', 'insecure-http': 'warning', 'localhost-link': 'error', redirected: 'off', 'trailing-slash': 'warning' }, trailingSlash: 'always' }, redirects: [{ from: '/old', to: '/docs/b/' }] };\n`,
    'content/docs/_category_.yml': 'label: X\n',
    'content/docs/a.md':
      '# A\n\n[1](§insecure-http§http://example.com) [2](§localhost-link§http://localhost:8080/x) [3](/old/) [4](§trailing-slash>/docs/b/§/docs/b) [5](/docs/b/) [6](b.md) [7](§trailing-slash>/docs/b/?x#y§/docs/b?x#y) [8](/) [9](#a)\n'.replace(
        '?x#y§/docs/b?x#y',
        '?x§/docs/b?x',
      ),
    'content/docs/b.md': '# B\n\n[x](a.md) [x](§localhost-link§http://127.0.0.1/)\n',
  },
  dup: {
    'content/docs/a.md': `# A

<div id="§duplicate-id§a">x</div>

## Same {#s}

## Other {#§duplicate-heading-id§s}

<p id="one"></p><p id="§duplicate-id§one"></p>

<a id="both" name="both"></a>

## Two

## Two

## Two {#§duplicate-heading-id§two-1}
`,
    'content/docs/b.md': '# B\n\n[x](a.md)\n',
  },
  i18nnames: {
    'content/docs/日本.md': '# J\n\n## 見出し\n',
    'content/docs/a & b.md': '# AB\n',
    "content/docs/it's.md": '# I\n',
    'content/docs/100%.md': '# C\n',
    'content/docs/a+b.md': '# P\n',
    'content/docs/x;y=z,w.md': '# S\n',
    'content/docs/UPPER.md': '# U\n',
    'content/docs/Mixed/Index.md': '# not index\n',
    'content/docs/dots.v1.2.md': '# D\n',
    'content/docs/~tilde.md': '# T\n',
    'content/docs/[id].md': '# id\n',
    'content/docs/emoji😀.md': '# e\n',
    'content/docs/t.md': `# T

[1](日本.md#見出し) [2](%E6%97%A5%E6%9C%AC.md#%E8%A6%8B%E5%87%BA%E3%81%97) [3](/docs/日本#見出し) [4](</docs/a & b>) [5](<a & b.md>) [6](a%20%26%20b.md) [7](it's.md) [8](100%25.md) [9](/docs/100%25) [10](a+b.md) [11](a%2Bb.md) [12](x;y=z,w.md) [13](UPPER.md) [14](/docs/UPPER) [15](§case-mismatch>/docs/UPPER§/docs/upper) [16](Mixed/Index.md) [17](§case-mismatch§Mixed/index.md) [18](${P}Mixed/) [19](dots.v1.2.md) [20](/docs/dots.v1.2) [21](~tilde.md) [22]([id].md) [23](%5Bid%5D.md) [24](emoji😀.md) [25](/docs/emoji%F0%9F%98%80) [26](§malformed-escape§emoji%F0%9F.md) [27](${P}a%252Bb.md) [28](/docs/Mixed/Index)
`.replace('[18](§page-not-found§Mixed/)', '[18](§case-mismatch§Mixed/)'),
  },
  md2: {
    'content/docs/o.md': '# O\n',
    'content/docs/t.md': `# T

1. one

   > q
   > [ref][r] [s]
   >
   > [r]: ${P}r1.md
   >   "t"
   >
   > | a | b |
   > |---|---|
   > | \`x\\|y\` [a](${P}tc1.md) | <a href="${P}tc2.md">x</a> \\| [b](${P}tc3.md) |
2. two
\t- tabbed [x](${P}tb1.md)

[s]: ${P}s1.md

- a

  [d]: ${P}dl.md

  [d]

[*em* [x](${P}nest.md) **st**](./never.md)

[a]( <${P}sp.md>
  't' )

[a](${P}x.md '')

[x](${P}entity&num;a.md)

[a](${P}two%20words.md) [a](${P}a\\*b.md) [a](${P}a\\b.md) [a](<${P}a\\>b.md>)

**[bold](${P}bo.md)**text_[no-em](${P}em.md)_

[not](<o.md>x) [not](${P}o.md"t") [not](o.md 't"x') [not]( <o.md) [ok](o.md	"tab")

[text
with newline](${P}nl.md) and [x][
r2]

[r2]: ${P}r2.md

Term[^long] ok.

[^long]:
    Para [x](${P}fn1.md)

    - list [y](${P}fn2.md)

      \`\`\`
      [z](no.md)
      \`\`\`

<div>

**[md in div](${P}mid.md)**

</div>

<a href="${P}wrap.md">

para in link

</a>

<table><tr><td>

[cell](${P}cell.md)

</td></tr></table>

<p>[not md](no.md) <b>x</b></p>

<span>[md inline](${P}mi.md)</span>

<!-- multi
--> [x](no-html-block.md)

<!-- one --> [x](no-html-block.md)

text <!-- a --> [x](${P}c1.md) <!-- [y](no.md) --> [z](${P}c2.md)

<!--> [x](no.md)

<a href="${P}q1.md" title="a > b">x</a> <a title='"' href="${P}q2.md">x</a> <a href="o.md"title="x">not tag</a> <img alt="<a href='no.md'>" src="${A}alt.png">

<A
  HREF =
  "${P}mlattr.md">x</A>

\`\`\`\`
\`\`\`
[x](no.md)
\`\`\`\`

~~~ info [x](no.md)
[x](no.md)

\`\`\` unclosed at the end
[x](no.md)
`,
  },
};

describe('links in unusual locations', () => {
  it.each(Object.keys(sites))(
    '%s: exactly the broken links are reported, at their locations',
    async (name) => {
      await expectMarked(sites[name] ?? {});
    },
  );
});
