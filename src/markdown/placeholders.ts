import { ownText } from '../diagnostics/own-text.ts';
import { locate, partAt, type Span } from '../content/source-text.ts';
import { escapeHtml } from '../shared/escape-html.ts';
import { isExternal, urlScheme } from '../shared/paths.ts';

import type { ArticleMessages } from '../shared/ui-messages.ts';
import type { ParseSession } from './parse-session.ts';
import type { DocLink } from './parsed-doc.ts';

/**
 * Marks the position of an address in rendered HTML. U+0000 cannot come from a source: CommonMark 2.3 replaces it, and
 * so does the HTML standard for character references; UI messages that contain it are refused.
 */
export const PLACEHOLDER = '\0';

export interface Reference {
  readonly href: string;
  readonly kind: DocLink['kind'];
  readonly loads?: DocLink['loads'];
  readonly span: Span;
}

/** Records the reference and returns the placeholder for its address. Call it in the order of the HTML. */
export function placeholder(session: ParseSession, reference: Reference): string {
  session.links.push(docLink(session, reference));
  return PLACEHOLDER;
}

/** A reference with its span in the file. */
function docLink(session: ParseSession, { href, kind, loads, span }: Reference): DocLink {
  const { source } = session;
  const base = partAt(source, span.start)?.base;
  const isOwn = base === undefined || base === source.file;
  const load = loads === undefined ? {} : { loads };
  const location = locate(source, span);
  return { href: ownText(href), kind, ...load, ...(isOwn ? {} : { base }), location };
}

/** The reference of an address in raw HTML: pages `x.md` are at `x/`, those of a folder at the folder. */
export function htmlLink(session: ParseSession, reference: Reference): DocLink {
  const { href } = reference;
  const isUp = session.htmlFromAddress === true && href.startsWith('../');
  const isFolder = /(?:^|\/)(?:index|README)\.md$/i.test(session.source.file);
  return docLink(session, { ...reference, href: isUp && !isFolder ? href.slice(3) : href });
}

/**
 * Splits finished HTML at the placeholders of its links. Throws if they do not match: an address at the wrong position
 * could end an attribute.
 */
export function splitAtPlaceholders(html: string, links: readonly unknown[]): string[] {
  const chunks = html.split(PLACEHOLDER);
  if (chunks.length === links.length + 1) return chunks;
  throw new Error(`${chunks.length - 1} placeholders for ${links.length} links`);
}

/** External pages open in a new tab; `mailto:`, `tel:` and schemes that are refused later do not. */
export function opensNewTab(href: string): boolean {
  if (!isExternal(href)) return false;
  const scheme = urlScheme(href);
  return scheme === undefined || scheme === 'http' || scheme === 'https';
}

/** Attributes of a link that opens in a new tab. */
export const NEW_TAB_ATTRIBUTES = ' target="_blank" rel="noopener noreferrer"';

/** The icon at the end of a link that opens in a new tab. */
export function externalIcon({ opensInNewTab }: ArticleMessages): string {
  return `<span class="external-icon" role="img" aria-label="${escapeHtml(opensInNewTab)}"></span>`;
}
