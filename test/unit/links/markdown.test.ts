import { describe, it } from 'vitest';
import { expectMarked } from '../../support/marked-links.ts';
import type { SiteFiles } from '../../support/site.ts';

const base = {
  'content/docs/guide/install.md': '# Install\n\n## First steps\n\n## Größe\n',
  'content/docs/guide/index.md': '# Guide\n',
  'content/docs/other.md': '# Other\n\n## Part (one)\n',
  'content/docs/a(b).md': '# AB\n',
  'content/docs/with space.md': '# WS\n',
  'content/docs/ünï.md': '# U\n',
  'content/docs/pic.png': 'p',
  'content/docs/x&y.md': '# xy\n',
  'static/img/logo.png': 'p',
  'static/dl/file': 'p',
  'static/dl/a b.txt': 'p',
};
const P = '§page-not-found§';
const A = '§asset-not-found§';
const sites: Readonly<Record<string, SiteFiles>> = {
  inline: {
    ...base,
    'content/docs/t.md': `---
title: T
description: "x [a](./nope.md)"
---
# T

ok [a](<./with space.md>) [a](./with%20space.md) [a](with&#32;space.md) [p](a(b).md) [p](a\\(b\\).md) [p](<a(b).md>) [u](ünï.md) [u](%C3%BCn%C3%AF.md) [e](x&amp;y.md) [e](x&y.md) [e](x&#x26;y.md)
${''}
[t](./other.md "Title (x) [y](z.md)") [t](./other.md 'T "q" [y](z.md)') [t](./other.md (T 'y')) [t]( ./other.md ) [t](
./other.md
"title")

bad [a](${P}./no.md "t") [a](<${P}./no space.md> 't') [a](${P}no(pe).md) [a](${P}no\\(pe.md (t)) [a](
  ${P}nope1.md
  "title
   two lines") [a](${P}n&amp;o.md)

not links: [a](./no no.md) [a] (./no.md) [a](./no.md "unclosed) \\[a](./no.md) \`[a](./no.md)\` \`\`[a](./no.md) \` [b](./no.md)\`\` [a](<./no.md) [a](./no.md (x) y)

[![alt](${A}./none.png)](${P}./none.md) [![ok](pic.png "t")](./other.md#part-one) ![a [b](skip1.md) c](${A}none2.png) ![ok](/img/logo.png)

[outer [inner](${P}in.md) outer](./no-outer.md)

*[e](${P}em.md)* **[s](${P}st.md)** ~~[d](${P}de.md)~~ <u>[x](${P}ux.md)</u> [*a*\`c]\`](${P}code.md) [\`](./no.md)\`](${P}cc.md)

😀 [astral](${P}astral.md) 👩‍👩‍👧 [x](${P}astral2.md) é [x](${P}comb.md)\t[tab](${P}tab.md)

hard break  
[x](${P}hb.md)\\
[y](${P}hb2.md)

### Heading [link](${P}h.md) ###

## [x](${P}h2.md) tail #

Setext [x](${P}sx.md)
more [y](${P}sx2.md)
===

Setext2 [x](${P}sx3.md)
---

    [indented](./no.md)

\t[indented tab](./no.md)

para
    [lazy not code](${P}lz.md)

~~~
[x](./no.md)
\`\`\`
[x](./no.md)
~~~

\`\`\`\`md [x](./no.md)
\`\`\`
[x](./no.md)
\`\`\`\`

[](${P}emptytext.md) [a](§empty-href§) [a](<§empty-href§>) [a](${P}"t") [a](#) [a](#top) [a](#TOP) [a](?x=1) [a](#heading-link)

www.example.com/no.md https://example.com/[x] user@example.com <https://example.com/no.md> <user@example.com> <no.md> <./no.md>
`,
  },
  containers: {
    ...base,
    'content/docs/t.md': `# T

> quote [x](${P}q.md)
lazy [x](${P}q2.md)
> > nested [x](${P}q3.md)
> - list [x](${P}q4.md)
>   cont [x](${P}q5.md)
>
>       code [x](no.md)

- a [x](${P}l1.md)
  - b [x](${P}l2.md)
    > c [x](${P}l3.md)
    c2 [x](${P}l4.md)

    1. d [x](${P}l5.md)
       text [x](
       ${P}l6.md "t")
- [ ] task [x](${P}l7.md)
- [x] task [x](${P}l8.md)
- [x](${P}l8b.md)

10) ten [x](${P}l9.md)

    second [x](${P}l10.md)

-\ttab [x](${P}l11.md)

\tsecond [x](${P}l12.md)

| a | b |
|---|:-:|
| [x](${P}t1.md) | \`|\` [y](no.md) |
| \\| [x](${P}t2.md) | a\\|b [z](${P}t3.md) | extra [x](no.md) |
 [x](${P}t4.md) | \`[x](no.md)\`
| 😀 [x](${P}t5.md "a \\| b") | [x](${P}t6\\|y.md) |
| \`a\\|[x](no.md)\` | ![x](${A}t7.png) |

> | a | b |
> |---|---|
> | [x](${P}t8.md) | [y](${P}t9.md)

- | a |
  |---|
  | [x](${P}t10.md) |

text[^1] and ^[inline [x](${P}f1.md) *[y](${P}f2.md)*] and[^2]

[^1]: note [x](${P}f3.md)

    second [x](${P}f4.md)
    > quote [x](${P}f5.md)

[^2]: [y](${P}f6.md)
lazy [x](${P}f7.md)

[^unused]: [y](no-unused.md)

:::note [x](${P}ad1.md) title
body [x](${P}ad2.md)

> q [x](${P}ad3.md)

- l [x](${P}ad4.md)
:::

::::tabs
:::tab[One [x](${P}no.md)]
in tab [x](${P}tb1.md)
:::
:::tab[Two]
> in tab [x](${P}tb2.md)
:::
::::

<details>
<summary>S <a href="${P}d1.md">x</a></summary>

inside [x](${P}d2.md)

</details>
`,
  },
};

describe('links in Markdown', () => {
  it.each(Object.keys(sites))(
    '%s: exactly the broken links are reported, at their locations',
    async (name) => {
      await expectMarked(sites[name] ?? {});
    },
  );
});
