import { findAttribute, type TagSpan } from '../attributes.ts';
import { decodeAttribute } from '../character-references.ts';
import type { Writer } from './block-markdown.ts';

export interface MarkdownOptions {
  /** Returns the address for a link of the page. */
  readonly linkOf: (href: string) => string;
  /** Returns a line that names the code samples of an API page that are left out. */
  readonly moreSamples?: (names: readonly string[]) => string;
}

/** The state of a conversion. */
export interface Reader extends MarkdownOptions, Writer {
  readonly html: string;
  /** The names of samples that were left out, and not yet named. */
  samples: string[];
  /** An element that is left out, and how many of its name are open. */
  skipped: { readonly name: string; depth: number } | undefined;
  code: Code | undefined;
  math: Formula | undefined;
  /** The title of the next code block; undefined outside of its figure. */
  title: string | undefined;
  /** True in a reference to a footnote. */
  inNote: boolean;
  /** The id of the last list item: a link to it is its name. */
  item: string;
  /** True in a flag of an API page, which is emphasized. */
  inFlag: boolean;
}

/** Code as it is read: with character references, without the elements of its colors. */
export interface Code {
  /** The element that ends it. */
  readonly name: string;
  html: string;
  language: string;
  /** True if it has added or removed lines. */
  isDiff: boolean;
}

/** A formula in MathML. */
export interface Formula {
  readonly isBlock: boolean;
  text: string;
  /** The same in TeX. */
  tex: string;
  inTex: boolean;
}

/** Returns the value of an attribute; empty if the tag lacks it. */
export function valueOf({ html }: Reader, tag: TagSpan, name: string): string {
  const found = findAttribute(html, tag, name);
  return found === undefined ? '' : decodeAttribute(html.slice(found.valueStart, found.valueEnd));
}
