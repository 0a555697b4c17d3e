import createMarkdownIt, { type MarkdownIt } from 'markdown-it';
import footnote from 'markdown-it-footnote';
import type { LoadedPlugin } from '../config/plugins.ts';
import type { Span } from '../content/source-text.ts';
import type { DialectName } from '../dialects/dialects.ts';
import { SYNTAXES } from '../dialects/syntaxes.ts';
import { addAlerts, admonition, renderAdmonitions } from './blocks/admonition.ts';
import { CODE_GROUP, codeGroup, groupCode } from './blocks/code-group.ts';
import {
  addDirectives,
  addLeafDirectives,
  type Directive,
  type DirectiveFinder,
  type DirectiveHandler,
} from './blocks/directive.ts';
import { refineFootnotes } from './blocks/footnotes.ts';
import { addHeadingIds, renderHeadings } from './blocks/headings.ts';
import { addTaskLists, checkTables, renderTables } from './blocks/tables-and-tasks.ts';
import { checkTabs, renderTabs, tabs, TABS_DIRECTIVES } from './blocks/tabs.ts';
import { addBudget, type Budget } from './budget.ts';
import { renderCodeBlocks } from './code/code-block.ts';
import { createPrismLoader } from './code/prism.ts';
import { addEmoji } from './emoji.ts';
import { addGfmAutolinks } from './gfm-autolink.ts';
import { renderRawHtml } from './html/raw-html.ts';
import { closeElement, openNumbered, renderCodeMarks } from './mdx/code-tokens.ts';
import { findComponent } from './mdx/find-components.ts';
import { addJsx } from './mdx/jsx-blocks.ts';
import type { PageAttribute } from './mdx/page-code.ts';
import { type ParseSession, report, type SessionHolder } from './parse-session.ts';
import { type CallFunction, callNow } from './plugins/call-plugin.ts';
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
  /** Calls functions of plug-ins. Default: their results must not be promises. */
  readonly call?: CallFunction | undefined;
  readonly html?: 'sanitize' | 'trusted';
}

/**
 * Creates a parser for CommonMark with GFM tables, strikethrough, task lists and autolinks, footnotes and directives.
 * Destinations are kept as written (escapes and entities resolved), even unsafe schemes: code that fills placeholders refuses
 * them.
 */
export function createMarkdown(
  holder: SessionHolder,
  {
    dialects = [],
    languages = {},
    isMdx = false,
    plugins = [],
    html,
    call = callNow,
  }: MarkdownOptions = {},
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
  const blocks = pluginBlocks(plugins, call);
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

/** Finds `:::Name{prop="x"}` around the children of a component, and `::Name{…}` without, for those that a site has. */
function componentDirective(
  session: ParseSession,
  { name, nameSpan: span, rest }: Directive,
): DirectiveHandler | undefined {
  const { components } = session;
  // Tabs are blocks of Markdown in any case of letters.
  const isTabs = TABS_DIRECTIVES.some((kind) => kind === name.toLowerCase().replace('item', ''));
  if (
    isTabs ||
    !/^[A-Z]/.test(name) ||
    !components ||
    findComponent(components, name) === undefined
  )
    return undefined;
  return (state) => {
    const attributes = readProps(session, rest);
    const index = openNumbered(session, state, { name, span, attributes });
    const first = state.tokens.length;
    return () => {
      groupCode(session, state, { name, first });
      closeElement(state, index);
    };
  };
}

const PROP = /([A-Za-z_][\w-]*)(?:=("[^"]*"|'[^']*'|[^\s{}[\]"']+|(?=[{[])))?/y;

/** Reads `[Title]{text="x" count=3 items=["a"] open}`: values are texts in quotes, JSON or words; a name alone is true. */
function readProps(
  session: ParseSession,
  { text: rest, start }: Directive['rest'],
): readonly PageAttribute[] {
  const props: PageAttribute[] = [];
  const add = (name: string, value: unknown, { at, span }: { at: Span; span: Span }): void => {
    if (isMarkup(name)) return;
    // Without markup, and without the sign that begins our marks.
    const text = JSON.stringify(value, (key, inner: unknown) =>
      isMarkup(key) ? undefined : typeof inner === 'string' ? inner.replaceAll('\0', '') : inner,
    );
    const nameSpan = shift(at, start);
    props.push({ name, nameSpan, kind: 'json', text, span: shift(span, start) });
  };
  const label = /^\[([^\]]*)\]|^[^{]+/.exec(rest);
  const title = (label?.[1] ?? label?.[0] ?? '').trim();
  const labelSpan = { start: 0, end: label?.[0].length ?? 0 };
  if (title !== '') add('title', title, { at: labelSpan, span: labelSpan });
  const braces = rest.slice(label?.[0].length ?? 0).trim();
  if (braces === '') return props;
  const from = rest.indexOf(braces, label?.[0].length ?? 0);
  let at = 1;
  for (;;) {
    while (/\s/.test(braces.charAt(at))) at += 1;
    if (at === braces.length - 1 && braces.endsWith('}')) return props;
    PROP.lastIndex = at;
    const match = PROP.exec(braces);
    const value = match === null ? undefined : valueOf(braces, match);
    if (match === null || value === undefined) break;
    const [, name = ''] = match;
    const nameSpan = { start: from + at, end: from + at + name.length };
    add(name, value.value, { at: nameSpan, span: shift(value, from) });
    at = value.next;
  }
  report(session, 'component-options', {
    span: { start: start + from + at, end: start + Math.max(from + at + 1, rest.length) },
    message: 'the options of the component cannot be read from here on',
    hint: 'write {name="text" other=3 list=["a", "b"]}',
  });
  return props;
}

function shift({ start, end }: Span, by: number): Span {
  return { start: start + by, end: end + by };
}

/** True for properties that React would write as raw HTML, and for the name that sets a prototype. */
function isMarkup(name: string): boolean {
  return /^(?:dangerouslySetInnerHTML|srcdoc|__proto__)$/i.test(name);
}

/** A value, the place of its text or JSON, and where the next option begins. */
interface Value {
  readonly value: unknown;
  readonly start: number;
  readonly end: number;
  readonly next: number;
}

function valueOf(
  braces: string,
  { 0: whole, 2: written, index }: RegExpExecArray,
): Value | undefined {
  const next = index + whole.length;
  const start = next - (written?.length ?? whole.length);
  if (written === undefined) return { value: true, start, end: next, next };
  if (written === '') return jsonAt(braces, next);
  if (/^["']/.test(written))
    return { value: written.slice(1, -1), start: start + 1, end: next - 1, next };
  return { value: parseJson(written) ?? written, start, end: next, next };
}

/** The maximum depth of lists and objects of JSON. */
const MAX_DEPTH = 100;

/** A list or object of JSON: up to the first bracket that completes it. */
function jsonAt(text: string, start: number): Value | undefined {
  const signs = /"(?:[^"\\]|\\.)*"|[[\]{}]/g;
  signs.lastIndex = start;
  let depth = 0;
  for (let sign = signs.exec(text); sign !== null; sign = signs.exec(text)) {
    if ('[{'.includes(sign[0])) depth += 1;
    else if (']}'.includes(sign[0])) depth -= 1;
    if (depth > MAX_DEPTH) return undefined;
    if (depth > 0) continue;
    const end = signs.lastIndex;
    const value = parseJson(text.slice(start, end));
    return value === undefined ? undefined : { value, start, end, next: end };
  }
  return undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
