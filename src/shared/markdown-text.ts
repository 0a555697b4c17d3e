import { wellFormed } from './escape-html.ts';

/** Escapes text so that Markdown shows it unchanged. */
export function escapeMarkdown(text: string): string {
  return wellFormed(text)
    .replace(/[\\`*_~[\]<>]|&(?=#?\w+;)|^#/g, '\\$&')
    .replace(/\s+/g, ' ');
}

/** A Markdown version without its first line, if that names the list of pages. */
export function withoutIndexLine(markdown: string): string {
  return markdown.replace(/^> .*\/llms\.txt\).*\n\n/, '');
}

/** Prints a code span (CommonMark 6.1), fenced by more backticks than it has in a row. */
export function codeSpan(text: string): string {
  const line = wellFormed(text).replace(/[\r\n]+/g, ' ');
  if (line === '') return '` `';
  const fence = '`'.repeat(longestRun(line) + 1);
  const isPadded = line.startsWith(' ') && line.endsWith(' ') && line.trim() !== '';
  const pad = isPadded || line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** Prints a fenced code block (CommonMark 4.5). */
export function fenced(code: string, info: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(code) + 1));
  const body = wellFormed(code).replace(/\n$/, '');
  return `${fence}${info}\n${body}\n${fence}`;
}

function longestRun(text: string): number {
  if (!text.includes('`')) return 0;
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}

/** Escapes what ends a link destination, or is read in it as an escape or a character reference (CommonMark 6.3). */
export function linkTarget(href: string): string {
  return href.replace(/[\s()<>]|\\|&(?=#?\w+;)/g, (character) => {
    if (character === '\\') return '\\\\';
    if (character === '&') return '&amp;';
    // `encodeURIComponent` leaves parentheses.
    return /[()]/.test(character)
      ? `%${character.charCodeAt(0).toString(16)}`
      : encodeURIComponent(character);
  });
}
