import type { Token } from 'markdown-it';
import { footnoteIds } from './blocks/footnotes.ts';
import { claimId, claimSlug, describeHeading } from './blocks/headings.ts';
import { PANEL_PREFIX } from './blocks/tabs.ts';
import type { PrismStream, PrismToken } from './code/prism.ts';
import { isRawHtml } from './html/raw-html.ts';
import type { ParseSession } from './parse-session.ts';
import { UNLINKED } from './undefined-references.ts';

/** Gives headings their ids and notes every id of the article, in document order. */
export function assignIds(session: ParseSession, tokens: readonly Token[]): void {
  collectFootnoteIds(session, tokens);
  for (const [index, token] of tokens.entries()) {
    const next = tokens[index + 1];
    if (token.type === 'tabs_open') claimTabIds(session, token);
    else if (token.type === 'heading_open' && next?.type === 'inline') {
      // First the ids inside it, so that the heading's own id differs from them.
      claimIds(session, next.children ?? []);
      session.headings.set(token, describeHeading(session, { open: token, inline: next }));
    } else if (token.type === 'inline') {
      if (tokens[index - 1]?.type !== 'heading_open') claimIds(session, token.children ?? []);
    } else claimIds(session, [token]);
  }
}

function collectFootnoteIds(session: ParseSession, tokens: readonly Token[]): void {
  for (const token of tokens) {
    if (token.type === 'inline') collectFootnoteIds(session, token.children ?? []);
    else for (const id of footnoteIds(token)) session.footnoteIds.add(id);
  }
}

function claimIds(session: ParseSession, tokens: readonly Token[]): void {
  for (const token of tokens) {
    if (isRawHtml(token)) claimRawIds(session, token);
    else for (const id of footnoteIds(token)) session.ids.add(id);
  }
}

function claimRawIds(session: ParseSession, token: Token): void {
  for (const { id, span } of session.rawContents.get(token)?.ids ?? []) claimId(session, id, span);
}

/** Headings never get such an id by themselves: their slugs have no full stop. */
function claimTabIds(session: ParseSession, token: Token): void {
  // Tabs are links, which cannot stand in a link.
  if (token.info === UNLINKED) return;
  for (const panel of session.tabGroups.get(token)?.panels ?? [])
    panel.id = claimSlug(session, PANEL_PREFIX + panel.value);
}

const SPECIAL = /[&<>\u202a-\u202e\u2066-\u2069]/;
const SPECIALS = /[&<>\u202a-\u202e\u2066-\u2069]/g;

/** Escapes code for HTML; bidirectional controls, which could make code read differently, become visible. */
export function escapeCode(code: string): string {
  return SPECIAL.test(code) ? code.replace(SPECIALS, escapeOne) : code;
}

function escapeOne(char: string): string {
  switch (char) {
    case '&':
      return '&amp;';
    case '<':
      return '&lt;';
    case '>':
      return '&gt;';
    default:
      return `<span class="bidi-control">U+${char.charCodeAt(0).toString(16).toUpperCase()}</span>`;
  }
}

/**
 * The kinds of tokens that have a class, `t-<kind>`, which style sheets may give a colour. Punctuation and operators
 * are most of the tokens and look like the text around them: they stay text.
 */
export const TOKEN_KINDS: ReadonlySet<string> = new Set(
  `comment prolog doctype cdata entity
  keyword atrule important rule directive
  string char attr-value url inserted template-string regex
  function method selector number boolean constant symbol unit
  class-name builtin namespace type-definition property key
  tag deleted attr-name parameter decorator annotation
  interpolation interpolation-punctuation variable bold italic`.split(/\s+/),
);

/** Prints tokens as spans with one class each. */
export function printTokens(stream: PrismStream): string {
  if (typeof stream === 'string') return escapeCode(stream);
  if (!isToken(stream)) {
    let html = '';
    for (const part of stream) html += printTokens(part);
    return html;
  }
  const content = printTokens(stream.content);
  const tag = openTag(stream);
  return tag === '' ? content : `${tag}${content}</span>`;
}

/** The same, line by line: a token that spans lines is closed and opened again at each line's end. */
export function printTokenLines(stream: PrismStream): string[] {
  const lines = [''];
  printLines(stream, lines, []);
  return lines;
}

function printLines(stream: PrismStream, lines: string[], open: readonly string[]): void {
  if (typeof stream === 'string') printText(stream, lines, open);
  else if (!isToken(stream)) {
    for (const part of stream) printLines(part, lines, open);
  } else {
    const tag = openTag(stream);
    append(lines, tag);
    printLines(stream.content, lines, tag === '' ? open : [...open, tag]);
    if (tag !== '') append(lines, '</span>');
  }
}

function printText(text: string, lines: string[], open: readonly string[]): void {
  const [first = '', ...rest] = text.split('\n');
  append(lines, escapeCode(first));
  for (const line of rest) {
    append(lines, '</span>'.repeat(open.length));
    lines.push(open.join('') + escapeCode(line));
  }
}

function append(lines: string[], html: string): void {
  lines[lines.length - 1] += html;
}

function isToken(stream: PrismStream): stream is PrismToken {
  return typeof stream === 'object' && 'type' in stream;
}

// An alias is the more general name of the two; an empty text for a token without a class.
function openTag({ type, alias }: PrismToken): string {
  const names = [...(typeof alias === 'string' ? [alias] : (alias ?? [])), type];
  const kind = names.find((name) => TOKEN_KINDS.has(name));
  return kind === undefined ? '' : `<span class="t-${kind}">`;
}
