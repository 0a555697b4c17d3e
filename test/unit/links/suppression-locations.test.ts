import { describe, expect, it } from 'vitest';
import { diagnostic } from '../../../src/diagnostics/diagnostic.ts';
import { suppress } from '../../../src/links/suppress.ts';
import { createSuppressionReader } from '../../../src/links/suppressions.ts';
import { linkFinding } from './link-finding.ts';

const read = createSuppressionReader();

describe('a suppression', () => {
  const comment = 'check-links-disable';
  it.each([
    [`<!-- ${comment}-next-line -->\na\n`, 'the comment', '1:1-1:39', '2:1-3:1'],
    [`a\n\n<!-- ${comment} -->\na\n`, 'the comment', '3:1-3:29', '3:29-'],
    [`<!-- ${comment} -->\n\na <!-- check-links-enable -->`, 'the comment', '1:1-1:29', '1:29-3:3'],
    [`<!--\n${comment}\n-->\n`, 'the comment', '1:1-3:4', '3:4-'],
    [`<!-- ${comment} page-not-found -- why -->`, 'the comment', '1:26-1:40', '1:51-', 'why'],
    [`<!-- ${comment}\n  page-not-found -->`, 'the comment', '2:3-2:17', '2:21-'],
    [`<!-- ${comment} page-not-found -- -->`, 'the comment', '1:26-1:40', '1:47-'],
    [`<!-- ${comment} -- a -- b -->`, 'the comment', '1:1-1:39', '1:39-', 'a -- b'],
    ['<b data-check-links="ignore">x</b>y', 'data-check-links="ignore"', '1:1-1:30', '1:1-1:35'],
    ['<b data-check-links=" IGNORE ">', 'data-check-links="ignore"', '1:1-1:32', '1:1-1:32'],
    ['a <img data-check-links=ignore> b', 'data-check-links="ignore"', '1:3-1:32', '1:3-1:32'],
    ['---\nlinks: { ignore: [a.md] }\n---\n', 'the pattern "a.md"', '2:19-2:23', 'links'],
    [
      '---\r\nlinks:\r\n  ignore:\r\n    - "a.md"\r\n...\r\n',
      'the pattern "a.md"',
      '4:8-4:12',
      'links',
    ],
    ['\uFEFF---\nlinks: { ignore: [a.md] }\n---', 'the pattern "a.md"', '2:19-2:23', 'links'],
  ])('in %j has its location and range', (...[text, what, location, range, reason]) => {
    const [found, ...others] = read('a.md', text).suppressions;
    expect(others).toEqual([]);
    const at = found?.location;
    expect(`${at?.line}:${at?.column}-${at?.endLine}:${at?.endColumn}`).toBe(location);
    const scope = found?.scope;
    const { from, to } = scope?.kind === 'range' ? scope : { from: undefined, to: undefined };
    const end = to === undefined ? '' : `${to.line}:${to.column}`;
    expect(scope?.kind === 'range' ? `${from?.line}:${from?.column}-${end}` : scope?.kind).toBe(
      range,
    );
    expect([found?.what, found?.reason]).toEqual([what, reason]);
  });

  it.each([
    ['---\nlinks: { ignore: a.md }\n---\n'],
    ['---\nlinks: { ignore: [[a.md]] }\n---\n'],
    ['---\nother: { ignore: [a.md] }\n---\n'],
    ['---\nlinks: { ignore: [a.md] }\n'],
    ['----\nlinks: { ignore: [a.md] }\n---\n'],
    ['a\n---\nlinks: { ignore: [a.md] }\n---\n'],
    ['<b data-check-links="no">x</b>'],
    ['<b data-check-links>x</b>'],
    ['</b data-check-links="ignore">'],
    ['a check-links-disable b'],
    ['<!-- check-links -->'],
  ])('is not in %j', (text) => {
    expect(read('a.md', text)).toEqual({ suppressions: [], diagnostics: [] });
  });

  it('ends before the position behind its range', () => {
    const { suppressions } = read(
      'a.md',
      'a <!-- check-links-disable -->b<!-- check-links-enable -->',
    );
    const found = [30, 31, 32].map((column) => linkFinding({ line: 1, column }));
    const { kept } = suppress(found, new Map([['a.md', suppressions]]));
    expect(kept.map(({ location }) => location?.column)).toEqual([30, 32]);
  });

  it('with a pattern matches destinations and targets, and nothing else', () => {
    const { suppressions } = read('a.md', '---\nlinks: { ignore: [/docs/x] }\n---\n');
    const found = [
      linkFinding({ href: '/docs/x' }),
      linkFinding({ href: './x.md', resolved: '/docs/x' }),
      linkFinding({ href: './y.md', resolved: '/docs/y' }),
      diagnostic('duplicate-id', { message: 'm', location: { file: 'a.md', line: 1, column: 1 } }),
      diagnostic('orphan-page', { message: 'm' }),
    ];
    const { kept, suppressed } = suppress(found, new Map([['a.md', suppressions]]));
    expect([kept, suppressed]).toEqual([found.slice(2), found.slice(0, 2)]);
  });

  it.each([
    ['<!-- check-links-disable -->', 'the comment suppresses no finding of the link check'],
    ['<!-- check-links-disable html-dropped -->', 'the comment suppresses no html-dropped'],
    [
      '<b data-check-links="ignore">x</b>',
      'data-check-links="ignore" suppresses no finding of the link check',
    ],
    [
      '---\nlinks: { ignore: [a.md] }\n---\n',
      'the pattern "a.md" suppresses no finding of the link check',
    ],
  ])('without findings is reported: %j', (text, message) => {
    const { suppressions } = read('a.md', text);
    expect(suppress([], new Map([['a.md', suppressions]])).unused).toMatchObject([
      { code: 'unused-suppression', message, hint: 'remove it', severity: 'warning' },
    ]);
  });

  it.each([
    ['<!-- check-links-enable -->', 'the comment ends nothing that was disabled before', undefined],
    ['<!-- check-links-x -->', 'there is no comment "check-links-x"', undefined],
    [
      '<!-- check-links-dsable -->',
      'there is no comment "check-links-dsable"',
      'did you mean "check-links-disable"?',
    ],
    ['<!-- check-links-disable zebra -->', 'there is no rule "zebra"', undefined],
    [
      '<!-- check-links-disable html-droped -->',
      'there is no rule "html-droped"',
      'did you mean "html-dropped"?',
    ],
    [
      "---\nlinks: { ignore: ['a[b'] }\n---\n",
      'the pattern "a[b" is not a glob: missing closing: "]" - use "\\\\]" to match literal characters',
      undefined,
    ],
  ])('%j is reported with the message %j', (text, message, hint) => {
    const { diagnostics } = read('a.md', text);
    expect(diagnostics.map((entry) => [entry.message, entry.hint])).toEqual([[message, hint]]);
  });
});
