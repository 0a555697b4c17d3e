import { describe, expect, it } from 'vitest';
import type { ParsedDoc } from '../../../../src/markdown/parsed-doc.ts';
import { toFilePath } from '../../../../src/shared/paths.ts';
import { generate } from '../support/generate.ts';
import { type MdxRead, readMdx } from '../support/mdx.ts';
import { parser, textAt, written } from '../support/parse.ts';

const FILE = toFilePath('content/docs/a.mdx');

const HEADING = /^(?:[ \t>]|[-*+][ \t]|\d+[.)] |\[\^n\d+\]: )*(?:#{1,6} {2}|word )/;

/** The lines of a file that are headings. */
function headingLines(text: string): number[] {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  return lines.flatMap((line, index) => (HEADING.test(line) ? [index + 1] : []));
}

const mistakes = ({ diagnostics }: ParsedDoc): readonly unknown[] =>
  diagnostics.filter(({ code }) => code === 'mdx-syntax');

describe('locations in documents of elements composed at random', () => {
  it('are exact for links and headings', () => {
    const shared = parser();
    for (let seed = 1; seed <= 400; seed++) {
      const { text, destinations } = generate(seed, { isMdx: true });
      const doc = shared.parse(FILE, text);
      const lines = doc.headings.map(({ line }) => line).sort((a, b) => a - b);
      expect({
        seed,
        text,
        mistakes: mistakes(doc),
        lines,
        found: written(text, doc.links).sort(),
      }).toEqual({
        seed,
        text,
        mistakes: [],
        lines: headingLines(text),
        found: [...destinations].sort(),
      });
    }
  });
});

/** The source of names, attributes and expressions that are on one line, and what was read there. */
function codePlaces({ session }: MdxRead): readonly (readonly [written: string, read: string])[] {
  const { elements = [], expressions = [] } = session.code ?? {};
  const attributes = elements.flatMap(({ attributes: all = [] }) => all);
  const read = [
    ...elements.map(({ name, span }) => ({ text: name, span })),
    ...attributes.filter(({ kind }) => kind !== 'name'),
    ...expressions.map(({ text, span }) => ({ text: `{${text}}`, span })),
  ];
  const { text: source } = session.source;
  return read
    .filter(({ text }) => !text.includes('\n'))
    .map(({ text, span }) => [source.slice(span.start, span.end), text]);
}

describe('locations of code in documents composed at random', () => {
  it('are exact', () => {
    for (let seed = 1; seed <= 200; seed++) {
      for (const [source, read] of codePlaces(readMdx(generate(seed, { isMdx: true }).text)))
        expect({ seed, source }).toEqual({ seed, source: read });
    }
  });
});

const CASES: readonly (readonly [name: string, text: string, expected: readonly string[]])[] = [
  [
    'links in elements, items and quotes',
    '<A>[a](a)\n\n   b [c](c)</A>\n\n> <A>\n>   [d](d)\n> </A>\n\n- <B\n    c="e">[e](e)</B>\n  <C>\n    f\n    [g](g)</C>',
    ['1:8 a', '3:10 c', '6:9 d', '10:15 e', '13:9 g'],
  ],
  [
    'an image and an autolink in an element in a quote',
    '> - <A>\n>     ![a](b.png) <https://c.d>\n>   </A>',
    ['2:12 b.png', '2:20 https://c.d'],
  ],
  [
    'a link beside an escaped pipe and an attribute',
    '<A>\n  | a |\n  |---|\n  | \\| <B c={d}>[e](f)</B> |\n</A>',
    ['4:21 f'],
  ],
  [
    'a definition, and a footnote',
    '<A>\n    [a] [^b]\n\n    [a]: <c>\n\n    [^b]: d [e](f)\n</A>',
    ['4:11 c', '6:17 f'],
  ],
  ['a link after code over lines', '<A b={`\n[c](d)\n`}>\n[e](f)</A> {`\n`}', ['4:5 f']],
  [
    'a link after code in a line',
    'a {`\n  b`} [c](d)\n<A\n  e={`\n`}>[f](g)</A> h',
    ['2:11 d', '5:8 g'],
  ],
];

describe('location of', () => {
  it.each(CASES)('%s', (_, text, expected) => {
    const { links } = parser().parse(FILE, text);
    const places = links.map(
      ({ location }) => `${location.line}:${location.column} ${textAt(text, location)}`,
    );
    expect(places).toEqual(expected);
  });

  it('text after blank lines in an element without blocks', () => {
    const text = '<p>\n\n[^1] and [b][c]\n\n</p>';
    const { diagnostics } = parser().parse(FILE, text);
    expect(diagnostics.map(({ location }) => [location?.line, textAt(text, location)])).toEqual([
      [3, '^1'],
      [3, 'c'],
    ]);
  });

  it('a fragment that emphasis ends', () => {
    const { diagnostics } = parser().parse(FILE, '<>***---** `---` ~~---~~');
    expect(new Set(diagnostics.map(({ location }) => location?.column))).toEqual(new Set([1]));
  });

  it('an attribute that never ends is in the file', () => {
    const text = '<Tabs>\n<a id={`}></a>';
    const { diagnostics } = parser().parse(FILE, text);
    const last = diagnostics.find(({ message }) => message.includes('never ends'));
    expect(last?.location).toMatchObject({ line: 2, column: 15, endLine: 2, endColumn: 15 });
  });

  it('an id that is used twice, in elements, items and quotes', () => {
    const text = '<A>\n\n- ## a {#b}\n\n  > <C>\n  >   ## c {#b}\n  > </C>\n\n</A>';
    const { diagnostics } = parser().parse(FILE, text);
    const twice = diagnostics.find(({ code }) => code.startsWith('duplicate-'));
    expect(textAt(text, twice?.location)).toBe('b');
    expect(twice?.location).toMatchObject({ line: 6, column: 14 });
  });
});
