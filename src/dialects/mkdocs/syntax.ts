import type { MarkdownIt } from 'markdown-it';
import type { SessionHolder } from '../../markdown/parse-session.ts';
import type { SpanFinder } from '../../markdown/positions.ts';
import { addAttributeLists } from './attributes.ts';
import { addIndentedBlocks, type OpenGroups } from './containers.ts';
import { addDefinitionLists } from '../../markdown/blocks/definitions.ts';
import { addApiReferences, addCrossReferences, addTemplates, noteForeign } from './foreign.ts';
import { addCommentHooks } from './hooks.ts';
import { addMarkdownInHtml } from './html.ts';
import { addInlineSyntax } from './inline.ts';
import { MKDOCS_INCLUDES } from './includes.ts';
import type { Syntax } from '../syntax.ts';
import { followSettings } from './settings.ts';
import { addSlashBlocks } from './slashes.ts';
import { addTextRules } from './text.ts';

/** Adds the syntax of MkDocs: Python-Markdown with the extensions of PyMdown and Material. */
function addRules(md: MarkdownIt, holder: SessionHolder, spanOf: SpanFinder): void {
  const groups: OpenGroups = new WeakMap();
  addIndentedBlocks(md, holder, groups);
  addSlashBlocks(md, holder, groups);
  addDefinitionLists(md, holder);
  addMarkdownInHtml(md, holder);
  addApiReferences(md, holder);
  addCrossReferences(md);
  const abbreviations = new Map<string, string>();
  const settings = followSettings(md, holder, (name, title) => abbreviations.set(name, title));
  addTemplates(md, holder, { spanOf, isOn: () => settings().hasMacros });
  addInlineSyntax(md, (start, end) => noteForeign(holder.session, 'icon', spanOf(start, end)));
  // Later rules run first: each is added directly after the inline parser.
  addTextRules(md, holder, abbreviations);
  addAttributeLists(md, holder);
  addCommentHooks(md);
}

export const mkdocsSyntax: Syntax = { add: addRules, includes: MKDOCS_INCLUDES };
