import {
  type AttributeSpan,
  attributeAt,
  attributeEnd,
  BANG,
  GREATER,
  isLetter,
  isSpace,
  QUESTION,
  SLASH,
  tagNameEnd,
} from './attributes.ts';
import { declarationEnd, RAW_TEXT, rawTextEnd } from './raw-text.ts';

/** An attribute of a start tag, with offsets in the scanned text. */
export interface HtmlAttribute extends AttributeSpan {
  /** Lower case. */
  readonly name: string;
}

export interface HtmlStartTag {
  /** Lower case. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** In order, without repeated names, as in the HTML standard. */
  readonly attributes: readonly HtmlAttribute[];
}

/** Callbacks of the scanner, called in source order. */
export interface HtmlHandler {
  readonly startTag: (tag: HtmlStartTag) => void;
  readonly endTag: (name: string, start: number, end: number) => void;
  /** Text between tags, with character references undecoded. */
  readonly text?: (start: number, end: number) => void;
  /** A whole comment, declaration or processing instruction. */
  readonly comment?: (start: number, end: number) => void;
  /** Content of an element that cannot contain markup: script, style, textarea and the like. */
  readonly rawText?: (name: string, start: number, end: number) => void;
  /** An incomplete tag at the end of the text. */
  readonly cutOff?: (start: number) => void;
}

/**
 * Tokenizes HTML as the standard does (13.2.5), in one pass over character codes. Builds no tree; every input is
 * valid.
 */
export function scanHtml(html: string, handler: HtmlHandler): void {
  let textStart = 0;
  let at = html.indexOf('<');
  while (at >= 0) {
    const construct = constructAt(html, at);
    if (construct !== 'text' && at > textStart) handler.text?.(textStart, at);
    if (construct !== 'text') textStart = SCAN[construct](html, at, handler);
    at = html.indexOf('<', Math.max(textStart, at + 1));
  }
  if (textStart < html.length) handler.text?.(textStart, html.length);
}

/** Kind of construct that a `<` begins (HTML standard 13.2.5.6); declarations include comments of any kind. */
export type Construct = 'startTag' | 'endTag' | 'declaration' | 'text';

export function constructAt(html: string, at: number): Construct {
  const next = html.charCodeAt(at + 1);
  if (isLetter(next)) return 'startTag';
  if (next === SLASH) {
    if (isLetter(html.charCodeAt(at + 2))) return 'endTag';
    return at + 2 < html.length ? 'declaration' : 'text';
  }
  return next === BANG || next === QUESTION ? 'declaration' : 'text';
}

/** Reads a construct and returns its end. */
type Scanner = (html: string, at: number, handler: HtmlHandler) => number;

const SCAN: Readonly<Record<Exclude<Construct, 'text'>, Scanner>> = {
  startTag: scanStartTag,
  endTag: scanEndTag,
  declaration: scanComment,
};

function scanComment(html: string, at: number, handler: HtmlHandler): number {
  const end = declarationEnd(html, at);
  handler.comment?.(at, end);
  return end;
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
  if (!RAW_TEXT.has(name) || name === 'plaintext') return end;
  const close = rawTextEnd(html, end, name);
  if (close > end) handler.rawText?.(name, end, close);
  return close;
}

function cutOff(html: string, at: number, handler: HtmlHandler): number {
  handler.cutOff?.(at);
  return html.length;
}

interface Attributes {
  readonly attributes: readonly HtmlAttribute[];
  /** Offset after the `>`; -1 if the text ends before it. */
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
    const span = attributeAt(html, at);
    if (span === undefined) return { attributes: NONE, end: -1 };
    const name = html.slice(at, span.nameEnd).toLowerCase();
    attributes ??= [];
    if (attributes.length === FEW) names = new Set(attributes.map((other) => other.name));
    const isRepeated = names?.has(name) ?? attributes.some((other) => other.name === name);
    if (!isRepeated) attributes.push({ name, ...span });
    names?.add(name);
    at = attributeEnd(html, span);
  }
}

// A short list is searched faster than a set; the set keeps very long tags linear.
const FEW = 16;
