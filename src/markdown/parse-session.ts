import type { MarkdownIt, StateBlock, StateInline, Token } from 'markdown-it';
import type { TemplateSyntax } from '../dialects/dialect.ts';
import type { IncludeRequest, IncludeResult, ReadInclude } from '../content/include-file.ts';
import { lineEnd, lineStart, locate, type SourceText, type Span } from '../content/source-text.ts';
import type { DiagnosticCode } from '../diagnostics/codes.ts';
import { type Diagnostic, diagnostic, type Location } from '../diagnostics/diagnostic.ts';
import { moveStyles } from '../html/move-styles.ts';
import { type FilePath, toFilePath } from '../shared/paths.ts';
import { slugify } from '../shared/slug.ts';
import type { ArticleMessages } from '../shared/ui-messages.ts';
import type { ColorMeter } from './code/prism.ts';
import type { SwallowedEnd } from './code/swallowed.ts';
import { createRegionNames, type RegionNames } from './html/html-allowed.ts';
import type { RawTag } from './html/open-tags.ts';
import type { InlineMap } from './inline-map.ts';
import type { ComponentFinder } from './mdx/find-components.ts';
import { createPageCode, type PageCode } from './mdx/page-code.ts';
import type { CodeSample, DocLink, Heading, SuppressedRange } from './parsed-doc.ts';

/** The source of a raw HTML token's content: `content[0]` is at `offset` of the mapped text. */
interface RawLocation {
  readonly map: InlineMap;
  readonly offset: number;
}

/** The results of one run of the parser, created for each file; tokens are keys. */
export interface ParseSession {
  readonly source: SourceText;
  /** In the file's language. */
  readonly messages: ArticleMessages;
  /** Offset and 0-based line of the Markdown body in the source. */
  readonly bodyStart: number;
  readonly bodyLine: number;
  /** The rule for ids of headings, and what is between an id that is taken and its number. Default: GitHub's. */
  slugify: (text: string) => string;
  readonly slugSeparator: string;
  readonly readInclude: ReadInclude;
  /** Absolute paths of the files that the doc includes, and of those that are missing. */
  readonly includes: Set<string>;
  /** Ids of the calls of plug-ins, see `CallFunction`. */
  readonly calls: Set<string>;
  /** Length of the files read for includes, each time that one is read. */
  includedLength: number;
  readonly templates: TemplateSyntax | undefined;
  /** Relative addresses in raw HTML lead from the address of the page, not from its file. */
  readonly htmlFromAddress?: boolean | undefined;
  readonly diagnostics: Diagnostic[];
  /** Code blocks, in the order of the article. */
  readonly samples: CodeSample[];
  /** Comments and elements that suppress findings. */
  readonly suppressions: SuppressedRange[];
  /** Comments between braces. */
  readonly jsxComments: Span[];
  /** One for each placeholder of the rendered article, in order. */
  readonly links: DocLink[];
  /** Rules of the page's own style sheet, in any order. */
  readonly styles: Set<string>;
  /** One for each marked start tag of the rendered article, in order. */
  readonly rawTags: RawTag<Span>[];
  /** Headings by their opening token, in document order. */
  readonly headings: Map<Token, Heading>;
  /** Ids that headings are given, by the tokens of their text. */
  readonly headingIds: Map<Token, HeadingId>;
  /** Ids of the article in document order. */
  readonly ids: Set<string>;
  /** Ids of the article's footnotes, which headings before them must not take. */
  readonly footnoteIds: Set<string>;
  /** Next number to try for a heading whose slug is taken. */
  readonly slugCounts: Map<string, number>;
  /** Destination of each `link_open` and `image` that is not a reference. */
  readonly destinations: Map<Token, Span>;
  /** Destination in the first definition of each normalized label. */
  readonly definitions: Map<string, Span>;
  readonly rawLocations: Map<Token, RawLocation>;
  /** Offset of the first character of each table row, after container prefixes. */
  readonly rows: Map<Token, number>;
  /** Offset of inline content that is part of a line and not a block (directive titles). */
  readonly titles: Map<Token, number>;
  /** Offset after inline content that ends before its line does. */
  readonly cutEnds: Map<Token, number>;
  /** Groups of tabs and their panels by their opening tokens. */
  readonly tabGroups: Map<Token, TabGroup>;
  readonly tabPanels: Map<Token, TabPanel>;
  /** The content of raw HTML tokens after they are rewritten. */
  readonly rawContents: Map<Token, RawContent>;
  /** Names of the focusable regions rendered so far. */
  readonly names: RegionNames;
  /** True for a file that is read as MDX. */
  readonly isMdx: boolean;
  /** The components of directives. */
  readonly components: ComponentFinder | undefined;
  /** Components and expressions, if there are any. */
  code: PageCode | undefined;
  /** Text of the last heading rendered. */
  lastHeading: string;
  readonly colors: ColorMeter;
  /** The syntax of other tools found so far: the first place of each construct, and how often it occurs. */
  readonly foreign: Map<string, { readonly first: CountedReport; count: number }>;
  /** Ends of directives and elements in code blocks that were meant to end before; found when one is missing. */
  swallowed: ReadonlyMap<string, readonly SwallowedEnd[]> | undefined;
  steps: number;
  /** True after a block nested too deep was reported. */
  tooDeep: boolean;
}

/** `{#id}` at the end of a heading, or a form of it in other tools. */
export interface HeadingId {
  /** Undefined if only classes are given. */
  readonly id: string | undefined;
  readonly span: Span;
  /** Number of characters taken from the heading's Markdown. */
  readonly length: number;
}

/** A `:::tabs` block, and its panels. */
export interface TabGroup {
  readonly nameSpan: Span;
  /** Groups of the same name show the same value, which browsers remember. */
  readonly group: string | undefined;
  /** Value of the tab selected by default. */
  selected: { readonly value: string; readonly span: Span } | undefined;
  readonly panels: TabPanel[];
}

/** A `:::tab` block. */
export interface TabPanel {
  readonly nameSpan: Span;
  /** As written; if undefined, `value` comes from the label. */
  readonly given: { readonly value: string; readonly span: Span } | undefined;
  value: string;
  /** Inline HTML without links. */
  labelHtml: string;
  /** True for the group's default tab. */
  isDefault: boolean;
  /** Undefined if the text must not add ids to the page. */
  id: string | undefined;
}

/** The references, ids and visible text of a raw HTML token, in order. */
export interface RawContent {
  readonly links: DocLink[];
  readonly ids: { readonly id: string; readonly span: Span }[];
  text: string;
  /** The start tags that are kept. */
  readonly tags: readonly RawTag<Span>[];
}

/** The session that the rules of one parser write to; replaced for each file. */
export interface SessionHolder {
  session: ParseSession;
}

interface SessionStart
  extends Pick<ParseSession, 'source' | 'messages' | 'bodyStart' | 'bodyLine' | 'htmlFromAddress'> {
  readonly slugify?: ((text: string) => string) | undefined;
  readonly slugSeparator?: string | undefined;
  readonly readInclude?: ReadInclude | undefined;
  readonly templates?: TemplateSyntax | undefined;
  readonly isMdx?: boolean;
  readonly components?: ComponentFinder | undefined;
}

/** Used where no files can be included. */
const NO_INCLUDES: ReadInclude = (_, { path }) => ({
  ok: false,
  code: 'include-not-found',
  message: `"${path}" cannot be included here`,
  absolute: path,
});

/** Creates an empty session for one file. */
export function createSession(start: SessionStart): ParseSession {
  const { source, messages, bodyStart, bodyLine } = start;
  return {
    source,
    messages,
    bodyStart,
    bodyLine,
    slugify: start.slugify ?? slugify,
    slugSeparator: start.slugSeparator ?? '-',
    readInclude: start.readInclude ?? NO_INCLUDES,
    includes: new Set(),
    calls: new Set(),
    includedLength: 0,
    templates: start.templates,
    htmlFromAddress: start.htmlFromAddress,
    diagnostics: [],
    samples: [],
    suppressions: [],
    jsxComments: [],
    links: [],
    rawTags: [],
    styles: new Set(),
    headings: new Map(),
    headingIds: new Map(),
    ids: new Set(),
    footnoteIds: new Set(),
    slugCounts: new Map(),
    destinations: new Map(),
    definitions: new Map(),
    rawLocations: new Map(),
    rows: new Map(),
    titles: new Map(),
    cutEnds: new Map(),
    tabGroups: new Map(),
    tabPanels: new Map(),
    rawContents: new Map(),
    names: createRegionNames(),
    isMdx: start.isMdx === true,
    components: start.components,
    code: start.isMdx === true ? createPageCode() : undefined,
    lastHeading: '',
    colors: { spent: 0 },
    foreign: new Map(),
    swallowed: undefined,
    steps: 0,
    tooDeep: false,
  };
}

/** A session that can be finished without a change of the given one. */
export function copySession(session: ParseSession): ParseSession {
  return {
    ...session,
    links: [...session.links],
    rawTags: [...session.rawTags],
    ids: new Set(session.ids),
    slugCounts: new Map(session.slugCounts),
    diagnostics: [...session.diagnostics],
    styles: new Set(session.styles),
  };
}

export interface Report {
  readonly span: Span;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly missing?: readonly string[];
}

interface CountedReport extends Report {
  /** Default: `foreign-syntax`. */
  readonly code?: DiagnosticCode;
  /** The message does not count the uses: it is the same for all files. */
  readonly isUncounted?: true;
}

/** Reports a diagnostic at a range of the source. */
export function report(session: ParseSession, code: DiagnosticCode, details: Report): void {
  const { message, hint, span, missing } = details;
  const { length } = session.source.text;
  // The place of what is missing may be after the end.
  const inText = { start: Math.min(span.start, length), end: Math.min(span.end, length) };
  const location = locate(session.source, inText);
  session.diagnostics.push(diagnostic(code, { message, hint, location, missing }));
}

/** A line of the body (0-based) without the prefixes of lists and quotes around its text. */
export function lineSpan({ source, bodyLine }: ParseSession, line: number): Span {
  const start = lineStart(source, bodyLine + line);
  const end = lineEnd(source, bodyLine + line);
  const prefix = /^[\s>]*/.exec(source.text.slice(start, end))?.[0].length ?? 0;
  return { start: start + prefix, end };
}

/** Notes syntax of another tool. Each construct is reported once for a file. */
export function reportForeign(
  session: ParseSession,
  construct: string,
  first: CountedReport,
): void {
  const known = session.foreign.get(construct);
  if (known === undefined) session.foreign.set(construct, { first, count: 1 });
  else known.count += 1;
}

/** Reports the constructs of other tools after the file is parsed. */
export function reportForeignSyntax(session: ParseSession): void {
  for (const { first, count } of session.foreign.values()) {
    const times = count === 1 || first.isUncounted ? '' : ` (${count} times in this file)`;
    const { code = 'foreign-syntax', message } = first;
    report(session, code, { ...first, message: message + times });
  }
}

/** A part of a file that was included. */
export type Included = Extract<IncludeResult, { readonly ok: true }>;

/** The text of a file by its path below the content or an include root; undefined if the site lacks it. */
export function readIfThere(session: ParseSession, path: string): string | undefined {
  const { source, readInclude, includes } = session;
  const result = readInclude(toFilePath(source.file), { path });
  for (const file of [...(result.looked ?? []), result.absolute]) includes.add(file);
  return result.ok ? result.text : undefined;
}

/** Reads a part of a file for the file `from`, and reports a problem at a location. */
export function readIncludedAt(
  session: ParseSession,
  request: IncludeRequest,
  { from, location }: { readonly from: FilePath; readonly location: Location },
): Included | undefined {
  const result = session.readInclude(from, request);
  for (const path of [...(result.looked ?? []), result.absolute]) session.includes.add(path);
  session.includedLength += result.read ?? 0;
  if (result.ok) return result;
  const { code, message, hint } = result;
  session.diagnostics.push(diagnostic(code, { message, hint, location }));
  return undefined;
}

/** Moves the `style` attributes of HTML into the page's style sheet, and reports what the sheet must not contain. */
export function withoutStyles(session: ParseSession, html: string, span: Span): string {
  const { html: moved, css, refused } = moveStyles(html);
  if (css !== '') session.styles.add(css);
  for (const declaration of refused)
    report(session, 'content-policy', {
      span,
      message: `the style "${declaration}" was left out`,
      hint: 'write plain declarations; addresses begin with / and lead to files of the site',
    });
  return moved;
}

export type InlineRule = (state: StateInline, silent: boolean) => boolean;
export type BlockRule = (state: StateBlock, line: number, end: number, silent: boolean) => boolean;

/** Wraps an inline rule of markdown-it; throws if there is no such rule. */
export function wrapInlineRule(
  md: MarkdownIt,
  name: string,
  wrap: (rule: InlineRule) => InlineRule,
): void {
  const entry = findRule(md.inline.ruler.__rules__, name);
  md.inline.ruler.at(name, wrap(entry.fn), { alt: entry.alt });
}

/** Wraps a block rule of markdown-it, keeping the blocks that it may interrupt. */
export function wrapBlockRule(
  md: MarkdownIt,
  name: string,
  wrap: (rule: BlockRule) => BlockRule,
): void {
  const entry = findRule(md.block.ruler.__rules__, name);
  md.block.ruler.at(name, wrap(entry.fn), { alt: entry.alt });
}

function findRule<Entry extends { readonly name: string }>(
  rules: readonly Entry[],
  name: string,
): Entry {
  const entry = rules.find((rule) => rule.name === name);
  if (entry === undefined) throw new Error(`markdown-it has no rule "${name}"`);
  return entry;
}
