import type { SiteFiles } from '../../support/site.ts';

/** A site with links of every kind, most of them broken: in Markdown, layout, React, API and static files. */
export const LINKS_SITE: SiteFiles = {
  'site.config.ts': `export default {
  title: 'T', url: 'https://t.example', baseUrl: '/base/',
  i18n: { defaultLocale: 'en', locales: [{ code: 'en' }, { code: 'fr' }] },
  openapi: [{ spec: 'openapi/x.yaml' }],
  navbar: { items: [{ label: 'A', to: '/docs/a' }, { label: 'N', to: '/no-navbar' }, { label: 'S', to: '/demo/' }] },
  announcementBar: { content: '<a href="/no-banner">x</a> <a href="/docs/b/">b</a>' },
  footer: { links: [{ label: 'F', to: '/docs/a#no-footer' }], copyright: '<a href="/no-copyright">x</a>' },
  redirects: [{ from: '/old', to: '/docs/b' }, { from: '/gone', to: '/no-redirect' }, { from: '/moved', to: '/demo/#x' }, { from: '/lost', to: '/demo/#no' }, { from: '/ring', to: '/rong' }, { from: '/rong', to: '/ring' }],
};
`,
  'content/docs/a.md': `# A

## Größe & co

[ok](b.md#two) [ok](/docs/b/) [ok](/base/docs/b) [ok](/old) [ok](#größe--co) [ok](</a b.txt>) [ok](/demo/) [ok](/sitemap.xml) [ok](x%20y.md#top) [ok](/docs/api/get-list-things#responses)
[no](no.md) [no](b.md#no-two) [no](/no/path) [no](B.md) [no](/docs/B) [no](draft.md) [no](#no-own) [no](/gone) [no](%zz.md) [no](../../../../../x.md)
![ok](pic.png) ![no](no.png) <img srcset="pic.png 1x, no-srcset.png 2x"> <a href="/no-html">x</a> <a href="#named">x</a> <a name="named"></a>
[ok](/demo/#x) [no](/demo/#no-static) [no](/demo/index.html#no-index) [ok](/demo/index.html#x) [no](/demo/page#no-page) [ok](/demo/page.html#p) [ok](/moved) [ok](#größe--co:~:text=x) [ok](#top)
[no](https://) [no](mailto:) [no](tel:x) [no](//other.example/x) [no](http://plain.example/) [no](http://localhost:3000/) [no]() [no](https://t.example/base/docs/none) [no](https://t.example/base/docs/b#none) [ok](https://t.example/base/docs/b)
![no](b.md) ![no](/demo/) [no](/pic.png) [no](/DEMO/) <object data="/no-object"></object>

[no ref][r] ^[note [no](no-note.md)]

[r]: no-reference.md

::::tabs
:::tab[One]
### In tab
[no](no-tab.md) [ok](#in-tab)
:::
::::
`,
  'content/docs/b.md':
    '# B\n\n## Two\n\n[no](/no/path) [ok](a.md#in-tab)\n\n<b id="two">x</b> <b id="twice">x</b> <b id="twice">x</b>\n',
  'content/docs/x y.md': '# XY\n',
  'content/docs/twin.md': '---\nslug: /docs/same\n---\n# Twin\n\n[ok](twin.md) [ok](other.md)\n',
  'content/docs/other.md': '---\nslug: /docs/same\n---\n# Other\n\n[ok](twin.md)\n',
  'content/docs/c.md': '# C\n\n[ok](other.md) [ok](twin.md)\n',
  'content/docs/draft.md': '---\ndraft: true\n---\n# D\n',
  'content/docs/pic.png': 'x',
  'content/index.tsx': `export const meta = { title: 'Home' };
export default () => (
  <main id="main"><h1>H</h1>
    <a href="/base/docs/a/">ok</a> <a href="/docs/a/">no</a> <a href="/base/no-react/">no</a> <a href="docs/b/#two">ok</a>
    <a href="/base/demo/#x">ok</a> <a href="/base/demo/#no-react">no</a> <a href="/base/old/">no</a> <a href="">no</a> <a href="#none">no</a>
    <img src="/base/no-react.png" srcSet="/base/a%20b.txt 1x, /base/no-set.png 2x" alt="" />
    <svg><use href="#none" /></svg> <video src="/base/no-video" poster="/base/no-poster" />
    <i id="twice" /><i id="twice" />
  </main>
);
`,
  'i18n/fr/docs/b.md': '# B\n\n## Deux\n\n[ok](a.md) [ok](#deux) [no](#two) [no](no-fr.md)\n',
  'openapi/x.yaml': `openapi: 3.1.0
info: { title: X, version: '1', description: "[ok](/docs/a) [no](/no-openapi)" }
paths:
  /things:
    get:
      operationId: listThings
      summary: List things
      responses: { '200': { description: '[no](/no-response) [ok](/docs/b#two) [no](/demo/#no-api)' } }
`,
  'static/a b.txt': 'x',
  'static/demo/index.html': `<!doctype html>
<title>Demo</title>
<link rel="stylesheet" href="style.css"><link rel="icon" href="no-icon.svg">
<style>a { background: url(no-style.png) }</style>
<p id="x"><a href="#x">ok</a> <a href="#no-own">no</a> <a href="page.html#p">ok</a> <a href="page#no">no</a>
<a href="/base/docs/a/">ok</a> <a href="../docs/b/#two">ok</a> <a href="../docs/b/#no">no</a> <a href="/docs/a/">no</a>
<a href="/base/docs/A/">no</a> <a href="/base/none">no</a> <a href="../../up">no</a> <a href="%zz">no</a> <a href=" ">no</a>
<a href="https://t.example/base/docs/none/">no</a> <a href="//other.example/">no</a> <a href="mailto:">no</a> <a href="/base/old/">no</a>
<img src="no.png" srcset="no-1.png 1x, ../a%20b.txt 2x"> <i id="twice"></i><i id="twice"></i> <a name="named" href="#named">ok</a>
<video poster="no-poster.png"></video> <img src="page.html"><object data="page.html"></object> <iframe src="page.html"></iframe> <p style="background:url(no-attribute.png)"> <template><a href="no-template"></a></template>
<!-- <a href="no-comment"></a> --> <a href="javascript:x()">no</a> <a href="https://">no</a> <a href="?q">ok</a>
`,
  'static/demo/page.html': `<base href="/base/docs/"><a id="p" href="a/">ok</a> <a href="none">no</a> <a href="#two">no</a>\n`,
  'static/demo/style.css': `@import "no.css"; a { background: url(no-sheet.png) } b { background: url("../a%20b.txt") }\n`,
  'static/on.html': `<meta http-equiv="refresh" content="0; url=docs/a/">\n`,
  'static/off.html': `<meta http-equiv="refresh" content="0; url=docs/none/"><a href="docs/none/">x</a>\n`,
  'static/self.html': `<meta http-equiv="refresh" content="0; url=self.html">\n`,
  'static/reload.html': `<meta http-equiv="refresh" content="9">\n<a href="on.html">no</a>\n`,
};
