import type { MarkdownIt, Token } from 'markdown-it';
import { slugify, uniqueSlug } from '../../shared/slug.ts';
import type { Heading } from '../types.ts';
import { escapeHtml } from '../../shared/escape-html.ts';
import { UNLINKED } from './links.ts';
import { collapseSpace, plainText } from './plain-text.ts';
import { type ParseSession, report, type SessionHolder } from './session.ts';
import { lineEnd, lineStart, type Span } from './source-text.ts';

interface HeadingTokens {
  readonly open: Token;
  readonly inline: Token;
}

/** Gives a heading its id: `{#id}` at its end, else a GitHub slug that no id before it has (rule 22). */
export function describeHeading(session: ParseSession, heading: HeadingTokens): Heading {
  const { open, inline } = heading;
  const children = inline.children ?? [];
  const explicit = takeExplicitId(children);
  const text = collapseSpace(plainText(children));
  const line = session.bodyLine + (open.map?.[0] ?? 0);
  const id =
    explicit ??
    uniqueSlug(slugify(text), { has: (taken) => session.ids.has(taken), next: session.slugCounts });
  if (explicit !== undefined) claimId(session, id, explicitIdSpan(session, line, id));
  session.ids.add(id);
  return { id, level: Number(open.tag.slice(1)), text, html: tocHtml(children), line: line + 1 };
}

/** Notes an id that the author wrote; a second one of the same name is reported. */
export function claimId(session: ParseSession, id: string, span: Span): void {
  if (session.ids.has(id)) {
    const message = `the id "${id}" is used more than once on this page`;
    report(session, 'duplicate-id', { span, message, hint: 'links to it lead to the first one' });
  }
  session.ids.add(id);
}

function takeExplicitId(children: readonly Token[]): string | undefined {
  const last = children.at(-1);
  const match =
    last?.type === 'text' ? /(?:^|\s*)\{#([^\s{}#"'<>&]+)\}\s*$/.exec(last.content) : null;
  if (last === undefined || match === null) return undefined;
  last.content = last.content.slice(0, match.index);
  return match[1];
}

function explicitIdSpan(session: ParseSession, line: number, id: string): Span {
  const { source } = session;
  const start = lineStart(source, line);
  const found = source.text.slice(start, lineEnd(source, line)).lastIndexOf(`{#${id}}`);
  return found < 0
    ? { start, end: start }
    : { start: start + found + 2, end: start + found + 2 + id.length };
}

const TOC_MARKUP: Readonly<Record<string, string>> = {
  em_open: '<em>',
  em_close: '</em>',
  strong_open: '<strong>',
  strong_close: '</strong>',
  s_open: '<s>',
  s_close: '</s>',
};

/** The heading's inline markup without links, raw HTML and footnotes; images by their text. */
function tocHtml(children: readonly Token[]): string {
  let html = '';
  for (const token of children) {
    if (token.type === 'code_inline') html += `<code>${escapeHtml(token.content)}</code>`;
    else html += TOC_MARKUP[token.type] ?? escapeHtml(plainText([token]));
  }
  return html.trim();
}

interface OpenHeading {
  readonly heading: Heading;
  readonly linked: boolean;
}

/** Renders headings with a link to themselves beside them, outside their accessible name; h1 has none. */
export function renderHeadings(md: MarkdownIt, holder: SessionHolder): void {
  const open: (OpenHeading | undefined)[] = [];
  md.renderer.rules['heading_open'] = (tokens, index) => {
    const token = tokens[index];
    const heading = token === undefined ? undefined : holder.session.headings.get(token);
    open.push(heading && { heading, linked: token?.info !== UNLINKED });
    if (token === undefined || heading === undefined) return `<${token?.tag ?? 'h2'}>`;
    const { id, level, text } = heading;
    holder.session.lastHeading = text;
    const tag = `<h${level} id="${escapeHtml(id)}">`;
    return level === 1 ? tag : `<div class="heading heading-${level}">${tag}`;
  };
  md.renderer.rules['heading_close'] = (tokens, index) => {
    const opened = open.pop();
    const close = `</${tokens[index]?.tag ?? 'h2'}>`;
    if (opened === undefined || opened.heading.level === 1) return `${close}\n`;
    return `${close}${opened.linked ? selfLink(opened.heading) : ''}</div>\n`;
  };
}

function selfLink({ id, text }: Heading): string {
  const address = escapeHtml(encodeURIComponent(id));
  const label = escapeHtml(`Link to this section: ${text}`);
  return `<a class="heading-anchor" href="#${address}" aria-label="${label}"></a>`;
}
