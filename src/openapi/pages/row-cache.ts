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
 * What is worked out once for all pages of a description. Plain maps: they live as long as the description, and weak
 * ones of this size cost the garbage collector seconds.
 */
export interface RowCache {
  /** The finished line of a schema, which is the same wherever it stands. */
  readonly lines: Map<SchemaNode, SchemaLine>;
  /** What stands below a schema, by direction. */
  readonly shapes: ByDirection<SchemaShape>;
  /** Rows below a schema, by how deep references are followed. */
  readonly sizes: ByDirection<number[]>;
  /** What the Markdown twin says of a schema. */
  readonly words: Map<SchemaNode, SchemaWords>;
  /** Code of the page that was made last, for its Markdown twin. */
  readonly samples: Map<Operation, readonly Sample[]>;
  readonly examples: Map<MediaContent, readonly BodyExample[]>;
  readonly schemaExamples: Map<NamedSchema, string>;
}

/** Lets go of the code of the page before: all of it together would be larger than the description. */
export function turnPage({ samples, examples, schemaExamples }: RowCache): void {
  samples.clear();
  examples.clear();
  schemaExamples.clear();
}

type ByDirection<T> = Readonly<Record<'request' | 'response' | 'both', Map<SchemaNode, T>>>;

export interface SchemaWords {
  readonly head: readonly string[];
  /** Indented as they stand below an item. */
  readonly details: string;
}

/** The parts of a row that depend on nothing but the schema. */
export interface SchemaLine {
  /** The type, a link where it is a named schema. */
  readonly type: string;
  readonly flags: string;
  /** Facts with short examples, and allowed values. */
  readonly details: string;
  /** Examples that are too long for a line. */
  readonly examples: string;
  /** Description; ids and region names are not yet made unique on the page. */
  readonly description: string;
  /** The description has such ids or names. */
  readonly needsCare: boolean;
  readonly elements: number;
}

/** What stands below a schema, the same wherever it stands. */
export interface SchemaShape {
  /** The schema inside lists of lists. */
  readonly inner: SchemaNode;
  /** What lists add to ids. */
  readonly idPart: string;
  readonly rows: readonly ShapeRow[];
  readonly hasVariants: boolean;
  /** What is said of an object beside its rows. */
  readonly notes: string;
  readonly isEmpty: boolean;
}

/** A row with everything that does not depend on its place. */
export interface ShapeRow {
  readonly row: ChildRow;
  readonly node: SchemaNode;
  readonly line: SchemaLine;
  /** Name, type and flags: the HTML that follows the tag of the row's link. */
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
  /** Tells it from the others: its name and, where there are several, its media type. */
  readonly label: string;
  readonly mediaType: string;
  /** Absent where only an address is given. */
  readonly body?: { readonly code: string; readonly language: string };
  /** The example that the description gives; absent where it is made from the schema. */
  readonly given?: Example;
}
