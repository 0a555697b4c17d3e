import type { Dialect } from './dialect.ts';
import { docusaurus } from './docusaurus/docusaurus.ts';
import { mdbook } from './mdbook/mdbook.ts';
import { mkdocs } from './mkdocs/mkdocs.ts';
import { starlight } from './starlight/starlight.ts';
import { vitepress } from './vitepress/vitepress.ts';

/** The tools whose documentation docwright reads. */
export const DIALECTS = [docusaurus, vitepress, starlight, mkdocs, mdbook] as const;

export type DialectName = (typeof DIALECTS)[number]['id'];

/** A dialect, and the configuration file that shows it. */
export interface FoundDialect {
  readonly dialect: Dialect<DialectName>;
  /** Absolute. */
  readonly file: string;
  /** The absolute folder that the tool runs in. */
  readonly folder: string;
}
