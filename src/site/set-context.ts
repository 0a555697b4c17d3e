import type { CategoryFiles } from '../content/category-file.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Texts } from '../shared/texts.ts';
import type { GraphInput } from './graph-input.ts';
import type { Translate } from './labels.ts';
import type { ApiNode, DocNode, Edition } from './site-graph.ts';

/** The state of building one edition's sidebars: lookups and the diagnostics so far. */
export interface SetContext {
  readonly input: GraphInput;
  readonly edition: Edition;
  /** True where the sidebars are those of the whole set: an older version leaves out what it does not have. */
  readonly isInherited: boolean;
  readonly docs: readonly DocNode[];
  /** Pages of API descriptions below the edition. */
  readonly apiPages: readonly ApiNode[];
  readonly byId: ReadonlyMap<string, DocNode>;
  readonly categories: CategoryFiles;
  /** Labels of the configuration in the edition's language. */
  readonly translate: Translate;
  readonly texts: Texts;
  readonly diagnostics: Diagnostic[];
}
