import { describe, expect, it } from 'vitest';
import { scanHtml } from '../../../src/html/scan-fragment.ts';
import { createRandom } from './support/generate.ts';
import { html, parser, parseWith, written } from './support/parse.ts';

const PIECES = [
  '[^1]: ',
  '> ',
  '>',
  '- ',
  '1. ',
  '10) ',
  ':::note',
  '::::tabs{group="a"}',
  ':::tab[x](y)',
  ':::tab[z]{value="v"}',
  ':::',
  '::::',
  '    ',
  '\t',
  ' ',
  '\n',
  '\n',
  '\n\n',
  '\r\n',
  'a',
  '[a](b)',
  '![',
  '](',
  '[',
  ']',
  '(',
  ')',
  '<',
  '>',
  '<div>',
  '</div>',
  '<a href="x">',
  '</a>',
  '<li>',
  '<p>',
  '`',
  '```',
  '```ts {1}',
  '~~~',
  '|',
  '|-|',
  '| a | b |\n|---|---|\n| c | d |',
  '\\',
  '*',
  '**',
  '_',
  '~~',
  '#',
  '## ',
  '===',
  '---',
  '[^1]',
  '^[n]',
  '[x]: y',
  '[x]',
  '[q][r]',
  'http://a.b/c',
  'www.x.y',
  'a@b.c',
  '<!--',
  '-->',
  '<script>',
  '</script>',
  '{#id}',
  '<svg>',
  '</svg>',
  '<https://q.r>',
  '\u202e',
  '\0',
  '😀',
  'title: x',
  '"',
  "'",
];
const VOID = new Set(['br', 'hr', 'img', 'input', 'wbr', 'col', 'source', 'track']);
const REFUSED = new Set(['script', 'style', 'iframe', 'svg']);

function randomText(seed: number): string {
  const random = createRandom(seed);
  const length = 1 + Math.floor(random() * 40);
  const front = random() < 0.1 ? '---\n' : '';
  return (
    front + Array.from({ length }, () => PIECES[Math.floor(random() * PIECES.length)]).join('')
  );
}

/** What is wrong with the nesting or the elements of an article. */
function faults(article: string): string[] {
  const open: string[] = [];
  const found: string[] = [];
  scanHtml(article, {
    startTag: ({ name, attributes }) => {
      if (!VOID.has(name)) open.push(name);
      if (REFUSED.has(name)) found.push(`<${name}>`);
      for (const attribute of attributes)
        if (/^(?:on|style$)/.test(attribute.name)) found.push(attribute.name);
    },
    endTag: (name) => {
      const last = open.pop();
      if (last !== name) found.push(`<${last}> closed by </${name}>`);
    },
    cutOff: () => found.push('a tag that never ends'),
  });
  return [...found, ...open];
}

describe('random text', () => {
  it('gives sound HTML and exact locations', () => {
    const shared = parser();
    for (let seed = 1; seed <= 3000; seed++) {
      const text = randomText(seed);
      const doc = parseWith(shared, text);
      expect({ text, faults: faults(html(doc)) }).toEqual({ text, faults: [] });
      const places = written(text.replaceAll('\0', '\ufffd'), doc.links);
      for (const [index, { href }] of doc.links.entries()) {
        const plain = places[index]?.replace(/\\([!-/:-@[-`{-~])/g, '$1');
        const forms = [places[index], plain, `http://${places[index]}`, `mailto:${places[index]}`];
        expect({ text, forms }).toEqual({ text, forms: expect.arrayContaining([href]) });
      }
    }
  });

  it('gives the same result with trusted raw HTML, regardless of earlier files', () => {
    const shared = parser({ html: 'trusted' });
    for (let seed = 5000; seed <= 5300; seed++) {
      const text = randomText(seed);
      const doc = parseWith(shared, text);
      expect(doc.chunks).toHaveLength(doc.links.length + 1);
      if (seed % 50 === 0) expect(doc).toEqual(parseWith(parser({ html: 'trusted' }), text));
    }
  });
});
