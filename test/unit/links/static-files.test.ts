import { describe, it } from 'vitest';
import { expectMarked } from '../../support/marked-links.ts';
import type { SiteFiles } from '../../support/site.ts';

const P = '§page-not-found§';
const A = '§asset-not-found§';
const H = '§anchor-not-found§';
const B = '§redirect-broken§';
const docs: SiteFiles = {
  'content/docs/a.md': '# A\n\n## Sec\n',
  'static/logo.svg': 'x',
};
const sites: Readonly<Record<string, SiteFiles>> = {
  'links of HTML files': {
    ...docs,
    'static/demo/index.html': `<!doctype html>
<title>Demo</title><link rel="canonical" href="https://t.example/demo/">
<p id="x"><a href="#x">1</a> <a href="${H}#y">2</a> <a href="/docs/a/#sec">3</a> <a href="${H}/docs/a/#y">4</a>
<a href="page.html#z">5</a> <a href="${P}other.html">6</a>
<img srcset="../logo.svg 1x, ${A}no.svg 2x" src="${A}page.html"> <a href="javascript:x()">8</a>
<a href="§empty-href§">9</a> <a href="§malformed-escape§%zz">10</a> <a href="§case-mismatch§/docs/A">11</a>
<i id="twin"></i><i id="§duplicate-id§twin"></i> <!-- <a href="no"> --> <template><a href="no"></a></template>
`,
    'static/demo/page.html':
      '<base href="/docs/"><a name="z" href="a/">1</a> <a href="§page-not-found§b/">2</a>\n',
  },
  'addresses of style sheets': {
    ...docs,
    'static/demo/style.css': `@import "${A}no.css";\na { background: url(../logo.svg); b: url( '${A}no.svg' ) }\n`,
    'static/demo/index.html': `<style>a { b: url(${A}no.png) }</style><p style="b: url(${A}no.gif)">\n`,
  },
  'pages that lead on': {
    ...docs,
    'static/on.html':
      '<meta http-equiv="refresh" content="0; url=docs/a/"><a href="docs/a/">x</a>\n',
    'static/off.html': `<meta http-equiv=refresh content="0; url='${B}docs/b/'"><a href="docs/b/">x</a>\n`,
    'static/anchor.html': `<meta http-equiv=refresh content="0; url=${B}docs/a/#none">\n`,
    'static/self.html': '<meta http-equiv=refresh content="0; url=§redirect-loop§self.html">\n',
    'static/ring.html': '<meta http-equiv=refresh content="0; url=§redirect-loop§rung.html">\n',
    'static/rung.html': '<meta http-equiv=refresh content="0; url=§redirect-loop§ring.html">\n',
    'static/live.html':
      '<meta http-equiv=refresh content="30; url=live.html"><a href="§redirected>/docs/a§/on.html">x</a>\n',
  },
  'pages that lead on in steps': {
    ...docs,
    'content/docs/b.md': `# B

[1](§redirected>/docs/a#sec§/first.html) [2](§redirected>/plan.txt?q§/file.html) [3](/round.html) [4](/lost.html) [5](/into.html)
`,
    'static/first.html': '<meta http-equiv=refresh content="0; url=§redirected§second.html">\n',
    'static/second.html': '<meta http-equiv=refresh content="0; url=docs/a/#sec">\n',
    'static/file.html': '<meta http-equiv=refresh content="0; url=plan.txt?q">\n',
    'static/lost.html': `<meta http-equiv=refresh content="0; url=${B}none.html">\n`,
    'static/round.html': '<meta http-equiv=refresh content="0; url=§redirect-loop§around.html">\n',
    'static/around.html': '<meta http-equiv=refresh content="0; url=§redirect-loop§round.html">\n',
    'static/into.html': '<meta http-equiv=refresh content="0; url=round.html">\n',
    'static/plan.txt': 'x',
  },
  'pages that lead on in more steps than browsers follow': {
    ...docs,
    ...Object.fromEntries(
      Array.from({ length: 21 }, (_, step) => {
        const code = step === 0 ? '§redirect-loop§' : step < 20 ? '§redirected§' : '';
        const to = step < 20 ? `step-${step + 1}.html` : 'docs/a/';
        return [
          `static/step-${step}.html`,
          `<meta http-equiv=refresh content="0; url=${code}${to}">\n`,
        ];
      }),
    ),
  },
  'bases of HTML files': {
    ...docs,
    'site.config.ts': `export default { title: 'T', url: 'https://t.example', baseUrl: '/b/', links: { rules: { 'orphan-page': 'off' } } };\n`,
    'static/demo/one.html':
      `<a href="../logo.svg">1</a> <a href="§outside-root§../../x">2</a> <a href="§outside-root§../../../x">3</a> <a href="#no">4</a>\n`.replace(
        '#no',
        `${H}#no`,
      ),
    'static/demo/two.html':
      '<base href="https://other.example/x/"><a href="none">1</a> <a href="../../../none">2</a> <a href="#none">3</a>\n',
    'static/demo/three.html': `<base href="../docs/"><a href="a/#sec">1</a> <a href="${P}#sec">2</a> <a href="${P}none/">3</a>\n`,
  },
  'anchors of HTML files': {
    ...docs,
    'content/index.md': `# H\n\n[ok](/demo/#x) [no](${H}/demo/#y) [no](${H}/demo/index.html#y) [ok](/demo/#top)\n`,
    'content/page.tsx': `export const meta = { title: 'P' };
export default () => <main><h1>P</h1><a href="/demo/#x">1</a><a href="${H}/demo/#y">2</a></main>;
`,
    'site.config.ts': `export default {
  title: 'T', url: 'https://t.example', links: { rules: { 'orphan-page': 'off' } },
  navbar: { items: [{ label: 'D', to: '${H}/demo/#y' }] },
  redirects: [{ from: '/old', to: '${B}/demo/#y' }],
};
`,
    'static/demo/index.html': '<p id="x">\n',
  },
};

describe('HTML files and style sheets below static/', () => {
  it.each(Object.keys(sites))('%s', async (name) => {
    await expectMarked(sites[name] ?? {});
  });
});
