import { describe, expect, it } from 'vitest';
import { printDiff } from '../../../src/links/fixes/apply-fixes.ts';
import { planFixes } from '../../../src/links/fixes/fixes.ts';
import { readBaseline } from '../../../src/links/read-baseline.ts';
import { createDocParser } from '../../../src/markdown/parse-doc.ts';
import { toFilePath } from '../../../src/shared/paths.ts';
import { linkFinding } from './link-finding.ts';
import { readSuppressions } from './read-suppressions.ts';

/** Numbers below a limit, the same in every run. */
function createRandom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >> 8) % limit;
  };
}

function texts(parts: readonly string[], count: number): readonly string[] {
  const random = createRandom(count);
  return Array.from({ length: count }, () =>
    Array.from({ length: random(18) + 1 }, () => parts[random(parts.length)]).join(''),
  );
}

const BLOCKS = [
  '<!-- check-links-disable-next-line -->',
  '<!-- check-links-disable-next-line -->',
  '<!-- check-links-disable-next-line\n -->',
  '\n',
  '\n',
  '\n\n',
  '```',
  '~~~',
  '`',
  '``',
  '> ',
  '- ',
  '1. ',
  '    ',
  '  ',
  '[x](./a.md)',
  '[x]: ./a.md',
  '<div>',
  '</div>',
  '<b>',
  '| a | b |\n|---|---|\n',
  '| ',
  ':::note\n',
  ':::\n',
  '::::tabs\n',
  ':::tab{label="x"}\n',
  '\\',
  'a',
  '# ',
  ' #',
  '*',
  '<b title="`">',
  ']',
];

describe('comments in Markdown', () => {
  it('are those that are printed as HTML', () => {
    const parser = createDocParser({ html: 'trusted', searchHeadingLevel: 4 });
    const wrong = texts(BLOCKS, 4000).filter((text) => {
      const printed = parser.parse(toFilePath('a.md'), text).chunks.join('');
      const comments = printed.match(/<!-- check-links-disable-next-line\n? *-->/g) ?? [];
      return comments.length !== readSuppressions(text).ranges.length;
    });
    expect(wrong).toEqual([]);
  });
});

const ODD = [
  '<!-- check-links-disable-next-line',
  '<!-- check-links-disable',
  ' page-not-found',
  ' -- why',
  ' -->',
  '\n',
  '\r\n',
  '\r',
  '```',
  '`',
  '> ',
  '- ',
  '    ',
  '[x](./a.md)',
  '[y]: ./a.md',
  '<div data-check-links="ignore">',
  '</div>',
  '|',
  '\n---\n',
  'links: {ignore: [',
  ']}',
  '\uFEFF',
  '\0',
  ':::note\n',
  '\\',
  '<a href="./a.md">',
  "'",
  '\u{1F600}',
  '\uD800',
  '{',
  '[',
  '(',
  ')',
];

describe('any text', () => {
  it('has correctly located suppressions, fixes and a diff', () => {
    for (const [index, text] of texts(ODD, 3000).entries()) {
      const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
      for (const { rule = '<!--', what, location } of readSuppressions(text).ranges) {
        const written = lines[location.line - 1]?.slice(location.column - 1) ?? '';
        if (what === 'the comment') expect(written.slice(0, rule.length)).toBe(rule);
      }
      const fix = ODD[index % ODD.length] ?? '';
      const findings = lines.flatMap((line, row) =>
        [...line.matchAll(/\.\/a\.md/g)].map(({ index: at }) =>
          linkFinding({ line: row + 1, column: at + 1, href: './a.md', fix }),
        ),
      );
      const { files, refused } = planFixes(findings, () => text);
      expect(files.flatMap(({ edits }) => edits).length + refused.length).toBe(findings.length);
      expect(printDiff(files) === '').toBe(files.length === 0);
      expect(readBaseline('b.json', text).baseline).toBeUndefined();
    }
  });
});
