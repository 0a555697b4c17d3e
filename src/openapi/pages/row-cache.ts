import type { Html } from '../../shared/jsx-runtime.ts';
import type { Example, SchemaNode } from '../model/api-model.ts';
import type { Collected } from './api-page.ts';
import type { ChildRow } from './child-rows.ts';

/**
 * Values computed once for all pages of a description. Plain maps, since they live as long as the description and
 * weak maps of this size cost seconds of garbage collection.
 */
export interface RowCache {
  /** Rendered line of a schema, independent of its location. */
  readonly lines: Map<SchemaNode, Collected<SchemaLine>>;
  /**
   * Rows and notes below a schema, by direction; those that are the same in all directions are in `both` alone. Leaves have
   * none.
   */
  readonly shapes: ByDirection<SchemaShape>;
  /** Number of rows below a schema, by the depth to which references are expanded. */
  readonly sizes: ByDirection<number[]>;
}

type ByDirection<T> = Readonly<Record<'request' | 'response' | 'both', Map<SchemaNode, T>>>;

/** Parts of a row that depend on the schema alone. */
export interface SchemaLine {
  /** Type, with a link if it is a named schema. */
  readonly type: Html;
  readonly flags: readonly Html[];
  /** Constraints with short examples, and allowed values. */
  readonly details: Html | undefined;
  /** Examples too long for a line. */
  readonly examples: readonly Html[];
  /** HTML of the description; its ids and region names are not unique on the page yet. */
  readonly description: string;
  /** True if the description has such ids or names, or the marks of a row. */
  readonly needsCare: boolean;
  readonly elements: number;
}

/** Rows and notes below a schema, independent of its location. */
export interface SchemaShape {
  /** The schema inside nested arrays. */
  readonly inner: SchemaNode;
  /** Suffix that arrays add to ids. */
  readonly idPart: string;
  readonly rows: readonly ShapeRow[];
  readonly hasVariants: boolean;
  /** Notes about an object besides its rows. */
  readonly notes: readonly Html[];
  readonly isEmpty: boolean;
  /** True if no row depends on the direction, as in most schemas. */
  readonly isOneForAll: boolean;
}

/** The parts of a row that do not depend on its location. */
export interface ShapeRow {
  readonly row: ChildRow;
  readonly node: SchemaNode;
  /**
   * The printed row, if it is that of a leaf; made at the first use. It depends on the row and the schema, and on the
   * messages and templates, with which the cache ends; not on the direction, the depth or the room of a page.
   */
  printed: Collected<PrintedRow> | undefined;
  /** Its text for the search; made at the first use. */
  text: string | undefined;
}

interface PrintedRow {
  /** With marks for its id and address. */
  readonly html: string;
  readonly description: string;
  readonly elements: number;
}

export function createRowCache(): RowCache {
  return {
    lines: new Map(),
    shapes: { request: new Map(), response: new Map(), both: new Map() },
    sizes: { request: new Map(), response: new Map(), both: new Map() },
  };
}

export interface BodyExample {
  /** Distinguishes it from the others: its name and, if there are several, its media type. */
  readonly label: string;
  readonly mediaType: string;
  /** Absent if only an address is given. */
  readonly body?: { readonly code: string; readonly language: string };
  /** Example of the description; absent if it is generated from the schema. */
  readonly given?: Example;
}
