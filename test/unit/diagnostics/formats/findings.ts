import { type Diagnostic, diagnostic } from '../../../../src/diagnostics/diagnostic.ts';

import type { FormatInput } from '../../../../src/diagnostics/formats/report-input.ts';

/** A broken link with all that a finding about a link can say. */
export const BROKEN: Diagnostic = diagnostic('page-not-found', {
  message: 'there is no page at "/docs/instal"',
  location: { file: 'content/docs/a.md', line: 12, column: 34, endLine: 12, endColumn: 45 },
  link: {
    href: './instal.md',
    resolved: '/docs/instal',
    suggestions: ['./install.md', './instance.md'],
    fix: './install.md',
  },
});

/** A link of the frame, which stands on many pages. */
export const IN_NAVBAR: Diagnostic = diagnostic('case-mismatch', {
  message: '"/Docs" differs from "/docs" in upper and lower case',
  location: { file: 'site.config.ts', line: 4, column: 9, pointer: 'navbar.items[2].to' },
  link: { href: '/Docs', resolved: '/Docs', suggestions: [], pages: 120 },
});

/** What would break any format that escapes carelessly. */
export const NASTY: Diagnostic = diagnostic('empty-href', {
  message: 'a < b & "c" \'d\' ]]> 100%\u0000\u001B[2J\uFFFE\uD800 {0} \u{1F600}\nnext\tline',
  location: { file: 'content/ä b,c:d&<"\'>.md', line: 3, column: 1, endLine: 4, endColumn: 2 },
  hint: 'écrire\r\nmieux',
});

export const PLACELESS: Diagnostic = diagnostic('search-gap', { message: 'a gap' });

/** A report about these diagnostics. */
export function reportOf(
  diagnostics: readonly Diagnostic[],
  more: Partial<FormatInput> = {},
): FormatInput {
  return { diagnostics, read: () => undefined, complete: true, ...more };
}
