import type { MarkdownIt, StateInline } from 'markdown-it';
import { decodeEntities } from '../html/character-references.ts';
import { type SessionHolder, wrapInlineRule } from './parse-session.ts';
import type { SpanFinder } from './positions.ts';

/** An address found in plain text: `end` is exclusive. */
interface Autolink {
  readonly start: number;
  readonly end: number;
  readonly href: string;
}

interface Candidates {
  text: string;
  links: readonly Autolink[];
  /** Index of the first link at or after the last requested position. */
  next: number;
}

/**
 * GFM 6.9, extended autolinks: `www.`, `http://`, `https://` and e-mail addresses in plain text. Bare names such as
 * `file.md` or `example.com` are not linked.
 */
export function addGfmAutolinks(md: MarkdownIt, holder: SessionHolder, spanOf: SpanFinder): void {
  const found: Candidates = { text: '', links: [], next: 0 };
  // The rule of markdown-it for plain text, which also stops where an address starts.
  wrapInlineRule(md, 'text', () => (state, silent) => {
    const { src, pos, posMax } = state;
    const stop = silent ? posMax : (nextLink(found, state)?.start ?? posMax);
    // Up to the characters that may start another inline rule; the same set as markdown-it's.
    const text = matchAt(/[^\n!#$%&*+\-:<=>@[\\\]^_`{}~]*/y, src, pos);
    const end = Math.min(stop, posMax, pos + text.length);
    if (end <= pos) return false;
    if (!silent) state.pending += src.slice(pos, end);
    state.pos = end;
    return true;
  });
  md.inline.ruler.at('linkify', (state, silent) => {
    const link = silent || state.linkLevel > 0 ? undefined : nextLink(found, state);
    if (link?.start !== state.pos || link.end > state.posMax) return false;
    const open = state.push('link_open', 'a', 1);
    open.attrs = [['href', link.href]];
    open.markup = 'linkify';
    open.info = 'auto';
    holder.session.destinations.set(open, spanOf(link.start, link.end));
    state.push('text', '', 0).content = decodeEntities(state.src.slice(link.start, link.end));
    state.push('link_close', 'a', -1).info = 'auto';
    state.pos = link.end;
    return true;
  });
}

function nextLink(found: Candidates, { src, pos }: StateInline): Autolink | undefined {
  if (found.text !== src) {
    found.text = src;
    found.links = findAutolinks(src);
    found.next = 0;
  }
  const startOf = (index: number): number => found.links[index]?.start ?? pos;
  while (found.next > 0 && startOf(found.next - 1) >= pos) found.next -= 1;
  while (startOf(found.next) < pos) found.next += 1;
  return found.links[found.next];
}

/** All extended autolinks of a text, in order, not overlapping. Linear in the text's length. */
export function findAutolinks(text: string): Autolink[] {
  if (!text.includes('@') && !text.includes('://') && !/www\./i.test(text)) return [];
  const links: Autolink[] = [];
  let from = 0;
  for (const { 0: marker, index: at } of text.matchAll(/:\/\/|www\.|@/gi)) {
    if (at < from) continue;
    const link = marker === '@' ? emailAround(text, at, from) : urlAround(text, at, from);
    if (link === undefined) continue;
    links.push(link);
    from = link.end;
  }
  return links;
}

/** The address around `://`, or from `www.` on, after the previous link. */
function urlAround(text: string, at: number, from: number): Autolink | undefined {
  if (text[at] === ':') {
    const scheme = /https?$/i.exec(text.slice(Math.max(from, at - 5), at));
    const start = at - (scheme?.[0].length ?? 0);
    if (scheme === null || /[A-Za-z0-9]/.test(text.charAt(start - 1))) return undefined;
    return urlFrom(text, { start, domain: at + 3, prefix: '' });
  }
  // GFM: at the start of a line, after whitespace, or after one of `*`, `_`, `~`, `(`.
  const isBoundary = at === 0 || /[\s*_~(]/.test(text.charAt(at - 1));
  return isBoundary ? urlFrom(text, { start: at, domain: at, prefix: 'http://' }) : undefined;
}

interface UrlStart {
  readonly start: number;
  readonly domain: number;
  /** The missing part of an absolute address. */
  readonly prefix: string;
}

function urlFrom(text: string, { start, domain, prefix }: UrlStart): Autolink | undefined {
  const labels = matchAt(/[\p{L}\p{N}_.-]+/uy, text, domain);
  // GFM: labels of letters, digits, `_` and `-`, at least one period, no `_` in the last two labels.
  // A single label with a port or path (`http://localhost:3000`) is linked too, as GitHub does.
  const parts = labels.replace(/\.+$/, '').split('.');
  if (parts.includes('') || parts.slice(-2).some((part) => part.includes('_'))) return undefined;
  const rest = matchAt(/[^\s<]*/y, text, domain);
  const end = domain + trimTrailing(rest).length;
  if (end < domain + labels.replace(/[._-]+$/, '').length) return undefined;
  return { start, end, href: prefix + decodeEntities(text.slice(start, end)) };
}

// GFM: trailing punctuation, an unbalanced closing bracket and an entity at the end are not part of the address.
function trimTrailing(url: string): string {
  let end = url.length;
  let openBalance = url.split('(').length - url.split(')').length;
  let squareBalance = url.split('[').length - url.split(']').length;
  for (;;) {
    const char = url.charAt(end - 1);
    if (char === ')' && openBalance < 0) openBalance += 1;
    else if (char === ']' && squareBalance < 0) squareBalance += 1;
    else if (char === ';') {
      const entity = /&[A-Za-z0-9]{1,31};$/.exec(url.slice(Math.max(0, end - 33), end));
      if (entity === null) return url.slice(0, end);
      end -= entity[0].length - 1;
    } else if (!/[?!.,:*_~'"]/.test(char) || char === '') return url.slice(0, end);
    end -= 1;
  }
}

// GFM: one or more of letters, digits, `.`, `-`, `_`, `+`; `@`; labels with at least one period,
// the last character not `-` or `_`.
function emailAround(text: string, at: number, from: number): Autolink | undefined {
  let start = at;
  while (start > from && /[A-Za-z0-9.+_-]/.test(text.charAt(start - 1))) start -= 1;
  if (start === at || /[/:]/.test(text.charAt(start - 1))) return undefined;
  const domain = matchAt(/[A-Za-z0-9_.-]+/y, text, at + 1).replace(/\.+$/, '');
  if (!domain.includes('.') || /[-_]$/.test(domain) || domain.includes('..')) return undefined;
  const end = at + 1 + domain.length;
  return { start, end, href: `mailto:${text.slice(start, end)}` };
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}
