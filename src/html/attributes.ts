/** Offsets of an attribute in a text. */
export interface AttributeSpan {
  readonly nameStart: number;
  readonly nameEnd: number;
  /** The value in the source, without quotes; empty at `nameEnd` if there is none. */
  readonly valueStart: number;
  readonly valueEnd: number;
  readonly hasValue: boolean;
}

type Reused<Value> = { -readonly [Key in keyof Value]: Value[Key] };

/** A tag, with offsets in the text. One object serves a whole scan, so that tags cost no allocation. */
export interface TagSpan {
  start: number;
  nameStart: number;
  nameEnd: number;
  /** Offset after the `>`. */
  end: number;
  /** One bit for each initial of the attributes' names: most tags lack the attributes that are looked up. */
  initials: number;
  /** Number of attributes; those behind it in the list belong to earlier tags. */
  count: number;
  /** In order; the first of a name counts. */
  readonly attributes: Reused<AttributeSpan>[];
}

export function newTag(): TagSpan {
  return { start: 0, nameStart: 0, nameEnd: 0, end: 0, initials: 0, count: 0, attributes: [] };
}

/** Reads the name of a tag and its attributes (HTML standard 13.2.5.8 and on). False if the text ends before its `>`. */
export function readTag(text: string, tag: TagSpan): boolean {
  let at = tag.nameStart;
  while (at < text.length && !endsTagName(text.charCodeAt(at))) at += 1;
  tag.nameEnd = at;
  tag.count = 0;
  tag.initials = 0;
  for (;;) {
    while (isSeparator(text.charCodeAt(at))) at += 1;
    if (text.charCodeAt(at) === GREATER) break;
    at = at < text.length ? readAttribute(text, tag, at) : -1;
    if (at < 0) return false;
  }
  tag.end = at + 1;
  return true;
}

/** Reads the attribute whose name starts at an offset. Returns its end; -1 if its quote is not closed. */
function readAttribute(text: string, tag: TagSpan, nameStart: number): number {
  // A name may begin with `=`.
  let nameEnd = nameStart + 1;
  while (nameEnd < text.length && !endsName(text.charCodeAt(nameEnd))) nameEnd += 1;
  const attribute = nextAttribute(tag);
  attribute.nameStart = nameStart;
  attribute.nameEnd = nameEnd;
  tag.initials |= initialBit(text, nameStart);
  const equals = skipSpace(text, nameEnd);
  attribute.hasValue = text.charCodeAt(equals) === EQUALS;
  const at = attribute.hasValue ? skipSpace(text, equals + 1) : nameEnd;
  const isQuoted = attribute.hasValue && isQuote(text.charCodeAt(at));
  attribute.valueStart = isQuoted ? at + 1 : at;
  if (isQuoted) attribute.valueEnd = text.indexOf(text.charAt(at), at + 1);
  else attribute.valueEnd = attribute.hasValue ? unquotedEnd(text, at) : at;
  return isQuoted && attribute.valueEnd >= 0 ? attribute.valueEnd + 1 : attribute.valueEnd;
}

/** Returns the bit of a letter of any case. */
export function initialBit(text: string, at: number): number {
  return 1 << (text.charCodeAt(at) & 31);
}

/** Returns the bits of the initials of names. */
export function initialBits(names: readonly string[]): number {
  return names.reduce((bits, name) => bits | initialBit(name, 0), 0);
}

function nextAttribute(tag: TagSpan): Reused<AttributeSpan> {
  const reused = tag.attributes[tag.count];
  tag.count += 1;
  if (reused !== undefined) return reused;
  const added = { nameStart: 0, nameEnd: 0, valueStart: 0, valueEnd: 0, hasValue: false };
  tag.attributes.push(added);
  return added;
}

/** Returns the name of a tag in lower case. */
export function tagName(text: string, { nameStart, nameEnd }: TagSpan): string {
  return text.slice(nameStart, nameEnd).toLowerCase();
}

/** Returns the name of an attribute in lower case. */
export function attributeName(text: string, { nameStart, nameEnd }: AttributeSpan): string {
  return text.slice(nameStart, nameEnd).toLowerCase();
}

/** Finds an attribute by its name in lower case. */
export function findAttribute(
  text: string,
  { initials, attributes, count }: TagSpan,
  name: string,
): AttributeSpan | undefined {
  if ((initials & initialBit(name, 0)) === 0) return undefined;
  for (let index = 0; index < count; index++) {
    const attribute = attributes[index];
    if (attribute === undefined) return undefined;
    const { nameStart, nameEnd } = attribute;
    if (nameEnd - nameStart === name.length && equalsIgnoringCase(text, nameStart, name))
      return attribute;
  }
  return undefined;
}

/** True if a tag ends with `/>` and the slash is not part of a value. */
export function isSelfClosing(text: string, { end, attributes, count }: TagSpan): boolean {
  const last = attributes[count - 1];
  const isInValue = last !== undefined && attributeEnd(text, last) > end - 2;
  return text.charCodeAt(end - 2) === SLASH && !isInValue;
}

/** Returns the offset after an attribute, including its closing quote. */
export function attributeEnd(text: string, attribute: AttributeSpan): number {
  const { valueStart, valueEnd, hasValue } = attribute;
  return hasValue && isQuote(text.charCodeAt(valueStart - 1)) ? valueEnd + 1 : valueEnd;
}

function unquotedEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) !== GREATER && !isSpace(text.charCodeAt(at)))
    at += 1;
  return at;
}

/** True for characters that end the name of a tag. */
export function endsTagName(code: number): boolean {
  return code <= GREATER && (code === GREATER || isSeparator(code));
}

/** Returns the first offset without white space. */
export function skipSpace(text: string, from: number): number {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

/** True if `text` has `lower`, a lower-case name, at an offset, ignoring the case of ASCII letters. */
export function equalsIgnoringCase(text: string, at: number, lower: string): boolean {
  for (let index = 0; index < lower.length; index++) {
    const code = text.charCodeAt(at + index);
    const folded = code >= 0x41 && code <= 0x5a ? code | 0x20 : code;
    if (folded !== lower.charCodeAt(index)) return false;
  }
  return true;
}

function isSeparator(code: number): boolean {
  return code === SLASH || isSpace(code);
}

function endsName(code: number): boolean {
  return code <= GREATER && (code === EQUALS || endsTagName(code));
}

// Codes of the characters that the scanners look for.
const TAB = 0x09;
const LINE_FEED = 0x0a;
const FORM_FEED = 0x0c;
const RETURN = 0x0d;
const SPACE = 0x20;
export const DASH = 0x2d;
export const SLASH = 0x2f;
const EQUALS = 0x3d;
export const GREATER = 0x3e;

/** ASCII whitespace of the HTML standard, and carriage returns, which browsers normalize to line feeds. */
function isSpace(code: number): boolean {
  return (
    code <= SPACE &&
    (code === SPACE || code === LINE_FEED || code === TAB || code === RETURN || code === FORM_FEED)
  );
}

function isQuote(code: number): boolean {
  return code === 0x22 || code === 0x27;
}

export function isLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
