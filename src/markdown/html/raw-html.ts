import { swallowedBy } from '../code/swallowed.ts';
import createMarkdownIt, { type MarkdownIt, type Token } from 'markdown-it';
import type { Span } from '../../content/source-text.ts';
import { itemAt } from '../../shared/item-at.ts';
import { refusesId } from '../blocks/headings.ts';
import { CLOSE_TABLE_REGION, openTableRegion } from '../blocks/tables-and-tasks.ts';
import { toSourceSpan, verbatimMap } from '../inline-map.ts';
import {
  type ParseSession,
  type RawContent,
  report,
  reportForeign,
  type SessionHolder,
} from '../parse-session.ts';
import type { DocLink } from '../parsed-doc.ts';
import { htmlLink, PLACEHOLDER } from '../placeholders.ts';
import { htmlBlockMap, type SpanFinder } from '../positions.ts';
import { linkSpan, UNLINKED } from '../undefined-references.ts';
import { arrangeHtml } from './arrange-html.ts';
import {
  createOpenTags,
  enterContainer,
  isBuried,
  isInLink,
  leaveContainer,
  type OpenTags,
} from './open-tags.ts';
import { hintForRefused } from './refused-html.ts';
import { type HtmlSink, sanitizeFragment } from './sanitize-html.ts';

/** The `info` of tokens whose HTML was rewritten from the allow-list. */
const SANITIZED = 'sanitized';

/** Prints raw HTML tokens, which were rewritten before, and records their references. */
export function renderRawHtml(md: MarkdownIt, holder: SessionHolder): void {
  const render = (tokens: Token[], index: number): string => {
    const token = itemAt(tokens, index);
    const { session } = holder;
    const content = session.rawContents.get(token);
    for (const link of content?.links ?? []) session.links.push(link);
    for (const tag of content?.tags ?? []) session.rawTags.push(tag);
    if (token.info !== SANITIZED) return token.content;
    // Tables scroll in regions like Markdown tables; after rewriting, each start tag has its end tag.
    return token.content
      .replace(/\0<table(?=[\s>])/g, (tag) => openTableRegion(session) + tag)
      .replaceAll('</table>', `</table>${CLOSE_TABLE_REGION}`);
  };
  md.renderer.rules['html_block'] = render;
  md.renderer.rules['html_inline'] = render;
}

/** Locates parts of a raw HTML token's content in the source. */
export function rawSpans(session: ParseSession, token: Token): SpanFinder {
  const { map, offset } = session.rawLocations.get(token) ?? {
    map: token.map === null ? verbatimMap(session.bodyStart) : htmlBlockMap(session, token),
    offset: 0,
  };
  return (start, end) => toSourceSpan(map, offset + start, offset + end);
}

/** Reports comments that are never closed: they hide the rest of the page, or of their block. */
export function reportOpenComments(session: ParseSession, tokens: readonly Token[]): void {
  for (const token of tokens) {
    const start = token.type === 'html_block' ? token.content.lastIndexOf('<!--') : -1;
    // `<!-->` is complete (HTML standard 13.2.5.43).
    if (start < 0 || /--!?>/.test(token.content.slice(start + 2))) continue;
    report(session, 'html-unclosed', {
      span: rawSpans(session, token)(start, start + 4),
      message: 'the comment is never closed: it hides what follows',
      hint: 'add --> where it ends',
    });
  }
}

/**
 * Rewrites rendered HTML as browsers read it, with its links in the same order, and reports where that differs from the
 * source. Undefined if it takes too much work.
 */
export function arrangeArticle(session: ParseSession, html: string): RenderedHtml | undefined {
  const { rawTags, links } = session;
  if (rawTags.length === 0) return { html, links };
  const arranged = arrangeHtml(html, rawTags, {
    moved: unbalancedReport(session),
    ignored: (what, span) => reportDropped(session, what, span),
  });
  if (arranged === undefined) return undefined;
  return { html: arranged.html, links: arranged.placeholders.map((index) => itemAt(links, index)) };
}

/** Finished HTML with placeholders, one for each link. */
export interface RenderedHtml {
  readonly html: string;
  readonly links: readonly DocLink[];
}

interface Walk {
  readonly session: ParseSession;
  readonly open: OpenTags<Span>;
  /** The open Markdown links: false for a removed one. */
  readonly links: boolean[];
}

/**
 * Rewrites all raw HTML from the allow-list, and closes in each Markdown container what was opened there. Returns the
 * remaining tokens.
 */
export function sanitizeTokens(session: ParseSession, tokens: Token[]): Token[] {
  const walk: Walk = { session, open: createOpenTags(), links: [] };
  const kept = walkTokens(walk, tokens);
  closeContainer(walk, kept);
  return kept;
}

function walkTokens(walk: Walk, tokens: readonly Token[]): Token[] {
  const kept: Token[] = [];
  for (const token of tokens) {
    if (token.nesting === 1) enter(walk, kept, token);
    else if (token.nesting === -1) leave(walk, kept, token);
    else if (isRawHtml(token) && !walk.session.rawContents.has(token)) {
      if (!isBuried(walk.open)) kept.push(sanitizeToken(walk, token));
    } else if (walk.open.skipping === undefined) {
      if (token.type === 'inline') token.children = walkTokens(walk, token.children ?? []);
      const isFootnote = /^footnote_(?:ref|anchor)$/.test(token.type) && isInLink(walk.open);
      if (isFootnote) token.info = UNLINKED;
      // A link cannot contain the backlink of a footnote.
      if (!isFootnote || token.type === 'footnote_ref') kept.push(token);
    }
  }
  return kept;
}

function enter(walk: Walk, kept: Token[], token: Token): void {
  const { open } = walk;
  // Footnotes follow the article; no element in it can contain them.
  if (token.type === 'footnote_block_open') {
    closeContainer(walk, kept);
    enterContainer(open, '');
  }
  const shown = token.type !== 'link_open' || keepsLink(walk, token);
  const hasLinks = token.type === 'heading_open' || token.type === 'tabs_open';
  if (hasLinks && isInLink(open)) token.info = UNLINKED;
  if (open.skipping === undefined && shown) kept.push(token);
  enterContainer(open, token.hidden ? '' : token.tag);
}

/** Records whether a Markdown link is kept: a link must not contain another one. */
function keepsLink({ session, open, links }: Walk, token: Token): boolean {
  const nested = isInLink(open);
  links.push(!nested);
  if (nested && open.skipping === undefined)
    reportDropped(session, 'the link inside <a>', linkSpan(session, token));
  return !nested;
}

function leave(walk: Walk, kept: Token[], token: Token): void {
  const buried = isBuried(walk.open);
  closeContainer(walk, kept);
  const shown = token.type !== 'link_close' || walk.links.pop() !== false;
  if (!buried && shown) kept.push(token);
}

function closeContainer({ session, open }: Walk, kept: Token[]): void {
  const { html, unclosed } = leaveContainer(open);
  for (const { name, where } of unclosed)
    report(session, 'html-unclosed', {
      span: where,
      message: `<${name}> is never closed`,
      hint:
        swallowedBy(session, `</${name}>`, where.end) ??
        `add </${name}> in the same paragraph, list item or quote`,
    });
  if (html === '') return;
  const token = new createMarkdownIt.Token('html_inline', '', 0);
  token.content = html;
  token.info = SANITIZED;
  kept.push(token);
}

/** Returns true for tokens that hold raw HTML. */
export function isRawHtml(token: Token): boolean {
  return token.type === 'html_block' || token.type === 'html_inline';
}

function sanitizeToken({ session, open }: Walk, token: Token): Token {
  const content: Omit<RawContent, 'text' | 'tags'> = { links: [], ids: [] };
  const spanOf = rawSpans(session, token);
  const where: HtmlSink<Span>['where'] = ({ start, end }) => spanOf(start, end);
  const { html, ...read } = sanitizeFragment(token.content, {
    messages: session.messages,
    open,
    templates: session.templates,
    evaluated: (span) =>
      reportForeign(session, 'attribute', {
        span,
        message: 'attributes of a framework have no effect',
        hint: 'remove them, or write what they would make of the page',
      }),
    inParagraph: token.type !== 'html_block',
    where,
    address: (href, kind, range) => {
      const { loads } = range;
      content.links.push(htmlLink(session, { href, kind, loads, span: where(range) }));
      return PLACEHOLDER;
    },
    id: (id, range) => {
      const span = where(range);
      if (!refusesId(session, id, span)) content.ids.push({ id, span });
    },
    dropped: (what, span) => reportDropped(session, what, span),
    unbalanced: unbalancedReport(session),
  });
  token.content = html;
  token.info = SANITIZED;
  session.rawContents.set(token, { ...content, ...read });
  return token;
}

function reportDropped(session: ParseSession, what: string, span: Span): void {
  const { text } = session.source;
  const tag = text.slice(span.start, span.end);
  const [, component] = /^<([A-Z]\w*|[a-z]\w*-[\w-]+)/.exec(tag) ?? [];
  if (component === 'Include') {
    const message = '<Include> has no attribute "file"';
    const hint = 'write <Include file="_part.md" /> alone in a line, with the path of your file';
    report(session, 'foreign-syntax', { span, message, hint });
    return;
  }
  if (component !== undefined && session.templates !== undefined) {
    const { framework } = session.templates;
    if (tag.endsWith('/>') || text.startsWith(`</${component}>`, span.end)) {
      reportForeign(session, `empty component of ${framework}`, {
        span,
        message: `<${component}> shows nothing: components of ${framework} are not rendered`,
        hint: 'write what it shows; if that is a Markdown file, include it with ::include{file="…"}',
      });
      return;
    }
    reportForeign(session, `component of ${framework}`, {
      span,
      message: `components of ${framework} are not rendered; their content is shown`,
      hint: 'write Markdown in their place, or a component of docwright such as :::Card',
      isUncounted: true,
    });
    return;
  }
  if (component !== undefined) {
    // Tabs are one construct.
    reportForeign(session, component.replace(/^Tab.*/, 'Tabs'), {
      span,
      message: `the component <${component}> is not rendered; its content is shown`,
      hint: hintForComponent(component),
    });
    return;
  }
  const message = `${what} is not allowed and was left out`;
  const hint =
    hintForRefused(what) ??
    "`markdown.html: 'trusted'` in the configuration passes raw HTML through";
  report(session, 'html-dropped', { span, message, hint });
}

/** Plain Markdown has components as directives only. */
function hintForComponent(name: string): string {
  if (name.startsWith('Tab')) return 'write ::::tabs around blocks of :::tab[Label]';
  if (/^(?:Admonition|Callout|Note|Tip|Info|Warning|Caution|Danger)/.test(name))
    return 'write :::note (or tip, info, warning, danger), and ::: where it ends';
  return `write :::${name}{…} or ::${name}{…}, or name the file .mdx`;
}

function unbalancedReport(session: ParseSession): HtmlSink<Span>['unbalanced'] {
  return (message, span) => report(session, 'html-unclosed', { span, message });
}
