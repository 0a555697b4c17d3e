import createMarkdownIt, { type MarkdownIt, type Token } from 'markdown-it';
import type { Span } from '../../content/source-text.ts';
import { refusesId } from '../blocks/headings.ts';
import { CLOSE_TABLE_REGION, openTableRegion } from '../blocks/tables-and-tasks.ts';
import { toSourceSpan, verbatimMap } from '../inline-map.ts';
import {
  type ParseSession,
  type RawContent,
  type RawPlace,
  report,
  type SessionHolder,
} from '../parse-session.ts';
import { docLink, PLACEHOLDER } from '../placeholders.ts';
import { htmlBlockMap } from '../positions.ts';
import { linkSpan, UNLINKED } from '../undefined-references.ts';
import {
  type Closed,
  createHtmlStack,
  enterContainer,
  type HtmlStack,
  isBuried,
  isInLink,
  leaveContainer,
  makeRoomForBlock,
  makeRoomForInline,
  type OpenElement,
} from './html-stack.ts';
import { closeBefore, type HtmlSink, isBlank, sanitizeFragment } from './sanitize-html.ts';

/** The `info` of tokens whose HTML was written again from the allow-list. */
const SANITIZED = 'sanitized';

/** Prints raw HTML tokens, which were written again before, and records their references. */
export function renderRawHtml(md: MarkdownIt, holder: SessionHolder): void {
  const render = (tokens: Token[], index: number): string => {
    const token = tokens[index];
    if (token === undefined) return '';
    const { session } = holder;
    session.links.push(...(session.rawContents.get(token)?.links ?? []));
    return token.info === SANITIZED ? scrollTables(session, token.content) : token.content;
  };
  md.renderer.rules['html_block'] = render;
  md.renderer.rules['html_inline'] = render;
}

/** Tables are regions like those of Markdown: written again, each start tag has its end tag. */
function scrollTables(session: ParseSession, html: string): string {
  return html
    .replace(/<table(?=[\s>])/g, (tag) => openTableRegion(session) + tag)
    .replaceAll('</table>', `</table>${CLOSE_TABLE_REGION}`);
}

/** Where a raw HTML token's content stands. */
export function rawPlace(session: ParseSession, token: Token): RawPlace {
  const place = session.rawPlaces.get(token);
  if (place !== undefined) return place;
  return {
    map: token.map === null ? verbatimMap(session.bodyStart) : htmlBlockMap(session, token),
    offset: 0,
  };
}

interface Walk {
  readonly session: ParseSession;
  readonly stack: HtmlStack<Span>;
  /** The Markdown links that are open: false for one that is left out. */
  readonly links: boolean[];
}

/**
 * Writes all raw HTML again from the allow-list, and closes in each Markdown container what was opened there.
 * Returns the tokens that stay.
 */
export function sanitizeTokens(session: ParseSession, tokens: Token[]): Token[] {
  const walk: Walk = { session, stack: createHtmlStack(), links: [] };
  const kept = walkTokens(walk, tokens);
  closeContainer(walk, kept);
  return kept;
}

function walkTokens(walk: Walk, tokens: readonly Token[]): Token[] {
  const kept: Token[] = [];
  for (const token of tokens) {
    if (token.nesting === 1) enter(walk, kept, token);
    else if (token.nesting === -1) leave(walk, kept, token);
    else if (isRawHtml(token)) {
      if (!isBuried(walk.stack)) kept.push(sanitizeToken(walk, token));
    } else if (walk.stack.skipping === undefined) keepToken(walk, kept, token);
  }
  return kept;
}

function keepToken(walk: Walk, kept: Token[], token: Token): void {
  if (token.type === 'inline') token.children = walkTokens(walk, token.children ?? []);
  else makeRoom(walk, kept, token);
  if (token.type === 'footnote_ref' && isInLink(walk.stack)) token.info = UNLINKED;
  // The way back from a footnote cannot stand in a link.
  if (token.type !== 'footnote_anchor' || !isInLink(walk.stack)) kept.push(token);
}

function enter(walk: Walk, kept: Token[], token: Token): void {
  const { stack } = walk;
  // The footnotes follow the article; nothing in it goes around them.
  if (token.type === 'footnote_block_open') {
    closeContainer(walk, kept);
    enterContainer(stack, '');
  }
  const skipped = stack.skipping !== undefined;
  if (!skipped) makeRoom(walk, kept, token);
  const shown = token.type !== 'link_open' || keepsLink(walk, token);
  const hasLinks = token.type === 'heading_open' || token.type === 'tabs_open';
  if (hasLinks && isInLink(stack)) token.info = UNLINKED;
  if (!skipped && shown) kept.push(token);
  enterContainer(stack, token.hidden ? '' : token.tag);
}

/** Notes whether a Markdown link stays: there is no link in a link. */
function keepsLink({ session, stack, links }: Walk, token: Token): boolean {
  const nested = isInLink(stack);
  links.push(!nested);
  if (nested && stack.skipping === undefined)
    reportDropped(session, 'the link inside <a>', linkSpan(session, token));
  return !nested;
}

function leave(walk: Walk, kept: Token[], token: Token): void {
  const buried = isBuried(walk.stack);
  closeContainer(walk, kept);
  const shown = token.type !== 'link_close' || walk.links.pop() !== false;
  if (!buried && shown) kept.push(token);
}

function closeContainer({ session, stack }: Walk, kept: Token[]): void {
  const { html, unclosed } = leaveContainer(stack);
  for (const element of unclosed) reportUnclosed(session, element);
  pushHtml(kept, html);
}

function pushHtml(kept: Token[], html: string): void {
  if (html === '') return;
  const token = new createMarkdownIt.Token('html_inline', '', 0);
  token.content = html;
  token.info = SANITIZED;
  kept.push(token);
}

/** Closes the raw elements that cannot hold a token of Markdown. */
function makeRoom({ session, stack }: Walk, kept: Token[], token: Token): void {
  const closed = roomFor(stack, token);
  if (closed === undefined || closed.html === '') return;
  const unbalanced = unbalancedReport(session);
  pushHtml(kept, closeBefore(closed, 'the Markdown after it', { unbalanced }));
}

function roomFor(stack: HtmlStack<Span>, token: Token): Closed<Span> | undefined {
  if (token.block && !token.hidden) return makeRoomForBlock(stack, token.tag);
  const empty = token.type === 'softbreak' || (token.type === 'text' && isBlank(token.content));
  return empty ? undefined : makeRoomForInline(stack);
}

function reportUnclosed(session: ParseSession, { name, where }: OpenElement<Span>): void {
  report(session, 'html-unclosed', {
    span: where,
    message: `<${name}> is never closed`,
    hint: `add </${name}> in the same paragraph, list item or quote`,
  });
}

/** True for the tokens that hold raw HTML. */
export function isRawHtml(token: Token): boolean {
  return token.type === 'html_block' || token.type === 'html_inline';
}

function sanitizeToken(walk: Walk, token: Token): Token {
  const content: RawContent = { links: [], ids: [], text: '' };
  const result = sanitizeFragment(
    token.content,
    createSink(walk, rawPlace(walk.session, token), content),
  );
  token.content = result.html;
  token.info = SANITIZED;
  content.text = result.text;
  walk.session.rawContents.set(token, content);
  return token;
}

function createSink(
  { session, stack }: Walk,
  place: RawPlace,
  content: RawContent,
): HtmlSink<Span> {
  const where: HtmlSink<Span>['where'] = ({ start, end }) =>
    toSourceSpan(place.map, place.offset + start, place.offset + end);
  return {
    texts: session.texts,
    stack,
    where,
    address: (href, kind, range) => {
      content.links.push(docLink(session, { href, kind, span: where(range) }));
      return PLACEHOLDER;
    },
    id: (id, range) => {
      const span = where(range);
      if (!refusesId(session, id, span)) content.ids.push({ id, span });
    },
    dropped: (what, span) => reportDropped(session, what, span),
    unbalanced: unbalancedReport(session),
  };
}

function reportDropped(session: ParseSession, what: string, span: Span): void {
  const hint = "`markdown.html: 'trusted'` in the configuration passes raw HTML through";
  report(session, 'html-dropped', {
    span,
    message: `${what} is not allowed and was left out`,
    hint,
  });
}

function unbalancedReport(session: ParseSession): HtmlSink<Span>['unbalanced'] {
  return (message, span) => report(session, 'html-unclosed', { span, message });
}
