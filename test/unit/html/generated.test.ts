import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { describe, expect, it } from 'vitest';
import { randomFrom } from '../../../bench/words.ts';
import { scanHtml } from '../../../src/html/scan-fragment.ts';
import { parsedFacts, scannedFacts } from '../links/folder/oracle.ts';

type Pick = (list: readonly string[]) => string;

const SPACES = [' ', '\n', '\t', '\f', '\r\n', ' / ', '/', '  '];
const NAMES = [
  'id',
  'ID',
  'Id',
  'name',
  'NAME',
  'href',
  'HREF',
  'src',
  'srcSET',
  'x',
  '"',
  "'",
  '<',
  '=y',
  'a<b',
  'data-href',
  '\0id',
  'xlink:href',
  'poster',
];
const EQUALS = ['=', ' = ', '\n=', '=\t', '=\r\n'];
const TEXTS = [
  'a',
  'b',
  'c/d',
  '?q=1',
  '#x',
  '<p',
  '<b>',
  '--',
  '-->',
  '`',
  '=',
  '\0',
  '\r',
  '\r\n',
  '\t',
  'É',
  '😀',
  ' ',
  '/',
  ']]>',
  '</a',
  '<!--',
];
const REFERENCES = [
  '&amp;',
  '&amp',
  '&ampx',
  '&amp=',
  '&lt',
  '&lt;',
  '&notin;',
  '&notit;',
  '&not',
  '&copy',
  '&copy1',
  '&#47;',
  '&#47',
  '&#x2f',
  '&#X2F;',
  '&#x80;',
  '&#128',
  '&#0;',
  '&#xD800;',
  '&#x110000;',
  '&#99999999999',
  '&#;',
  '&#x;',
  '&',
  '&;',
  '& ',
  '&x;',
  '&AMP',
  '&Amp;',
  '&quot',
  '&apos;',
  '&CounterClockwiseContourIntegral;',
  '&NotEqualTilde;',
  '&lang;',
  '&zwj;',
  '&#13;',
  '&#10',
  '&frac12',
  '&sup1x',
  '&sup12',
];
const ELEMENTS = [
  'a',
  'A',
  'p',
  'div',
  'span',
  'b',
  'i',
  'img',
  'IMG',
  'br',
  'x-y',
  'h1',
  'video',
  'source',
  'iframe2',
  'em',
  'section',
  'a\0',
  'a<b',
];
const COMMENTS = [
  '<!-->',
  '<!--->',
  '<!---->',
  '<!-- a -->',
  '<!-- a --!>',
  '<!--a--!-->',
  '<!----!>',
  '<!-- -- -->',
  '<!-- > -->',
  '<!--<!---->',
  '<!-- <!-- -->',
  '<!--a--',
  '<!--a-',
  '<!--a--!',
  '<!>',
  '<!->',
  '<!a>',
  '<!a="-->">',
  '<?x?>',
  '<?',
  '<!doctype html>',
  '<!DOCTYPE a "b>c" >',
  '</>',
  '</ a>',
  '</1>',
  '<1>',
  '< a>',
  '<![CDATA[<p id=no>]]>',
  '<![cdata[x]]>',
  '<!--\0-->',
  '<!--<p id=no>-->',
];
const RAW = [
  '<script>BODY</script>',
  '<SCRIPT>BODY</Script >',
  '<script>BODY</script/>',
  '<script><!--BODY--></script>',
  '<script><!--<script>BODY</script>--></script>',
  '<script><!--<script BODY</script></script>',
  '<script><!-- <script></scriptx>BODY</script>--></script>',
  '<script><!--><script>BODY</script>',
  '<script><!---><script>BODY</script>',
  '<script></scrip></script',
  '<style>BODY</style>',
  '<style>BODY</STYLE\n>',
  '<textarea>BODY</textarea>',
  '<title>BODY</title>',
  '<xmp>BODY</xmp>',
  '<noembed>BODY</noembed>',
  '<noframes>BODY</noframes>',
  '<iframe>BODY</iframe>',
  '<style>BODY</style x="</style>">',
  '<title>BODY</titl</title>',
];
const FOREIGN = [
  '<svg>BODY</svg>',
  '<svg/>BODY',
  '<svg><![CDATA[<p id=no>]]>BODY</svg>',
  '<svg><![CDATA[]]>]]>BODY</svg>',
  '<svg><title>BODY</title></svg>',
  '<svg><g id=g/><g ID=h>BODY</g></svg>',
  '<svg><style><g id=s></style></svg>',
  '<svg><a href=1 xlink:href=2></a><use xlink:href=3 /></svg>',
  '<math><mi>BODY</mi></math>',
  '<svg><foreignObject>BODY</foreignObject></svg>',
  '<svg><desc>BODY</desc></svg>',
  '<math><![CDATA[<a href=no>]]></math>',
];

function attribute(pick: Pick, random: () => number): string {
  const name = pick(NAMES);
  if (random() < 0.15) return name;
  const value = Array.from({ length: Math.floor(random() * 4) }, () =>
    pick(random() < 0.4 ? REFERENCES : TEXTS),
  ).join('');
  const kind = random();
  const equals = pick(EQUALS);
  if (kind < 0.35) return `${name}${equals}"${value.replaceAll('"', '')}"`;
  if (kind < 0.6) return `${name}${equals}'${value.replaceAll("'", '')}'`;
  return `${name}${equals}${value.replace(/[\s>]/g, '') || 'v'}`;
}

function tag(pick: Pick, random: () => number): string {
  const element = pick(ELEMENTS);
  const attributes = Array.from(
    { length: Math.floor(random() * 4) },
    () => pick(SPACES) + attribute(pick, random),
  ).join('');
  const end =
    random() < 0.3
      ? `</${element}${random() < 0.3 ? `${pick(SPACES)}${attribute(pick, random)}` : ''}>`
      : '';
  return `<${element}${attributes}${pick(['>', ' >', '/>', ' />'])}t${end}`;
}

/** A document of some constructs; now and then the end of the text is inside of one. */
function documentOf(random: () => number, foreign: boolean): string {
  const pick: Pick = (list) => list[Math.floor(random() * list.length)] ?? '';
  const piece = (): string => {
    const kind = random();
    if (kind < 0.55) return tag(pick, random);
    if (kind < 0.7) return pick(COMMENTS);
    if (kind < 0.8) return pick(['text', ' ', '<', '\0', '\r\n', '>', '</', '<<a id=u>', 'a<b']);
    const body = random() < 0.5 ? tag(pick, random) : pick(COMMENTS);
    return pick(foreign && kind > 0.9 ? FOREIGN : RAW).replace('BODY', () => body);
  };
  const whole = Array.from({ length: 1 + Math.floor(random() * 5) }, piece).join('');
  return random() < 0.15 ? whole.slice(0, Math.floor(random() * whole.length)) : whole;
}

function documents(seed: number, count: number, foreign = false): readonly string[] {
  const random = randomFrom(seed);
  return Array.from({ length: count }, () => `<body><main>${documentOf(random, foreign)}`);
}

describe('generated documents', () => {
  it('have the ids and references that a conforming parser finds', () => {
    const wrong = documents(11, 6000).filter(
      (html) => JSON.stringify(scannedFacts(html)) !== JSON.stringify(parsedFacts(html)),
    );
    expect(wrong).toEqual([]);
  });

  it('have them inside of SVG and MathML too', () => {
    const wrong = documents(12, 3000, true).filter(
      (html) => JSON.stringify(scannedFacts(html)) !== JSON.stringify(parsedFacts(html)),
    );
    expect(wrong).toEqual([]);
  });

  it('have the text that a conforming parser finds', () => {
    const wrong = documents(13, 3000).filter((html) => {
      const text = scannedText(html);
      // The scanner leaves character references in texts to its callers.
      return !text.includes('&') && text !== parsedText(html);
    });
    expect(wrong).toEqual([]);
  });
});

function scannedText(html: string): string {
  let found = '';
  scanHtml(html, {
    startTag: () => {},
    endTag: () => {},
    text: (start, end) => {
      found += html.slice(start, end);
    },
  });
  return plain(found);
}

const NO_TEXT = /^(?:script|style|textarea|title|xmp|noembed|noframes|iframe)$/;

function parsedText(html: string): string {
  const textOf = (node: DefaultTreeAdapterTypes.ChildNode): string => {
    if ('value' in node) return node.value;
    if (!('childNodes' in node) || NO_TEXT.test(node.nodeName)) return '';
    return node.childNodes.map(textOf).join('');
  };
  return plain(parseFragment(html, { scriptingEnabled: false }).childNodes.map(textOf).join(''));
}

/** White space and NUL are treated by the tree builder. */
function plain(text: string): string {
  return text.replace(/[\s\0\ufffd]+/g, '');
}
