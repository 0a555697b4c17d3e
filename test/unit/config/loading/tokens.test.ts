import { describe, expect, it } from 'vitest';
import { readTokens } from '../../../../src/config/loading/tokens.ts';

const texts = (source: string): string[] => readTokens(source).tokens.map(({ text }) => text);

describe('tokens', () => {
  it('keeps strings and templates whole and drops comments', () => {
    expect(texts(`a // b\n: 'it\\'s' /* c */ + "}" + \`\${f({ a: \`}\` })} \\\` {\``)).toEqual([
      'a',
      ':',
      `'it\\'s'`,
      '+',
      '"}"',
      '+',
      '`${f({ a: `}` })} \\` {`',
    ]);
  });

  it('tells regular expressions from divisions', () => {
    expect(texts('a = /[/"]\\/}/g')).toEqual(['a', '=', '/[/"]\\/}/g']);
    expect(texts('return /"/')).toEqual(['return', '/"/']);
    expect(texts('a / b / c')).toEqual(['a', '/', 'b', '/', 'c']);
    expect(texts('(a) / 2')).toEqual(['(', 'a', ')', '/', '2']);
  });

  it.each([
    ['`${{}}` b', ['`${{}}`', 'b']],
    ['`${{ a: {} }}` b', ['`${{ a: {} }}`', 'b']],
    ['`\\`a` b', ['`\\`a`', 'b']],
    ['`\\\\` b', ['`\\\\`', 'b']],
    ['`$a{b}` c', ['`$a{b}`', 'c']],
    ['`a', ['`a']],
    ['`${a b', ['`${a b']],
  ])('ends a template where its substitutions end: %s', (source, expected) => {
    expect(texts(source)).toEqual(expected);
  });

  it('keeps arrows and dots together', () => {
    expect(texts('(...a) => 1.5e3')).toEqual(['(', '...', 'a', ')', '=>', '1.5e3']);
  });

  it('ends a string that is not closed at the end of its line', () => {
    expect(texts(`'a\nb`)).toEqual([`'a`, 'b']);
  });

  it('reads names in any script', () => {
    expect(texts('größe $x _y #z')).toEqual(['größe', '$x', '_y', '#z']);
  });
});
