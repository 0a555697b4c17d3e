import { docusaurus } from './docusaurus/docusaurus.ts';
import { mdbook } from './mdbook/mdbook.ts';
import { mkdocs } from './mkdocs/mkdocs.ts';
import { starlight } from './starlight/starlight.ts';
import { vitepress } from './vitepress/vitepress.ts';

/** The tools whose documentation docwright reads. */
export const DIALECTS = [docusaurus, vitepress, starlight, mkdocs, mdbook] as const;

export type DialectName = (typeof DIALECTS)[number]['id'];
