/** Numbers of the attributes that matter for links, ids and foreign content. */
export const NUMBER_OF = {
  id: 0,
  href: 1,
  src: 2,
  name: 3,
  data: 4,
  poster: 5,
  srcset: 6,
  style: 7,
  content: 8,
  'http-equiv': 9,
  rel: 10,
  'xlink:href': 11,
  imagesrcset: 12,
  encoding: 13,
  color: 14,
  face: 15,
  size: 16,
} as const;

export type AttributeName = keyof typeof NUMBER_OF;

/** In the order of their numbers. */
const ATTRIBUTES: readonly string[] = Object.keys(NUMBER_OF);

/** The attributes of one tag. One object serves a whole scan, so that tags cost no allocation. */
export interface TagAttributes {
  /** Bit n is set if attribute n of {@link NUMBER_OF} is present. */
  found: number;
  /** Start and end of value n at 2n and 2n + 1, without quotes. */
  readonly spans: Int32Array;
  selfClosing: boolean;
}

export function newAttributes(): TagAttributes {
  return { found: 0, spans: new Int32Array(2 * ATTRIBUTES.length), selfClosing: false };
}

export function hasAttribute(attributes: TagAttributes, name: AttributeName): boolean {
  return (attributes.found & (1 << NUMBER_OF[name])) !== 0;
}

/** Offsets of an attribute in a text. */
export interface AttributeSpan {
  readonly nameStart: number;
  readonly nameEnd: number;
  /** The value in the source, without quotes; empty at `nameEnd` if there is none. */
  readonly valueStart: number;
  readonly valueEnd: number;
  readonly hasValue: boolean;
}

/**
 * Reads the attributes after a tag's name (HTML standard 13.2.5.32 and on); the first of a name counts. Returns the
 * offset after the `>`, or -1 if the text ends before it, so that there is no tag.
 */
export function readAttributes(text: string, from: number, into: TagAttributes): number {
  into.found = 0;
  let at = from;
  for (;;) {
    let code = text.charCodeAt(at);
    let slash = -1;
    while (isSeparator(code)) {
      if (code === SLASH) slash = at;
      at += 1;
      code = text.charCodeAt(at);
    }
    if (code === GREATER) {
      into.selfClosing = slash === at - 1 && slash >= 0;
      return at + 1;
    }
    const attribute = at < text.length ? attributeAt(text, at) : undefined;
    if (attribute === undefined) return -1;
    note(text, into, attribute);
    at = attributeEnd(text, attribute);
  }
}

/** Finds the attribute whose name starts at an offset; undefined if its quote is not closed. */
export function attributeAt(text: string, nameStart: number): AttributeSpan | undefined {
  // A name may begin with `=`.
  let nameEnd = nameStart + 1;
  while (nameEnd < text.length && !endsName(text.charCodeAt(nameEnd))) nameEnd += 1;
  const equals = skipSpace(text, nameEnd);
  if (text.charCodeAt(equals) !== EQUALS) {
    return { nameStart, nameEnd, valueStart: nameEnd, valueEnd: nameEnd, hasValue: false };
  }
  const at = skipSpace(text, equals + 1);
  const quoted = isQuote(text.charCodeAt(at));
  const valueStart = quoted ? at + 1 : at;
  const valueEnd = quoted ? text.indexOf(text.charAt(at), valueStart) : unquotedEnd(text, at);
  if (valueEnd < 0) return undefined;
  return { nameStart, nameEnd, valueStart, valueEnd, hasValue: true };
}

/** Returns the offset after an attribute, including its closing quote. */
export function attributeEnd(text: string, attribute: AttributeSpan): number {
  const { valueStart, valueEnd, hasValue } = attribute;
  return hasValue && isQuote(text.charCodeAt(valueStart - 1)) ? valueEnd + 1 : valueEnd;
}

function note(text: string, into: TagAttributes, attribute: AttributeSpan): void {
  const number = attributeNumber(text, attribute.nameStart, attribute.nameEnd);
  if (number < 0 || (into.found & (1 << number)) !== 0) return;
  into.found |= 1 << number;
  into.spans[2 * number] = attribute.valueStart;
  into.spans[2 * number + 1] = attribute.valueEnd;
}

function unquotedEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) !== GREATER && !isSpace(text.charCodeAt(at)))
    at += 1;
  return at;
}

/** Returns the end of a tag's name that starts at an offset. */
export function tagNameEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && !endsTagName(text.charCodeAt(at))) at += 1;
  return at;
}

/** True for characters that end the name of a tag. */
export function endsTagName(code: number): boolean {
  return code === GREATER || isSeparator(code);
}

/** Returns the first offset without white space. */
export function skipSpace(text: string, from: number): number {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

/**
 * Returns the number of an attribute's name in any case; -1 if it is unknown. Length and first letter usually
 * decide.
 */
function attributeNumber(text: string, start: number, end: number): number {
  const length = end - start;
  if (length < 2 || length > 11) return -1;
  const candidates = BY_LENGTH[length] ?? [];
  const first = text.charCodeAt(start) | 0x20;
  for (const number of candidates) {
    const name = ATTRIBUTES[number] ?? '';
    if (name.charCodeAt(0) === first && equalsIgnoringCase(text, start, name)) return number;
  }
  return -1;
}

const BY_LENGTH: readonly (readonly number[])[] = Array.from({ length: 12 }, (_, length) =>
  ATTRIBUTES.flatMap((name, number) => (name.length === length ? [number] : [])),
);

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
  return code === EQUALS || endsTagName(code);
}

// Codes of the characters that the scanners look for.
const TAB = 0x09;
const LINE_FEED = 0x0a;
const FORM_FEED = 0x0c;
const RETURN = 0x0d;
const SPACE = 0x20;
export const BANG = 0x21;
export const DASH = 0x2d;
export const SLASH = 0x2f;
const EQUALS = 0x3d;
export const GREATER = 0x3e;
export const QUESTION = 0x3f;

/** ASCII whitespace of the HTML standard, and carriage returns, which browsers normalize to line feeds. */
export function isSpace(code: number): boolean {
  return (
    code === SPACE || code === LINE_FEED || code === TAB || code === RETURN || code === FORM_FEED
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
