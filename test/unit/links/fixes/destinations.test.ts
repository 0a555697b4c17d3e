import { describe, expect, it } from 'vitest';
import { createOffsets, findDestination } from '../../../../src/links/fixes/fixes.ts';
import {
  type DestinationKind,
  decodeAt,
  encodeAt,
} from '../../../../src/links/fixes/rewrite-destination.ts';

/** The kind and text of the destination between `«` and `»`. */
function destination(file: string, marked: string): string {
  const start = marked.indexOf('«');
  const end = marked.indexOf('»') - 1;
  const text = marked.replace(/[«»]/g, '');
  const found = findDestination(file, text, { start, end });
  if (found === undefined) return '';
  return `${found.kind} ${text.slice(found.range.start, found.range.end)}`;
}

describe('a destination', () => {
  it.each([
    ...['md', 'markdown', 'MD'].flatMap((name) => [
      [name, '[x](«./a»)', 'markdown ./a'],
      [name, '---\nimage: «./a»\n---\n', 'yaml-plain ./a'],
    ]),
    ...['yml', 'yaml', 'YAML'].map((name) => [name, 'image: «"./a"»', 'yaml-double ./a']),
    ...['html', 'htm'].map((name) => [name, '<a href="«./a»">', 'html-double ./a']),
    ...['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'].map((name) => [
      name,
      "x('«./a»')",
      'script-single ./a',
    ]),
    ...['tsx', 'jsx'].map((name) => [name, '<a href=«"./a"»>', 'text ./a']),
    ['json', '{"a": «"./a"»}', 'json ./a'],
    ['css', 'url(«./a»)', ''],
    ['', '[x](«./a»)', ''],
  ])('in a file .%s: %j is %s', (extension = '', text = '', expected) => {
    expect(destination(extension === '' ? 'LICENSE' : `a.${extension}`, text)).toBe(expected);
  });

  it.each([
    ['[x](<«./a»>)', 'markdown-angle ./a'],
    ['[x](  «./a»)', 'markdown ./a'],
    ['[x](\r\n> «./a»)', 'markdown ./a'],
    ['[x]: «./a»', 'markdown ./a'],
    ['[x]: <«./a»>', 'markdown-angle ./a'],
    ['<«https://a.test»>', 'autolink https://a.test'],
    ['see <«./a» b', 'text ./a'],
    ['see «./a»', 'text ./a'],
    ['---\nimage: x\n---\n[x](«./a»)', 'markdown ./a'],
    ['\uFEFF---\r\nimage: «./a»\r\n...\r\n', 'yaml-plain ./a'],
    ['---\nimage: «./a»\n', 'text ./a'],
    ['----\nimage: «./a»\n---\n', 'text ./a'],
    ['<a b=c href="«./a»">', 'html-double ./a'],
    ["<a href='«./a»'>", 'html-single ./a'],
    ['<a href=«./a»>', 'html-unquoted ./a'],
    ['<a href = «./a»>', 'html-unquoted ./a'],
    ['<a href="x «./a»">', 'text ./a'],
    ['<a href="«./a» x">', 'text ./a'],
    ['a href="«./a»">', 'text ./a'],
    ['<img srcset="«./a» 1x">', 'srcset ./a'],
    ['<img srcset="b 1x, «./a» 2x">', 'srcset ./a'],
    ["<link imagesrcset='«./a»'>", 'srcset ./a'],
    ['<img srcset=«./a»>', 'text ./a'],
  ])('in Markdown: %j is %s', (text, expected) => {
    expect(destination('a.md', text)).toBe(expected);
  });

  it.each([
    ['a: «./a»', 'yaml-plain ./a'],
    ['a: «./a» # why', 'yaml-plain ./a'],
    ['a: «./a»\r\n', 'yaml-plain ./a'],
    ['- «./a»', 'yaml-plain ./a'],
    ['[«./a», b]', 'yaml-plain ./a'],
    ['[b,\n  «./a»]', 'yaml-plain ./a'],
    ['{a: «./a»}', 'yaml-plain ./a'],
    ["a: '«./a»'", 'yaml-single ./a'],
    ["a: «'./a'»", 'yaml-single ./a'],
    ['a: "«./a»"', 'yaml-double ./a'],
    ['a: «./a» b', 'text ./a'],
    ['a: b «./a»', 'text ./a'],
    ['a: "b «./a»"', 'text ./a'],
    ['a: `«./a»`', 'text ./a'],
    ["a: «'»", "yaml-plain '"],
    ["a: «''»", 'yaml-single '],
  ])('in YAML: %j is %s', (text, expected) => {
    expect(destination('a.yml', text)).toBe(expected);
  });

  it.each([
    ['a.json', '{"a": "«./a»"}', 'json ./a'],
    ['a.json', '["«./a»"]', 'json ./a'],
    ['a.json', '["b", "«./a»"]', 'json ./a'],
    ['a.json', '["b «./a»"]', 'text ./a'],
    ['a.json', "['«./a»']", 'text ./a'],
    ['a.json', '"«./a»"', 'text ./a'],
    ['a.ts', 'x("«./a»")', 'script-double ./a'],
    ['a.ts', 'x(`«./a»`)', 'script-template ./a'],
    ['a.ts', 'x("«./a» b")', 'text ./a'],
    ['a.ts', 'x = «./a»', 'text ./a'],
    ['a.ts', '/«./a»/', 'text ./a'],
  ])('in %s: %j is %s', (...[file, text, expected]) => {
    expect(destination(file, text)).toBe(expected);
  });
});

describe('a destination as written', () => {
  it.each<[readonly DestinationKind[], string, string | undefined]>([
    [['markdown', 'markdown-angle'], "a\\_b&amp;c''", "a_b&c''"],
    [['html-double', 'html-single', 'html-unquoted', 'srcset'], 'a\\_b&amp;c', 'a\\_b&c'],
    [['yaml-double', 'json'], 'a\\u0062&amp;', 'ab&amp;'],
    [['yaml-double', 'json'], 'a"b', undefined],
    [['yaml-double', 'json'], '\\q', undefined],
    [['yaml-single'], "a''b\\_", "a'b\\_"],
    [['script-double', 'script-single', 'script-template'], 'a\\u0062', undefined],
    [['script-double', 'script-single', 'script-template'], "a''&amp;", "a''&amp;"],
    [['autolink', 'yaml-plain', 'text'], "a\\_b&amp;c''", "a\\_b&amp;c''"],
  ])('as %j: %j is %j', (kinds, raw, expected) => {
    expect(kinds.map((kind) => decodeAt(kind, raw))).toEqual(kinds.map(() => expected));
  });
});

describe('a new destination', () => {
  it.each<[DestinationKind, string, string | undefined]>([
    ['markdown', 'a b', '<a b>'],
    ['markdown', '<a', '\\<a'],
    ['markdown', 'a(b)c', 'a(b)c'],
    ['markdown', '(((a)))', '(((a)))'],
    ['markdown', '((((a))))', '\\(\\(\\(\\(a\\)\\)\\)\\)'],
    ['markdown', ')(', '\\)\\('],
    ['markdown', 'a\\_b\\c\\', 'a\\\\_b\\c\\\\'],
    ['markdown', '&amp;&#1;&x', '&amp;amp;&amp;#1;&x'],
    ['markdown', 'a|b', 'a\\|b'],
    ['markdown', '', undefined],
    ['markdown', 'a\nb', undefined],
    ['markdown', 'a\uD800', undefined],
    ['markdown-angle', 'a <b>', 'a \\<b\\>'],
    ['autolink', 'https://a.test/x', 'https://a.test/x'],
    ['autolink', 'x:y', undefined],
    ['autolink', 'https://a.test/|', undefined],
    ['html-double', '"\'&a', "&quot;'&amp;a"],
    ['html-single', '"\'|', '"&#39;&#124;'],
    ['html-unquoted', 'a&b', 'a&amp;b'],
    ['html-unquoted', "a'b", '"a\'b"'],
    ['srcset', 'a,b"\'', 'a,b&quot;&#39;'],
    ['srcset', ',a', undefined],
    ['srcset', 'a,', undefined],
    ['srcset', 'a b', undefined],
    ['yaml-plain', 'a', 'a'],
    ['yaml-plain', "a: '", "'a: '''"],
    ['yaml-plain', 'a,b', "'a,b'"],
    ['yaml-plain', '1', "'1'"],
    ['yaml-single', "a'b", "a''b"],
    ['yaml-double', 'a"b', 'a\\"b'],
    ['json', 'a\\b', 'a\\\\b'],
    ['script-double', '"\\\'', '\\"\\\\\''],
    ['script-single', '"\\\'', '"\\\\\\\''],
    ['script-template', '`${a}\\', '\\`\\${a}\\\\'],
    ['text', './größe/a_b?c=d#e', './größe/a_b?c=d#e'],
    ['text', 'a.', undefined],
    ['text', 'a b', undefined],
  ])('as %s: %j is %j', (kind, href, expected) => {
    expect(encodeAt(kind, href)).toBe(expected);
  });
});

describe('the offset of a location', () => {
  it('counts the byte order mark, and lines of any ending', () => {
    const offset = createOffsets('\uFEFFab\r\nc\rd\n');
    expect([offset(1, 1), offset(1, 3), offset(2, 1), offset(2, 2), offset(3, 1)]).toEqual([
      1, 3, 5, 6, 7,
    ]);
    expect([offset(4, 1), createOffsets('ab')(1, 3)]).toEqual([9, 2]);
  });

  it.each([
    [0, 1],
    [1, 0],
    [1, 4],
    [2, 3],
    [4, 2],
    [5, 1],
  ])('does not exist at %i:%i', (line, column) => {
    expect(createOffsets('\uFEFFab\r\nc\rd\n')(line, column)).toBeUndefined();
  });
});
