import { describe, expect, it } from 'vitest';
import { missingColonHint } from '../../../../src/content/yaml/explain-error.ts';
import { readYaml } from '../../../../src/content/yaml/read-yaml.ts';

const LIMITS = { maxAliases: 10, maxDepth: 20, maxNodes: 1000 };

/** The problems of a text: what is underlined, the message and the hint. */
function problems(text: string): readonly (readonly [string, string, string | undefined])[] {
  return readYaml(text, LIMITS).problems.map(({ message, hint, span }) => [
    text.slice(0, span.start).split('\n').length + ':' + text.slice(span.start, span.end),
    message,
    hint,
  ]);
}

describe('a value that YAML does not read as text', () => {
  it.each([
    ['title: @scope/name', '@', 'title: "@scope/name"'],
    ['title: `docs` command', '`', 'title: "`docs` command"'],
    ['title: %s and more', '%', 'title: "%s and more"'],
    ['title: & more', '&', 'title: "& more"'],
    ['title: > 100 users', '>', 'title: "> 100 users"'],
    ['title: | pipes', '|', 'title: "| pipes"'],
    ['title: {name} template', '{', 'title: "{name} template"'],
    ['title: [Beta] "Search"', '[', `title: '[Beta] "Search"'`],
    ['- @scope/name', '@', '"@scope/name"'],
  ])('begins with a sign of YAML: %s', (text, sign, written) => {
    const [[place, message, hint] = []] = problems(
      `a: 1\n${text.startsWith('-') ? 'b:\n' : ''}${text}\n`,
    );
    expect(place?.replace(/^\d+:/, '')).toBe(sign);
    expect(message).toMatch(`the value begins with ${sign}, which `);
    expect(hint).toBe(`quote the value: ${written}`);
  });

  it.each([
    ['*Important*', '*Important*', 'an alias'],
    ['!important rules', '!important', 'a tag'],
  ])('begins with a reference of YAML: %s', (value, marked, what) => {
    const message = `the value begins with ${marked.charAt(0)}, which begins ${what} in YAML`;
    expect(problems(`title: ${value}`)).toEqual([
      [`1:${marked}`, message, `quote the value: title: "${value}"`],
    ]);
  });

  it.each([
    ['title: Foo: bar', 'title: "Foo: bar"'],
    ['title: Note:', 'title: "Note:"'],
    ['info:\n  title: Pets: "the" API # x', `title: 'Pets: "the" API'`],
  ])('contains a colon: %s', (text, written) => {
    const message = 'the value contains a colon, which YAML reads as the end of a key';
    const line = text.split('\n').length;
    expect(problems(text)).toEqual([[`${line}::`, message, `quote the value: ${written}`]]);
  });

  it.each([
    ["title: 'It's here'", "'", `title: "It's here"`],
    ['title: "Foo" bar', '"', `title: '"Foo" bar'`],
  ])('goes on after its closing quote: %s', (text, quote, written) => {
    const message = 'there is text after the closing quote';
    expect(problems(text)).toEqual([[`1:${quote}`, message, `quote the value: ${written}`]]);
  });

  it('has a backslash in double quotes', () => {
    expect(problems('path: "C:\\Users"')).toEqual([
      [
        '1:\\U',
        '"\\U" is not an escape sequence',
        'write \\\\ for a backslash, or put the value in single quotes',
      ],
    ]);
  });
});

describe('an unclosed quote or bracket', () => {
  it.each([
    ['a: "Foo\nb: x', '1:"', 'quote "', 'add " at the end of the value'],
    ["a: 1\nb: 'Foo\n", "2:'", "quote '", "add ' at the end of the value"],
    ['a: [b, "c"\nd: x', '1:[', 'bracket [', 'add ] where it ends'],
    ['[{ "a": 1, ', '1:{', 'bracket {', 'add } where it ends'],
  ])('is reported where it opens: %s', (text, ...[place, what, hint]) => {
    expect(problems(text)).toEqual([[place, `the ${what} is opened here and never closed`, hint]]);
  });
});

describe('lines', () => {
  it.each([
    [
      'a: b\n c: d',
      '2:c',
      'the indentation of "c" does not fit the lines above',
      'align "c" with "a"',
    ],
    [
      'info:\n  title: x\n version: 1',
      '3:version',
      'the indentation of "version" does not fit the lines above',
      'align "version" with "title" or with "info"',
    ],
    ['a: b\n\tc: d', '2:\t', 'the line is indented with a tab', 'use spaces for indentation'],
    ['\ta: b', '1:\t', 'the line is indented with a tab', 'use spaces for indentation'],
    [
      'a:\n \u00A0b: c: d',
      '2:\u00A0',
      'the line is indented with a no-break space',
      'use spaces for indentation',
    ],
    [
      'a: b\nc:d',
      '2:c:d',
      'the line is not "key: value"',
      'write "c: d", with a space after the colon',
    ],
    [
      'a: b\njust words',
      '2:just words',
      'the line is not "key: value"',
      'write "key: value", or indent the line to continue the value above',
    ],
    [
      'a: b\n<<<<<<< HEAD\nc: d\n=======\n',
      '2:<<<<<<<',
      'unresolved merge conflict markers',
      'keep one of the two versions and remove the lines of the markers',
    ],
    ['a: b\na: c', '2:a', 'the key "a" is used twice', 'keep one of the two'],
    [
      '{ "a": 1\n "b": 2 }',
      '1:1',
      'there is no comma between two entries',
      'add a comma here, or close the bracket',
    ],
    ['{ "a": ] }', '1:]', 'the bracket ] closes nothing', 'check the brackets before it'],
  ])('%j', (text, ...problem) => {
    expect(problems(text)).toEqual([problem]);
  });

  it('may be read as a pair that was meant', () => {
    expect(missingColonHint('title = Foo')).toBe(
      'write "title: Foo", with a space after the colon',
    );
    expect(missingColonHint('https://example.com')).toBe(undefined);
    expect(missingColonHint('words')).toBe(undefined);
  });
});

it('keeps valid YAML without complaints', () => {
  const text = 'a: http://x:80\nb: "c: d"\nc: !!str 5\nd: |\n  e: f: g\n  @x\nf: &x [1]\ng: *x\n';
  expect(problems(text)).toEqual([]);
});
