/** The attributes that links, ids and the structure of foreign content depend on; the rest is passed over. */
export const ATTRIBUTES = [
  'id',
  'href',
  'src',
  'name',
  'data',
  'poster',
  'srcset',
  'style',
  'content',
  'http-equiv',
  'rel',
  'xlink:href',
  'imagesrcset',
  'encoding',
  'color',
  'face',
  'size',
] as const;

export type AttributeName = (typeof ATTRIBUTES)[number];

/** Number of an attribute in {@link ATTRIBUTES}, for each name. */
export const NUMBER_OF: Readonly<Record<AttributeName, number>> = {
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
};

/** The attributes of one tag. One object serves a whole scan, so that a tag costs no allocation. */
export interface TagAttributes {
  /** Bit n tells that attribute n of {@link ATTRIBUTES} is there. */
  found: number;
  /** Start and end of value n at 2n and 2n + 1, quotes left out. */
  readonly spans: Int32Array;
  selfClosing: boolean;
}

export function newAttributes(): TagAttributes {
  return { found: 0, spans: new Int32Array(2 * ATTRIBUTES.length), selfClosing: false };
}

export function hasAttribute(attributes: TagAttributes, name: AttributeName): boolean {
  return (attributes.found & (1 << NUMBER_OF[name])) !== 0;
}

/**
 * Reads the attributes that follow a tag's name (HTML standard 13.2.5.32 and on). Of a repeated name the first counts.
 * Returns the offset after the `>`, or -1 where the text ends before it: then there is no tag.
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
    if (at >= text.length) return -1;
    at = readAttribute(text, at, into);
    if (at < 0) return -1;
  }
}

/** Reads one attribute; returns the offset after its value, or -1 where its quote is never closed. */
function readAttribute(text: string, nameStart: number, into: TagAttributes): number {
  // A name may begin with `=`.
  let at = nameStart + 1;
  let code = text.charCodeAt(at);
  while (!endsName(code) && at < text.length) {
    at += 1;
    code = text.charCodeAt(at);
  }
  const nameEnd = at;
  while (isSpace(code)) {
    at += 1;
    code = text.charCodeAt(at);
  }
  if (code !== EQUALS) {
    note(text, into, { nameStart, nameEnd, start: nameEnd, end: nameEnd });
    return at;
  }
  at += 1;
  code = text.charCodeAt(at);
  while (isSpace(code)) {
    at += 1;
    code = text.charCodeAt(at);
  }
  const quoted = code === DOUBLE_QUOTE || code === SINGLE_QUOTE;
  const start = quoted ? at + 1 : at;
  const end = quoted
    ? text.indexOf(code === DOUBLE_QUOTE ? '"' : "'", start)
    : unquotedEnd(text, at);
  if (end < 0) return -1;
  note(text, into, { nameStart, nameEnd, start, end });
  return quoted ? end + 1 : end;
}

interface AttributeSpan {
  readonly nameStart: number;
  readonly nameEnd: number;
  readonly start: number;
  readonly end: number;
}

function note(text: string, into: TagAttributes, span: AttributeSpan): void {
  const number = attributeNumber(text, span.nameStart, span.nameEnd);
  if (number < 0 || (into.found & (1 << number)) !== 0) return;
  into.found |= 1 << number;
  into.spans[2 * number] = span.start;
  into.spans[2 * number + 1] = span.end;
}

function unquotedEnd(text: string, from: number): number {
  let at = from;
  let code = text.charCodeAt(at);
  while (at < text.length && code !== GREATER && !isSpace(code)) {
    at += 1;
    code = text.charCodeAt(at);
  }
  return at;
}

/** Which of the known attributes a name is, in any case; -1 for all others. Length and first letter decide mostly. */
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

/** True where `text` has `lower`, a name in lower case, at an offset, in upper or lower case of ASCII. */
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
  return code === EQUALS || code === GREATER || isSeparator(code);
}

// Codes of the characters that the scanners look for.
const TAB = 0x09;
const LINE_FEED = 0x0a;
const FORM_FEED = 0x0c;
const RETURN = 0x0d;
const SPACE = 0x20;
export const BANG = 0x21;
const DOUBLE_QUOTE = 0x22;
const SINGLE_QUOTE = 0x27;
export const DASH = 0x2d;
export const SLASH = 0x2f;
const EQUALS = 0x3d;
export const GREATER = 0x3e;
export const QUESTION = 0x3f;

/** ASCII whitespace of the HTML standard; a return counts, because it would have been normalised to a line feed. */
export function isSpace(code: number): boolean {
  return (
    code === SPACE || code === LINE_FEED || code === TAB || code === RETURN || code === FORM_FEED
  );
}

export function isLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
