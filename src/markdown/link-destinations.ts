import type { MarkdownIt, Token } from 'markdown-it';
import type { Span } from '../content/source-text.ts';
import { escapeHtml } from '../shared/escape-html.ts';
import type { ParseSession, SessionHolder } from './parse-session.ts';
import { externalIcon, hole, NEW_TAB_ATTRIBUTES, opensNewTab } from './placeholders.ts';
import { plainText } from './plain-text.ts';

/** Renders links and images with a hole for each address. */
export function renderLinks(md: MarkdownIt, holder: SessionHolder): void {
  const openLinks: boolean[] = [];
  md.renderer.rules['link_open'] = (tokens, index) => {
    const token = tokens[index];
    if (token === undefined) return '';
    const href = attribute(token, 'href');
    openLinks.push(opensNewTab(href));
    const address = hole(holder.session, {
      href,
      kind: 'page',
      span: linkSpan(holder.session, token),
    });
    return `<a href="${address}"${titleAttribute(token)}${opensNewTab(href) ? NEW_TAB_ATTRIBUTES : ''}>`;
  };
  md.renderer.rules['link_close'] = () =>
    openLinks.pop() === true ? `${externalIcon(holder.session.texts)}</a>` : '</a>';
  md.renderer.rules['image'] = (tokens, index) => {
    const token = tokens[index];
    if (token === undefined) return '';
    const href = attribute(token, 'src');
    const address = hole(holder.session, {
      href,
      kind: 'asset',
      span: linkSpan(holder.session, token),
    });
    const alt = escapeHtml(plainText(token.children ?? []));
    return `<img src="${address}" alt="${alt}"${titleAttribute(token)} loading="lazy" decoding="async">`;
  };
}

/** `info` of a heading or footnote reference that stands in a link: it must not bring a link of its own. */
export const UNLINKED = 'unlinked';

/** Where the destination of a link or image is written; for references, in the definition. */
export function linkSpan(session: ParseSession, token: Token): Span {
  const label = token.meta?.['label'];
  const span =
    typeof label === 'string' ? session.definitions.get(label) : session.destinations.get(token);
  return span ?? { start: session.bodyStart, end: session.bodyStart };
}

function attribute(token: Token, name: string): string {
  return String(token.attrGet(name) ?? '');
}

function titleAttribute(token: Token): string {
  const title = token.attrGet('title');
  return title === null ? '' : ` title="${escapeHtml(String(title))}"`;
}
