import { describe, it } from 'vitest';
import { expectMarked } from '../../support/marked-links.ts';
import type { SiteFiles } from '../../support/site.ts';

const P = '§page-not-found§';
const A = '§asset-not-found§';
const pages = {
  'content/docs/a.md': '# A\n\n## Sec\n',
  'content/docs/b.md': '# B\n',
  'static/logo.svg': 'x',
};
const sites: Readonly<Record<string, SiteFiles>> = {
  react: {
    ...pages,
    'content/index.tsx': `export const meta = { title: 'Home' };
const base = '/docs';
// <a href="/nope"> {/* '/curly' */}
/* <a href='/single'> */
export default function Home() {
  const list = ['a', 'b', 'zz'];
  return (
    <main id="main">
      <h1>H</h1>
      <section id="part">x</section>
      <a href="${P}/nope">1</a>
      <a href="${P}/nope">2</a>
      <a href={'${P}/curly'}>3</a>
      <a href={\`${P}/tick\`}>4</a>
      {list.map((x) => <a key={x} href={\`${P}\${base}/\${x}/\`}>{x}</a>)}
      <img src="${A}/none.png" srcSet="/logo.svg 1x, ${A}/none2.png 2x" alt="" />
      <a href="#part">5</a> <a href="§anchor-not-found§#nopart">6</a> <a href="#top">7</a> <a href="#">8</a>
      <a href="/docs/a/#sec">9</a> <a href="§anchor-not-found§/docs/a/#nosec">10</a> <a href="docs/a/">11</a> <a href="${P}docs/rel/">12</a>
      <a href="/docs/a">13</a> <a href="/docs/a/index.html">14</a> <a href="mailto:a@b.example">15</a>
      <a href={'§case-mismatch§/docs/A/'}>16</a> <code>{'<a href="/no">'}</code>
      <a href="${P}/a&amp;b">17</a> <a href='${P}/single'>18</a> <a href={base + '/a/'}>19</a>
      <img src="/logo.svg" alt="" /> <a href="§empty-href§">20</a>
    </main>
  );
}
`
      .replace('const base', '§page-not-found§const base')
      .replace('§page-not-found§const base', 'const base'),
  },
};

describe('links of React pages', () => {
  it.each(Object.keys(sites))(
    '%s: exactly the broken links are reported, at their locations',
    async (name) => {
      await expectMarked(sites[name] ?? {});
    },
  );
});
