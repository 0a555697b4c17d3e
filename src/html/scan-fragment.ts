/** An attribute of a start tag. Offsets are those of the scanned text. */
export interface HtmlAttribute {
  /** Lower case. */
  readonly name: string;
  readonly nameStart: number;
  readonly nameEnd: number;
  /** The value as written, without quotes; empty at `nameEnd` where there is none. */
  readonly valueStart: number;
  readonly valueEnd: number;
  readonly hasValue: boolean;
}

export interface HtmlStartTag {
  /** Lower case. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** In order; a repeated name is left out, as the HTML standard does. */
  readonly attributes: readonly HtmlAttribute[];
}

/** What the scanner reports, in the order of the text. */
export interface HtmlHandler {
  readonly startTag: (tag: HtmlStartTag) => void;
  readonly endTag: (name: string, start: number, end: number) => void;
  /** Text between tags, character references not decoded. */
  readonly text?: (start: number, end: number) => void;
  /** The whole of a comment, declaration or processing instruction. */
  readonly comment?: (start: number, end: number) => void;
  /** The content of an element whose content is not markup: script, style, textarea and the like. */
  readonly rawText?: (name: string, start: number, end: number) => void;
  /** A tag that the end of the text cuts off. */
  readonly cutOff?: (start: number) => void;
}

// HTML standard 13.2.6: these switch the tokenizer to RAWTEXT, RCDATA or script data.
const RAW_TEXT: ReadonlySet<string> = new Set([
  'script',
  'style',
  'textarea',
  'title',
  'iframe',
  'noembed',
  'noframes',
  'xmp',
]);

/**
 * Reads HTML as the tokenizer of the HTML standard (13.2.5) does. One pass over character codes, linear in the
 * text's length; no tree is built, and no input is an error.
 */
export function scanHtml(html: string, handler: HtmlHandler): void {
  let textStart = 0;
  let at = html.indexOf('<');
  while (at >= 0) {
    const end = scanMarkup(html, at, { handler, textStart });
    if (end > at) textStart = end;
    at = html.indexOf('<', Math.max(end, at + 1));
  }
  if (textStart < html.length) handler.text?.(textStart, html.length);
}

interface MarkupContext {
  readonly handler: HtmlHandler;
  readonly textStart: number;
}

/** Reads the construct at a `<`; returns its end, or `at` where the `<` is text. */
function scanMarkup(html: string, at: number, context: MarkupContext): number {
  const next = html.charCodeAt(at + 1);
  if (isLetter(next)) return flushed(at, context, () => scanStartTag(html, at, context.handler));
  if (next === SLASH && isLetter(html.charCodeAt(at + 2))) {
    return flushed(at, context, () => scanEndTag(html, at, context.handler));
  }
  const bogus = next === SLASH && at + 2 < html.length;
  if (next !== BANG && next !== QUESTION && !bogus) return at;
  return flushed(at, context, () => {
    const end = html.startsWith('<!--', at) ? commentEnd(html, at) : bogusCommentEnd(html, at);
    context.handler.comment?.(at, end);
    return end;
  });
}

function flushed(at: number, { handler, textStart }: MarkupContext, scan: () => number): number {
  if (at > textStart) handler.text?.(textStart, at);
  return scan();
}

function commentEnd(html: string, at: number): number {
  const body = at + 4;
  if (html.startsWith('>', body)) return body + 1;
  if (html.startsWith('->', body)) return body + 2;
  for (
    let dashes = html.indexOf('--', body);
    dashes >= 0;
    dashes = html.indexOf('--', dashes + 1)
  ) {
    if (html.charCodeAt(dashes + 2) === GREATER) return dashes + 3;
    if (html.startsWith('!>', dashes + 2)) return dashes + 4;
  }
  return html.length;
}

function bogusCommentEnd(html: string, at: number): number {
  const end = html.indexOf('>', at);
  return end < 0 ? html.length : end + 1;
}

function scanEndTag(html: string, at: number, handler: HtmlHandler): number {
  const nameEnd = tagNameEnd(html, at + 2);
  const tag = scanAttributes(html, nameEnd);
  if (tag.end < 0) return cutOff(html, at, handler);
  handler.endTag(html.slice(at + 2, nameEnd).toLowerCase(), at, tag.end);
  return tag.end;
}

function scanStartTag(html: string, at: number, handler: HtmlHandler): number {
  const nameEnd = tagNameEnd(html, at + 1);
  const name = html.slice(at + 1, nameEnd).toLowerCase();
  const { attributes, end } = scanAttributes(html, nameEnd);
  if (end < 0) return cutOff(html, at, handler);
  handler.startTag({ name, start: at, end, attributes });
  if (!RAW_TEXT.has(name)) return end;
  const close = rawTextEnd(html, end, name);
  if (close > end) handler.rawText?.(name, end, close);
  return close;
}

function cutOff(html: string, at: number, handler: HtmlHandler): number {
  handler.cutOff?.(at);
  return html.length;
}

function rawTextEnd(html: string, from: number, name: string): number {
  for (let at = html.indexOf('</', from); at >= 0; at = html.indexOf('</', at + 2)) {
    const end = at + 2 + name.length;
    if (html.slice(at + 2, end).toLowerCase() === name && endsTagName(html.charCodeAt(end)))
      return at;
  }
  return html.length;
}

function tagNameEnd(html: string, from: number): number {
  let at = from;
  while (at < html.length && !endsTagName(html.charCodeAt(at))) at += 1;
  return at;
}

function endsTagName(code: number): boolean {
  return isSpace(code) || code === SLASH || code === GREATER;
}

interface Attributes {
  readonly attributes: readonly HtmlAttribute[];
  /** After the `>`; -1 where the text ends before it. */
  readonly end: number;
}

const NONE: readonly HtmlAttribute[] = [];

function scanAttributes(html: string, from: number): Attributes {
  let attributes: HtmlAttribute[] | undefined;
  let names: Set<string> | undefined;
  let at = from;
  for (;;) {
    while (isSpace(html.charCodeAt(at)) || html.charCodeAt(at) === SLASH) at += 1;
    if (at >= html.length) return { attributes: NONE, end: -1 };
    if (html.charCodeAt(at) === GREATER) return { attributes: attributes ?? NONE, end: at + 1 };
    const attribute = scanAttribute(html, at);
    if (attribute === undefined) return { attributes: NONE, end: -1 };
    attributes ??= [];
    if (attributes.length === FEW) names = new Set(attributes.map(({ name }) => name));
    if (!isRepeated(attribute.name, attributes, names)) attributes.push(attribute);
    names?.add(attribute.name);
    at = attributeEnd(html, attribute);
  }
}

// Looking through a short list is cheaper than a set; a set keeps absurdly long tags linear.
const FEW = 16;

function isRepeated(
  name: string,
  attributes: readonly HtmlAttribute[],
  names: Set<string> | undefined,
): boolean {
  return names?.has(name) ?? attributes.some((attribute) => attribute.name === name);
}

/** The offset after an attribute, its closing quote included. */
export function attributeEnd(html: string, attribute: HtmlAttribute): number {
  const { valueStart, valueEnd, hasValue } = attribute;
  return hasValue &&
    isQuote(html.charCodeAt(valueStart - 1)) &&
    html.charCodeAt(valueEnd) === html.charCodeAt(valueStart - 1)
    ? valueEnd + 1
    : valueEnd;
}

function scanAttribute(html: string, nameStart: number): HtmlAttribute | undefined {
  // An attribute name may begin with `=`.
  let at = nameStart + 1;
  while (at < html.length && !endsAttributeName(html.charCodeAt(at))) at += 1;
  const nameEnd = at;
  const name = html.slice(nameStart, nameEnd).toLowerCase();
  while (isSpace(html.charCodeAt(at))) at += 1;
  if (html.charCodeAt(at) !== EQUALS) {
    return { name, nameStart, nameEnd, valueStart: nameEnd, valueEnd: nameEnd, hasValue: false };
  }
  at += 1;
  while (isSpace(html.charCodeAt(at))) at += 1;
  const quote = html.charCodeAt(at);
  const valueStart = isQuote(quote) ? at + 1 : at;
  const valueEnd = isQuote(quote)
    ? html.indexOf(html.charAt(at), valueStart)
    : unquotedEnd(html, at);
  if (valueEnd < 0) return undefined;
  return { name, nameStart, nameEnd, valueStart, valueEnd, hasValue: true };
}

function unquotedEnd(html: string, from: number): number {
  let at = from;
  while (at < html.length && !isSpace(html.charCodeAt(at)) && html.charCodeAt(at) !== GREATER)
    at += 1;
  return at;
}

const BANG = 0x21;
const SLASH = 0x2f;
const EQUALS = 0x3d;
const GREATER = 0x3e;
const QUESTION = 0x3f;

function endsAttributeName(code: number): boolean {
  return endsTagName(code) || code === EQUALS;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0c || code === 0x0d;
}

function isQuote(code: number): boolean {
  return code === 0x22 || code === 0x27;
}

function isLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}
