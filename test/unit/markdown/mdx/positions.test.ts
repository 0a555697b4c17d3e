import { describe, expect, it } from 'vitest';
import type { ParsedDoc } from '../../../../src/markdown/parsed-doc.ts';
import { toFilePath } from '../../../../src/shared/paths.ts';
import { generate } from '../support/generate.ts';
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

const CASES: readonly (readonly [name: string, text: string, expected: readonly string[]])[] = [
  [
    'links in elements, items and quotes',
    '<A>[a](a)\n\n   b [c](c)</A>\n\n> <A>\n>   [d](d)\n> </A>\n\n- <B\n    c="e">[e](e)</B>\n  <C>\n    f\n    [g](g)</C>',
    ['1:8 a', '3:10 c', '6:9 d', '10:15 e', '13:9 g'],
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
});
