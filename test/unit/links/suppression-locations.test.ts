import { describe, expect, it } from 'vitest';
import { diagnostic } from '../../../src/diagnostics/diagnostic.ts';
import { suppress } from '../../../src/links/suppress.ts';
import { linkFinding } from './link-finding.ts';
import { readSuppressions } from './read-suppressions.ts';

describe('a suppression', () => {
  const comment = 'check-links-disable-next-line';
  it.each([
    [`<!-- ${comment} -->\na\n`, 'the comment', '1:1-1:39', '2:1-3:1'],
    [`<!-- ${comment} -->`, 'the comment', '1:1-1:39', '2:1-3:1'],
    [`a\n\n<!-- ${comment} -->\n\na\n`, 'the comment', '3:1-3:39', '5:1-6:1'],
    [`<!--\n${comment}\n-->\n`, 'the comment', '1:1-3:4', '4:1-5:1'],
    [`> <!--\n> ${comment}\n> html-dropped\n> -->\n> a`, 'the comment', '3:3-3:15', '5:1-6:1'],
    [`<!-- ${comment} page-not-found -- why -->`, 'the comment', '1:36-1:50', '2:1-3:1', 'why'],
    [`<!-- ${comment}\n  page-not-found -->`, 'the comment', '2:3-2:17', '3:1-4:1'],
    [`<!-- ${comment} page-not-found -- -->`, 'the comment', '1:36-1:50', '2:1-3:1'],
    [`<!-- ${comment} -- a -- b -->`, 'the comment', '1:1-1:49', '2:1-3:1', 'a -- b'],
    ['<b data-check-links="ignore">x</b>y', 'data-check-links="ignore"', '1:1-1:30', '1:1-1:35'],
    ['<b data-check-links=" IGNORE ">', 'data-check-links="ignore"', '1:1-1:32', '1:1-1:32'],
    ['a <img data-check-links=ignore> b', 'data-check-links="ignore"', '1:3-1:32', '1:3-1:32'],
  ])('in %j has its location and range', (...[text, what, location, range, reason]) => {
    const [found, ...others] = readSuppressions(text).ranges;
    expect(others).toEqual([]);
    const at = found?.location;
    expect(`${at?.line}:${at?.column}-${at?.endLine}:${at?.endColumn}`).toBe(location);
    const { from, to } = found ?? {};
    expect(`${from?.line}:${from?.column}-${to?.line}:${to?.column}`).toBe(range);
    expect([found?.what, found?.reason]).toEqual([what, reason]);
  });

  it.each([
    ['---\nlinks: { ignore: [a.md] }\n---\n', '2:19-2:23'],
    ['---\r\nlinks:\r\n  ignore:\r\n    - "a.md"\r\n...\r\n', '4:8-4:12'],
    ['\uFEFF---\nlinks: { ignore: [a.md] }\n---', '2:19-2:23'],
  ])('in %j has its location', (text, location) => {
    const [found, ...others] = readSuppressions(text).byFile.get('a.md') ?? [];
    expect(others).toEqual([]);
    const at = found?.location;
    expect(`${at?.line}:${at?.column}-${at?.endLine}:${at?.endColumn}`).toBe(location);
    expect(found?.what).toBe('the pattern "a.md"');
  });

  it.each([
    ['---\nlinks: { ignore: a.md }\n---\n'],
    ['---\nlinks: { ignore: [[a.md]] }\n---\n'],
    ['---\nother: { ignore: [a.md] }\n---\n'],
    ['---\nlinks: { ignore: [a.md] }\n\ntext\n'],
    ['----\nlinks: { ignore: [a.md] }\n---\n'],
    ['a\n---\nlinks: { ignore: [a.md] }\n---\n'],
    ['<b data-check-links="no">x</b>'],
    ['<b data-check-links>x</b>'],
    ['</b data-check-links="ignore">'],
    ['a check-links-disable b'],
    ['<!-- check-links -->'],
  ])('is not in %j', (text) => {
    expect(readSuppressions(text)).toEqual({ byFile: new Map(), ranges: [], diagnostics: [] });
  });

  it('ends before the position behind its range', () => {
    const { byFile } = readSuppressions('a <b data-check-links="ignore">b</b>');
    const found = [2, 3, 31, 36, 37].map((column) => linkFinding({ line: 1, column }));
    const { kept } = suppress(found, byFile);
    expect(kept.map(({ location }) => location?.column)).toEqual([2, 37]);
  });

  it('with a pattern matches destinations and targets, and nothing else', () => {
    const { byFile } = readSuppressions('---\nlinks: { ignore: [/docs/x] }\n---\n');
    const found = [
      linkFinding({ href: '/docs/x' }),
      linkFinding({ href: './x.md', resolved: '/docs/x' }),
      linkFinding({ href: './y.md', resolved: '/docs/y' }),
      diagnostic('duplicate-id', { message: 'm', location: { file: 'a.md', line: 1, column: 1 } }),
      diagnostic('orphan-page', { message: 'm' }),
    ];
    const { kept, suppressed } = suppress(found, byFile);
    expect([kept, suppressed]).toEqual([found.slice(2), found.slice(0, 2)]);
  });

  it.each([
    [
      '<!-- check-links-disable-next-line -->',
      'the comment suppresses no finding of the link check',
    ],
    [
      '<!-- check-links-disable-next-line html-dropped -->',
      'the comment suppresses no html-dropped',
    ],
    [
      '<b data-check-links="ignore">x</b>',
      'data-check-links="ignore" suppresses no finding of the link check',
    ],
    [
      '---\nlinks: { ignore: [a.md] }\n---\n',
      'the pattern "a.md" suppresses no finding of the link check',
    ],
  ])('without findings is reported: %j', (text, message) => {
    expect(suppress([], readSuppressions(text).byFile).unused).toMatchObject([
      { code: 'unused-suppression', message, hint: 'remove it', severity: 'warning' },
    ]);
  });

  it.each([
    ['<!-- check-links-x -->', 'there is no comment "check-links-x"', undefined],
    [
      '<!-- check-links-dsable-next-line -->',
      'there is no comment "check-links-dsable-next-line"',
      'did you mean "check-links-disable-next-line"?',
    ],
    ['<!-- check-links-disable-next-line zebra -->', 'there is no rule "zebra"', undefined],
    [
      '<!-- check-links-disable-next-line html-droped -->',
      'there is no rule "html-droped"',
      'did you mean "html-dropped"?',
    ],
    [
      "---\nlinks: { ignore: ['a[b'] }\n---\n",
      'the pattern "a[b" is not a glob: missing closing: "]" - use "\\\\]" to match literal characters',
      undefined,
    ],
  ])('%j is reported with the message %j', (text, message, hint) => {
    const { diagnostics } = readSuppressions(text);
    expect(diagnostics.map((entry) => [entry.message, entry.hint])).toEqual([[message, hint]]);
  });
});
