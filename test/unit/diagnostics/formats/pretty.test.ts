import { describe, expect, it } from 'vitest';
import { formatDiagnostics } from '../../../../src/diagnostics/format.ts';
import { BROKEN, IN_NAVBAR, reportOf } from './findings.ts';

describe('pretty, of a link', () => {
  it('shows where it leads and what may have been meant', () => {
    const text = formatDiagnostics('pretty', reportOf([BROKEN]));
    expect(text).toBe(
      [
        'content/docs/a.md:12:34  error  page-not-found  ./instal.md → /docs/instal  did you mean ./install.md or ./instance.md?',
        '  there is no page at "/docs/instal"',
        '',
      ].join('\n'),
    );
  });

  it('says nothing of a target that is the destination itself, and counts the pages', () => {
    expect(formatDiagnostics('pretty', reportOf([IN_NAVBAR]))).toMatch(
      /^site\.config\.ts:4:9 {2}error {2}case-mismatch {2}navbar\.items\[2\]\.to {2}\/Docs {2}on 120 pages\n/,
    );
  });

  it('counts what the baseline lists', () => {
    const text = formatDiagnostics('pretty', reportOf([BROKEN], { known: [IN_NAVBAR] }));
    expect(text).toContain('\nknown (1): listed in the baseline\n');
    expect(text).not.toContain('case-mismatch');
  });

  it('keeps a destination with line ends on one line', () => {
    const link = { href: 'a\r\n::error::x', suggestions: [] };
    const [first] = formatDiagnostics('pretty', reportOf([{ ...BROKEN, link }])).split('\n');
    expect(first).toContain('a ::error::x');
  });
});
