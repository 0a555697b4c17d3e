import { describe, expect, it } from 'vitest';
import { diagnostic } from '../../../../src/diagnostics/diagnostic.ts';
import { formatDiagnostics } from '../../../../src/diagnostics/format.ts';
import { BROKEN, IN_NAVBAR, reportOf } from './findings.ts';

describe('pretty, of a link', () => {
  it('shows the target and the suggestions', () => {
    const text = formatDiagnostics('pretty', reportOf([BROKEN]));
    expect(text).toBe(
      [
        'content/docs/a.md:12:34  error  page-not-found  ./instal.md → /docs/instal  did you mean ./install.md or ./instance.md?',
        '  there is no page at "/docs/instal"',
        '',
      ].join('\n'),
    );
  });

  it('omits a target that is the destination itself, and counts the pages', () => {
    expect(formatDiagnostics('pretty', reportOf([IN_NAVBAR]))).toMatch(
      /^site\.config\.ts:4:9 {2}error {2}case-mismatch {2}navbar\.items\[2\]\.to {2}\/Docs {2}on 120 pages\n/,
    );
  });

  it('keeps a destination with line ends on one line', () => {
    const link = { href: 'a\r\n::error::x', suggestions: [] };
    const [first] = formatDiagnostics('pretty', reportOf([{ ...BROKEN, link }])).split('\n');
    expect(first).toContain('a ::error::x');
  });
});

describe('pretty, of many findings', () => {
  const at = (code: 'empty-href' | 'page-not-found' | 'orphan-page', line: number) =>
    diagnostic(code, { message: `m${line}`, location: { file: 'a.md', line, column: 1 } });
  const lines = (count: number): readonly number[] =>
    Array.from({ length: count }, (_, i) => i + 1);
  const warnings = lines(70).map((line) => at('empty-href', line));
  const errors = lines(30).map((line) => at('page-not-found', 100 + line));
  const notes = [at('orphan-page', 200), at('orphan-page', 201)];
  const all = [...warnings, ...errors, ...notes];

  it('prints the first 50, errors before warnings, and a line for each other code', () => {
    const text = formatDiagnostics('pretty', reportOf(all));
    expect(text.match(/^a\.md:\d+:1 {2}error {2}page-not-found$/gm)).toHaveLength(30);
    expect(text.match(/^a\.md:\d+:1 {2}warning {2}empty-href$/gm)).toHaveLength(20);
    expect(text.slice(text.indexOf('Not shown'))).toBe(
      [
        'Not shown (--verbose prints all):',
        '  50 more  warning  empty-href  from a.md:21:1',
        '  2 more  info  orphan-page  from a.md:200:1',
        '',
      ].join('\n'),
    );
  });

  it('prints eight warnings of an API description, of each code the first ones, and all errors', () => {
    const api = 'vendor';
    const found = [
      ...lines(20).map((line) => ({ ...at('empty-href', line), api })),
      ...lines(5).map((line) => ({ ...at('page-not-found', 20 + line), api })),
      ...lines(2).map((line) => ({ ...at('empty-href', 30 + line), api: 'other' })),
      { ...diagnostic('case-mismatch', { message: 'c' }), severity: 'warning' as const, api },
    ];
    const text = formatDiagnostics('pretty', reportOf(found));
    const printed = [...text.matchAll(/^a\.md:(\d+)/gm)].map(([, line]) => Number(line));
    expect(printed).toEqual([...lines(7), ...lines(5).map((line) => 20 + line), 31, 32]);
    expect(text).toContain('warning  case-mismatch');
    expect(text).toContain('  13 more  warning  empty-href  from a.md:8:1');
  });

  it('prints all findings by location on request', () => {
    const text = formatDiagnostics('pretty', reportOf(all, { isVerbose: true }));
    const printed = [...text.matchAll(/^a\.md:(\d+)/gm)].map(([, line]) => Number(line));
    expect(printed).toEqual([...lines(70), ...lines(30).map((line) => 100 + line), 200, 201]);
    expect(text).not.toContain('Not shown');
  });

  it.each(['json', 'github', 'sarif', 'junit'] as const)('prints all as %s', (format) => {
    const text = formatDiagnostics(format, reportOf(all));
    for (const { message } of all) expect(text).toMatch(new RegExp(`\\b${message}\\b`));
  });
});
