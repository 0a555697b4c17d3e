import type { PrismStream, PrismToken } from './prism.ts';

const SPECIAL = /[&<>\u202a-\u202e\u2066-\u2069]/;
const SPECIALS = /[&<>\u202a-\u202e\u2066-\u2069]/g;

/** Escapes code for HTML; bidirectional controls, which could make code read differently, become visible. */
export function escapeCode(code: string): string {
  return SPECIAL.test(code) ? code.replace(SPECIALS, escapeOne) : code;
}

function escapeOne(char: string): string {
  switch (char) {
    case '&':
      return '&amp;';
    case '<':
      return '&lt;';
    case '>':
      return '&gt;';
    default:
      return `<span class="bidi-control">U+${char.charCodeAt(0).toString(16).toUpperCase()}</span>`;
  }
}

/** Prints tokens as spans with the classes `t-<type>` and `t-<alias>`. */
export function printTokens(stream: PrismStream): string {
  if (typeof stream === 'string') return escapeCode(stream);
  if (!isToken(stream)) return stream.map(printTokens).join('');
  return `${openTag(stream)}${printTokens(stream.content)}</span>`;
}

/** The same, line by line: a token that spans lines is closed and opened again at each line's end. */
export function printTokenLines(stream: PrismStream): string[] {
  const lines = [''];
  printLines(stream, lines, []);
  return lines;
}

function printLines(stream: PrismStream, lines: string[], open: readonly string[]): void {
  if (typeof stream === 'string') printText(stream, lines, open);
  else if (!isToken(stream)) {
    for (const part of stream) printLines(part, lines, open);
  } else {
    const tag = openTag(stream);
    append(lines, tag);
    printLines(stream.content, lines, [...open, tag]);
    append(lines, '</span>');
  }
}

function printText(text: string, lines: string[], open: readonly string[]): void {
  const [first = '', ...rest] = text.split('\n');
  append(lines, escapeCode(first));
  for (const line of rest) {
    append(lines, '</span>'.repeat(open.length));
    lines.push(open.join('') + escapeCode(line));
  }
}

function append(lines: string[], html: string): void {
  lines[lines.length - 1] += html;
}

function isToken(stream: PrismStream): stream is PrismToken {
  return typeof stream === 'object' && 'type' in stream;
}

// The types and aliases are names from Prism's grammars: letters, digits and hyphens.
function openTag({ type, alias }: PrismToken): string {
  const first = typeof alias === 'string' ? alias : alias?.[0];
  return first === undefined ? `<span class="t-${type}">` : `<span class="t-${type} t-${first}">`;
}
