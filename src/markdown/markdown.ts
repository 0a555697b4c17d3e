import createMarkdownIt, { type MarkdownIt } from 'markdown-it';
import footnote from 'markdown-it-footnote';
import type { LoadedPlugin } from '../config/plugins.ts';
import type { DialectName } from '../dialects/dialects.ts';
import { SYNTAXES } from '../dialects/syntaxes.ts';
import { addAlerts, admonition, renderAdmonitions } from './blocks/admonition.ts';
import { CODE_GROUP, codeGroup } from './blocks/code-group.ts';
import { componentDirective } from './blocks/component-directive.ts';
import { addDirectives, addLeafDirectives, type DirectiveFinder } from './blocks/directive.ts';
import { refineFootnotes } from './blocks/footnotes.ts';
import { addHeadingIds, renderHeadings } from './blocks/headings.ts';
import { addTaskLists, checkTables, renderTables } from './blocks/tables-and-tasks.ts';
import { checkTabs, renderTabs, TABS_DIRECTIVES, tabs } from './blocks/tabs.ts';
import { addBudget, type Budget } from './budget.ts';
import { renderCodeBlocks } from './code/code-block.ts';
import { createPrismLoader } from './code/prism.ts';
import { addEmoji } from './emoji.ts';
import { addGfmAutolinks } from './gfm-autolink.ts';
import { renderRawHtml } from './html/raw-html.ts';
import { renderCodeMarks } from './mdx/code-tokens.ts';
import { addJsx } from './mdx/jsx-blocks.ts';
import type { SessionHolder } from './parse-session.ts';
import { addMarkdownPlugins } from './plugins/markdown-plugins.ts';
import { pluginBlocks, pluginDirectives, renderPluginBlocks } from './plugins/plugin-blocks.ts';
import { trackPositions } from './positions.ts';
import {
  renderLinks,
  reportUndefinedFootnotes,
  reportUndefinedReferences,
} from './undefined-references.ts';

export interface Markdown {
  readonly md: MarkdownIt;
  /** The session that the rules write to. */
  readonly holder: SessionHolder;
  readonly budget: Budget;
  /** The messages of plug-ins that throw, by their index. */
  readonly failed: ReadonlyMap<number, string>;
}

export interface MarkdownOptions {
  readonly dialects?: readonly DialectName[] | undefined;
  /** Languages of code blocks by further names. */
  readonly languages?: Readonly<Record<string, string>> | undefined;
  /** Adds JSX, expressions, imports and exports. */
  readonly isMdx?: boolean;
  readonly plugins?: readonly LoadedPlugin[] | undefined;
  readonly html?: 'sanitize' | 'trusted';
}

/**
 * Creates a parser for CommonMark with GFM tables, strikethrough, task lists and autolinks, footnotes and directives.
 * Destinations are kept as written (escapes and entities resolved), even unsafe schemes: code that fills placeholders refuses
 * them.
 */
export function createMarkdown(
  holder: SessionHolder,
  { dialects = [], languages = {}, isMdx = false, plugins = [], html }: MarkdownOptions = {},
): Markdown {
  const md = createMarkdownIt({ html: true });
  md.validateLink = () => true;
  md.normalizeLink = (url) => url;
  md.normalizeLinkText = (url) => url;
  md.core.ruler.disable(['linkify', 'replacements', 'smartquotes']);
  footnote(md);
  const spanOf = trackPositions(md, holder);
  reportUndefinedReferences(md, holder, spanOf);
  reportUndefinedFootnotes(md, holder, spanOf);
  addHeadingIds(md, holder);
  addGfmAutolinks(md, holder, spanOf);
  checkTables(md, holder);
  addTaskLists(md, holder);
  const blocks = pluginBlocks(plugins);
  const ofPlugin = blocks && pluginDirectives(blocks);
  const single: DirectiveFinder = (directive) =>
    ofPlugin?.(directive) ?? componentDirective(holder.session, directive);
  addDirectives(md, holder, (directive) => {
    const { session } = holder;
    const known = single(directive) ?? codeGroup(session, directive) ?? tabs(session, directive);
    return known ?? admonition(session, directive, [...TABS_DIRECTIVES, CODE_GROUP]);
  });
  addLeafDirectives(md, holder, single);
  addAlerts(md, holder);
  addEmoji(md);
  checkTabs(md, holder);
  refineFootnotes(md, holder);
  for (const dialect of dialects) SYNTAXES[dialect]?.add(md, holder, spanOf);
  if (isMdx) addJsx(md, holder, spanOf);
  renderHeadings(md, holder);
  renderLinks(md, holder);
  renderTables(md, holder);
  renderAdmonitions(md);
  renderTabs(md, holder);
  renderRawHtml(md, holder);
  renderCodeMarks(md);
  const names = Object.entries(languages).map(([name, id]) => [name.toLowerCase(), id] as const);
  renderCodeBlocks(md, { holder, prism: createPrismLoader(plugins), names: new Map(names) });
  if (blocks !== undefined) renderPluginBlocks(md, holder, blocks);
  const isChecked = html === 'sanitize';
  const failed = addMarkdownPlugins(md, { plugins, holder, spanOf, isChecked });
  return { md, holder, budget: addBudget(md, holder), failed };
}
