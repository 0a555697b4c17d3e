import { equalsIgnoringCase, isSpace } from './attributes.ts';

/** One `url()` or `@import` of a style sheet. */
export interface CssReference {
  /** With escapes decoded. */
  readonly href: string;
  /** Span of the address in the text, without quotes. */
  readonly start: number;
  readonly end: number;
}

/** Finds the addresses of a style sheet or of a `style` attribute (CSS Syntax 3). Linear; no input is an error. */
export function scanCss(css: string): readonly CssReference[] {
  if (!/url\(|@import/i.test(css)) return NONE;
  const found: CssReference[] = [];
  // A string is an address only after `@import`, and `@namespace` has none.
  let rule: 'import' | 'namespace' | 'other' = 'other';
  let at = 0;
  while (at < css.length) {
    const token = tokenAt(css, at);
    if (token === 'import' || token === 'namespace') rule = token;
    if (token === 'url' || token === 'string') {
      const read = token === 'url' ? readUrl(css, at + 4) : readString(css, at + 1, css.charAt(at));
      const counts = rule === 'import' || (rule === 'other' && token === 'url');
      if (read.reference !== undefined && counts) found.push(read.reference);
      rule = 'other';
      at = read.end;
    } else at = token === 'comment' ? commentEnd(css, at + 2) : at + (token === 'escape' ? 2 : 1);
  }
  return found;
}

type CssToken = 'comment' | 'string' | 'escape' | 'import' | 'namespace' | 'url' | 'none';

/** Identifies the token at an offset, as far as it contains, precedes or hides an address. */
function tokenAt(css: string, at: number): CssToken {
  switch (css.charCodeAt(at)) {
    case 0x2f:
      return css.charAt(at + 1) === '*' ? 'comment' : 'none';
    case 0x22:
    case 0x27:
      return 'string';
    case BACKSLASH:
      return 'escape';
    case 0x40:
      return ruleAt(css, at + 1);
    case 0x55:
    case 0x75:
      return !isName(css.charAt(at - 1)) && equalsIgnoringCase(css, at, 'url(') ? 'url' : 'none';
    default:
      return 'none';
  }
}

function ruleAt(css: string, at: number): CssToken {
  for (const rule of ['import', 'namespace'] as const) {
    if (equalsIgnoringCase(css, at, rule) && !isName(css.charAt(at + rule.length))) return rule;
  }
  return 'none';
}

function isName(character: string): boolean {
  return /[\w-]/.test(character);
}

const NONE: readonly CssReference[] = [];

function commentEnd(css: string, from: number): number {
  const end = css.indexOf('*/', from);
  return end < 0 ? css.length : end + 2;
}

interface Read {
  readonly reference: CssReference | undefined;
  readonly end: number;
}

/** Reads a quoted string; one cut off by a line break is not an address. */
function readString(css: string, from: number, quote: string): Read {
  const close = quote.charCodeAt(0);
  let at = from;
  while (at < css.length) {
    const code = css.charCodeAt(at);
    if (code === close) return { reference: reference(css, from, at), end: at + 1 };
    if (code === 0x0a || code === 0x0d || code === 0x0c) return { reference: undefined, end: at };
    at += code === BACKSLASH ? 2 : 1;
  }
  return { reference: reference(css, from, css.length), end: css.length };
}

const BACKSLASH = 0x5c;

function readUrl(css: string, from: number): Read {
  let at = from;
  while (isSpace(css.charCodeAt(at))) at += 1;
  const first = css.charAt(at);
  if (first === '"' || first === "'") return readString(css, at + 1, first);
  const start = at;
  let end = -1;
  while (at < css.length) {
    const code = css.charCodeAt(at);
    if (code === 0x29) break;
    if (isSpace(code)) end = end < 0 ? at : end;
    // White space, a quote or a parenthesis makes a bad url, which extends to its `)`.
    else if (end >= 0 || code === 0x22 || code === 0x27 || code === 0x28)
      return { reference: undefined, end: badUrlEnd(css, at) };
    at += code === BACKSLASH ? 2 : 1;
  }
  const stop = Math.min(end < 0 ? at : end, css.length);
  return { reference: reference(css, start, stop), end: at + 1 };
}

function badUrlEnd(css: string, from: number): number {
  let at = from;
  while (at < css.length && css.charCodeAt(at) !== 0x29) {
    at += css.charCodeAt(at) === BACKSLASH ? 2 : 1;
  }
  return at + 1;
}

function reference(css: string, start: number, end: number): CssReference {
  return { href: unescapeCss(css.slice(start, end)), start, end };
}

function unescapeCss(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\(?:([0-9a-f]{1,6})(?:\r\n|[ \t\n\f\r])?|(\r\n|[\n\f\r])|([^]))/gi, decode);
}

function decode(_: string, ...groups: readonly (string | undefined)[]): string {
  const [hex, lineBreak, character = ''] = groups;
  if (hex === undefined) return lineBreak === undefined ? character : '';
  const code = Number.parseInt(hex, 16);
  const isScalar = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isScalar ? String.fromCodePoint(code) : '\ufffd';
}
