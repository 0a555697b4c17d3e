import { describe, expect, it } from 'vitest';
import { sanitizeHtml } from '../../../../src/markdown/html/sanitize-html.ts';
import { html, parse } from '../support/parse.ts';

const ICON = '<span class="external-icon" role="img" aria-label="(opens in new tab)"></span>';
const NEW_TAB = 'target="_blank" rel="noopener noreferrer"';

describe('sanitized HTML', () => {
  it.each<[text: string, html: string, findings?: readonly string[]]>([
    [
      '<p align="left">a</p><p align=" RIGHT ">b</p><p align="justify">c</p>',
      '<p class="align-left">a</p><p class="align-right">b</p><p>c</p>',
    ],
    ['<p class="x" align="center">d</p>', '<p class="align-center x">d</p>'],
    [
      '<img alt="" srcset="javascript:a 1x, b.png 2x, c.png">',
      '<img alt="" srcset="b.png 2x, c.png">',
      ['the address javascript:a'],
    ],
    ['<img src="data:image/png,a">', '<img src="data:image/png,a">'],
    ['<a href="data:image/png,a">b</a>', '<a>b</a>', ['the address data:image/png,a']],
    ['<a href="other:a">b</a>', '<a href="other:a">b</a>'],
    ['<img alt="" srcset="javascript:a">', '<img alt="">', ['the address javascript:a']],
    [
      '<q cite="https://a.b">a</q><q cite="javascript:b">b</q>',
      '<q cite="https://a.b">a</q><q>b</q>',
    ],
    [
      '<a id="dw-x" name="dw-x">a</a><b title="dw-y" id="dw-y">b</b><b id="">c</b>',
      '<a>a</a><b title="dw-y">b</b><b id="">c</b>',
      ['dw-x', 'dw-y'],
    ],
    ['<a name="x">a</a><map name="dw-z">b</map>', '<a name="x">a</a>b', ['the element <map>']],
    ['<a href="https://x.y">z</a>', `<a href="https://x.y" ${NEW_TAB}>z${ICON}</a>`],
    ['<svg><svg></svg>x<img></svg>y</svg>z', 'yz', ['the element <svg>']],
    ['a<svg>b<svg>c</svg>d', 'a', ['the element <svg>', '<svg> is never closed']],
    ['a<svg><b title="', 'a', ['the element <svg>', '<svg> is never closed']],
    ['a<b title="', 'a', ['a tag that never ends']],
    ['<img></img><br></br>x</wbr>', '<img><br>x'],
    ['a</div>b</blink>c', 'abc', ['</div> closes nothing that is open here']],
    ['<b><i>x</b>y', '<b><i>x</i></b>y', ['<i> is never closed']],
    [
      '<a href="/a">x<a href="/b">y</a>z</a>w',
      '<a href="/a">xyz</a>w',
      ['the element <a> inside another link'],
    ],
    [
      '<ul><li>a<li>b</ul><dl><dt>c<dd>d</dl>e',
      '<ul><li>a</li><li>b</li></ul><dl><dt>c</dt><dd>d</dd></dl>e',
    ],
    [
      '<div><table><tr><td>a</div>b</td></tr></table></div>',
      '<div><table><tbody><tr><td>ab</td></tr></tbody></table></div>',
      ['</div> closes nothing that is open here'],
    ],
    [
      '<div><table><caption>a</div>b</caption><tr><th>c</div>d</table></div>',
      '<div><table><caption>ab</caption><tbody><tr><th>cd</th></tr></tbody></table></div>',
      ['</div> closes nothing that is open here', '</div> closes nothing that is open here'],
    ],
    [
      '<table><tr><td><table><tr><td>a</tr></table>b</td></tr></table>',
      '<table><tbody><tr><td><table><tbody><tr><td>a</td></tr></tbody></table>b</td></tr></tbody></table>',
    ],
    ['<!-- a -->b<br>&amp; &lt;i> c > d < e', 'b<br>&amp; &lt;i&gt; c &gt; d &lt; e'],
    ['<li>a</li><td>b</td>', '<li>a</li>b', ['the element <td> outside of a table']],
    [
      `${'<b>'.repeat(101)}x${'</b>'.repeat(101)}y`,
      `${'<b>'.repeat(100)}x${'</b>'.repeat(100)}y`,
      ['the element <b> inside 100 others'],
    ],
  ])('%j', (text, clean, findings = []) => {
    const { html: found, dropped, unbalanced, reserved } = sanitizeHtml(text);
    expect(found).toBe(clean);
    const all = [dropped.map(({ what }) => what), unbalanced.map(({ message }) => message)];
    expect([...all.flat(), ...reserved.map(({ id }) => id)]).toEqual(findings);
  });
});

describe('HTML that ends the element around it', () => {
  it('is shown as text, with a finding for all of it', () => {
    const text = 'a & b<li>c';
    expect(sanitizeHtml(text, undefined, { inside: 'li' })).toMatchObject({
      html: 'a &amp; bc',
      dropped: [
        {
          what: 'the markup that ends the <li> around it',
          range: { start: 0, end: text.length },
        },
      ],
    });
  });
});

describe('what a finding says', () => {
  it.each([
    ['# a <h2>b</h2>', '<h2> ends the heading that it is in'],
    ['a <h6>b</h6>', '<h6> ends the paragraph that it is in'],
    ['| a |\n|---|\n| b <td>c</td> |', '<td> ends the table cell that it is in'],
    ['| a <th>c</th> |\n|---|', '<th> ends the table cell that it is in'],
  ])('%j', (text, message) => {
    expect(parse(text).diagnostics.map((finding) => finding.message)).toContain(message);
  });

  it.each([
    ['Tabs', 'write ::::tabs around blocks of :::tab[Label]'],
    ['TabItem', 'write ::::tabs around blocks of :::tab[Label]'],
    ['Callout', 'write :::note (or tip, info, warning, danger), and ::: where it ends'],
    ['Chart', 'write :::Chart{…} or ::Chart{…}, or name the file .mdx'],
  ])('about the component <%s>', (name, hint) => {
    expect(parse(`a <${name}>b</${name}>`).diagnostics).toMatchObject([
      { message: `the component <${name}> is not rendered; its content is shown`, hint },
    ]);
    expect(parse('a <form>b</form>').diagnostics[0]?.hint).toBe(
      "`markdown.html: 'trusted'` in the configuration passes raw HTML through",
    );
  });

  it('about an element that is never closed', () => {
    expect(parse('<div>\n\na').diagnostics).toMatchObject([
      {
        message: '<div> is never closed',
        hint: 'add </div> in the same paragraph, list item or quote',
      },
    ]);
  });
});

describe('tabs in a link', () => {
  it('have no links', () => {
    const doc = parse('<a href="b">\n\n::::tabs\n\n:::tab[A]\nx\n:::\n\n::::\n\n</a>');
    expect(html(doc).match(/<a /g)).toHaveLength(1);
    expect(html(doc)).toContain('<strong>A</strong>');
  });
});

describe('trusted HTML', () => {
  it.each([
    [
      '<style>a{b:url(x.png) url("y.png")} @import "z.css"; c{d:url(data:x) url(#y) url(a&b)}</style>',
      ['asset x.png 16', 'asset y.png 28', 'asset z.css 46'],
      [],
    ],
    [
      '<template><style>a{b:url(x)}</style><a href="y" id="z">t</a></template><a href="k">l</a>',
      ['page k 81'],
      [],
    ],
    ['</template><a href="x">y</a>', ['page x 21'], []],
    ['<script>"url(x)"</script>', [], []],
    ['<p style="a:url(x.png)" id="q">c</p>', ['asset x.png 17'], ['q']],
    ['<a href=c.md id=x name=x>d</a><a name="">e</a>', ['page c.md 9'], ['x']],
    ['<object data="a"></object><img alt="" src=b>', ['asset? a 15', 'asset b 43'], []],
  ])('%j keeps its text, links and ids', (text, links, ids) => {
    const doc = parse(text, { html: 'trusted' });
    const found = doc.links.map(
      ({ kind, mayShowPage, href, location }) =>
        `${kind}${mayShowPage === undefined ? '' : '?'} ${href} ${location.column}`,
    );
    expect(found).toEqual(links);
    expect(doc.ids).toEqual(ids);
    expect(html(doc).replace(/^<p>(?!c)|<\/p>\n$|\n$/g, '')).toBe(
      text.replace(/(?<==)(c\.md|b)(?=[ >])/, '"$1"'),
    );
  });
});
