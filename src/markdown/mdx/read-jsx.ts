import type { Span } from '../../content/source-text.ts';
import { type CodeError, type CodeReader, expressionEnd, spreadEnd } from './read-code.ts';

/** A tag of JSX; offsets are those of the text it was read from. */
export interface JsxTag extends Span {
  /** As written; empty for a fragment. */
  readonly name: string;
  readonly nameStart: number;
  readonly kind: 'open' | 'close' | 'empty';
  readonly attributes: readonly JsxAttribute[];
  /** Attributes that cannot be read and are left out. */
  readonly problems: readonly CodeError[];
}

export interface JsxAttribute {
  /** Empty for `{...spread}`. */
  readonly name: string;
  readonly start: number;
  /** The value without quotes or braces; undefined for a name alone. */
  readonly value: Span | undefined;
  /** True for a value in braces. */
  readonly isExpression: boolean;
}

const IDENTIFIER = String.raw`[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d-]*`;
const NAME = new RegExp(`${IDENTIFIER}(?::${IDENTIFIER}|(?:\\.${IDENTIFIER})*)`, 'yu');
const ATTRIBUTE_NAME = /[^\s=/>{}"'<]+/y;
const VALID_NAME = new RegExp(`^${IDENTIFIER}(?::${IDENTIFIER})?$`, 'u');
const BARE_VALUE = /[^\s>{}"'<=`]+/y;

/**
 * Reads the tag that begins with the `<` at an offset. Returns an error for one that is most likely meant as a tag, and
 * undefined for other text.
 */
export function readTag(
  reader: CodeReader,
  text: string,
  start: number,
): JsxTag | CodeError | undefined {
  const isClosing = text[start + 1] === '/';
  const nameStart = isClosing ? skipSpace(text, start + 2) : start + 1;
  const name = matchAt(NAME, text, nameStart);
  const nameEnd = nameStart + name.length;
  if (!/[\s/>{]/.test(text.charAt(nameEnd)) || (name === '' && text[nameEnd] !== '>'))
    return undefined;
  const read = readAttributes(reader, text, nameEnd);
  if (typeof read.end !== 'number') {
    const isMeant = read.end.isMeant || read.attributes.some(({ value }) => value !== undefined);
    return isMeant ? read.end : undefined;
  }
  const { attributes, problems, end } = read;
  const isSelfClosing = text[end] === '/';
  if (isClosing && (isSelfClosing || attributes.length > 0)) return undefined;
  // `</br>` is a line break.
  const isBreak =
    isClosing && name === 'br' && text.slice(Math.max(0, start - 4), start) !== '<br>';
  const kind = isSelfClosing || isBreak ? 'empty' : isClosing ? 'close' : 'open';
  const tagEnd = isSelfClosing ? skipSpace(text, end + 1) + 1 : end + 1;
  return { name, nameStart, kind, attributes, problems, start, end: tagEnd };
}

interface Attributes {
  readonly attributes: JsxAttribute[];
  readonly problems: CodeError[];
  /** The offset of `>` or `/`, or why there is none. */
  readonly end: number | TagError;
}

interface TagError extends CodeError {
  /** True if this can only be a tag. */
  readonly isMeant?: boolean;
}

function readAttributes(reader: CodeReader, text: string, start: number): Attributes {
  const attributes: JsxAttribute[] = [];
  const problems: CodeError[] = [];
  for (let at = skipSpace(text, start); ; at = skipSpace(text, at)) {
    const isEnd = text[at] === '>' || (text[at] === '/' && text[skipSpace(text, at + 1)] === '>');
    if (isEnd) return { attributes, problems, end: at };
    const read = readAttribute(reader, text, at);
    if ('reason' in read) return { attributes, problems, end: read };
    if (read.attribute !== undefined) attributes.push(read.attribute);
    if (read.problem !== undefined) problems.push(read.problem);
    at = read.end;
  }
}

interface AttributeRead {
  readonly attribute?: JsxAttribute;
  readonly problem?: CodeError;
  readonly end: number;
}

function readAttribute(reader: CodeReader, text: string, start: number): AttributeRead | TagError {
  if (text[start] === '{') return readBraces(reader, text, { name: '', start, at: start });
  const name = matchAt(ATTRIBUTE_NAME, text, start);
  if (name === '') return unexpectedAt(text, start);
  const nameEnd = start + name.length;
  const equals = skipSpace(text, nameEnd);
  const read =
    text[equals] === '='
      ? readValue(reader, text, { name, start, at: skipSpace(text, equals + 1) })
      : { attribute: { name, start, value: undefined, isExpression: false }, end: nameEnd };
  if ('reason' in read || VALID_NAME.test(name)) return read;
  const problem = { at: start, reason: `"${name}" is no name of an attribute`, isOpen: false };
  return { problem, end: read.end };
}

interface ValueStart {
  readonly name: string;
  /** Where the name begins. */
  readonly start: number;
  readonly at: number;
}

function readValue(
  reader: CodeReader,
  text: string,
  { name, start, at }: ValueStart,
): AttributeRead | TagError {
  const quote = text.charAt(at);
  if (quote === '{') return readBraces(reader, text, { name, start, at });
  if (quote === '"' || quote === "'") {
    const end = text.indexOf(quote, at + 1);
    if (end < 0)
      return { at, reason: `the text in quotes never ends`, isOpen: false, isMeant: true };
    const attribute = { name, start, value: { start: at + 1, end }, isExpression: false };
    return { attribute, end: end + 1 };
  }
  if (quote === '<')
    return { at, reason: 'an element as a value needs braces', isOpen: false, isMeant: true };
  const end = at + matchAt(BARE_VALUE, text, at).length;
  if (end === at) return { ...unexpectedAt(text, at), isMeant: true };
  return { attribute: { name, start, value: { start: at, end }, isExpression: false }, end };
}

/** Reads a value in braces, or `{...spread}` where there is no name. */
function readBraces(
  reader: CodeReader,
  text: string,
  { name, start, at }: ValueStart,
): AttributeRead | TagError {
  const end = name === '' ? spreadEnd(reader, text, at) : expressionEnd(reader, text, at);
  if (typeof end !== 'number')
    return end.close === undefined
      ? { ...end, isMeant: name !== '' }
      : { problem: end, end: end.close };
  const value = { start: at + 1, end: end - 1 };
  if (!isEmpty(text.slice(value.start, value.end)))
    return { attribute: { name, start, value, isExpression: true }, end };
  const problem = { at, reason: `the value of "${name}" is empty`, isOpen: false };
  return name === '' ? { end } : { problem, end };
}

/** True for spaces and comments. */
export function isEmpty(code: string): boolean {
  return code.replace(/\/\*[^]*?\*\/|\/\/[^\n]*/g, '').trim() === '';
}

function unexpectedAt(text: string, at: number): CodeError {
  const sign = text.charAt(at);
  const isOpen = sign === '';
  return { at, reason: isOpen ? 'it never ends' : `unexpected ${JSON.stringify(sign)}`, isOpen };
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (/\s/.test(text.charAt(at))) at += 1;
  return at;
}
