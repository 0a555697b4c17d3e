import { describe, expect, it } from 'vitest';
import { diagnostic } from '../../../src/diagnostics/diagnostic.ts';
import {
  createFilters,
  type FilterPatterns,
  type Filters,
  filterDiagnostics,
} from '../../../src/links/filters.ts';
import { lineOf, linkFinding } from './link-finding.ts';

function filtersOf(patterns: FilterPatterns): Filters {
  const result = createFilters(patterns);
  if (!result.ok) throw new Error(result.problems.join('\n'));
  return result.filters;
}

describe('files', () => {
  const files = ['README.md', 'content/docs/a.md', 'content/docs/api/b.md', 'site.config.ts'];
  const kept = (patterns: FilterPatterns): readonly string[] =>
    files.filter((file) => filtersOf(patterns).hasFile(file));

  it('all count without patterns', () => {
    expect(kept({})).toEqual(files);
  });

  it.each([
    [['content/**'], files.slice(1, 3)],
    [['content/docs/'], files.slice(1, 3)],
    [['./content/docs/*.md'], files.slice(1, 2)],
    [['*.md'], files.slice(0, 3)],
    [['b.md', 'site.config.ts'], files.slice(2)],
  ])('are included by %s', (include, expected) => {
    expect(kept({ include })).toEqual(expected);
  });

  it('that a pattern does not match are named', () => {
    const { unmatched } = filtersOf({ include: ['*.md', 'none/', 'b.*', '*.txt'] });
    expect(unmatched(files)).toEqual(['none/', '*.txt']);
    expect(unmatched([])).toEqual(['*.md', 'none/', 'b.*', '*.txt']);
    expect(filtersOf({}).unmatched(files)).toEqual([]);
  });

  it('are excluded by globs and regular expressions, which win', () => {
    expect(kept({ include: ['*.md'], exclude: ['content/docs/api/'] })).toEqual(files.slice(0, 2));
    expect(kept({ exclude: ['/\\.MD$/i'] })).toEqual(files.slice(3));
  });
});

describe('links', () => {
  it('are ignored by their text, or by their target', () => {
    const { ignores } = filtersOf({
      ignoreLink: ['./legacy/**', '/^mailto:/'],
      ignoreTarget: ['/docs/old/*', 'https://example.com/**'],
    });
    expect(ignores('./legacy/a/b.md', undefined)).toBe(true);
    expect(ignores('mailto:a@example.com', undefined)).toBe(true);
    expect(ignores('../old/x.md', '/docs/old/x')).toBe(true);
    expect(ignores('/docs/old/x', undefined)).toBe(false);
    expect(ignores('x.md', './legacy/x')).toBe(false);
  });

  it('are left out of the findings', () => {
    const findings = [
      linkFinding({ file: 'a.md', href: './x.md', resolved: '/x' }),
      linkFinding({ file: 'b.md', href: './x.md', resolved: '/x' }),
      linkFinding({ file: 'a.md', line: 2, href: './y.md', resolved: '/y' }),
      diagnostic('nothing-to-build', { message: 'm' }),
    ];
    const filters = filtersOf({ exclude: ['b.md'], ignoreTarget: ['/y'] });
    expect(filterDiagnostics(filters, findings).map(lineOf)).toEqual([
      'a.md:1:1 page-not-found',
      'undefined:undefined:undefined nothing-to-build',
    ]);
  });
});

describe('patterns that are wrong', () => {
  it.each<[FilterPatterns, string]>([
    [{ include: ['!x'] }, '--include "!x" starts with "!": use --exclude instead'],
    [{ exclude: ['!x'] }, '--exclude "!x" starts with "!": use --include instead'],
    [{ include: [''] }, '--include "" is empty'],
    [
      { ignoreTarget: ['/(/'] },
      '--ignore-target "/(/" is not a regular expression: unterminated group',
    ],
    [{ ignoreLink: [''] }, '--ignore-link "" is empty'],
  ])('are a usage error: %j', (patterns, problem) => {
    expect(createFilters(patterns)).toEqual({ ok: false, problems: [problem] });
  });

  it('of links may start with an exclamation mark', () => {
    expect(filtersOf({ ignoreLink: ['!x'] }).ignores('!x', undefined)).toBe(true);
  });

  it('are reported together, with their option', () => {
    expect(
      createFilters({ include: ['a[b', '!x'], exclude: ['/(/', ''], ignoreLink: ['/a/gg'] }),
    ).toEqual({
      ok: false,
      problems: [
        '--include "a[b" is not a glob: missing closing: "]" - use "\\\\]" to match literal characters',
        '--include "!x" starts with "!": use --exclude instead',
        '--exclude "/(/" is not a regular expression: unterminated group',
        '--exclude "" is empty',
        '--ignore-link "/a/gg" is not a regular expression: invalid flags supplied to RegExp constructor \'gg\'',
      ],
    });
  });
});
