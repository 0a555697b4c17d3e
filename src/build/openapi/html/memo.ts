import type { SchemaNode } from '../model/types.ts';

/** What is worked out once for all pages of a description. */
export interface Memo {
  /** The finished line of a schema, which is the same wherever it stands. */
  readonly lines: WeakMap<SchemaNode, SchemaLine>;
  /** Rows below a schema, by how deep references are followed. */
  readonly sizes: WeakMap<SchemaNode, number[]>;
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
  readonly elements: number;
}

export function createMemo(): Memo {
  return { lines: new WeakMap(), sizes: new WeakMap() };
}
