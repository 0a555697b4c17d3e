import { describe, expect, it } from 'vitest';
import { formatDiagnostics } from '../../../../src/diagnostics/format.ts';
import { BROKEN, NASTY, reportOf } from './findings.ts';

describe('github', () => {
  it('annotates the exact location, relative to the repository', () => {
    expect(formatDiagnostics('github', reportOf([BROKEN], { siteFolder: 'docs' }))).toBe(
      '::error file=docs/content/docs/a.md,line=12,col=34,endLine=12,endColumn=45,title=page-not-found::there is no page at "/docs/instal"%0Adid you mean ./install.md or ./instance.md?\n',
    );
  });

  it('omits columns if the location spans lines, and stays on one line', () => {
    const text = formatDiagnostics('github', reportOf([NASTY]));
    expect(text).toMatch(/^::warning file=[^\n]*,line=3,endLine=4,title=empty-href::[^\n]*\n$/);
    expect(text).toContain('100%25');
    expect(text).toContain('file=content/ä b%2Cc%3Ad&<"\'>.md,');
    expect(text).not.toContain('\u001B');
  });
});
