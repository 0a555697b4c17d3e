import type { MarkdownIt, StateInline, Token } from 'markdown-it';
import type { Span } from '../content/source-text.ts';
import { escapeHtml } from '../shared/escape-html.ts';
import { itemAt } from '../shared/item-at.ts';
import { type ParseSession, report, type SessionHolder, wrapInlineRule } from './parse-session.ts';
import { externalIcon, NEW_TAB_ATTRIBUTES, opensNewTab, placeholder } from './placeholders.ts';
import { plainText } from './plain-text.ts';
import type { SpanFinder } from './positions.ts';

/**
 * Reports `[text][label]` and `[label][]`, also of images, without a definition; CommonMark shows them as text.
 * Shortcuts (`[label]`) are not reported: they may be meant as text.
 */
export function reportUndefinedReferences(
  md: MarkdownIt,
  holder: SessionHolder,
  spanOf: SpanFinder,
): void {
  const last = { text: '', at: -1 };
  wrapInlineRule(md, 'link', (rule) => (state, silent) => {
    if (rule(state, silent)) return true;
    // Requested at every bracket, found once.
    if (last.text !== state.src)
      Object.assign(last, { text: state.src, at: state.src.lastIndexOf('][') });
    const label = silent || state.pos >= last.at ? undefined : referenceLabel(md, state);
    if (label === undefined) return false;
    const text = state.src.slice(label.start, label.end);
    if (state.env.references?.[md.utils.normalizeReference(text)] !== undefined) return false;
    report(holder.session, 'undefined-reference', {
      span: spanOf(label.start, label.end),
      message: `the label "${text}" is not defined`,
      hint: `define it with a line [${text}]: address`,
    });
    return false;
  });
}

/** Reports `[^label]` without a footnote definition; it is shown as text. */
export function reportUndefinedFootnotes(
  md: MarkdownIt,
  holder: SessionHolder,
  spanOf: SpanFinder,
): void {
  wrapInlineRule(md, 'footnote_ref', (rule) => (state, silent) => {
    if (state.src.charCodeAt(state.pos) !== 0x5b) return false;
    if (rule(state, silent)) return true;
    const { src, pos, posMax } = state;
    const label = /^\^([^\s[\]]+)\]/.exec(src.slice(pos + 1, Math.min(posMax, pos + 1001)))?.[1];
    if (silent || label === undefined) return false;
    report(holder.session, 'undefined-reference', {
      span: spanOf(state.pos + 1, state.pos + 2 + label.length),
      message: `there is no footnote "${label}"`,
      hint: `define it with a line [^${label}]: text`,
    });
    return false;
  });
}

/** The label of a full or collapsed reference at the state's position. */
function referenceLabel(
  md: MarkdownIt,
  state: StateInline,
): { start: number; end: number } | undefined {
  const { src, pos } = state;
  // `list[0][1]` is not a link.
  if (src.charCodeAt(pos) !== 0x5b || /[\p{L}\p{N}_\])]/u.test(src.charAt(pos - 1)))
    return undefined;
  const textEnd = md.helpers.parseLinkLabel(state, pos, true);
  if (textEnd < 0 || src.charCodeAt(textEnd + 1) !== 0x5b) return undefined;
  const isCollapsed = src.charCodeAt(textEnd + 2) === 0x5d;
  const start = isCollapsed ? pos + 1 : textEnd + 2;
  const end = isCollapsed ? textEnd : src.indexOf(']', start);
  if (end < 0 || end >= state.posMax || end - start > 999) return undefined;
  const label = src.slice(start, end);
  return label.trim() === '' || /(?<!\\)[[\]]|[\n^]|\\$/.test(label) ? undefined : { start, end };
}

/** Renders links and images with a placeholder for each address. */
export function renderLinks(md: MarkdownIt, holder: SessionHolder): void {
  const openLinks: boolean[] = [];
  md.renderer.rules['link_open'] = (tokens, index) => {
    const token = itemAt(tokens, index);
    const href = String(token.attrGet('href') ?? '');
    const isNew = opensNewTab(href);
    openLinks.push(isNew);
    const span = linkSpan(holder.session, token);
    const address = placeholder(holder.session, { href, kind: 'page', span });
    return `<a href="${address}"${otherAttributes(token)}${isNew ? NEW_TAB_ATTRIBUTES : ''}>`;
  };
  md.renderer.rules['link_close'] = () =>
    openLinks.pop() === true ? `${externalIcon(holder.session.messages)}</a>` : '</a>';
  md.renderer.rules['image'] = (tokens, index) => {
    const token = itemAt(tokens, index);
    const href = String(token.attrGet('src') ?? '');
    const span = linkSpan(holder.session, token);
    const address = placeholder(holder.session, { href, kind: 'asset', loads: 'img', span });
    const alt = escapeHtml(plainText(token.children ?? []));
    return `<img src="${address}" alt="${alt}"${otherAttributes(token)} loading="lazy" decoding="async">`;
  };
}

/** `info` of a heading or footnote reference inside a link: it must not add another link. */
export const UNLINKED = 'unlinked';

/** The span of a link's or image's destination; for references, in the definition. */
export function linkSpan(session: ParseSession, token: Token): Span {
  const label = token.meta?.['label'];
  const span =
    typeof label === 'string' ? session.definitions.get(label) : session.destinations.get(token);
  return span ?? { start: session.bodyStart, end: session.bodyStart };
}

/** The title, and the attributes that a dialect has set. */
function otherAttributes({ attrs }: Token): string {
  const others = (attrs ?? []).filter(([name]) => !/^(?:href|src|alt)$/.test(name));
  return others.map(([name, value]) => ` ${name}="${escapeHtml(String(value))}"`).join('');
}
