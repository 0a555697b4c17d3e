import { describe, expect, it } from 'vitest';
import { createRichTextParser } from '../../../src/markdown/rich-text.ts';

const parser = createRichTextParser();
const parse = (text: string) =>
  parser.parse(text, { file: 'api.yaml', topLevel: 2, anchors: true });
const html = (text: string): string => parse(text).chunks.join('');

describe('prose', () => {
  it('has no heading that is nothing but refused HTML', () => {
    const prose = parse('# <script>alert(1)</script>\n\nText.\n\n## Kept');
    expect(prose.chunks.join('')).not.toContain('<h2 id=""');
    expect(prose.headings.map(({ text }) => text)).toEqual(['Kept']);
    expect(html('# <script>x</script>\n\nText.')).toBe('<p>Text.</p>\n');
  });

  it('reports bidirectional controls and open comments', () => {
    const codes = (text: string): readonly string[] =>
      parse(text).diagnostics.map(({ code }) => code);
    expect(codes('a \u202e b')).toEqual(['bidi-control']);
    expect(codes('```js\n// \u2066 b\n```')).toEqual(['bidi-control']);
    expect(codes('a\n\n<!-- b')).toEqual(['html-unclosed']);
  });

  it('replaces halves of surrogate pairs, which JSON can have', () => {
    expect(html('## a\ud800')).toContain('<h2 id="a">a\ufffd</h2>');
  });

  it('is cut after a million characters, with a finding', () => {
    const long = parse('word '.repeat(250_000));
    expect(long.chunks.join('').length).toBeLessThan(1_000_100);
    expect(long.diagnostics.map(({ code }) => code)).toEqual(['markdown-budget']);
  });

  it('may have 150,000 headings', () => {
    expect(html('# a\n'.repeat(150_000)).match(/<h2 /g)).toHaveLength(150_000);
  });

  it('shifts headings so that the highest one has the level that is wanted', () => {
    expect(html('### Deep\n\n#### Deeper')).toMatch(/<h2 [^]*<h3 /);
  });
});
