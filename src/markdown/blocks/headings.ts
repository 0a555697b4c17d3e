import type { MarkdownIt, Token } from 'markdown-it';
import { lineEnd, lineStart, locate, type Span } from '../../content/source-text.ts';
import { escapeHtml, wellFormed } from '../../shared/escape-html.ts';
import { itemAt } from '../../shared/item-at.ts';
import { contentId, isShellId, reservedId } from '../../shared/page-ids.ts';
import { uniqueSlug } from '../../shared/slug.ts';
import { fillMessage } from '../../shared/ui-messages.ts';
import { writtenText } from '../emoji.ts';
import { type ParseSession, report, reportForeign, type SessionHolder } from '../parse-session.ts';
import type { Heading } from '../parsed-doc.ts';
import { collapseSpace } from '../../shared/cut-text.ts';
import { plainText } from '../plain-text.ts';
import { UNLINKED } from '../undefined-references.ts';

/** Gives a heading its id: `{#id}` at its end, else a GitHub slug that is not taken yet. */
export function describeHeading(
  session: ParseSession,
  { open, inline }: { readonly open: Token; readonly inline: Token },
): Heading {
  const children = inline.children ?? [];
  const explicit = session.headingIds.get(inline);
  const text = collapseSpace(plainText(children));
  const line = session.bodyLine + (open.map?.[0] ?? 0);
  const id =
    explicit?.id === undefined
      ? claimSlug(session, session.slugify(writtenText(children)))
      : contentId(explicit.id);
  if (explicit?.id !== undefined)
    claimId(session, { ...explicit, id: explicit.id, code: 'duplicate-heading-id' });
  const start = lineStart(session.source, line);
  const written = locate(session.source, { start, end: start });
  const isOwn = written.file === session.source.file;
  return {
    id,
    level: Number(open.tag.slice(1)),
    text,
    html: tocHtml(children),
    line: written.line,
    ...(isOwn ? {} : { file: written.file }),
  };
}

/** Reserves and returns the first free one of `slug`, `slug-1`, `slug-2` … */
export function claimSlug(session: ParseSession, slug: string): string {
  const has = (id: string): boolean => isTaken(session, id);
  const { slugCounts: next, slugSeparator: separator } = session;
  // Code of a page can make half of a surrogate pair.
  const id = uniqueSlug(contentId(wellFormed(slug)), { has, next, separator });
  session.ids.add(id);
  return id;
}

function isTaken(session: ParseSession, id: string): boolean {
  return session.ids.has(id) || session.footnoteIds.has(id);
}

interface WrittenId {
  readonly id: string;
  readonly span: Span;
  readonly code?: 'duplicate-id' | 'duplicate-heading-id';
}

/** Records an id that the author wrote; reports one that is used twice on the page. */
export function claimId(
  session: ParseSession,
  { id, span, code = 'duplicate-id' }: WrittenId,
): void {
  if (refusesId(session, id, span)) return;
  if (isTaken(session, id))
    report(session, code, {
      span,
      message: `the id "${id}" is used more than once on this page`,
      hint: `write another id here: {#${id}-2}; links to it lead to the first one`,
    });
  session.ids.add(id);
}

/** Reports an id that is reserved for the layout; returns true for such an id. */
export function refusesId(session: ParseSession, id: string, span: Span): boolean {
  if (!isShellId(id)) return false;
  report(session, 'reserved-id', { span, ...reservedId(id) });
  return true;
}

/**
 * Takes ids from the ends of headings: `{#id}`, `{ #id .class }`, `{: #id}`, a comment in braces as in MDX, and `[#id]` where
 * no link has that label.
 */
export function addHeadingIds(md: MarkdownIt, holder: SessionHolder): void {
  md.core.ruler.before('inline', 'heading_ids', ({ tokens, env }) => {
    const { session } = holder;
    for (const [index, token] of tokens.entries()) {
      if (token.type !== 'inline' || tokens[index - 1]?.type !== 'heading_open') continue;
      const { content } = token;
      if (content.endsWith('}')) takeBraces(session, token);
      const [written, id] = LABEL.exec(content) ?? [];
      if (id !== undefined && env.references?.[md.utils.normalizeReference(`#${id}`)] === undefined)
        takeHeadingId(session, token, { id, written });
    }
  });
}

const LABEL = /(?<![\\\]])\[#(\p{L}[^\s[\]{}#"'<>&*`]*)\]$/u;

const ATTRIBUTE = /(?:#[^\s{}#"'<>&*`]+|\.[\w-]+|[\w-]+=(?:"[^"]*"|[^\s"]+))/.source;
const ATTRIBUTES = new RegExp(`^:?[ \\t]*(${ATTRIBUTE}(?:[ \\t]+${ATTRIBUTE})*)[ \\t]*$`);
const COMMENT = /^\/\*[ \t]*#?([^\s{}#"'<>&*`]+)[ \t]*\*\/$/;

function takeBraces(session: ParseSession, token: Token): void {
  const { content } = token;
  const start = content.lastIndexOf('{');
  const before = content.slice(0, Math.max(0, start));
  if (start < 0 || (start - endWithout(before, '\\')) % 2 === 1) return;
  const braces = content.slice(start);
  const inner = braces.slice(1, -1);
  const attributes = ATTRIBUTES.exec(inner)?.[1];
  const id = COMMENT.exec(inner)?.[1] ?? /(?:^|[ \t])#(\S+)/.exec(attributes ?? '')?.[1];
  if (id === undefined && !/^:?[ \t]*\./.test(attributes ?? '')) {
    if (inner.startsWith('#'))
      report(session, 'heading-id', {
        span: inLine(session, token, braces),
        message: `${braces} is not the id of a heading`,
        hint: 'an id has no spaces, quotes or markup: {#my-id}; write \\{# to show it as text',
      });
    return;
  }
  if (id === undefined)
    reportForeign(session, 'heading classes', {
      span: inLine(session, token, braces),
      message: 'the attributes of a heading have no effect',
      hint: 'remove them; {#my-id} sets the id of a heading',
    });
  takeHeadingId(session, token, { id, written: braces });
}

/** Takes the end of a heading as its id, or drops it. */
function takeHeadingId(
  session: ParseSession,
  token: Token,
  { id, written = '' }: { readonly id: string | undefined; readonly written: string | undefined },
): void {
  const { content } = token;
  const before = content.slice(0, -written.length);
  token.content = before.slice(0, endWithout(before, ' \t'));
  const from = inLine(session, token, written).start + written.indexOf(id ?? '');
  session.headingIds.set(token, {
    id,
    span: { start: from, end: from + (id ?? '').length },
    length: content.length - token.content.length,
  });
}

/** The end of a text without some characters there. */
function endWithout(text: string, characters: string): number {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return end;
}

/** The last occurrence of a text in the last line of a heading; the line's start if it is not written there. */
function inLine({ source, bodyLine }: ParseSession, { map }: Token, text: string): Span {
  const line = bodyLine + (map?.[1] ?? 1) - 1;
  const start = lineStart(source, line);
  const from =
    start + Math.max(0, source.text.slice(start, lineEnd(source, line)).lastIndexOf(text));
  return { start: from, end: from + text.length };
}

const TOC_MARKUP: Readonly<Record<string, string>> = {
  em_open: '<em>',
  em_close: '</em>',
  strong_open: '<strong>',
  strong_close: '</strong>',
  s_open: '<s>',
  s_close: '</s>',
};

/** The inline markup of a heading or a tab without links, raw HTML and footnotes; images as their text. */
export function tocHtml(children: readonly Token[]): string {
  let html = '';
  for (const token of children) {
    if (token.type === 'code_inline') html += `<code>${escapeHtml(token.content)}</code>`;
    else html += TOC_MARKUP[token.type] ?? escapeHtml(plainText([token]));
  }
  return html.trim();
}

/** Renders headings with a link to themselves, outside their accessible name; h1 has none. */
export function renderHeadings(md: MarkdownIt, holder: SessionHolder): void {
  const ends: string[] = [];
  md.renderer.rules['heading_open'] = (tokens, index) => {
    const token = itemAt(tokens, index);
    const { session } = holder;
    const heading = session.headings.get(token);
    const { id = '', level = 1, text = '' } = heading ?? {};
    const label = escapeHtml(fillMessage(session.messages.linkToSection, { title: text }));
    const address = escapeHtml(encodeURIComponent(id));
    const link = `<a class="heading-anchor" href="#${address}" aria-label="${label}"></a>`;
    ends.push(level === 1 ? '' : `${token.info === UNLINKED ? '' : link}</div>`);
    if (heading === undefined) return `<${token.tag}>`;
    session.lastHeading = text;
    const tag = `<h${level} id="${escapeHtml(id)}">`;
    return level === 1 ? tag : `<div class="heading heading-${level}">${tag}`;
  };
  md.renderer.rules['heading_close'] = (tokens, index) =>
    `</${itemAt(tokens, index).tag}>${ends.pop() ?? ''}\n`;
}
