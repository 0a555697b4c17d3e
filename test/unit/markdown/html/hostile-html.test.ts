import { describe, expect, it } from 'vitest';
import {
  isAllowedAttribute,
  isAllowedElement,
} from '../../../../src/markdown/html/html-allowed.ts';
import { sanitizeHtml } from '../../../../src/markdown/html/sanitize-html.ts';
import { createRandom } from '../support/generate.ts';
import { findings, html, parse, parser, parseWith } from '../support/parse.ts';
import { rereadArticle, sameForm } from '../support/reread.ts';

const EVIL = '<img src=x onerror=e>';
const KEPT = '<img src="x">';

describe('hostile raw HTML', () => {
  it.each([
    ['foreign content', `<svg><g/onload=e><foreignObject>${EVIL}</foreignObject></svg>z`, 'z'],
    ['an integration point', `<math><annotation-xml encoding="text/html">${EVIL}</math>z`, 'z'],
    ['a description', `<svg><desc><b>${EVIL}</desc></svg>z`, 'z'],
    ['a title with a tag in an attribute', `<svg><title><a id="</title>${EVIL}"></svg>z`, 'z'],
    ['a break-out', `<svg><font color=red>${EVIL}</svg>z`, 'z'],
    ['a glyph', `<math><mtext><table><mglyph><style><!--</style>${EVIL}</math>z`, 'z'],
    ['a template', `<template><p>${EVIL}</template>z`, 'z'],
    ['noscript', `<noscript><p title="</noscript>${EVIL}">y</noscript>z`, 'z'],
    ['raw text', `<xmp>${EVIL}</xmp><iframe>${EVIL}</iframe><noembed>${EVIL}</noembed>z`, 'z'],
    ['escapable text', `<textarea>${EVIL}</textarea><title>${EVIL}</title>z`, 'z'],
    ['plaintext', `<plaintext>${EVIL}z`, `${KEPT}z`],
    ['a script in a script', `<script><!--<script></script>${EVIL}--></script>z`, 'z'],
    ['controls', '<select><option>y<keygen></select><input autofocus onfocus=e>z', 'z'],
    ['forms', '<form id=a><form id=b><button formaction=x>y</button></form></form>z', 'yz'],
    ['frames', '<frameset><frame src=x></frameset>z', 'z'],
    ['what belongs into the head', '<base href=//e><meta http-equiv=refresh><link href=x>z', 'z'],
    ['tags of the document', '<body onload=e><html onclick=e>z', 'z'],
    ['elements that are no more', '<isindex prompt=y><marquee onstart=e>y</marquee>z', 'yz'],
    ['custom elements', '<x-y onclick=e>y</x-y><b is="x-y">z</b>', 'y<b>z</b>'],
    ['quotes', '<b title=\'a"onclick="e\'>z</b>', '<b title="a&quot;onclick=&quot;e">z</b>'],
    ['backticks', '<b title=`a onclick=e`>z</b>', '<b title="`a">z</b>'],
    ['slashes', '<b title=a/onclick=e>z</b><br/onclick=e>', '<b title="a/onclick=e">z</b><br>'],
    ['line ends', '<b\ntitle="a\n"\fonclick=e>z</b>', '<b title="a\n">z</b>'],
    ['U+0000', '<b ti\0tle=a \0onclick=e>z</b>', '<b>z</b>'],
    ['a comment that ends early', `<!-- x --!>${EVIL}<!--> ${EVIL}`, `${KEPT} ${KEPT}`],
    ['a conditional comment', `<!--[if IE]>${EVIL}<![endif]-->z`, 'z'],
    ['CDATA', `<![CDATA[${EVIL}]]>z`, ']]&gt;z'],
    ['an instruction', `<?x ${EVIL}?>z`, '?&gt;z'],
    [
      'escaped tags',
      '&lt;script>e&lt;/script> &#60;b>',
      '&lt;script&gt;e&lt;/script&gt; &#60;b&gt;',
    ],
    ['repeated attributes', '<b id=a id=c ID=d class=e class=f>z</b>', '<b id="a" class="e">z</b>'],
    ['ids of the shell', '<b id=dw-root>y</b><a name=dw-main>z</a>', '<b>y</b><a>z</a>'],
    ['names', '<img name=body src=x><a name=body>z</a>', `${KEPT}<a name="body">z</a>`],
    ['a tag without end', 'z<b title="', 'z'],
  ])('is reduced to the allow-list: %s', (_, text, kept) => {
    expect(html(parse(`<div>\n${text}\n</div>`)).replaceAll('\n', '')).toContain(
      `<div>${kept.replaceAll('\n', '')}`,
    );
  });

  it('has no unsafe address, however it is written', () => {
    const addresses = [
      'javascript:e',
      'JaVaScRiPt:e',
      '&#106;avascript:e',
      '&#x6A;avascript&colon;e',
      'java&Tab;script:e',
      'java&NewLine;script:e',
      '&#9;javascript:e',
      ' &#10;javascript:e',
      'vbscript:e',
      'data:text/html,e',
      'blob:e',
      'file:///e',
    ];
    for (const address of addresses) {
      const text = `<a href="${address}">x</a><img src='${address}'><q cite="${address}">y</q><video poster="${address}" src="${address}"></video>`;
      const { html: clean, dropped } = sanitizeHtml(text);
      expect({ address, clean }).toEqual({
        address,
        clean: '<a>x</a><img><q>y</q><video></video>',
      });
      expect(dropped).toHaveLength(4);
    }
  });

  it('names each tag and attribute at its location', () => {
    const text =
      '- <p style="a"\n  onclick="b">c</p>\n\n> d <form>e</form> <svg><a onclick=f></svg>\n';
    expect(findings(parse(text))).toEqual([
      'html-dropped 1:6',
      'html-dropped 2:3',
      'html-dropped 4:5',
      'html-dropped 4:20',
    ]);
  });
});

const NAMES =
  'svg math mi mtext mglyph malignmark annotation-xml foreignObject desc title style script template noscript plaintext textarea xmp iframe noembed noframes select option optgroup keygen form frameset base isindex image body html head object embed button marquee nobr font center tt listing dialog menu label fieldset legend summary details table caption tr td p a b div li pre ruby rt Foo Style Title Template x-y';
const ATTRIBUTES = [
  'onerror=e',
  'onload="e"',
  "style='x:y'",
  'is=x-y',
  'id=dw-root',
  'id=body',
  'name=x',
  'href="&#106;avascript:e"',
  'src="java&Tab;script:e"',
  'srcdoc="<b onclick=e>"',
  'title="</noscript></style></title></textarea><img onerror=e>"',
  'formaction=javascript:e',
  'action=x',
  'http-equiv=refresh',
  'encoding="text/html"',
  'xlink:href=javascript:e',
  'target=_top',
  'data-menu',
  'class="x',
  "title='",
  '/',
  '\n',
  '"',
];
const OTHERS = [
  'x',
  '\n\n',
  '<!--',
  '-->',
  '--!>',
  '<!-->',
  '<![CDATA[',
  ']]>',
  '<?',
  '</',
  '>',
  '<',
  '\0',
  '- ',
  '**',
  '`',
  '&lt;',
  '\n> ',
];

function hostileText(seed: number): string {
  const random = createRandom(seed);
  const pick = <Item>(items: readonly Item[]): Item | undefined =>
    items[Math.floor(random() * items.length)];
  const names = NAMES.split(' ');
  const piece = (): string => {
    const kind = random();
    if (kind < 0.3) return `</${pick(names)}>`;
    if (kind < 0.4) return pick(OTHERS) ?? '';
    const attributes = Array.from({ length: Math.floor(random() * 3) }, () => pick(ATTRIBUTES));
    return `<${[pick(names), ...attributes].join(' ')}${random() < 0.95 ? '>' : ''}`;
  };
  return Array.from({ length: 2 + Math.floor(random() * 20) }, piece).join('');
}

/** What regions, code blocks and links that open a new tab have, and no author may write. */
const OWN: Readonly<Record<string, string>> = {
  tabindex: '0',
  target: '_blank',
  rel: 'noopener noreferrer',
  'data-code': '',
};

describe('generated hostile HTML', () => {
  it.each([{ dialects: [] }, { dialects: ['vitepress'] }] as const)(
    'leaves nothing that is not allowed, with or without scripts: $dialects',
    (settings) => {
      const shared = parser(settings);
      for (let seed = 1; seed <= 1000; seed++) {
        const text = hostileText(seed);
        const article = html(parseWith(shared, text));
        for (const hasScripts of [true, false]) {
          const { html: reread, elements } = rereadArticle(article, hasScripts);
          expect({ text, reread }).toEqual({ text, reread: sameForm(article) });
          const foreign = elements.filter(
            ({ tagName, namespaceURI, attrs }) =>
              namespaceURI !== 'http://www.w3.org/1999/xhtml' ||
              !isAllowedElement(tagName) ||
              attrs.some(
                ({ name, value }) => !isAllowedAttribute(tagName, name) && OWN[name] !== value,
              ),
          );
          expect({ text, foreign: foreign.map(({ tagName }) => tagName) }).toEqual({
            text,
            foreign: [],
          });
        }
        expect(article).not.toMatch(/ (?:id|name)="dw-/i);
      }
    },
  );
});

describe('raw HTML that takes much work', () => {
  const classes = Array.from({ length: 90 }, (_, index) => `<b class="${index}">`).join('');

  it.each([
    ['nested elements', '<div>\n'.repeat(10_000)],
    ['nested elements around Markdown', '<div>\n\n'.repeat(2000)],
    ['elements in turns', '<a><b>'.repeat(5000)],
    ['elements that close crosswise', '<p><b>x<i>y</b>z</i>'.repeat(5000)],
    ['text of a table outside of its cells', `<table>${'<i>x</i>'.repeat(10_000)}`],
    ['end tags', '</b>'.repeat(20_000)],
  ])('is arranged: %s', (_, text) => {
    const article = html(parse(text));
    expect(rereadArticle(article).html).toBe(sameForm(article));
  });

  it.each([
    [
      'elements that browsers open again in each paragraph',
      `<p>${classes}${'<p>x</p>'.repeat(5000)}`,
    ],
    [
      'blocks deep inside of Markdown',
      `${'*a **b '.repeat(20_000)}${'<rt>'.repeat(20_000)}${'b** a*'.repeat(20_000)}`,
    ],
  ])('is refused: %s', (_, text) => {
    const doc = parse(text);
    expect(findings(doc).filter((finding) => finding.startsWith('markdown-budget'))).toHaveLength(
      1,
    );
    expect(html(doc)).toBe('');
  });
});
