import { isLetter, newTag, readTag, SLASH, type TagSpan } from './attributes.ts';
import { cdataEnd, declarationEnd, rawTextEnd } from './raw-text.ts';

/** Callbacks of the tokenizer, called in source order. Tags are only valid during a call. */
export interface TokenReader {
  /** Returns the element's name if its content is raw text. */
  readonly startTag: (tag: TagSpan) => string | undefined;
  readonly endTag: (tag: TagSpan) => void;
  /** Text between tags, with character references undecoded. */
  readonly text?: (start: number, end: number) => void;
  /** A whole comment, declaration or processing instruction. */
  readonly comment?: (start: number, end: number) => void;
  /** Content of an element that cannot contain markup: script, style, textarea and the like. */
  readonly rawText?: (name: string, start: number, end: number) => void;
  /** An incomplete tag at the end of the text. */
  readonly cutOff?: (start: number) => void;
  /** True inside SVG and MathML, where CDATA sections are not comments; they are skipped. */
  readonly isForeign?: () => boolean;
}

/**
 * Tokenizes HTML as the standard does (13.2.5), in one pass over character codes. Builds no tree; every input is
 * valid.
 */
export function tokenizeHtml(text: string, reader: TokenReader): void {
  const tag = newTag();
  let textStart = 0;
  let at = text.indexOf('<');
  while (at >= 0) {
    const construct = constructAt(text, at);
    if (construct !== 'text') {
      if (at > textStart) reader.text?.(textStart, at);
      tag.start = at;
      textStart = CONSTRUCTS[construct](text, tag, reader);
    }
    at = text.indexOf('<', Math.max(textStart, at + 1));
  }
  if (textStart < text.length) reader.text?.(textStart, text.length);
}

/** Kind of construct that a `<` begins (HTML standard 13.2.5.6); declarations include comments of any kind. */
type Construct = 'startTag' | 'endTag' | 'declaration' | 'text';

function constructAt(text: string, at: number): Construct {
  const next = text.charCodeAt(at + 1);
  if (isLetter(next)) return 'startTag';
  if (next === SLASH) {
    if (isLetter(text.charCodeAt(at + 2))) return 'endTag';
    return at + 2 < text.length ? 'declaration' : 'text';
  }
  return next === BANG || next === QUESTION ? 'declaration' : 'text';
}

const BANG = 0x21;
const QUESTION = 0x3f;

/** Reads the construct at `tag.start`; returns its end. */
type ConstructReader = (text: string, tag: TagSpan, reader: TokenReader) => number;

const CONSTRUCTS: Readonly<Record<Exclude<Construct, 'text'>, ConstructReader>> = {
  startTag(text, tag, reader) {
    tag.nameStart = tag.start + 1;
    if (!readTag(text, tag)) return cutOff(text, tag, reader);
    const { end } = tag;
    const raw = reader.startTag(tag);
    if (raw === undefined) return end;
    const close = rawTextEnd(text, end, raw);
    if (close > end) reader.rawText?.(raw, end, close);
    return close;
  },
  endTag(text, tag, reader) {
    tag.nameStart = tag.start + 2;
    if (!readTag(text, tag)) return cutOff(text, tag, reader);
    reader.endTag(tag);
    return tag.end;
  },
  declaration(text, { start }, reader) {
    if (text.startsWith('<![CDATA[', start) && reader.isForeign?.() === true)
      return cdataEnd(text, start + 9);
    const end = declarationEnd(text, start);
    reader.comment?.(start, end);
    return end;
  },
};

function cutOff(text: string, { start }: TagSpan, reader: TokenReader): number {
  reader.cutOff?.(start);
  return text.length;
}
