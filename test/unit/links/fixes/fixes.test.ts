import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../../../src/diagnostics/diagnostic.ts';
import { type FixPlan, planFixes, replacements } from '../../../../src/links/fixes/fixes.ts';
import { createDocParser } from '../../../../src/markdown/parse-doc.ts';
import { toFilePath } from '../../../../src/shared/paths.ts';
import { linkFinding } from '../link-finding.ts';

/** A finding at the first `written` of a text, whose destination is `href`. */
function findingAt(
  text: string,
  written: string,
  parts: Parameters<typeof linkFinding>[0],
): Diagnostic {
  const before = text.replace(/^\uFEFF/, '').split(written)[0] ?? '';
  const lines = before.split(/\r\n|\r|\n/);
  const column = (lines.at(-1)?.length ?? 0) + 1;
  const finding = linkFinding({ href: written, ...parts, line: lines.length, column });
  const { location } = finding;
  if (location === undefined) return finding;
  return { ...finding, location: { ...location, endColumn: column + written.length } };
}

/** The text after a fix of its first `written`; undefined where the fix is refused. */
function fixed(
  file: string,
  text: string,
  { written, href = written, fix }: { written: string; href?: string; fix: string },
): string | undefined {
  const plan = planFixes([findingAt(text, written, { file, href, fix })], () => text);
  return plan.files[0]?.after;
}

const parser = createDocParser({ html: 'trusted', searchHeadingLevel: 4 });
const hrefsOf = (text: string): readonly string[] =>
  parser.parse(toFilePath('a.md'), text).links.map(({ href }) => href);

const FIXES = [
  './install.md',
  './a b.md',
  './a(b).md',
  './a(b.md',
  './)(',
  './a\\b',
  './a\\',
  './a\\!b',
  './a&copy;b',
  './a&b=c',
  './a|b.md',
  '#draws',
  './größe.md',
  './a<b>.md',
  '<x',
  './a"b',
  "./a'b",
  './x?y=1&z=2#k',
  './[x]',
  './`x`',
  './*x*',
  './%20',
  '((((()))))',
  './x/',
  'https://example.com/a_b',
];

describe('in Markdown', () => {
  it.each([
    ['a link', 'See [x](OLD "title") and [y](other)\n'],
    ['a link in angle brackets', 'See [x](<OLD>) and [y](other)\n'],
    ['an image', '![x](OLD)\n'],
    ['a definition', '[x]\n\n[x]: OLD "title"\n'],
    ['a definition on two lines', '> [x]\n>\n> [x]:\n>   OLD\n'],
    ['a table', '| a | b |\n|---|---|\n| [x](OLD) | c |\n'],
    ['a table, in angle brackets', '| a | b |\n|---|---|\n| [x](<OLD>) | c |\n'],
    ['a quote with CRLF', '> - [x](OLD)\r\n>   more\r\n'],
    ['an attribute', '<a href="OLD">x</a>\n'],
    ['an attribute in single quotes', "<a class='b' href='OLD'>x</a>\n"],
    ['an attribute without quotes', '<a href=OLD>x</a>\n'],
    ['an attribute in a table', '| a | b |\n|---|---|\n| <a href="OLD">x</a> | c |\n'],
  ])('%s gets text that the parser reads as the new destination', (_, text) => {
    const [before = '', behind = ''] = text.split('OLD');
    const wrong = FIXES.flatMap((fix) => {
      const after = fixed('a.md', text, { written: 'OLD', fix }) ?? '';
      const others = hrefsOf(text).slice(1);
      const read = hrefsOf(after);
      const right = read[0] === fix && read.slice(1).join() === others.join();
      const around = after.startsWith(before) && after.endsWith(behind);
      return right && around ? [] : [[fix, after, read]];
    });
    expect(wrong).toEqual([]);
  });

  it('is edited if the destination is written with escapes and references', () => {
    const text = '[x](./a\\_b&amp;c.md) y\n';
    expect(
      fixed('a.md', text, { written: './a\\_b&amp;c.md', href: './a_b&c.md', fix: './b.md' }),
    ).toBe('[x](./b.md) y\n');
  });

  it('keeps addresses in angle brackets addresses', () => {
    const text = '<https://example.com/a>\n';
    const written = 'https://example.com/a';
    expect(fixed('a.md', text, { written, fix: 'https://example.com/b' })).toBe(
      '<https://example.com/b>\n',
    );
    expect(fixed('a.md', text, { written, fix: './b.md' })).toBeUndefined();
  });

  it('writes one of several addresses, and nothing that would be two', () => {
    const text = '<img srcset="a.png 1x, b.png 2x">\n';
    expect(fixed('a.md', text, { written: 'b.png', fix: 'c.png' })).toBe(
      '<img srcset="a.png 1x, c.png 2x">\n',
    );
    expect(fixed('a.md', text, { written: 'b.png', fix: 'c d.png' })).toBeUndefined();
  });

  it('touches nothing else: byte order mark, CRLF, CR, no final newline', () => {
    const text = '\uFEFF---\r\ntitle: [x](./a.md)\r\n---\r\n\u{1F600} [x](./a.md)\r\rtail  ';
    const finding = linkFinding({ line: 4, column: 8, href: './a.md', fix: './b.md' });
    const plan = planFixes([finding], () => text);
    expect(plan.files[0]?.after).toBe(
      '\uFEFF---\r\ntitle: [x](./a.md)\r\n---\r\n\u{1F600} [x](./b.md)\r\rtail  ',
    );
  });
});

describe('in YAML', () => {
  it.each([
    ['image: ./a.png\n', './b c.png', 'image: ./b c.png\n'],
    ['image: ./a.png # why\n', '#b', "image: '#b' # why\n"],
    ['image: ./a.png\n', "it's: #b", "image: 'it''s: #b'\n"],
    ['image: "./a.png"\n', './b"\\.png', 'image: "./b\\"\\\\.png"\n'],
    ["image: './a.png'\n", "./b'.png", "image: './b''.png'\n"],
    ['images: [./a.png, c]\n', './b,c.png', "images: ['./b,c.png', c]\n"],
    ['- ./a.png\r\n- c\r\n', './b.png', '- ./b.png\r\n- c\r\n'],
    ['description: see [x](./a.png) there\n', './b.png', 'description: see [x](./b.png) there\n'],
    ['description: |\n  [x](./a.png)\n', './b.png', 'description: |\n  [x](./b.png)\n'],
    ['description: see [x](./a.png) there\n', './b c.png', undefined],
    ['description: see ./a.png there\n', './b: c', undefined],
  ])('%j gets %j', (text, fix, expected) => {
    expect(fixed('x.yml', text, { written: './a.png', fix })).toBe(expected);
    const page = (yaml: string): string => `---\n${yaml}---\n# A\n`;
    expect(fixed('a.md', page(text.replaceAll('\r', '')), { written: './a.png', fix })).toBe(
      expected === undefined ? undefined : page(expected.replaceAll('\r', '')),
    );
  });
});

describe('in JSON and scripts', () => {
  it.each([
    ['x.json', '{"a": "./a"}', '/b"\\', '{"a": "/b\\"\\\\"}'],
    ['x.json', '{"a": "[x](./a)"}', './b', '{"a": "[x](./b)"}'],
    ['x.json', '{"a": "[x](./a)"}', './"', undefined],
    ['site.config.ts', "export default { to: './a' };", "/b'", "export default { to: '/b\\'' };"],
    [
      'site.config.mjs',
      'export default { to: "./a" };',
      '/b"\\',
      'export default { to: "/b\\"\\\\" };',
    ],
    [
      'site.config.js',
      'export default { to: `./a` };',
      '/`${b}',
      'export default { to: `/\\`\\${b}` };',
    ],
    [
      'site.config.ts',
      'const html = \'<a href="./a">x</a>\';',
      './b',
      'const html = \'<a href="./b">x</a>\';',
    ],
    ['page.tsx', '<a href="./a">x</a>', './b', '<a href="./b">x</a>'],
    ['page.tsx', '<a href="./a">x</a>', './"b', undefined],
    ['page.html', '<a href="./a">x</a>', './"b', '<a href="./&quot;b">x</a>'],
    ['style.css', 'a { background: url(./a) }', './b', undefined],
  ] as const)('%s: %s gets %s', (...[file, text, fix, expected]) => {
    expect(fixed(file, text, { written: './a', fix })).toBe(expected);
  });

  it('accepts a location that includes the quotes', () => {
    const text = "export default { to: './a' };";
    expect(fixed('site.config.ts', text, { written: "'./a'", href: './a', fix: '/b' })).toBe(
      "export default { to: '/b' };",
    );
  });

  it('leaves a string with escapes alone', () => {
    const text = "export default { to: './\\u0061' };";
    expect(
      fixed('site.config.ts', text, { written: './\\u0061', href: './a', fix: '/b' }),
    ).toBeUndefined();
  });
});

describe('a plan', () => {
  const text = '[x](./a.md) [y](./a.md)\n';
  const first = linkFinding({ column: 5, href: './a.md', fix: './b.md' });
  const second = linkFinding({ column: 17, href: './a.md', fix: './b.md' });
  const outcome = ({ files, refused }: FixPlan) => ({
    files: files.map(({ file, after }) => [file, after]),
    refused: refused.map(({ reason }) => reason),
  });

  it('edits every location of every file once, in order', () => {
    const other = linkFinding({ file: '0.md', column: 5, href: './a.md', fix: './c.md' });
    const plan = planFixes([second, first, { ...first, message: 'again' }, other], () => text);
    expect(outcome(plan)).toEqual({
      files: [
        ['0.md', '[x](./c.md) [y](./a.md)\n'],
        ['a.md', '[x](./b.md) [y](./b.md)\n'],
      ],
      refused: [],
    });
  });

  it('plans nothing for a file that is mended', () => {
    const after = planFixes([first, second], () => text).files[0]?.after ?? '';
    const again = planFixes([first, second], () => after);
    expect(again.files).toEqual([]);
    const settled = planFixes(
      [linkFinding({ column: 5, href: './b.md', fix: './b.md' })],
      () => after,
    );
    expect(outcome(settled)).toEqual({ files: [], refused: [] });
  });

  it('refuses impossible edits, and says why', () => {
    const moved = linkFinding({ line: 9, href: './a.md', fix: './b.md' });
    const changed = linkFinding({ column: 6, href: './a.md', fix: './b.md' });
    const empty = linkFinding({ column: 5, href: './a.md', fix: '' });
    const twoLines = linkFinding({ column: 17, href: './a.md', fix: 'a\nb' });
    expect(outcome(planFixes([moved, changed, empty, twoLines], () => text))).toEqual({
      files: [],
      refused: [
        'the new destination cannot be written there',
        'the destination is not written there as it is',
        'the new destination cannot be written there',
        'the file has no such location any more',
      ],
    });
    expect(outcome(planFixes([first], () => undefined)).refused).toEqual([
      'the file cannot be read',
    ]);
  });

  it('makes neither of two fixes that want different things', () => {
    const other = { ...first, link: { href: './a.md', suggestions: [], fix: './c.md' } };
    const plan = planFixes([first, other, second], () => text);
    expect(outcome(plan)).toEqual({
      files: [['a.md', '[x](./a.md) [y](./b.md)\n']],
      refused: ['another fix edits the same location', 'another fix edits the same location'],
    });
  });

  /** The reasons for fixes of spans of `a.md`, as `start-end`, and its new text. */
  const overlapping = (spans: readonly string[], content = 'abcdefghij\n') => {
    const findings = spans.map((span) => {
      const [from = 0, to = 0] = span.split('-').map(Number);
      return linkFinding({ column: from + 1, href: content.slice(from, to), fix: 'X' });
    });
    const { files, refused } = planFixes(findings, () => content);
    return [files[0]?.after, refused.length];
  };

  it.each([
    [['0-4', '4-6'], 'XXghij\n', 0],
    [['4-6', '0-4'], 'XXghij\n', 0],
    [['0-4', '3-6'], undefined, 2],
    [['0-4', '0-2'], undefined, 2],
    [['0-8', '1-3', '5-7'], undefined, 3],
    [['0-8', '1-3', '5-7', '8-9'], 'abcdefghXj\n', 3],
    [['0-2', '0-2', '1-3'], undefined, 3],
  ])('makes none of the fixes that overlap: %j', (spans, after, refused) => {
    expect(overlapping(spans)).toEqual([after, refused]);
  });

  it('writes ids of headings in any order, unless it cannot', () => {
    const page = '# A\n\n## B\n\n## C {#d}\n\nEnd\nof E\n---\n';
    const heading = (line: number, id: string) => {
      const finding = linkFinding({ href: `#${id}` });
      const link = { href: `#${id}`, suggestions: [], heading: { file: 'b.md', line, id } };
      return { ...finding, location: { file: 'a.md', line: 20 - line, column: 1 }, link };
    };
    const wanted = [heading(3, 'x'), heading(1, 'y'), heading(5, 'z'), heading(7, 'v')];
    const plan = planFixes([...wanted, heading(11, 'w')], () => page, { anchors: 'heading' });
    expect(outcome(plan)).toEqual({
      files: [['b.md', page.replace('# A', '# A {#y}').replace('## B', '## B {#x}')]],
      refused: [
        'the file has no such line any more',
        'the heading is not written on one line',
        'the heading has an id already',
      ],
    });
    expect(plan.files[0]?.edits.map(({ start, end, before }) => [start, end, before])).toEqual([
      [9, 9, ''],
      [3, 3, ''],
    ]);
  });

  it.each(['{#b}', '{ #b }', '{: #b }', '{/*b*/}', '[#b]'])(
    'keeps the id of a heading: %s',
    (written) => {
      const finding = linkFinding({ href: '#x' });
      const link = {
        href: '#x',
        suggestions: [],
        heading: { file: 'b.md', line: 1, id: 'x' },
      };
      const plan = planFixes([{ ...finding, link }], () => `# A ${written}\n`, {
        anchors: 'heading',
      });
      expect(outcome(plan)).toEqual({ files: [], refused: ['the heading has an id already'] });
    },
  );

  it('edits links, attributes and strings of MDX', () => {
    for (const mdx of [
      '[a](./OLD.md)',
      '<Card href="./OLD.md">[b](./c.md)</Card>',
      "<a href={'./OLD.md'}>b</a>",
      '{[`./OLD.md`].map((to) => <a href={to} />)}',
    ])
      expect(fixed('a.mdx', mdx, { written: './OLD.md', fix: './new.md' })).toBe(
        mdx.replace('OLD', 'new'),
      );
    const code = '<Card />\n\nexport const to = "./OLD.md";\n';
    expect(fixed('a.mdx', code, { written: './OLD.md', fix: './a&b.md' })).toBeUndefined();
  });

  it('refuses files that are not edited', () => {
    const style = linkFinding({ file: 'a.css', column: 5, href: './a.md', fix: './b.md' });
    const { refused } = planFixes([style], () => text);
    expect(refused).toEqual([{ diagnostic: style, reason: 'files of this kind are not edited' }]);
  });

  it('takes a finding without an end for its destination', () => {
    const open = { ...first, location: { file: 'a.md', line: 1, column: 5 } };
    expect(outcome(planFixes([open], () => text)).files).toEqual([
      ['a.md', '[x](./b.md) [y](./a.md)\n'],
    ]);
    const turned = { ...open, location: { ...open.location, endColumn: 4 } };
    expect(outcome(planFixes([turned], () => text)).refused).toEqual([
      'the file has no such location any more',
    ]);
  });

  it('passes the new text to reports', () => {
    const spaced = linkFinding({ column: 5, href: './a.md', fix: './a b.md' });
    const plan = planFixes([spaced], () => text);
    expect([...replacements(plan)]).toEqual([[spaced, '<./a b.md>']]);
  });

  it('passes the quotes of a location that includes them', () => {
    const config = "export default { to: './a' };";
    const finding = findingAt(config, "'./a'", { file: 'site.config.ts', href: './a', fix: '/b' });
    const planned = planFixes([finding], () => config);
    expect([...replacements(planned).values()]).toEqual(["'/b'"]);
  });
});
