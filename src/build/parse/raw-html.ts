import createMarkdownIt, { type MarkdownIt, type Token } from 'markdown-it';
import { docLink, HOLE } from './holes.ts';
import {
  createHtmlStack,
  enterContainer,
  type HtmlStack,
  isBuried,
  leaveContainer,
  type OpenElement,
} from './html-stack.ts';
import { toSourceSpan, verbatimMap } from './inline-map.ts';
import { htmlBlockMap } from './positions.ts';
import { type HtmlSink, sanitizeFragment } from './sanitize-html.ts';
import {
  type ParseSession,
  type RawContent,
  type RawPlace,
  report,
  type SessionHolder,
} from './session.ts';
import type { Span } from './source-text.ts';

/** Prints raw HTML tokens, which were written again before, and records their references. */
export function renderRawHtml(md: MarkdownIt, holder: SessionHolder): void {
  const render = (tokens: Token[], index: number): string => {
    const token = tokens[index];
    if (token === undefined) return '';
    const { session } = holder;
    session.links.push(...(session.rawContents.get(token)?.links ?? []));
    return token.content;
  };
  md.renderer.rules['html_block'] = render;
  md.renderer.rules['html_inline'] = render;
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
  /** Types of the Markdown tokens that are open. */
  readonly open: string[];
}

/**
 * Writes all raw HTML again from the allow-list, and closes in each Markdown container what was opened there.
 * Returns the tokens that stay.
 */
export function sanitizeTokens(session: ParseSession, tokens: Token[]): Token[] {
  const walk: Walk = { session, stack: createHtmlStack(), open: [] };
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
    } else if (walk.stack.skipping === undefined) {
      if (token.type === 'inline') token.children = walkTokens(walk, token.children ?? []);
      kept.push(token);
    }
  }
  return kept;
}

function enter(walk: Walk, kept: Token[], token: Token): void {
  if (walk.stack.skipping === undefined) kept.push(token);
  walk.open.push(token.type);
  enterContainer(walk.stack);
}

function leave(walk: Walk, kept: Token[], token: Token): void {
  const buried = isBuried(walk.stack);
  closeContainer(walk, kept);
  walk.open.pop();
  if (!buried) kept.push(token);
}

function closeContainer({ session, stack }: Walk, kept: Token[]): void {
  const { html, unclosed } = leaveContainer(stack);
  for (const element of unclosed) reportUnclosed(session, element);
  if (html === '') return;
  const token = new createMarkdownIt.Token('html_inline', '', 0);
  token.content = html;
  kept.push(token);
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
  content.text = result.text;
  walk.session.rawContents.set(token, content);
  return token;
}

function createSink(
  { session, stack, open }: Walk,
  place: RawPlace,
  content: RawContent,
): HtmlSink<Span> {
  const where: HtmlSink<Span>['where'] = ({ start, end }) =>
    toSourceSpan(place.map, place.offset + start, place.offset + end);
  return {
    stack,
    where,
    address: (href, kind, range) => {
      content.links.push(docLink(session, { href, kind, span: where(range) }));
      return HOLE;
    },
    id: (id, range) => {
      content.ids.push({ id, span: where(range) });
    },
    forbids: (name) =>
      name === 'a' ? open.includes('link_open') : isHeading(name) && open.includes('heading_open'),
    dropped: (what, span) => {
      const hint = "`markdown.html: 'trusted'` in the configuration passes raw HTML through";
      report(session, 'html-dropped', {
        span,
        message: `${what} is not allowed and was left out`,
        hint,
      });
    },
    unbalanced: (message, span) => report(session, 'html-unclosed', { span, message }),
  };
}

function isHeading(name: string): boolean {
  return /^h[1-6]$/.test(name);
}
