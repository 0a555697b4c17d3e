import type {
  Example,
  MediaContent,
  NamedSchema,
  Operation,
  SchemaNode,
} from '../model/api-model.ts';
import type { Sample } from '../samples/sample-request.ts';
import type { ChildRow } from './child-rows.ts';

/**
 * Values computed once for all pages of a description. Plain maps, since they live as long as the description and
 * weak maps of this size cost seconds of garbage collection.
 */
export interface RowCache {
  /** Rendered line of a schema, independent of its location. */
  readonly lines: Map<SchemaNode, SchemaLine>;
  /** Rows and notes below a schema, by direction. */
  readonly shapes: ByDirection<SchemaShape>;
  /** Number of rows below a schema, by the depth to which references are expanded. */
  readonly sizes: ByDirection<number[]>;
  /** Markdown of a schema. */
  readonly words: Map<SchemaNode, SchemaWords>;
  /** Code of the page rendered last, for its Markdown version. */
  readonly samples: Map<Operation, readonly Sample[]>;
  readonly examples: Map<MediaContent, readonly BodyExample[]>;
  readonly schemaExamples: Map<NamedSchema, string>;
}

/** Drops the code of the previous page: that of all pages would be larger than the description. */
export function turnPage({ samples, examples, schemaExamples }: RowCache): void {
  samples.clear();
  examples.clear();
  schemaExamples.clear();
}

type ByDirection<T> = Readonly<Record<'request' | 'response' | 'both', Map<SchemaNode, T>>>;

export interface SchemaWords {
  readonly head: readonly string[];
  /** Indented for use below a list item. */
  readonly details: string;
}

/** Parts of a row that depend on the schema alone. */
export interface SchemaLine {
  /** Type, with a link if it is a named schema. */
  readonly type: string;
  readonly flags: string;
  /** Constraints with short examples, and allowed values. */
  readonly details: string;
  /** Examples too long for a line. */
  readonly examples: string;
  /** Description; its ids and region names are not unique on the page yet. */
  readonly description: string;
  /** True if the description has such ids or names. */
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
  readonly notes: string;
  readonly isEmpty: boolean;
}

/** The parts of a row that do not depend on its location. */
export interface ShapeRow {
  readonly row: ChildRow;
  readonly node: SchemaNode;
  readonly line: SchemaLine;
  /** Name, type and flags: the HTML after the opening tag of the row's link. */
  readonly start: string;
}

export function createRowCache(): RowCache {
  return {
    lines: new Map(),
    shapes: { request: new Map(), response: new Map(), both: new Map() },
    sizes: { request: new Map(), response: new Map(), both: new Map() },
    words: new Map(),
    samples: new Map(),
    examples: new Map(),
    schemaExamples: new Map(),
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
