import type { DocsSet } from '../../config/types.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { ApiNode, DocNode } from '../site-graph.ts';
import type { CategoryFiles } from '../types.ts';
import type { GraphInput } from './graph-input.ts';

/** The state of building one set's sidebars: lookups and the diagnostics so far. */
export interface SetContext {
  readonly input: GraphInput;
  readonly set: DocsSet;
  readonly docs: readonly DocNode[];
  /** Pages of API descriptions below the set. */
  readonly apiPages: readonly ApiNode[];
  readonly byId: ReadonlyMap<string, DocNode>;
  readonly categories: CategoryFiles;
  readonly diagnostics: Diagnostic[];
}
