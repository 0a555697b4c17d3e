import { describe, expect, it } from 'vitest';
import { type LocationTarget, locateConfig } from '../../../src/config/config-location.ts';
import type { ConfigPath } from '../../../src/config/problem.ts';

/** The text at the place that is found, and where it starts. */
function found(
  source: string,
  path: ConfigPath,
  target?: LocationTarget,
): [string, number, number] {
  const place = locateConfig(source, path, target);
  const lines = source.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const span = lines.slice(place.line - 1, place.endLine);
  const cut = span.length - 1;
  span[cut] = (span[cut] ?? '').slice(0, place.endColumn - 1);
  span[0] = (span[0] ?? '').slice(place.column - 1);
  return [span.join('\n'), place.line, place.column];
}

const REALISTIC = `import { defineConfig } from 'docwright';
import { footer } from './footer.ts';

// A comment with { brackets and 'quotes
const community = 'https://community.example/{a}';
const base = { hideOnScroll: true, style: 'dark' } as const;

export default defineConfig({
  title: 'Docs', /* , { */
  'url': \`https://\${'docs'}.example\`,
  navbar: {
    ...base,
    title: "It's",
    items: [
      { label: 'Guide', to: '/docs' },
      // { label: 'Old', to: '/old' },
      {
        label: 'Regex',
        to: '/x',
        test: (a, b) => /[}"]/.test(a) && b / 2 > 1,
        activeBaseRegex: '^/x',
      },
      { label: 'Community', href: community },
      ...(process.env.CI ? [{ label: 'CI', to: '/ci' }] : []),
      { label: 'After', to: '/after' },
    ],
  },
  footer,
  toc: ({ min: 2 }),
  docs: [{ sidebars: { ["main"]: ['intro', { type: 'doc', id: 'a' }] } }],
});
`;

describe('locateConfig', () => {
  it('finds values, however deep', () => {
    expect(found(REALISTIC, ['title'])).toEqual(["'Docs'", 9, 10]);
    expect(found(REALISTIC, ['url'])).toEqual(["`https://${'docs'}.example`", 10, 10]);
    expect(found(REALISTIC, ['navbar', 'title'])).toEqual(['"It\'s"', 13, 12]);
    expect(found(REALISTIC, ['navbar', 'items', 0, 'to'])).toEqual(["'/docs'", 15, 29]);
    expect(found(REALISTIC, ['navbar', 'items', 1, 'activeBaseRegex'])).toEqual(["'^/x'", 21, 26]);
    expect(found(REALISTIC, ['toc', 'min'])).toEqual(['2', 29, 16]);
    expect(found(REALISTIC, ['docs', 0, 'sidebars', 'main', 1, 'id'])).toEqual(["'a'", 30, 63]);
  });

  it('finds keys', () => {
    expect(found(REALISTIC, ['url'], 'key')).toEqual(["'url'", 10, 3]);
    expect(found(REALISTIC, ['navbar', 'items', 0, 'label'], 'key')).toEqual(['label', 15, 9]);
  });

  it('follows names and spreads of the same file', () => {
    expect(found(REALISTIC, ['navbar', 'items', 2, 'href'])).toEqual([
      "'https://community.example/{a}'",
      5,
      19,
    ]);
    expect(found(REALISTIC, ['navbar', 'style'])).toEqual(["'dark'", 6, 43]);
    expect(found(REALISTIC, ['navbar', 'style'], 'key')).toEqual(['style', 6, 36]);
  });

  it('stops at the nearest ancestor', () => {
    expect(found(REALISTIC, ['footer', 'links', 0])).toEqual(['footer', 28, 3]);
    expect(found(REALISTIC, ['title', 'x'])).toEqual(["'Docs'", 9, 10]);
    expect(found(REALISTIC, ['toc', 'max'])).toEqual(['({ min: 2 })', 29, 8]);
    expect(found(REALISTIC, ['navbar', 'items', 4, 'to'])[1]).toBe(14);
    const [text, line, column] = found(REALISTIC, []);
    expect([line, column]).toEqual([8, 29]);
    expect(text.startsWith('{\n') && text.endsWith('\n}')).toBe(true);
  });

  it('lets the last of two members of a name win', () => {
    const source = `const a = { x: 1, y: 2 };\nexport default { ...a, x: 3, x: 4 };`;
    expect(found(source, ['x'])).toEqual(['4', 2, 33]);
    expect(found(source, ['y'])).toEqual(['2', 1, 22]);
    expect(found(`const a = { x: 1 };\nexport default { x: 3, ...a };`, ['x'])).toEqual([
      '1',
      1,
      16,
    ]);
  });

  it('counts the elements of arrays that are spread', () => {
    const source = `const more = ['a', 'b'];\nexport default { list: [...more, 'c'] };`;
    expect(found(source, ['list', 2])).toEqual(["'c'", 2, 34]);
    expect(found(source, ['list', 1])).toEqual(["'b'", 1, 20]);
  });

  it.each([
    ['an object', `export default { title: 5 };`, 25],
    ['a call without import', `export default defineConfig({ title: 5 });`, 38],
    ['a call with a type argument', `export default make<A, B>({ title: 5 });`, 36],
    ['a call of a member', `export default docs.make({ title: 5 });`, 35],
    ['satisfies', `export default { title: 5 } satisfies SiteConfig;`, 25],
    ['a named constant', `const config: SiteConfig = { title: 5 }; export default config;`, 37],
    ['a constant of a call', `const c = defineConfig({ title: 5 }); export default c;`, 33],
    ['a list of exports', `const c = { title: 5 }; export { c as default };`, 20],
    ['CommonJS', `module.exports = { title: 5 };`, 27],
    ['an arrow function', `export default () => ({ title: 5 });`, 32],
    ['an async arrow function', `export default async (): Promise<X> => ({ title: 5 });`, 50],
    [
      'a function with a block',
      `export default defineConfig(async () => { if (a) { return b; } return { title: 5 }; });`,
      80,
    ],
    [
      'a function',
      `export default async function config() { const a = 1; return { title: 5 }; }`,
      71,
    ],
    ['a promise', `export default await load({ title: 5 });`, 36],
    ['a constant in a function', `export default () => { const c = { title: 5 }; return c; };`, 43],
  ])('finds the configuration in %s', (_title, source, column) => {
    expect(found(source, ['title'])).toEqual(['5', 1, column]);
  });

  it.each([
    ['enum Size { Small = 1, Large }', '{ title: 5, size: Size.Small }'],
    ['const enum Size { Small }\nnamespace N { export const title = 1 }', '{ title: 5 }'],
    [
      'type Keys<T extends object = {}> = { [K in keyof T as `a${string & K}`]?: T[K] }',
      '{ title: 5 }',
    ],
    [
      'interface A<B> extends C<B> { readonly [key: string]: unknown; (title: string): 5 }',
      '{ title: 5 }',
    ],
    [
      'abstract class A<T> { @log() private readonly title?: string; constructor(public a: T) {} }',
      '{ title: 5 }',
    ],
    [
      'function assert(title: unknown): asserts title is string;\nfunction assert() {}',
      '{ title: 5 }',
    ],
    [
      "import type { Title } from './title.ts';\nimport data from './a.json' with { type: 'json' };",
      '{ ...data, title: 5 }',
    ],
    ['declare global { interface Window { title: 5 } }', '{ title: 5 }'],
    [
      'const wrap = <const T,>(value: T): T => value!;',
      '{ title: 5 } as const satisfies Config<string>',
    ],
    ['', '<Config>{ title: 5 }'],
    ['', '({ title: 5 } as unknown as Config)!'],
    ['', 'make<Config<A, B>>({ title: 5 })'],
  ])('finds the configuration among syntax of TypeScript: %s %s', (before, value) => {
    const source = `${before}\nexport default ${value};`;
    const line = before.split('\n').length + 1;
    expect(found(source, ['title'])).toEqual([
      '5',
      line,
      `export default ${value}`.indexOf('5') + 1,
    ]);
  });

  it('finds an element of a list behind values with types', () => {
    const source = `const to = '/x' as Route;
export default { items: [{ to: a<b>(c) }, { to: d < e, is: f! > (g) }, ...([{ to }] satisfies Item[])] };`;
    expect(found(source, ['items', 2, 'to'])).toEqual(["'/x'", 1, 12]);
  });

  it.each([
    'let a, b = { title: 5 }; export default a;',
    'let a; b = { title: 5 }; export default a;',
  ])('does not take the value of another name: %s', (source) => {
    expect(found(source, ['title'])[0]).toBe('a');
  });

  it.each([
    [String.raw`'abcdef'`, 'cd'],
    [String.raw`'\n\tcdef'`, 'cd'],
    [String.raw`'\x61\u0062cdef'`, 'cd'],
    [String.raw`'a\u{62}cdef'`, 'cd'],
    [String.raw`'\u{1f600}cdef'`, 'cd'],
    [String.raw`'\u{ffff}bcdef'`, 'cd'],
    ["'a\\\nbcdef'", 'cd'],
    ["'ab\\\r\ncdef'", 'cd'],
    ['`a\r\ncdef`', 'cd'],
    ['"😀cdef"', 'cd'],
    [String.raw`'ab\u0063\u0064ef'`, String.raw`\u0063\u0064`],
    [String.raw`'ab\x63\nef'`, String.raw`\x63\n`],
  ])('finds a part of the text %s', (literal, part) => {
    const source = `export default { a: ${literal} };`;
    expect(found(source, ['a'], { start: 2, end: 4 })[0]).toBe(part);
  });

  it.each([
    ['`ab${1}cd`', '`ab${1}cd`'],
    ["'a' + 'b'", "'a' + 'b'"],
    ['12345', '12345'],
  ])('finds all of a value that is not one text: %s', (value, whole) => {
    expect(found(`export default { a: ${value} };`, ['a'], { start: 2, end: 4 })[0]).toBe(whole);
  });

  it('counts lines with any line end and leaves a byte order mark out', () => {
    expect(found('export default {\r\n  a: 1,\r\n  b: 2 }', ['b'])).toEqual(['2', 3, 6]);
    expect(found('export default {\r  a: 1,\r  b: 2 }', ['b'])).toEqual(['2', 3, 6]);
    expect(found('\uFEFFexport default { b: 2 }', ['b'])).toEqual(['2', 1, 21]);
  });

  it('counts columns in UTF-16 code units', () => {
    expect(found(`export default { a: '😀é', b: 2 }`, ['b'])).toEqual(['2', 1, 31]);
  });

  it.each([
    ['nothing', ''],
    ['no export', 'const a = { title: 1 };'],
    ['a name that is not declared', 'export { a as default };'],
  ])('falls back to the start of the file: %s', (_title, source) => {
    expect(locateConfig(source, ['title'])).toEqual({
      line: 1,
      column: 1,
      endLine: 1,
      endColumn: 1,
    });
  });

  it.each([
    'export default {',
    'export default { a: [',
    'export default { a: `${',
    'export default { a: "x',
    'export default { /* a: 1',
    'export default a; const a = a;',
    'const a = [...a]; export default { a };',
    'const a = { ...b }, b = { ...a }; export default a;',
    'export default',
    'export default }{)(',
    'export default { ...{ ...[',
  ])('survives %s', (source) => {
    const place = locateConfig(source, ['a', 0, 'b']);
    expect(place.line).toBe(1);
    expect(place.column).toBeLessThanOrEqual(source.length + 1);
  });

  it('finds names that objects inherit only where they are written', () => {
    expect(found(`export default { a: 1 }`, ['constructor'])).toEqual(['{ a: 1 }', 1, 16]);
    expect(found(`export default { constructor: 1 }`, ['constructor'])).toEqual(['1', 1, 31]);
  });
});
