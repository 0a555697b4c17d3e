import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { lineEnd, lineStart } from '../../content/source-text.ts';
import { isAllowedAttribute } from '../../markdown/html/html-allowed.ts';
import { verbatimMap } from '../../markdown/inline-map.ts';
import { type ParseSession, report, type SessionHolder } from '../../markdown/parse-session.ts';
import { escapeHtml } from '../../shared/escape-html.ts';

/** `{: #id .class name="value" }`; the colon may be omitted. */
export interface AttributeList {
  readonly length: number;
  readonly id: string | undefined;
  readonly attributes: ReadonlyMap<string, string>;
}

const LIST = /\{(:?[ \t]*)((?:[^{}\n"']|"[^"\n]*"|'[^'\n]*')*)\}/y;
const ITEM = /([.#])([^\s{}"'=#]+)|([\w:-]+)=(?:"([^"]*)"|'([^']*)'|([^\s"']+))|([\w-]+)|\S/g;

/** Reads the list of attributes at an offset; undefined if other text in braces is there. */
export function readAttributes(text: string, offset: number): AttributeList | undefined {
  LIST.lastIndex = offset;
  const match = text.charAt(offset) === '{' ? LIST.exec(text) : null;
  if (match === null) return undefined;
  const [whole, lead = '', items = ''] = match;
  const attributes = new Map<string, string>();
  let id: string | undefined;
  for (const item of items.matchAll(ITEM)) {
    const [, sign, name = '', key, double, single, bare, word] = item;
    if (sign === '#' || key === 'id') id = name || (double ?? single ?? bare ?? '');
    else if (sign === '.' || key === 'class')
      attributes.set(
        'class',
        `${attributes.get('class') ?? ''} ${name || (double ?? single ?? bare)}`.trim(),
      );
    else if (key !== undefined) attributes.set(key, double ?? single ?? bare ?? '');
    // A word alone is an attribute only where it cannot be text: `{x}`.
    else if (word === undefined || lead === '') return undefined;
  }
  return { length: whole.length, id, attributes };
}

/** Applies lists of attributes to the element before them, or to the block at whose end they are. */
export function addAttributeLists(md: MarkdownIt, holder: SessionHolder): void {
  md.core.ruler.before('heading_ids', 'mkdocs_heading_ids', ({ tokens }) => {
    for (const [index, token] of tokens.entries()) {
      if (token.type === 'inline' && tokens[index - 1]?.type === 'heading_open')
        takeHeadingList(holder.session, token);
    }
  });
  md.core.ruler.after('inline', 'mkdocs_attributes', (state) => {
    if (!state.src.includes('{')) return;
    for (const [index, token] of state.tokens.entries()) {
      if (token.type !== 'inline' || !token.content.includes('{')) continue;
      const block = { session: holder.session, state, inline: token };
      const open = state.tokens[index - 1];
      if (open?.type !== 'heading_open') takeBlockList(block, open);
      token.children = applyInline(block, token.children ?? []);
      const isEmpty = token.children.every(
        ({ type, content }) => type === 'text' && content === '',
      );
      if (open?.type !== 'paragraph_open' || !isEmpty) continue;
      for (const side of [open, state.tokens[index + 1]]) if (side) side.hidden = true;
    }
  });
}

interface Block {
  readonly session: ParseSession;
  readonly state: StateCore;
  readonly inline: Token;
}

/** Takes the list at the end of a heading; the name of a setting in a comment is its id too. */
function takeHeadingList(session: ParseSession, inline: Token): void {
  const { content } = inline;
  const start = content.endsWith('}') ? content.lastIndexOf('{') : -1;
  const list = start < 0 ? undefined : readAttributes(content, start);
  if (list === undefined || start + list.length < content.length) return;
  inline.content = content.slice(0, start).trimEnd();
  const length = content.length - inline.content.length;
  session.headingIds.set(inline, {
    id: list.id,
    span: find(session, inline, list.id ?? ''),
    length,
  });
}

/** Applies a list on the last line of a paragraph; cells and terms have it at the end of their text. */
function takeBlockList(block: Block, open: Token | undefined): void {
  const { inline } = block;
  const children = inline.children ?? [];
  const last = children.at(-1);
  const text = last?.type === 'text' ? last.content.trimEnd() : '';
  const start = text.endsWith('}') ? text.lastIndexOf('{') : -1;
  const list = start < 0 ? undefined : readAttributes(text, start);
  if (last === undefined || list === undefined || start + list.length < text.length) return;
  const before = children.at(-2);
  const isLine = start === 0 && (before === undefined || before.type === 'softbreak');
  const isCell =
    /^(?:t[dh]|dt)_open$/.test(open?.type ?? '') && /^$|\s$/.test(text.slice(0, start));
  if (!isLine && !isCell) return;
  last.content = text.slice(0, start).trimEnd();
  if (before?.type === 'softbreak') inline.children = children.slice(0, -2);
  if (open !== undefined) setAttributes(block, open, list);
  if (list.id !== undefined) inline.children?.unshift(...anchor(block, list.id));
}

/** Tokens that end an element which may have attributes. */
const ENDS = /^(?:link|em|strong|s|mark|ins|sub|sup|kbd|abbr)_close$|^(?:image|code_inline)$/;

function applyInline(block: Block, children: readonly Token[]): Token[] {
  const out: Token[] = [];
  for (const child of children) {
    const before = out.at(-1);
    const list =
      child.type === 'text' && before !== undefined && ENDS.test(before.type)
        ? readAttributes(child.content, 0)
        : undefined;
    if (list !== undefined) {
      child.content = child.content.slice(list.length);
      const at = openingOf(out);
      const open = out[at];
      if (open !== undefined) setAttributes(block, open, list);
      if (list.id !== undefined) out.splice(at, 0, ...anchor(block, list.id));
    }
    out.push(child);
  }
  return out;
}

/** The index of the token that opens the element at the end of a list. */
function openingOf(tokens: readonly Token[]): number {
  const last = tokens.at(-1);
  if (last === undefined || last.nesting === 0) return tokens.length - 1;
  const type = last.type.replace('_close', '_open');
  return tokens.findLastIndex((token) => token.type === type && token.level === last.level);
}

function setAttributes({ session, inline }: Block, token: Token, list: AttributeList): void {
  for (const [name, value] of list.attributes) {
    const tag = token.type === 'code_inline' ? 'code' : token.tag;
    if (IGNORED.has(name)) continue;
    if (name === 'align' && /^(?:left|right|center)$/.test(value))
      token.attrJoin('class', `align-${value}`);
    else if (name === 'class') token.attrJoin('class', value.replace(BUTTON, 'button$1'));
    else if (isAllowedAttribute(tag, name) && !ADDRESSES.has(name)) token.attrSet(name, value);
    else {
      const span = find(session, inline, `${name}=`);
      const message = `the attribute ${name} of <${tag}> is not allowed and was left out`;
      report(session, 'html-dropped', { span, message });
    }
  }
}

/** Addresses are written in Markdown, where they are checked. */
const ADDRESSES = new Set(['href', 'src', 'srcset', 'cite', 'name']);

/** Material's names of links that look like buttons. */
const BUTTON = /\bmd-button(?:-(-primary))?(?![\w-])/g;

/** Decided by the site, or written for themes. */
const IGNORED = new Set(['target', 'rel', 'loading', 'decoding', 'data-toc-label']);

/** A token without attributes. */
export function newToken(state: StateCore, type: string, content: string): Token {
  return Object.assign(new state.Token(type, '', 0), { content });
}

/** An empty element with an id, as raw HTML. */
export function anchorTokens(state: StateCore, id: string): readonly Token[] {
  const tags = [`<span id="${escapeHtml(id)}">`, '</span>'];
  return tags.map((tag) => newToken(state, 'html_inline', tag));
}

/** An empty element with an id, as raw HTML of the author: it goes through the same checks. */
export function anchor({ session, state, inline }: Block, id: string): readonly Token[] {
  const { start } = find(session, inline, id);
  const tokens = anchorTokens(state, id);
  for (const token of tokens)
    session.rawLocations.set(token, { map: verbatimMap(start), offset: -'<span id="'.length });
  return tokens;
}

/** The range of a text in the lines of a block; the start of the block if it is not written like that. */
function find(
  { source, bodyLine }: ParseSession,
  { map }: Token,
  text: string,
): { readonly start: number; readonly end: number } {
  const start = lineStart(source, bodyLine + (map?.[0] ?? 0));
  const end = lineEnd(source, bodyLine + (map?.[1] ?? 1) - 1);
  const found = source.text.slice(start, end).lastIndexOf(text);
  return found < 0
    ? { start, end: start }
    : { start: start + found, end: start + found + text.length };
}
