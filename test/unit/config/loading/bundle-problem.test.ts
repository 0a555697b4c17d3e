import type { Message } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { bundleProblem } from '../../../../src/config/loading/bundle-problem.ts';
import { tempSite } from '../temp-site.ts';

const SITE = { siteDir: '/nowhere', printFile: (path: string) => path.replace('/site/', '') };

type Place = NonNullable<Message['location']>;

/** A location in `/site/a.ts` at the line's first occurrence of a text. */
function place(lineText: string, text = '', extra: Partial<Place> = {}): Place {
  const column = Buffer.byteLength(lineText.slice(0, lineText.indexOf(text)));
  const length = Buffer.byteLength(text);
  const location = { file: '/site/a.ts', namespace: 'file', line: 3, suggestion: '' };
  return { ...location, column, length, lineText, ...extra };
}

function message(text: string, location: Place | null = null, notes: Message['notes'] = []) {
  const details: Message = { id: '', pluginName: '', text, location, notes, detail: undefined };
  return bundleProblem(details, SITE);
}

describe('a message of the bundler', () => {
  it.each<[text: string, location: Place | null, message: string, hint?: string]>([
    [
      'Could not resolve "node:fs"',
      place(''),
      'pages cannot import "node:fs", a module of Node: they also run in the browser',
      'remove the import; code that needs Node belongs in site.config.ts',
    ],
    [
      'Could not resolve "@theme/Layout"',
      place(''),
      'there is no module "@theme/Layout" in docwright',
      'components and hooks are in "docwright/theme", default templates in "docwright/templates/<Name>"',
    ],
    ['Could not resolve "./b"', null, 'there is no file "./b" to import'],
    [
      'Could not resolve "./b"',
      place(''),
      'there is no file "./b" to import',
      'add the file, or correct the path, which starts at the folder of a.ts',
    ],
    [
      'Could not resolve "pkg/b"',
      place(''),
      'the package "pkg" is not installed',
      'run `npm install pkg`',
    ],
    [
      'No loader is configured for ".png" files: a.png',
      place(''),
      'files that end in ".png" cannot be imported',
      'put the file into static/ and link to it',
    ],
    [
      'cannot read the file: EACCES: permission denied',
      place(''),
      'cannot read the file: permission denied',
      'allow this user to read it',
    ],
    [
      'No matching export in "/site/b.ts" for import "c"',
      place(''),
      'b.ts has no export named "c"',
      'write `export function c(…)`',
    ],
    [
      'No matching export in "/site/b.ts" for import "c"',
      place('', '', { suggestion: 'd' }),
      'b.ts has no export named "c"',
      'did you mean "d"?',
    ],
    [
      'No matching export in "/site/b.ts" for import "default"',
      place(''),
      'b.ts has no default export',
      'write import { … } from …, or add `export default …;` to it',
    ],
    [
      'No matching export in "/x/src/client/theme.ts" for import "c"',
      place(''),
      'docwright/theme has no export named "c"',
    ],
    [
      'No matching export in "docwright-module:docwright" for import "c"',
      place(''),
      'docwright has no export named "c"',
    ],
    [
      'Unterminated string literal',
      place(''),
      'a string is never closed',
      'add the quote that closes it',
    ],
    [
      'Unterminated string literal',
      null,
      'a string is never closed',
      'add the quote that closes it',
    ],
    [
      'Expected "}" to go with "{"',
      place('a {'),
      'the bracket { is opened here and never closed',
      'add } where it ends',
    ],
    ['Unexpected end of file', null, 'the file ends too early', 'close what is still open'],
    [
      'Expected ")" but found ":"',
      place('export default () => (a: 1)', ': 1'),
      'syntax error: expected ")", found ":"',
      'put keys in braces: ({ … })',
    ],
    [
      'Expected "}" but found "b"',
      place('  b: 1', 'b'),
      'syntax error: expected "}", found "b"',
      'check this line and the end of the line above',
    ],
    [
      'Expected "}" but found ";"',
      place('a: 1;', ';'),
      'syntax error: expected "}", found ";"',
      'replace the semicolon with a comma',
    ],
    [
      'Expected "]" but found ";"',
      place('};', ';'),
      'syntax error: expected "]", found ";"',
      'check that every bracket above is closed',
    ],
    [
      'Expected "}" but found "<"',
      place('a: </b>', '<'),
      'syntax error: expected "}", found "<"',
      'put HTML in quotes: JSX is for files that end in .tsx',
    ],
    [
      'Expected ";" but found "a"',
      place('<b>', 'b', { file: '/site/a.tsx' }),
      'syntax error: expected ";", found "a"',
      'check this line and the end of the line above',
    ],
    ...'default const function import export from return'
      .split(' ')
      .map((word): [string, Place, string, string] => [
        `Unexpected "${word}x"`,
        place(`${word}x`),
        `syntax error: unexpected "${word}x"`,
        `did you mean "${word}"?`,
      ]),
    [
      'Unexpected "("',
      place('('),
      'syntax error: unexpected "("',
      'check this line and the end of the line above',
    ],
    [
      'Top-level is odd',
      place('', '', { suggestion: 'x' }),
      'top-level is odd',
      'did you mean "x"?',
    ],
    [
      'Anything',
      place('======='),
      'unresolved merge conflict markers',
      'keep one of the two versions and remove the lines of the markers',
    ],
  ])('%s is explained', (...[text, location, words, hint]) => {
    const found = message(text, location);
    expect(found.message).toBe(words);
    expect(found.hint).toBe(hint);
  });

  it('has its notes as hints, unless they are about the bundler', () => {
    const hint = (text: string) => message('Odd', null, [{ text, location: null }]).hint;
    expect(hint('Use a semicolon')).toBe('Use a semicolon');
    expect(hint('Mark it as external')).toBeUndefined();
  });

  it('is located in UTF-16 code units, without a byte order mark', () => {
    expect(message('Odd', place('é😀 b', 'b')).location).toEqual({
      file: 'a.ts',
      line: 3,
      column: 5,
      endLine: 3,
      endColumn: 6,
    });
    expect(message('Odd', place('\ufeffa b', 'b')).location).toMatchObject({ column: 3 });
    expect(message('Odd', place('ab')).location).toEqual({ file: 'a.ts', line: 3, column: 1 });
  });

  it.each([
    [`a = 'b`, 5],
    [`a = "b' c`, 5],
    [`a = 'it\\'s`, 5],
    [`a = 'b' + "c`, 11],
    [`a = 'b\\\\' + 'c`, 13],
  ])('finds the quote that is not closed: %s', (line, column) => {
    expect(message('Unterminated string literal', place(line))).toMatchObject({
      message: 'the string is not closed on its line',
      location: { file: 'a.ts', line: 3, column, endLine: 3, endColumn: line.length + 1 },
    });
  });

  it('finds the element and the bracket that are not closed', () => {
    const opening = { text: 'The opening "div" tag is here:', location: place('<div>', 'div') };
    expect(
      message('Unexpected end of file before a closing "div" tag', null, [opening]),
    ).toMatchObject({
      message: 'the element <div> is opened here and never closed',
      hint: 'add its closing tag',
      location: { line: 3, column: 2, endColumn: 5 },
    });
    expect(
      message('Expected "}" to go with "{"', place('b'), [
        { text: '', location: place('a {', '{') },
      ]),
    ).toMatchObject({ location: { line: 3, column: 3 } });
  });

  it.each([
    ['a(1)\nb = [1, {\n', '{}', { line: 2, column: 9 }],
    ['a = [1, (2)\n', '[]', { line: 1, column: 5 }],
    ['\n  f(', '()', { line: 2, column: 4 }],
  ])('finds the innermost bracket that is open in %j', (text, [open, close], location) => {
    const site = { ...SITE, siteDir: tempSite({ 'a.ts': text }) };
    const details = { id: '', pluginName: '', notes: [], detail: undefined };
    const found = bundleProblem(
      { ...details, text: 'Unexpected end of file', location: place('') },
      site,
    );
    expect(found).toMatchObject({
      message: `the bracket ${open} is opened here and never closed`,
      hint: `add ${close} where it ends`,
      location,
    });
  });
});
