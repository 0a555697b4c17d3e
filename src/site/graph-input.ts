import type { TextRange } from '../config/config-location.ts';
import type { ResolvedConfig } from '../config/site-config.ts';
import type { CategoryFiles } from '../content/category-file.ts';
import type { Sources } from '../content/source-file.ts';
import type { LocaleTexts } from '../content/ui-messages.ts';
import type { Location } from '../diagnostics/diagnostic.ts';
import type { DocHead } from '../markdown/parsed-doc.ts';
import type { ApiOutline } from '../openapi/outline.ts';
import type { FilePath } from '../shared/paths.ts';
import type { Labels } from './labels.ts';

export interface GraphInput {
  readonly config: ResolvedConfig;
  readonly sources: Sources;
  readonly docs: ReadonlyMap<FilePath, DocHead>;
  /** By code of the locale; those of the default one under the empty text. */
  readonly categories: ReadonlyMap<string, CategoryFiles>;
  /** By code of the locale. */
  readonly texts: ReadonlyMap<string, LocaleTexts>;
  readonly labels: Labels;
  /** API descriptions, in the order of the configuration. */
  readonly apis: readonly ApiOutline[];
  /** Place of a path in the configuration file. */
  readonly locate: LocateConfig;
}

/** Finds the place of a configuration path such as `['navbar', 'items', 2, 'to']`, or of a part of the text there. */
export type LocateConfig = (path: readonly (string | number)[], part?: TextRange) => Location;
