import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isAllowedAttribute } from '../../../../src/markdown/html/html-allowed.ts';
import { sanitizeHtml } from '../../../../src/markdown/html/sanitize-html.ts';
import { findings, html, parse, textAt, written } from '../support/parse.ts';

describe('raw HTML, sanitised', () => {
  it('keeps the allow-list', () => {
    const text =
      '<div class="a" data-x="1" aria-label="b">\n<kbd>K</kbd><br><img src="a.png" alt="">\n</div>';
    expect(html(parse(text))).toBe(text);
    expect(parse(text).diagnostics).toEqual([]);
  });

  it('drops the rest with line and column', () => {
    const doc = parse('a\n\n> <p style="x" onclick="y">b</p>\n\nc <blink>d</blink> <form>e</form>');
    expect(html(doc)).toBe('<p>a</p>\n<blockquote>\n<p>b</p>\n</blockquote>\n<p>c d e</p>\n');
    expect(findings(doc)).toEqual([
      'html-dropped 3:6',
      'html-dropped 3:16',
      'html-dropped 5:3',
      'html-dropped 5:20',
    ]);
  });

  it('locates an attribute, with its quotes', () => {
    const text = 'a <b style="x y" onclick=\'z\' onfocus=w hidden>c</b>';
    const places = parse(text).diagnostics.map(({ location }) => textAt(text, location));
    expect(places).toEqual(['style="x y"', "onclick='z'", 'onfocus=w', 'hidden']);
  });

  it('drops some elements with their content, over Markdown too', () => {
    for (const name of ['script', 'style', 'iframe', 'svg', 'object', 'template', 'textarea']) {
      expect(html(parse(`a <${name}>b *c* [d](e.md)</${name}> f`))).toBe('<p>a  f</p>\n');
    }
    const doc = parse('<svg>\n\n# a\n\n[b](c.md)\n\n</svg>\n\nd');
    expect(html(doc)).toBe('\n<p>d</p>\n');
    expect([doc.links, doc.headings]).toEqual([[], []]);
    expect(findings(doc)).toEqual(['html-dropped 1:1']);
  });

  it('turns align into a class, and drops comments', () => {
    expect(html(parse('<p align="center" class="b">c<!-- d --></p>'))).toBe(
      '<p class="align-center b">c</p>',
    );
  });

  it('closes elements in the container that opens them', () => {
    const doc = parse('> <div>\n>\n> a **<b>b** c\n\n</div></blockquote></article>d');
    expect(html(doc)).toBe(
      '<blockquote>\n<div>\n<p>a <strong><b>b</b></strong> c</p>\n</div></blockquote>\nd',
    );
    expect(findings(doc)).toEqual([
      'html-unclosed 1:3',
      'html-unclosed 3:7',
      'html-unclosed 5:1',
      'html-unclosed 5:7',
    ]);
  });

  it('accepts missing end tags if HTML does', () => {
    const doc = parse('<ul><li>a<li>b</ul><table><tr><td>c<td>d<tr><td>e</table><p>f<p>g');
    expect(html(doc)).toBe(
      '<ul><li>a</li><li>b</li></ul><div class="table-scroll" role="region" tabindex="0" aria-label="Table"><table><tbody><tr><td>c</td><td>d</td></tr><tr><td>e</td></tr></tbody></table></div><p>f</p><p>g</p>',
    );
    expect(doc.diagnostics).toEqual([]);
  });

  it('keeps ids and anchors, and reports a second one', () => {
    const doc = parse('<a name="x"></a>\n\n## X\n\n<i id="y"></i> <i id="y"></i>');
    expect(doc.ids).toEqual(['x', 'x-1', 'y']);
    expect(findings(doc)).toEqual(['duplicate-id 5:23']);
  });

  it('makes links of the kind that they are, decoded', () => {
    const doc = parse(
      '<a href="a&amp;b">c</a> <img alt="" src=d.png srcset="e.png 2x"> <a href="https://x.y">z</a>',
    );
    expect(doc.links.map(({ href, kind }) => [href, kind])).toEqual([
      ['a&b', 'page'],
      ['d.png', 'asset'],
      ['e.png', 'asset'],
      ['https://x.y', 'page'],
    ]);
    expect(html(doc)).toContain(
      'target="_blank" rel="noopener noreferrer">z<span class="external-icon"',
    );
  });

  it('cannot be broken out of', () => {
    for (const text of [
      '<img alt="a" src="x" onerror=alert(1)>',
      '<a href="x" title=\'"><script>alert(1)</script>\'>y</a>',
      '<div title="a\n\n<script>alert(1)</script>',
      '<svg><style><img src=x onerror=alert(1)>',
      '<!--><script>alert(1)</script>-->',
      '<math><mi//xlink:href="data:x,<script>alert(4)</script>">',
      '<p/onclick=alert(1)>a',
    ]) {
      expect(html(parse(text))).not.toMatch(/<script|<[^>]*\son\w+=(?![^<]*")|<svg|<style/i);
    }
  });
});

const SIZED = 'width height';
const MEDIA = `src controls loop muted preload ${SIZED}`;
const CELL = 'colspan rowspan headers scope';
/** The attributes of elements, beside those of all. */
const ALLOWED: Readonly<Record<string, string>> = {
  a: 'href name',
  audio: MEDIA,
  blockquote: 'cite',
  col: 'span',
  colgroup: 'span',
  del: 'cite datetime',
  details: 'open',
  img: `src srcset sizes alt ${SIZED}`,
  ins: 'cite datetime',
  li: 'value',
  ol: 'start type reversed',
  p: '',
  q: 'cite',
  source: `src srcset sizes type media ${SIZED}`,
  table: '',
  td: CELL,
  th: CELL,
  time: 'datetime',
  track: 'src kind srclang label default',
  video: `poster ${MEDIA}`,
};
const GLOBAL = 'class id title lang dir role align aria-label data-x'.split(' ');
const NEVER = 'style onclick is slot part nonce hidden tabindex action xml:lang data- constructor';

describe('an attribute', () => {
  const own = Object.entries(ALLOWED).map(([name, list]) => [name, list.split(' ')] as const);
  const all = new Set([...own.flatMap(([, list]) => list), ...GLOBAL, ...NEVER.split(' ')]);
  it.each(own)('of %s is kept if the list has it', (element, list) => {
    const kept = [...all].filter((name) => isAllowedAttribute(element, name));
    expect(kept.toSorted()).toEqual([...list.filter((name) => name !== ''), ...GLOBAL].toSorted());
  });
});

describe('raw HTML, trusted', () => {
  it('passes through but for the addresses', () => {
    const text =
      '<div onclick="a()"><script src=\'b.js\'></script><a href=c.md id=x>d</a></div>\n\n<iframe src="e"></iframe>';
    const doc = parse(text, { html: 'trusted' });
    expect(html(doc)).toBe(
      text.replace("'b.js'", '"b.js"').replace('c.md', '"c.md"').replace('\n\n', '\n'),
    );
    expect(written(text, doc.links)).toEqual(['b.js', 'c.md', 'e']);
    expect(doc.ids).toEqual(['x']);
    expect(doc.diagnostics.map(({ code }) => code)).toEqual(['content-policy']);
  });
});

describe('ids', () => {
  it('of id and name on one link are one, and empty ones none', () => {
    const doc = parse('<a id="x" name="x">a</a> <b id="">b</b> <a name="y">c</a>');
    expect([doc.ids, doc.diagnostics]).toEqual([['x', 'y'], []]);
  });
});

describe('target and rel of a link', () => {
  it('are decided by the site, without a finding', () => {
    const doc = parse(
      '<a href="https://a.example" target="_top" rel="x">a</a> <a href="/b" target="_blank">b</a>',
    );
    expect(doc.diagnostics).toEqual([]);
    expect(html(doc)).toContain(
      'href="https://a.example" target="_blank" rel="noopener noreferrer"',
    );
    expect(html(doc)).not.toMatch(/_top|rel="x"|"\/b" target/);
  });
});

describe('an open details', () => {
  it('stays open', () => {
    const text = '<details open>\n<summary>a</summary>\n</details>';
    expect(html(parse(text))).toContain('<details open>');
  });
});

describe('names of links, trusted', () => {
  it('are ids', () => {
    expect(parse('<a name="x">a</a> <map name="m"></map>', { html: 'trusted' }).ids).toEqual(['x']);
  });
});

describe('image candidates, trusted', () => {
  it('keep their descriptors, and get none', () => {
    const doc = parse('<img alt="" srcset="a.png, b.png 2x">', { html: 'trusted' });
    expect(html(doc)).toContain('srcset="a.png, b.png 2x"');
  });
});

describe('attributes of content', () => {
  it('are none by which the app knows its own controls', () => {
    const scripts = readdirSync('src/client', { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => readFileSync(`src/client/${file}`, 'utf8'));
    const known = scripts.flatMap((text) => text.match(/(?<=\[)data-[\w-]+/g) ?? []);
    expect(known).toContain('data-menu');
    expect(known.filter((name) => isAllowedAttribute('p', name))).toEqual([]);
    expect(isAllowedAttribute('p', 'data-mine')).toBe(true);
  });
});

describe('HTML of the configuration', () => {
  it('is sanitised and closed', () => {
    const {
      html: clean,
      dropped,
      unbalanced,
    } = sanitizeHtml('<b onclick="a">b <a href="javascript:c">d</a><script>e</script>');
    expect(clean).toBe('<b>b <a>d</a></b>');
    expect(dropped.map(({ what }) => what)).toEqual([
      'the attribute onclick of <b>',
      'the address javascript:c',
      'the element <script>',
    ]);
    expect(unbalanced.map(({ message }) => message)).toEqual(['<b> is never closed']);
  });

  it('brings no id of the page around it', () => {
    const clean = sanitizeHtml('<b id="dw-root">a</b><a name="Dw-x">b</a><i id="root">c</i>');
    expect(clean.html).toBe('<b>a</b><a>b</a><i id="root">c</i>');
    expect(clean.reserved.map(({ id }) => id)).toEqual(['dw-root', 'Dw-x']);
  });

  it('prints addresses by a given printer', () => {
    expect(sanitizeHtml('<a href="/x?a&amp;b">c</a>', (href) => `/base${href}`).html).toBe(
      '<a href="/base/x?a&amp;b">c</a>',
    );
  });
});

it('drops references of ARIA to the layout', () => {
  const doc = parse('<p aria-owns="a dw-main" aria-labelledby="DW-root" aria-label="b">c</p>');
  expect(html(doc)).toBe('<p aria-label="b">c</p>');
  expect(findings(doc)).toEqual(['html-dropped 1:4', 'html-dropped 1:26']);
});

describe('comments', () => {
  it('that are never closed are reported, since they hide the rest of the page', () => {
    for (const mode of ['sanitize', 'trusted'] as const)
      for (const text of [
        'text\n\n<!-- a\n\nb',
        'text\n\n<!-- a -->\n<!-- b',
        'text\n\n<!--- a --- >',
      ])
        expect(findings(parse(text, { html: mode }))).toContain(
          `html-unclosed ${text.includes('-->') ? 4 : 3}:1`,
        );
  });

  it('that are closed are not', () => {
    for (const text of [
      '<!-->',
      '<!-- a\n\nb -->',
      '<!-- a --!>',
      '<div>\n<!-- a -->\n</div>',
      'a `<!--` b',
    ])
      expect(findings(parse(text)).filter((code) => code.startsWith('html-unclosed'))).toEqual([]);
  });
});
