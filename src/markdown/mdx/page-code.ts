import type { Span } from '../../content/source-text.ts';

/** The code of a page with components. Elements and expressions are numbered in the order in which they are read. */
export interface PageCode {
  /** Imports and exports. */
  readonly modules: PageText[];
  readonly elements: PageElement[];
  readonly expressions: PageText[];
}

/** A part of the code as written, without the prefixes of lists and quotes around it. */
export interface PageText {
  readonly text: string;
  readonly span: Span;
}

/** A component or an HTML element of JSX, or a directive with the name of a component. */
export interface PageElement {
  /** As written; empty for a fragment. */
  readonly name: string;
  /** The place of its name. */
  readonly span: Span;
  readonly attributes: readonly PageAttribute[];
  /** Other properties. */
  readonly props?: Readonly<Record<string, unknown>>;
}

/** An attribute of JSX, whose text is that of its value without quotes or braces, or an option of a directive as JSON. */
export interface PageAttribute extends PageText {
  /** Empty for `{...spread}`. */
  readonly name: string;
  readonly nameSpan: Span;
  readonly kind: 'name' | 'text' | 'expression' | 'json';
}

/** The name of an element whose attributes are the `props` of its content: a file that a page includes. */
export const PROPS = '$props';

export function createPageCode(): PageCode {
  return { modules: [], elements: [], expressions: [] };
}

/** True if a page has neither components nor expressions. */
export function isEmptyCode({ modules, elements, expressions }: PageCode): boolean {
  return modules.length + elements.length + expressions.length === 0;
}

/** A mark in rendered HTML: the start (`<`) or end (`>`) of an element, or an expression (`=`), with its number. */
export const CODE_MARK = /\0\{([<>=])(\d+)\}/g;
