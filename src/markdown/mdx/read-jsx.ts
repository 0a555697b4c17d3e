import type { Span } from '../../content/source-text.ts';

/** A tag of JSX; offsets are those of the text it was read from. */
export interface JsxTag extends Span {
  /** As written; empty for a fragment. */
  readonly name: string;
  readonly nameStart: number;
  readonly kind: 'open' | 'close' | 'empty';
  readonly attributes: readonly JsxAttribute[];
}

export interface JsxAttribute {
  /** Empty for `{...spread}`. */
  readonly name: string;
  /** The value without quotes or braces; undefined for a name alone. */
  readonly value: Span | undefined;
  /** True for a value in braces. */
  readonly isExpression: boolean;
}

const NAME = /[A-Za-z_$][\w$.:-]*/y;
const ATTRIBUTE_NAME = /[^\s=/>{}"'<]+/y;
const BARE_VALUE = /[^\s>{}"'<=`]+/y;

/** Reads the tag that begins with the `<` at an offset; undefined if there is none. */
export function readTag(text: string, start: number): JsxTag | undefined {
  const isClosing = text[start + 1] === '/';
  const nameStart = start + (isClosing ? 2 : 1);
  const name = matchAt(NAME, text, nameStart);
  let at = nameStart + name.length;
  if (!/[\s/>]/.test(text.charAt(at)) || (name === '' && text[at] !== '>')) return undefined;
  const attributes: JsxAttribute[] = [];
  for (;;) {
    at = skipSpace(text, at);
    const sign = text[at];
    const kind = isClosing ? 'close' : 'open';
    if (sign === '>') return { name, nameStart, kind, attributes, start, end: at + 1 };
    if (sign === '/') {
      const end = skipSpace(text, at + 1);
      if (text[end] !== '>' || isClosing) return undefined;
      return { name, nameStart, kind: 'empty', attributes, start, end: end + 1 };
    }
    const read = readAttribute(text, at);
    if (read === undefined || isClosing) return undefined;
    attributes.push(read.attribute);
    at = read.end;
  }
}

function readAttribute(
  text: string,
  start: number,
): { readonly attribute: JsxAttribute; readonly end: number } | undefined {
  const name = matchAt(ATTRIBUTE_NAME, text, start);
  const nameEnd = start + name.length;
  const equals = skipSpace(text, nameEnd);
  if (name !== '' && text[equals] !== '=')
    return { attribute: { name, value: undefined, isExpression: false }, end: nameEnd };
  const at = name === '' ? start : skipSpace(text, equals + 1);
  const quote = text[at];
  if (quote === '{') {
    const end = expressionEnd(text, at);
    if (end === undefined) return undefined;
    const value = { start: at + 1, end: end - 1 };
    return { attribute: { name, value, isExpression: true }, end };
  }
  if (name === '') return undefined;
  if (quote === '"' || quote === "'") {
    const end = text.indexOf(quote, at + 1);
    if (end < 0) return undefined;
    const value = { start: at + 1, end };
    return { attribute: { name, value, isExpression: false }, end: end + 1 };
  }
  const end = at + matchAt(BARE_VALUE, text, at).length;
  const attribute = { name, value: { start: at, end }, isExpression: false };
  return end === at ? undefined : { attribute, end };
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

/** Work to read what begins at an offset, in parser steps: for text that begins nothing, up to a whole expression. */
export function readingSteps(text: string, start: number, end: number | undefined): number {
  if (end !== undefined) return (end - start) >> 2;
  const isNearBrace = text.slice(start, start + 300).includes('{');
  return isNearBrace ? Math.min(MAX_EXPRESSION, text.length - start) >> 2 : 1;
}

export function skipSpace(text: string, start: number): number {
  let at = start;
  while (/\s/.test(text.charAt(at))) at += 1;
  return at;
}

/** Longest expression that is read, in characters: bounds the work for braces that never close. */
const MAX_EXPRESSION = 20_000;
const SIGN = /["'`/{}[\]()]/g;
const OPENERS = '{[(';
const CLOSERS = '}])';

/** The offset after the bracket that closes the one at an offset; strings and comments are skipped. */
export function expressionEnd(text: string, start: number): number | undefined {
  const part = text.slice(start, start + MAX_EXPRESSION);
  const skip = opaqueSkipper(part);
  let depth = 0;
  let at = 0;
  for (;;) {
    SIGN.lastIndex = at;
    const sign = SIGN.exec(part)?.[0];
    if (sign === undefined) return undefined;
    at = SIGN.lastIndex - 1;
    if (OPENERS.includes(sign)) depth += 1;
    else if (CLOSERS.includes(sign)) depth -= 1;
    else at = skip(at);
    at += 1;
    if (depth === 0) return start + at;
  }
}

/** Returns the last offset of a string or comment that begins at an offset, else the same offset. */
function opaqueSkipper(text: string): (at: number) => number {
  // Up to where a sign is known to close nothing: apostrophes in a text.
  const closesNothing = new Map<string, number>();
  return (at) => {
    const sign = text.charAt(at);
    if (!'"\'`/'.includes(sign) || at < (closesNothing.get(sign) ?? 0)) return at;
    const end = sign === '/' ? commentEnd(text, at) : stringEnd(text, at);
    if (end === undefined) {
      const newline = sign === '`' ? -1 : text.indexOf('\n', at);
      closesNothing.set(sign, newline < 0 ? text.length : newline);
    }
    return end ?? at;
  };
}

/** The last offset of a comment; the same offset for another slash, undefined for one without an end. */
function commentEnd(text: string, at: number): number | undefined {
  const isBlock = text[at + 1] === '*';
  if (!isBlock && (text[at + 1] !== '/' || text[at - 1] === ':')) return at;
  const close = isBlock ? '*/' : '\n';
  const end = text.indexOf(close, at + 2);
  return end < 0 ? undefined : end + close.length - 1;
}

/** The offset of the quote that ends a string; undefined for an apostrophe in a text. */
function stringEnd(text: string, start: number): number | undefined {
  const quote = text[start];
  for (let at = start + 1; at < text.length && at < start + MAX_EXPRESSION; at++) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === quote) return at;
    else if (text[at] === '\n' && quote !== '`') return undefined;
  }
  return undefined;
}
