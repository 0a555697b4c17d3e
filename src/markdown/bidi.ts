import { type ParseSession, report } from './parse-session.ts';

const BIDI = /[\u202a-\u202e\u2066-\u2069]/g;

/** Reports the first bidirectional control character of each line: text with them can read otherwise than it is. */
export function reportBidiControls(session: ParseSession): void {
  const { source } = session;
  let lineEnd = -1;
  for (const match of source.text.matchAll(BIDI)) {
    if (match.index < lineEnd) continue;
    const newline = source.text.indexOf('\n', match.index);
    lineEnd = newline < 0 ? source.text.length : newline;
    const name = `U+${match[0].charCodeAt(0).toString(16).toUpperCase()}`;
    report(session, 'bidi-control', {
      span: { start: match.index, end: match.index + 1 },
      message: `the line has the bidirectional control character ${name}`,
      hint: 'remove it; right-to-left text does not need it',
    });
  }
}
