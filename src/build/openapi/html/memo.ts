import type { Example, MediaContent, Operation, SchemaNode } from '../model/types.ts';
import type { Sample } from '../samples/types.ts';
import type { ChildRow } from './child-rows.ts';

/** What is worked out once for all pages of a description. */
export interface Memo {
  /** The finished line of a schema, which is the same wherever it stands. */
  readonly lines: WeakMap<SchemaNode, SchemaLine>;
  /** What stands below a schema, by direction. */
  readonly shapes: ReadonlyMap<string | undefined, WeakMap<SchemaNode, SchemaShape>>;
  /** Rows below a schema, by how deep references are followed. */
  readonly sizes: WeakMap<SchemaNode, number[]>;
  /** What the Markdown twin says of a schema. */
  readonly words: WeakMap<SchemaNode, SchemaWords>;
  readonly samples: WeakMap<Operation, readonly Sample[]>;
  readonly examples: WeakMap<MediaContent, readonly BodyExample[]>;
}

/** A schema's type and flags, and the lines below them. */
export interface SchemaWords {
  readonly head: readonly string[];
  readonly details: readonly string[];
}

/** The parts of a row that depend on nothing but the schema. */
export interface SchemaLine {
  /** The type, a link where it is a named schema. */
  readonly type: string;
  readonly flags: string;
  /** Facts, values and examples. */
  readonly facts: string;
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
}

export function createMemo(): Memo {
  const shapes = ['request', 'response', undefined].map(
    (direction) => [direction, new WeakMap<SchemaNode, SchemaShape>()] as const,
  );
  return {
    lines: new WeakMap(),
    shapes: new Map(shapes),
    sizes: new WeakMap(),
    words: new WeakMap(),
    samples: new WeakMap(),
    examples: new WeakMap(),
  };
}

/** One example of a body, ready to print. */
export interface BodyExample {
  /** Tells it from the others: its name and, where there are several, its media type. */
  readonly label: string;
  readonly mediaType: string;
  /** Absent where only an address is given. */
  readonly body?: { readonly code: string; readonly language: string };
  /** The example that the description gives; absent where it is made from the schema. */
  readonly given?: Example;
}
