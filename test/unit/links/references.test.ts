import { describe, it } from 'vitest';
import { expectMarked } from '../../support/marked-links.ts';
import type { SiteFiles } from '../../support/site.ts';

const base = {
  'content/docs/guide/install.md': '# Install\n\n## First steps\n\n## Größe\n',
  'content/docs/guide/index.md': '# Guide\n',
  'content/docs/other.md': '# Other\n\n## Part (one)\n',
  'content/docs/pic.png': 'p',
  'static/img/logo.png': 'p',
  'static/demo/index.html': '<p>',
  'static/LICENSE': 'x',
  'static/about.html': '<p>',
};
const P = '§page-not-found§';
const A = '§asset-not-found§';
const N = '§anchor-not-found§';
const U = '§undefined-reference§';
const sites: Readonly<Record<string, SiteFiles>> = {
  refs: {
    ...base,
    'content/docs/t.md': `# T

[full][f1] [Full][ F1 ] [coll][] [short] [a][dup] ![i][img] [x][q1] [x][l1] [ünï][] [ẞ] [x][${U}tt] [x][t2] [x][foo
bar] [ok] [x][emp] [x][ü ber] [x][fn1] [x][ang]

[f1]: ${P}ref1.md
[coll]: <${P}ref 2.md> "title"
[short]:
   ${P}ref3.md
   'title
   more'
[dup]: ./other.md
[dup]: ./never.md
[unused]: ./never2.md
[img]: ${A}ref4.png (t)

> [q1]: ${P}q1.md

- [l1]: ${P}l1.md
  "t"

[ÜNÏ]: ${P}u.md
[SS]: ${P}ss.md
[tt]: tt.md "bad title" x

[t2]: ${P}t2.md
"title" no title

[Foo  Bar]: ${P}foo.md

[ok]: ./other.md
[emp]: <§empty-href§>
[Ü
BER]: ${P}ueb.md
[fn1]: ${P}fn.md
[ang]: <${P}ang.md>

[missing][${U}nope] ![m][${U}Nope2] [${U}text][] \\[a][b] \`[a][b]\` [a\\][b] [x] [note] arr[0][1] [${'§undefined-reference§'}^nofn] [a] [b]

    [code]: ./no.md

text
[notdef]: ./no.md

[notdef]

[x]: 

\`\`\`
[code2]: ./no.md
\`\`\`
[code2] [code]

- [ ] [t][f1]

[f1][] and [f1] [*f1*][F1]

# [${'x'}][f1]
`,
  },
  crlf: {
    ...base,
    'content/docs/t.md': `\uFEFF---\r\ntitle: T\r\nimage: ${A}no.png\r\n---\r\n# T\r\n\r\n[x](${P}a.md) [r][r]\r\n\r\n> [x](\r\n> ${P}b.md\r\n> "t")\r\n\r\n[r]:\r\n${P}c.md\r\n\r\n<p>\r\n<a href="${P}d.md">x</a>\r\n</p>\r\n\r\n| a |\r\n|--|\r\n| [x](${P}e.md) |\r\n\r\n[x][${U}un]\r\n`,
    'content/docs/cr.md': `# T\r\r[x](${P}a.md) [r][r]\r\r> [x](\r> ${P}b.md\r> "t")\r\r[r]:\r${P}c.md\r\r<p>\r<a href="${P}d.md">x</a>\r</p>\r`,
    'content/docs/bom.md': `\uFEFF[x](${P}a.md)\n\n# T\n`,
    'content/docs/bom2.md': `\uFEFF<a href="${P}a.md">x</a>\n`,
    'content/docs/fm1.md': `---\n---\n[x](${P}a.md)\n`,
    'content/docs/fm2.md': `---\ntitle: "A"\nimage: '${A}../none.png'\ndescription: >\n  [x](no.md)\n---\n\n\n[x](${P}a.md)\n`,
    'content/docs/fm3.md': `---\nimage: ../pic.png\n---\n\n# T\n`.replace('../pic', 'pic'),
    'content/docs/fm4.md': `---\nimage: "${A}a\\u0062.png"\n---\n\n# T\n`,
    'content/docs/nofm.md': `\n---\ntitle: [x](${P}a.md)\n---\n`,
    'content/docs/nonl.md': `# T\n\n[x](${P}a.md)`,
    'content/docs/ff.md': `# T\n\n\u000b[x](${P}a.md)\u2028[y](${P}b.md)\u0085[z](${P}c.md)\n\n[n](${P}d\u00a0e.md)\n`,
    'content/docs/nul.md': `# T\n\n\u0000[x](${P}a.md)\n`,
  },
  html: {
    ...base,
    'content/docs/t.md': `# T

<a href="${P}no1.md">x</a> <a href='${P}no2.md'>x</a> <a href=${P}no3.md>x</a> <a title="href=no" href = "${P}no4.md">x</a> <A HREF="${P}no5.md">x</A>
<a data-href="no.md" href="./other.md">x</a> <a href="./other.md" href="no.md">x</a> <a
  class="b"
  href="${P}no6.md">x</a> <a href="${P}n&amp;o.md">x</a> <a href="§empty-href§">x</a> <a href§empty-href§>x</a> <a href="#">x</a>

<div>
<a href="${P}b1.md">x</a>
[not markdown](no.md)

[markdown](${P}b2.md)
</div>

<img src="${A}i1.png" srcset="pic.png 1x, ${A}i2.png 2x,${A}i3.png 3x" alt="[x](no.png)"> <picture><source srcset="${A}i4.png"><img src=/img/logo.png></picture>
<video poster="${A}v.png" src="${A}v.mp4"><source src="${A}v2.mp4"><track src="${A}v.vtt"></video> <audio src="${A}a.mp3"></audio>

<!-- <a href="no.md">x</a> [x](no.md) -->

<!--
<a href="no.md">x</a>

[x](no.md)
-->

text <!-- [x](no.md) --> [x](${P}c.md)

<template><a href="no.md" id="intemplate">x</a></template>

<script>
var x = '<a href="no.md">';

[x](no.md)
</script>

<style>
a { background: url(no.png) }
</style>

<pre>
[x](no.md) <a href="${P}pre.md">x</a>

[x](no.md)
</pre>

<?php [x](no.md) ?>

<!DOCTYPE [x](no.md)>

<![CDATA[
[x](no.md)
]]>

<textarea>
[x](no.md)
</textarea>

<iframe src="no.md"></iframe> <object data="no.png"></object> <svg><use href="no.svg"/></svg> <embed src="no.png">

<a name="named"></a> <span id="spanid">x</span> <span name="notanchor">y</span> <a id="ENC ü">z</a>

[1](#named) [2](#spanid) [3](${N}#notanchor) [4](#ENC%20%C3%BC) [5](${N}#intemplate) [6](${N}#Named) [7](#named:~:text=x) [8](#:~:text=x) [9](${N}#nope:~:text=x)

<details id="det"><summary>[x](no.md)</summary>

[y](${P}det.md) [z](#det)
</details>

> <div>
> <a href="${P}q.md">x</a>
> </div>

- <div>
  <a href="${P}l.md">x</a>
  </div>

| a |
|---|
| <a href="${P}tc.md">x</a> \\| <img src="${A}t.png" alt="\\|"> |

\`<a href="no.md">\` \\<a href="no.md">x</a> &lt;a href="no.md"&gt;

<a href="bq.md"
>x</a>

<custom-el href="no.md">x</custom-el>

</div>
[x](no.md)

<a href="javascript:alert(1)">x</a>
`.replace('"javascript', '"§unsafe-scheme§javascript'),
  },
  abs: {
    ...base,
    'content/docs/t.md': `# T

[1](/docs/other) [2](/docs/other/) [3](§link-form§/docs/other.html) [4](/docs/other/index.html) [5](§link-form§/docs/other.md) [6](/docs//other) [7](/docs/./other) [8](/docs/guide/../other) [9](§outside-root§/../x) [10](/) [11](/demo/) [12](/demo) [13](/demo/index.html) [14](/LICENSE) [15](/about.html) [16](§case-mismatch>/LICENSE§/license) [17](§case-mismatch>/docs/other§/docs/Other) [18](${P}/static/LICENSE) [19](/docs/%6Fther) [20](§malformed-escape§/docs/%zz) [21](§malformed-escape§/docs/%ff) [22](/docs/guide) [23](/docs/guide/#) [24](/404) [25](/site-index) [26](/sitemap.xml) [27](/robots.txt) [28](${P}/docs) [29](${P}/img/) [30](/img/logo.png?x#y) [31](/docs/other?x=/no.md#part-one) [32](/404.html) [33](/index.html) [34](/docs/guide/index.html)
`,
  },
};

describe('reference links, line endings, raw HTML and addresses', () => {
  it.each(Object.keys(sites))(
    '%s: exactly the broken links are reported, at their locations',
    async (name) => {
      await expectMarked(sites[name] ?? {});
    },
  );
});
