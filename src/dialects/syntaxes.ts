import type { DialectName } from './dialects.ts';
import { docusaurusSyntax } from './docusaurus/syntax.ts';
import { mdbookSyntax } from './mdbook/syntax.ts';
import { mkdocsSyntax } from './mkdocs/syntax.ts';
import { starlightSyntax } from './starlight/syntax.ts';
import type { Syntax } from './syntax.ts';
import { vitepressSyntax } from './vitepress/syntax.ts';

/** The dialects that add syntax. */
export const SYNTAXES: Partial<Readonly<Record<DialectName, Syntax>>> = {
  docusaurus: docusaurusSyntax,
  vitepress: vitepressSyntax,
  starlight: starlightSyntax,
  mkdocs: mkdocsSyntax,
  mdbook: mdbookSyntax,
};
