import { type AttributeSpan, attributeName, type TagSpan, tagName } from './attributes.ts';
import { RAW_TEXT } from './raw-text.ts';
import { type TokenReader, tokenizeHtml } from './tokenizer.ts';

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

/** Callbacks for a fragment, called in source order. */
export interface HtmlHandler extends Pick<TokenReader, 'text' | 'comment' | 'rawText' | 'cutOff'> {
  readonly startTag: (tag: HtmlStartTag) => void;
  readonly endTag: (name: string, start: number, end: number) => void;
}

/**
 * Scans a part of a page, in which SVG and MathML follow no separate rules: the sanitizer drops them. A `plaintext`
 * does not extend to the end: the rest of the page follows.
 */
export function scanHtml(html: string, handler: HtmlHandler): void {
  tokenizeHtml(html, {
    ...handler,
    startTag: (tag) => {
      const name = tagName(html, tag);
      handler.startTag({ name, start: tag.start, end: tag.end, attributes: named(html, tag) });
      return RAW_TEXT.has(name) && name !== 'plaintext' ? name : undefined;
    },
    endTag: (tag) => handler.endTag(tagName(html, tag), tag.start, tag.end),
  });
}

function named(html: string, { attributes, count }: TagSpan): readonly HtmlAttribute[] {
  if (count === 0) return NONE;
  const found = new Map<string, HtmlAttribute>();
  for (const span of attributes.slice(0, count)) {
    const name = attributeName(html, span);
    if (!found.has(name)) found.set(name, { name, ...span });
  }
  return [...found.values()];
}

const NONE: readonly HtmlAttribute[] = [];
