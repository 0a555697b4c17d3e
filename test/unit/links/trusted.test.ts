import { describe, it } from 'vitest';
import { expectMarked } from '../../support/marked-links.ts';
import type { SiteFiles } from '../../support/site.ts';

const P = '§page-not-found§';
const A = '§asset-not-found§';
const N = '§anchor-not-found§';
const sites: Readonly<Record<string, SiteFiles>> = {
  trusted: {
    'site.config.ts': `export default { title: 'T', url: 'https://t.example', markdown: { html: 'trusted' }, links: { rules: { 'orphan-page': 'off' } } };\n`,
    'content/docs/other.md': '# O\n',
    'static/logo.svg': 'x',
    'static/x.css': 'x',
    'content/docs/t.md': `# T

<a href="${P}n1.md">x</a> <a href=${P}n2.md>x</a> <area href="${P}n3.md"> <img srcset="${A}a.png 1x, /logo.svg 2x">

<iframe src="${P}n4.md"></iframe> <object data="${A}n5.png"></object> <embed src="${A}n6.png">

<svg><use href="${A}n7.svg#i"/><image href="${A}n8.png"/></svg>

<template><a href="no.md" id="intpl">x</a></template>

<template>
<a href="no.md" id="intpl2">x</a>
</template>

<script src="${A}n9.js">var a = '<a href="no.md" id="inscript">';</script>

<style>
a { background: url(${A}bg.png) }
b { background: url("/logo.svg") }
i { background: url( '${A}bg2.png' ) /* url(no.png) */ }
</style>

<p style="background: url(${A}st.png)">x</p>

<textarea><a href="no.md"></textarea>

<!-- <a href="no.md" id="incomm"> -->

<noscript><a href="${P}n10.md">x</a></noscript>

<link rel="stylesheet" href="${A}n11.css">

<meta http-equiv="refresh" content="5">

<div id="ok" onclick="x">y</div> <form action="no.md"></form>

[1](#ok) [2](${N}#intpl) [3](${N}#intpl2) [4](${N}#inscript) [5](${N}#incomm)

<input type="image" src="no.png"> <a href="#ok">z</a> <a href="./other.md">z</a> <a xlink:href="no.md">z</a>
`,
  },
};

describe('links in trusted HTML', () => {
  it.each(Object.keys(sites))(
    '%s: exactly the broken links are reported, at their locations',
    async (name) => {
      await expectMarked(sites[name] ?? {});
    },
  );
});
