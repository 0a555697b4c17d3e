import { describe, expect, it } from 'vitest';
import type { DiagnosticCode } from '../../../src/diagnostics/codes.ts';
import { compareDiagnostics, type Diagnostic } from '../../../src/diagnostics/diagnostic.ts';
import { type SuppressOptions, suppress } from '../../../src/links/suppress.ts';
import { lineOf, linkFinding } from './link-finding.ts';
import { readSuppressions } from './read-suppressions.ts';

/** A finding at each `(…)` destination of the text, its rule the text of the link. */
function findingsIn(text: string, file = 'a.md'): readonly Diagnostic[] {
  return text.split(/\r\n|\r|\n/).flatMap((content, index) =>
    [...content.matchAll(/\[([\w-]*)\]\((.*?)\)/g)].map(
      ({ 1: code = '', 2: href = '', index: at }) =>
        linkFinding({
          code: code === 'case' ? 'case-mismatch' : 'page-not-found',
          file,
          line: index + 1,
          column: at + code.length + 4,
          href,
        }),
    ),
  );
}

interface Outcome {
  readonly kept: readonly string[];
  readonly problems: readonly string[];
}

function check(text: string, options?: SuppressOptions): Outcome {
  const { byFile, diagnostics } = readSuppressions(text);
  const result = suppress(findingsIn(text), byFile, options);
  return {
    kept: result.kept.map(({ link }) => link?.href ?? ''),
    problems: [...diagnostics, ...result.unused].toSorted(compareDiagnostics).map(lineOf),
  };
}

const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`;
const clean = (...kept: readonly string[]): Outcome => ({ kept, problems: [] });

describe('the comment for the next line', () => {
  it('suppresses that line and no other', () => {
    const text = lines(
      '[x](1)',
      '',
      '<!-- check-links-disable-next-line -->',
      '[x](2) [case](3)',
      '[x](4)',
    );
    expect(check(text)).toEqual(clean('1', '4'));
  });

  it('passes blank lines and further comments', () => {
    const text = lines(
      '<!-- check-links-disable-next-line page-not-found -- moved soon -->',
      '<!-- check-links-disable-next-line case-mismatch -->',
      '',
      '[x](1) [case](2)',
    );
    expect(check(text)).toEqual(clean());
  });

  it('suppresses the rules that it names', () => {
    const text = lines('<!-- check-links-disable-next-line case-mismatch -->', '[x](1) [case](2)');
    expect(check(text)).toEqual(clean('1'));
  });

  it.each([
    ['a paragraph', 'Text <!-- check-links-disable-next-line --> goes on\n[x](1)\n'],
    ['a quote', '> quoted <!-- check-links-disable-next-line -->\n> [x](1)\n'],
    ['a list', '- <!-- check-links-disable-next-line -->\n  [x](1)\n'],
    ['a directive', ':::note\n<!-- check-links-disable-next-line -->\n[x](1)\n:::\n'],
    [
      'text after a directive that is closed inside another one',
      '::::tabs\n:::note\n:::\na `b\n::::\nc <!-- check-links-disable-next-line -->`\n[x](1)\n',
    ],
    [
      'a list with a directive',
      '- :::note\n  a `b\n  :::\n  c <!-- check-links-disable-next-line -->`\n  [x](1)\n',
    ],
    ['a short comment', '<!--> <!---> <!-- check-links-disable-next-line -->\n[x](1)\n'],
    [
      'text with an address',
      'a <https://a.test/`> b <!-- check-links-disable-next-line -->\n[x](1) `\n',
    ],
    [
      'text with unequal backticks',
      'a `b`` c <!-- check-links-disable-next-line --> ``` d\n[x](1)\n',
    ],
    ['a footnote', 'a[^1]\n\n[^1]: b\n\n    <!-- check-links-disable-next-line -->\n    [x](1)\n'],
    ['an element', '<div>\n<!-- check-links-disable-next-line -->\n\n[x](1)\n\n</div>\n'],
    ['a text with backticks', 'a ` b <!-- check-links-disable-next-line -->\n[x](1)\n'],
    ['CRLF', 'a\r\n\r\n<!-- check-links-disable-next-line -->\r\n[x](1)\r\n'],
    ['a byte order mark', '\uFEFF<!-- check-links-disable-next-line -->\n[x](1)\n'],
    ['frontmatter', '---\ntitle: A\n---\n<!-- check-links-disable-next-line -->\n[x](1)\n'],
    [
      'several lines',
      '<!-- check-links-disable-next-line\n  page-not-found\n  -- why\n-->\n[x](1)\n',
    ],
  ])('counts in %s', (_, text) => {
    expect(check(text)).toEqual(clean());
  });

  it.each([
    ['a fence', '```html\n<!-- check-links-disable-next-line -->\n```\n[x](1)\n'],
    [
      'a fence of a directive',
      ':::note\n```html\n<!-- check-links-disable-next-line -->\n```\n:::\n[x](1)\n',
    ],
    ['a fence of a list', '- ~~~\n  <!-- check-links-disable-next-line -->\n  ~~~\n\n[x](1)\n'],
    ['an indented block', 'a\n\n    <!-- check-links-disable-next-line -->\n\n[x](1)\n'],
    ['a code span', 'a `<!-- check-links-disable-next-line -->`\n[x](1)\n'],
    ['a long code span', 'a ``b` <!-- check-links-disable-next-line -->``\n[x](1)\n'],
    ['an attribute', 'a <b title="<!-- check-links-disable-next-line -->">\n[x](1)\n'],
    ['escaped text', 'a \\<!-- check-links-disable-next-line -->\n[x](1)\n'],
    [
      'a code span around a line of colons that closes nothing',
      ':::note\n:::\n\na `b\n:::\nc <!-- check-links-disable-next-line -->`\n[x](1)\n',
    ],
    [
      'a code span around a line of colons after nested directives',
      '::::tabs\n:::note\n:::\n::::\n\na `b\n:::\nc <!-- check-links-disable-next-line -->`\n[x](1)\n',
    ],
    [
      'an indented line of colons',
      ':::note\na `b\n    :::\nc <!-- check-links-disable-next-line -->`\n[x](1)\n:::\n',
    ],
    ['a code span with colons', 'a `b\n::: -\nc <!-- check-links-disable-next-line -->`\n[x](1)\n'],
    ['frontmatter', '---\ntitle: <!-- check-links-disable-next-line -->\n---\n[x](1)\n'],
  ])('does not count in %s', (_, text) => {
    expect(check(text)).toEqual(clean('1'));
  });
});

describe('a comment for a range', () => {
  it.each(['disable', 'enable'])('is reported with what to write in place of it: %s', (command) => {
    const text = lines('a', '', `<!-- check-links-${command} page-not-found -->`, '', '[x](1)');
    expect(check(text)).toEqual({ kept: ['1'], problems: ['a.md:3:18 invalid-suppression'] });
    const [problem] = readSuppressions(text).diagnostics;
    expect(problem?.message).toBe(`there is no comment "check-links-${command}"`);
    expect(problem?.hint).toContain('check-links-disable-next-line above each line');
  });
});

describe('elements', () => {
  it('suppress findings in their content, Markdown too', () => {
    const text = lines(
      '[x](1)',
      '',
      '<div class="a" data-check-links="ignore">',
      '',
      '[x](2) <div>[x](3)</div> [x](4)',
      '',
      '</div>',
      '',
      '[x](5)',
    );
    expect(check(text)).toEqual(clean('1', '5'));
  });

  it('suppress their own destinations', () => {
    const text =
      'See <a href="./gone.md" data-check-links="ignore">it</a> and <img data-check-links=ignore src="p.png"> [x](1)\n';
    const { byFile } = readSuppressions(text);
    const own = [
      linkFinding({ line: 1, column: 14, href: './gone.md' }),
      linkFinding({ line: 1, column: 95, href: 'p.png' }),
    ];
    const result = suppress([...own, ...findingsIn(text)], byFile);
    expect(result.kept.map(({ link }) => link?.href)).toEqual(['1']);
    expect(result.unused).toEqual([]);
  });

  it('that are never closed are their tag, and code is none', () => {
    expect(check('<div data-check-links="ignore">\n\n[x](1)\n')).toEqual({
      kept: ['1'],
      problems: ['a.md:1:1 unused-suppression'],
    });
    expect(check('`<div data-check-links="ignore">` [x](1)\n')).toEqual(clean('1'));
  });
});

describe('an element around comments', () => {
  it('and they are in use if they cover a finding', () => {
    const text = lines(
      '<div data-check-links="ignore">',
      '',
      '<!-- check-links-disable-next-line page-not-found -->',
      '[x](1)',
      '',
      '<!-- check-links-disable-next-line case-mismatch -->',
      '[x](2)',
      '',
      '</div>',
      '',
      '[x](3)',
    );
    expect(check(text)).toEqual({ kept: ['3'], problems: ['a.md:6:36 unused-suppression'] });
  });
});

describe('frontmatter', () => {
  const page = (ignore: string, body: string): string =>
    `---\nlinks:\n  ignore: ${ignore}\n---\n${body}`;

  it('suppresses exact destinations and globs', () => {
    const text = page(`['./a?b.md', 'legacy/**']`, '[x](./a?b.md) [x](legacy/x/y.md) [x](c.md)\n');
    expect(check(text)).toEqual(clean('c.md'));
  });

  it('reports an unused pattern, and an invalid one', () => {
    expect(check(page(`[none.md, 'a[b']`, '[x](c.md)\n'))).toEqual({
      kept: ['c.md'],
      problems: ['a.md:3:12 unused-suppression', 'a.md:3:22 invalid-suppression'],
    });
  });

  it('may have 100 patterns', () => {
    const patterns = Array.from({ length: 101 }, (_, index) => `${index}.md`);
    const text = page(`[${patterns.join(', ')}]`, '[x](0.md) [x](99.md) [x](100.md)\n');
    const { kept, problems } = check(text);
    expect(kept).toEqual(['100.md']);
    expect(problems.filter((line) => line.includes('invalid'))).toHaveLength(1);
  });

  it('accepts a pattern that matches a link, if the links are known', () => {
    const text = page(`['https://flaky.example/**', gone.md]`, 'a\n');
    const hrefs = () => ['https://flaky.example/x'];
    expect(check(text, { hrefs }).problems).toEqual([
      expect.stringContaining('unused-suppression'),
    ]);
  });
});

describe('an unused suppression', () => {
  it('is reported for each rule at its name', () => {
    const text = lines(
      '<!-- check-links-disable-next-line page-not-found case-mismatch -->',
      '[x](1)',
    );
    expect(check(text)).toEqual({ kept: [], problems: ['a.md:1:51 unused-suppression'] });
  });

  it('is reported in all kinds of blocks at its exact location', () => {
    const comment = '<!-- check-links-disable-next-line -->';
    const text = lines(
      `> - a ${comment}`,
      '',
      `| a | b ${comment} |`,
      '|---|---|',
      '',
      `## b ${comment} ##`,
      '',
      `  ${comment}`,
      '',
    );
    expect(check(text).problems).toEqual([
      'a.md:1:7 unused-suppression',
      'a.md:3:9 unused-suppression',
      'a.md:6:6 unused-suppression',
      'a.md:8:3 unused-suppression',
    ]);
  });

  it('is not reported for rules that the run did not check', () => {
    const text = lines('<!-- check-links-disable-next-line case-mismatch -->', 'a');
    expect(check(text, { looksFor: (rule) => rule !== 'case-mismatch' }).problems).toEqual([]);
  });
});

describe('names that do not exist', () => {
  const problemsOf = (text: string) =>
    readSuppressions(text).diagnostics.map((entry) => [lineOf(entry), entry.hint]);

  it('are reported with the nearest one, and suppress nothing', () => {
    const text = lines('<!-- check-links-disable-next-line page-not-fond -->', '[x](1)');
    expect(check(text)).toEqual({ kept: ['1'], problems: ['a.md:1:36 invalid-suppression'] });
    expect(problemsOf(text)).toEqual([
      ['a.md:1:36 invalid-suppression', 'did you mean "page-not-found"?'],
    ]);
  });

  it('are reported for commands too', () => {
    expect(problemsOf('<!-- check-links-disable-nextline -->\n')).toEqual([
      ['a.md:1:18 invalid-suppression', 'did you mean "check-links-disable-next-line"?'],
    ]);
  });
});

describe('findings', () => {
  const findings = (...codes: readonly DiagnosticCode[]): readonly Diagnostic[] =>
    codes.map((code) => linkFinding({ code, line: 2, href: 'javascript:x' }));
  const keptOf = (text: string, found: readonly Diagnostic[]): readonly string[] =>
    suppress(found, readSuppressions(text).byFile).kept.map(({ code }) => code);

  it('about other things than links are suppressed by name', () => {
    const found = findings('html-dropped', 'unknown-admonition');
    const all = ['html-dropped', 'unknown-admonition'];
    expect(keptOf('<!-- check-links-disable-next-line -->\n', found)).toEqual(all);
    const text = '<!-- check-links-disable-next-line html-dropped -- as it is -->\n';
    expect(keptOf(text, found)).toEqual(['unknown-admonition']);
  });

  it('about the suppressions themselves cannot be suppressed', () => {
    const found = findings('unused-suppression', 'stale-baseline');
    expect(keptOf('<!-- check-links-disable-next-line -->\n', found)).toEqual(
      found.map(({ code }) => code),
    );
  });

  it.each([
    '---\nlinks: { ignore: ["javascript:**"] }\n---\n',
    '<!-- check-links-disable-next-line -->\n',
    '<!-- check-links-disable-next-line unsafe-scheme -->\n',
    '<a data-check-links="ignore">\n\n\n\n\n\n\n\n\n\n</a>\n',
  ])('whose level is fixed cannot be suppressed: %j', (text) => {
    expect(keptOf(text, findings('unsafe-scheme'))).toEqual(['unsafe-scheme']);
  });

  it('whose level is fixed are refused in comments, with the reason', () => {
    const text = '<!-- check-links-disable-next-line unsafe-scheme -->\n';
    expect(readSuppressions(text).diagnostics.map(({ message, hint }) => [message, hint])).toEqual([
      [
        'a comment cannot suppress "unsafe-scheme"',
        '"unsafe-scheme" is always reported, as an error or a warning: such a URL can run code in the browser of a reader',
      ],
    ]);
  });

  it('of other files stay', () => {
    const { byFile } = readSuppressions('<!-- check-links-disable-next-line -->\n');
    const found = [linkFinding({ file: 'b.md', line: 2 })];
    expect(suppress(found, byFile).kept).toEqual(found);
  });
});

describe('hostile text', () => {
  it.each([
    [
      'backticks',
      `check-links ${Array.from({ length: 3000 }, (_, length) => '`'.repeat(length % 90)).join(' ')}`,
    ],
    ['comments that never end', `check-links ${'<!-- '.repeat(50_000)}`],
    ['tags that never end', `check-links ${'<a b="'.repeat(50_000)}`],
    ['attributes that never end', `check-links <a ${'b '.repeat(50_000)}`],
    ['tags on a line', `check-links ${'<b>'.repeat(30_000)}`],
    ['tags in a block', `<div>check-links\n${'<b>\n'.repeat(30_000)}</div>`],
    ['quotes', `check-links\n\n${'> '.repeat(20_000)}`],
  ])('of %s is read', (_, text) => {
    expect(readSuppressions(text)).toEqual({ byFile: new Map(), ranges: [], diagnostics: [] });
  });

  it('with endless comments is read', () => {
    const comments = '<!-- check-links-disable-next-line -->\n'.repeat(5_000);
    const { byFile, ranges } = readSuppressions(`${comments}[x](1)`);
    expect(ranges).toHaveLength(5_000);
    const findings = Array.from({ length: 5_000 }, () => linkFinding({ line: 5_001 }));
    const { kept, unused } = suppress(findings, byFile);
    expect([kept, unused]).toEqual([[], []]);
  });
});

describe('comments of MDX', () => {
  it('suppress like those of HTML, outside of code', () => {
    const text = lines(
      '`{/* check-links-disable-next-line */}`',
      '',
      '{/* check-links-disable-next-line page-not-found -- soon */}',
      '[x](1)',
      '[x](2)',
    );
    const { byFile, ranges, diagnostics } = readSuppressions(text, 'a.mdx');
    const result = suppress(findingsIn(text, 'a.mdx'), byFile);
    expect(result.kept.map(({ link }) => link?.href)).toEqual(['2']);
    expect([...diagnostics, ...result.unused]).toEqual([]);
    expect(ranges[0]).toMatchObject({ reason: 'soon', location: { line: 3, column: 35 } });
  });
});
