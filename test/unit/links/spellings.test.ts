import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { printDiff, writeFixes } from '../../../src/links/fixes/apply-fixes.ts';
import { planFixes } from '../../../src/links/fixes/fixes.ts';
import { checkLinks } from '../../../src/pipeline/check-links.ts';
import { site } from '../../support/site.ts';

/** A destination as it is written, between `⟦` and `⟧`, and as `--fix` writes it; each leads to `b.md` or its anchor. */
type Spelling = readonly [text: string, fixed: string];

const LONG = 'a'.repeat(3000);
const DEEP = '> '.repeat(40);

/** The page is `content/docs/sub/p.md`; `../b.md`, `../c d.md`, `../(e).md`, `../é.md` and `../שלום.md` exist. */
const SPELLINGS: readonly Spelling[] = [
  ['[x](⟦../B.md⟧)', '../b.md'],
  ['[a [b [c] d] e](⟦../B.md⟧)', '../b.md'],
  ['[a \\] b](⟦../B.md⟧)', '../b.md'],
  ['[`](` code](⟦../B.md⟧)', '../b.md'],
  ['[![i](../pic.png)](⟦../B.md⟧)', '../b.md'],
  ['[*em* **st** <b>raw</b>](⟦../B.md⟧)', '../b.md'],
  ['[x]( ⟦../B.md⟧ )', '../b.md'],
  ['[x](\t⟦../B.md⟧\t)', '../b.md'],
  ['[x](\n⟦../B.md⟧\n)', '../b.md'],
  ['[x](⟦../B.md⟧ "title")', '../b.md'],
  ["[x](⟦../B.md⟧ 'ti\"tle')", '../b.md'],
  ['[x](⟦../B.md⟧\n(title) )', '../b.md'],
  ['[x](⟦../B.md⟧ "two\nlines ](../B.md)")', '../b.md'],
  ['[x](<⟦../B.md⟧>)', '../b.md'],
  ['[x](<⟦../B.md⟧> "t")', '../b.md'],
  ['[x](<⟦../C d.md⟧>)', '../c d.md'],
  ['[x](⟦../C%20d.md⟧)', '../c%20d.md'],
  ['[x](⟦../(E).md⟧)', '../(e).md'],
  ['[x](⟦../\\(E\\).md⟧)', '../(e).md'],
  ['[x](⟦../&#66;.md⟧)', '../b.md'],
  ['[x](⟦..&sol;B.md⟧)', '../b.md'],
  ['[x](⟦../B\\.md⟧)', '../b.md'],
  ['[x](⟦../%42.md⟧)', '../b.md'],
  ['[x](⟦../É.md⟧)', '../é.md'],
  ['[x](⟦../%C3%89.md⟧)', '../%C3%A9.md'],
  ['[x](⟦../e\u0301.md⟧)', '../é.md'],
  ['שלום [קישור](⟦../B.md⟧) עולם', '../b.md'],
  ['[\u202bx\u202c](⟦../B.md⟧)', '../b.md'],
  ['😀😀 [😀](⟦../B.md⟧)', '../b.md'],
  [`${LONG} [x](⟦../B.md⟧)`, '../b.md'],
  [`[x](⟦../B.md?${LONG}⟧)`, `../b.md?${LONG}`],
  ['[x](⟦../b.md#Part⟧)', '../b.md#part'],
  ['[x](⟦../b.md#part?y=1⟧)', '../b.md?y=1#part'],
  ['[x](⟦../b.md#ete⟧)', '../b.md#été'],
  ['[x][r1]\n\n[r1]: ⟦../B.md⟧', '../b.md'],
  ['[x][r2]\n\n[r2]:\n⟦../B.md⟧', '../b.md'],
  ['[x][r3]\n\n[r3]:\n   <⟦../B.md⟧>\n   "title"', '../b.md'],
  ['[x][r4]\n\n> quoted\n>\n> [r4]: ⟦../B.md⟧ "t"', '../b.md'],
  ['[R\n5][]\n\n[r 5]: ⟦../B.md⟧', '../b.md'],
  ['> - > [x](⟦../B.md⟧)\n>   > lazy', '../b.md'],
  ['> a [x\ny](⟦../B.md⟧) lazy', '../b.md'],
  ['1. one\n\n   ```\n   [x](../B.md)\n   ```\n\n   [x](⟦../B.md⟧)', '../b.md'],
  ['- a\n\t- [x](⟦../B.md⟧)', '../b.md'],
  ['| a | b |\n|---|---|\n| `x\\|y` | [x\\|y](⟦../B.md⟧) |', '../b.md'],
  ['| a |\n|---|\n| \\| [x](⟦../B.md⟧) [x](../b.md) |', '../b.md'],
  ['## Heading [x](⟦../B.md⟧) ##', '../b.md'],
  ['Setext [x](⟦../B.md⟧)\n===', '../b.md'],
  ['A note[^n1].\n\n[^n1]: See [x](⟦../B.md⟧).', '../b.md'],
  ['Inline^[See [x](⟦../B.md⟧).]', '../b.md'],
  ['<a href="⟦../B.md⟧">x</a>', '../b.md'],
  ['<a title="../B.md" href = \'⟦../B.md⟧\'>x</a>', '../b.md'],
  ['<a href=⟦../B.md⟧>x</a>', '../b.md'],
  ['<a\nclass="x"\nhref="⟦../B.md⟧"\ntitle="y">x</a>', '../b.md'],
  ['<div>\n\n[x](⟦../B.md⟧)\n\n</div>', '../b.md'],
  ['<a href="⟦../&#66;.md⟧">x</a>', '../b.md'],
  ['<img src="../pic.png" srcset="../pic.png 1x, ⟦../PIC.png⟧ 2x">', '../pic.png'],
  ['![x](⟦../PIC.png⟧ "t")', '../pic.png'],
  [':::note[See [x](⟦../B.md⟧)]\n\ntext\n\n:::', '../b.md'],
  ['::::note\n\n:::tip\n\n[x](⟦../B.md⟧)\n\n:::\n\n::::', '../b.md'],
  [`${DEEP}[x](⟦../B.md⟧)`, '../b.md'],
  ['- [ ] [x](⟦../B.md⟧)', '../b.md'],
  ['~~[x](⟦../B.md⟧)~~', '../b.md'],
  ['`[x](../B.md)` <!-- [x](../B.md) --> \\[x](../B.md) [x](⟦../B.md⟧)', '../b.md'],
];

const files = {
  'content/docs/b.md': '# B\n\n## Part\n\n## Été\n',
  'content/docs/c d.md': '# C\n',
  'content/docs/(e).md': '# E\n',
  'content/docs/é.md': '# É\n',
  'content/docs/שלום.md': '# S\n',
  'content/docs/pic.png': 'x',
};

interface Page {
  readonly text: string;
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
}

function pageOf(spelling: string, { start, eol }: { start: string; eol: string }): Page {
  const whole = `${start}---\ntitle: T\n---\n# T\n\n${spelling}\n`.replaceAll('\n', eol);
  const [before = '', destination = ''] = whole.split(/[⟦⟧]/);
  const lines = before.replace(/^\uFEFF/, '').split(eol);
  const column = (lines.at(-1) ?? '').length + 1;
  const endColumn = column + destination.length;
  return { text: whole.replace(/[⟦⟧]/g, ''), line: lines.length, column, endColumn };
}

describe.each([
  { name: 'LF', start: '', eol: '\n' },
  { name: 'a byte order mark and CR LF', start: '\uFEFF', eol: '\r\n' },
])('odd spellings with $name', ({ start, eol }) => {
  it('are reported at their destination, with its fix', async () => {
    const pages = SPELLINGS.map(([spelling]) => pageOf(spelling, { start, eol }));
    const driver = site({
      ...files,
      ...Object.fromEntries(pages.map(({ text }, at) => [`content/docs/sub/p${at}.md`, text])),
    }).warm();
    const { diagnostics } = await checkLinks({ siteDir: driver.dir });
    driver.dispose();
    const found = SPELLINGS.map(([spelling], at) => [
      spelling,
      ...diagnostics.flatMap(({ location, link, code }) =>
        location?.file === `content/docs/sub/p${at}.md` && !/^orphan|^html|^bidi/.test(code)
          ? [`${location.line}:${location.column}-${location.endColumn} ${link?.fix}`]
          : [],
      ),
    ]);
    const wanted = SPELLINGS.map(([spelling, fixed], at) => {
      const { line = 0, column = 0, endColumn = 0 } = pages[at] ?? {};
      return [spelling, `${line}:${column}-${endColumn} ${fixed}`];
    });
    expect(found).toEqual(wanted);
  });

  it('are fixed only at the destination, as in the patch, and only once', async () => {
    const pages = SPELLINGS.map(([spelling]) => pageOf(spelling, { start, eol }));
    const name = (at: number): string => `content/docs/sub/p ${at}.md`;
    const driver = site({
      ...files,
      ...Object.fromEntries(pages.map(({ text }, at) => [name(at), text])),
    }).warm();
    const read = (file: string): string => readFileSync(join(driver.dir, file), 'utf8');
    const texts = (): readonly string[] => pages.map((_, at) => read(name(at)));
    const git = (...command: readonly string[]): string =>
      // A command that does not read its input may end before it is written.
      execFileSync('git', command, {
        cwd: driver.dir,
        encoding: 'utf8',
        input: command[0] === 'apply' ? diff : '',
      });
    const plan = planFixes((await checkLinks({ siteDir: driver.dir })).diagnostics, read);
    const diff = printDiff(plan.files);
    expect(plan.refused).toEqual([]);
    git('init', '--quiet');
    git('apply', '--whitespace=nowarn', '-');
    const patched = texts();
    git('apply', '--reverse', '--whitespace=nowarn', '-');
    expect(texts()).toEqual(pages.map(({ text }) => text));
    expect(writeFixes(driver.dir, plan.files).failed).toEqual([]);
    expect(texts()).toEqual(patched);
    for (const [at, [spelling]] of SPELLINGS.entries()) {
      const { text } = pageOf(spelling, { start, eol });
      const [before = '', , after = ''] = `${start}---\ntitle: T\n---\n# T\n\n${spelling}\n`
        .replaceAll('\n', eol)
        .split(/[⟦⟧]/);
      const fixed = patched[at] ?? '';
      expect(fixed).not.toBe(text);
      expect(fixed.startsWith(before) && fixed.endsWith(after)).toBe(true);
    }
    const again = await checkLinks({ siteDir: driver.dir });
    driver.dispose();
    expect(again.diagnostics.filter(({ link }) => link !== undefined)).toEqual([]);
  });
});
