import { describe, expect, it } from 'vitest';
import { scanHtml } from '../../../src/html/scan-html.ts';
import { createLayoutScan } from '../../../src/site/layout-links.ts';
import { createRandom } from '../markdown/support/generate.ts';

const DOC = { type: 'doc' } as const;

/** Pieces of layouts: plain links, and markup that changes how the links behind it are read. */
const PIECES = [
  '<a class="menu-link" href="/a">A</a></li><li>',
  '<a href="/b?x=1&amp;y=2" rel="next">B</a>',
  '<a href="#own">Own</a>',
  '<a class="x" title="a > b" href="/c">C</a>',
  '<a HREF="/upper">U</a>',
  "<a href='/single'>S</a>",
  '<a href=/bare>bare</a>',
  '<a href="/d" style="background: url(/d.png)">D</a>',
  '<a href="data:text/plain,x">data</a>',
  '<a href="relative/page">R</a>',
  '<a name="no-href">N</a>',
  '<a href="/twice" href="/ignored">T</a>',
  '<a href="/e"><img src="/e.png" alt="" srcset="/e2.png 2x"></a>',
  '<a href="/f"><span class="icon"></span> href="/text"</a>',
  '<link rel="preload" as="image" imagesrcset="/g.png 2x" href="/g.png">',
  '<a title="a <a href=/quoted>" href="/h">H</a>',
  '<a href="/i" title="unclosed',
  "\"> <b title='x'>",
  '<!-- --><a href="/j">J</a><!--$-->',
  '<!-- <a href="/hidden">x</a> -->',
  '<!--',
  '-->',
  '<svg viewBox="0 0 1 1"><title>T</title><path d="M0 0"/></svg><a href="/k">K</a>',
  '<svg><use href="/sprite.svg#x"/><a href="/in-svg">x</a></svg>',
  '<svg>',
  '<![CDATA[ <a href="/cdata">x</a> ]]>',
  '</svg>',
  '<select><option><a href="/l">L</a></select>',
  '<script>"<a href=/script>"</script>',
  '<template><a href="/template">x</a></template>',
  '<tr><td><a href="/cell">x</a></td></tr>',
  '<table>',
  '</table>',
  '<form action="/go"><a href="/form">x</a></form>',
  '<textarea><a href="/text">x</a>',
  '</textarea>',
  '<article><a href="/article">x</a></article>',
];

/** The references in HTML that is read as a whole. */
function referencesIn(layout: string): readonly string[] {
  const { links } = scanHtml(layout);
  const shown = links.filter(
    ({ href, attribute }) => attribute !== 'imagesrcset' && !href.startsWith('#'),
  );
  return [...new Set(shown.map(({ href }) => href))];
}

function randomLayouts(seed: number): readonly string[] {
  const random = createRandom(seed);
  const some = (): readonly string[] =>
    Array.from(
      { length: Math.floor(random() * 6) },
      () => PIECES[Math.floor(random() * PIECES.length)] ?? '',
    );
  const shared = [some(), some(), some()];
  return Array.from({ length: 6 }, () => {
    const layout = shared
      .flatMap((pieces) => [...pieces, ...(random() < 0.5 ? some() : [])])
      .join('');
    return random() < 0.3 ? layout.slice(Math.floor(random() * 8)) : layout;
  });
}

describe('references in layouts', () => {
  it('are those of the whole layout, whatever pages came before', () => {
    for (let seed = 0; seed < 5000; seed++) {
      const scan = createLayoutScan();
      for (const layout of randomLayouts(seed)) {
        const whole = layout.replace(/<article.*(?=<\/article>)/s, '');
        const found = scan(DOC, layout).map(({ href }) => href);
        expect(found, `seed ${seed}: ${layout}`).toEqual(referencesIn(whole));
      }
    }
  });

  it('are found in a tag whose end is all that the page before had', () => {
    const scan = createLayoutScan();
    const end = ' rel="icon" href="/icon.svg"><a href="/a">A</a>';
    const hrefs = [end, `<link${end}`].map((layout) => scan(DOC, layout).map(({ href }) => href));
    expect(hrefs).toEqual([['/a'], ['/icon.svg', '/a']]);
  });

  it('are listed with their kind, each once', () => {
    const scan = createLayoutScan();
    const layout = '<a href="/a">A</a><img src="/a.png"><a href="/a">again</a>';
    for (let page = 0; page < 3; page++) {
      expect(scan(DOC, layout)).toEqual([
        { href: '/a', kind: 'page' },
        { href: '/a.png', kind: 'asset' },
      ]);
    }
  });
});
