import type { MarkdownIt, StateBlock } from 'markdown-it';
import {
  addBlock,
  INTERRUPTS_TEXT,
  lineText,
  pushHtml,
  readBlocks,
  textStart,
} from '../../markdown/blocks/block-lines.ts';
import { pushInline } from '../../markdown/blocks/directive.ts';
import { isAllowedElement } from '../../markdown/html/html-allowed.ts';
import { verbatimMap } from '../../markdown/inline-map.ts';
import {
  type ParseSession,
  type SessionHolder,
  wrapBlockRule,
} from '../../markdown/parse-session.ts';
import { itemAt } from '../../shared/item-at.ts';

const TAG = /^<([a-z][a-z0-9-]*)((?:\s+[^<>]*)?)>(.*)$/i;
const ATTRIBUTE = /\smarkdown(?:=(?:"[^"]*"|'[^']*'|[^\s"'>]+))?(?=\s|$)/i;

/** Adds Markdown in elements with the attribute `markdown`. */
export function addMarkdownInHtml(md: MarkdownIt, holder: SessionHolder): void {
  const place = { name: 'mkdocs_html', before: 'html_block', alt: INTERRUPTS_TEXT };
  addBlock(md, place, (state, line, end) => {
    const found = markdownTag(state, line);
    return (
      found &&
      (() => {
        openElement(holder.session, state, { line, ...found });
        if (found.rest.trim() === '') readContent(state, found.tag, { first: line + 1, end });
      })
    );
  });
  wrapBlockRule(md, 'html_block', (rule) => (state, line, end, silent) => {
    if (isInlineTag(state, line) || !rule(state, line, end, silent)) return false;
    if (silent) return true;
    continueHtmlBlock(state, line, end);
    cutHtmlBlock(state, line);
    return true;
  });
}

const INLINE_TAG =
  /^<\/?(?:a|abbr|b|bdi|bdo|br|button|cite|code|data|del|dfn|em|i|img|input|ins|kbd|label|mark|q|s|samp|small|span|strong|sub|sup|time|u|var|wbr)[\s/>]/i;

/** Elements within text begin a paragraph, also alone in a line; comments do if text follows them. */
function isInlineTag(state: StateBlock, line: number): boolean {
  const text = lineText(state, line, '<') ?? '';
  return INLINE_TAG.test(text) || /^<!--(?:[^-]|-(?!->))*-->[ \t]*[^\s<]/.test(text);
}

interface MarkdownTag {
  readonly tag: string;
  readonly attributes: string;
  readonly rest: string;
}

function markdownTag(state: StateBlock, line: number): MarkdownTag | undefined {
  const text = lineText(state, line, '<');
  if (!text?.includes('markdown')) return undefined;
  const [, tag = '', attributes = '', rest = ''] = TAG.exec(text) ?? [];
  if (!ATTRIBUTE.test(attributes) || !isAllowedElement(tag.toLowerCase())) return undefined;
  return { tag, attributes, rest };
}

/** The element that raw HTML begins with, unless its content is no HTML. */
function outerTag(html: string): string | undefined {
  const tag = /^\s*<([a-z][a-z0-9-]*)/i.exec(html)?.[1];
  return /^(?:script|pre|style|textarea)$/i.test(tag ?? '') ? undefined : tag;
}

/** Continues raw HTML after a blank line with tags that are indented like code. */
function continueHtmlBlock(state: StateBlock, first: number, end: number): void {
  const token = state.tokens.at(-1);
  if (token === undefined || outerTag(token.content) === undefined) return;
  for (;;) {
    let next = state.skipEmptyLines(state.line);
    const start = textStart(state, next);
    const isTag = next < end && /<[a-z/]/i.test(state.src.slice(start, start + 2));
    if (!isTag || itemAt(state.sCount, next) - state.blkIndent < 4) return;
    while (next < end && !state.isEmpty(next)) next += 1;
    token.content = state.getLines(first, next, state.blkIndent, true);
    token.map = [first, next];
    state.line = next;
  }
}

/** Ends raw HTML after the end tag of its first element, and where an element with Markdown begins. */
function cutHtmlBlock(state: StateBlock, first: number): void {
  const token = state.tokens.at(-1);
  const tag = outerTag(token?.content ?? '');
  if (token === undefined || tag === undefined) return;
  const tags = new RegExp(`<(/?)${tag}(?=[\\s>/]|$)`, 'gi');
  let depth = 0;
  for (let line = first; line < state.line; line++) {
    if (line > first && (depth <= 0 || markdownTag(state, line) !== undefined)) {
      token.content = state.getLines(first, line, state.blkIndent, true);
      token.map = [first, line];
      state.line = line;
      return;
    }
    const start = itemAt(state.bMarks, line);
    for (const [, slash] of state.src.slice(start, state.eMarks[line]).matchAll(tags))
      depth += slash === '' ? 1 : -1;
  }
}

interface Element extends MarkdownTag {
  readonly line: number;
}

/** Pushes the start tag without the attribute, the text after it, and its end tag if that is on the same line. */
function openElement(session: ParseSession, state: StateBlock, element: Element): void {
  const { tag, attributes, rest, line } = element;
  const start = textStart(state, line);
  const contentStart = start + tag.length + attributes.length + 2;
  const blank = attributes.replace(ATTRIBUTE, ({ length }) => ' '.repeat(length));
  const at = session.bodyStart + start;
  const text = rest.trimEnd();
  const flow = text === '' ? ' data-flow' : '';
  session.rawLocations.set(pushHtml(state, `<${tag}${blank}${flow}>`, line), location(at));
  const endTag = `</${tag}>`;
  const isWhole = text.toLowerCase().endsWith(endTag.toLowerCase());
  const inner = isWhole ? text.slice(0, -endTag.length) : text;
  if (inner.trim() !== '') {
    const offset = inner.length - inner.trimStart().length;
    pushInline(session, state, {
      text: inner.trim(),
      start: session.bodyStart + contentStart + offset,
    });
  }
  if (isWhole) {
    const end = session.bodyStart + contentStart + inner.length;
    session.rawLocations.set(pushHtml(state, endTag, line), location(end));
  }
  state.line = line + 1;
}

interface Lines {
  readonly first: number;
  readonly end: number;
}

/** Reads the content of an element if all of it is indented; the end tag may be indented like a list before it. */
function readContent(state: StateBlock, tag: string, { first, end }: Lines): void {
  const last = endTagLine(state, tag, { first, end });
  if (last === undefined) return;
  state.sCount[last] = Math.min(itemAt(state.sCount, last), state.blkIndent);
  let indent = Number.POSITIVE_INFINITY;
  for (let line = first; line < last; line++)
    if (!state.isEmpty(line)) indent = Math.min(indent, itemAt(state.sCount, line));
  if (Number.isFinite(indent) && indent > state.blkIndent)
    readBlocks(state, first, { end: last, indent });
}

/** The line that begins with the end tag of an element; undefined if it has none that is alone. */
function endTagLine(state: StateBlock, tag: string, { first, end }: Lines): number | undefined {
  const tags = new RegExp(`<(/?)${tag}(?=[\\s>])`, 'gi');
  let depth = 1;
  for (let line = first; line < Math.min(end, first + MAX_LINES); line++) {
    const start = textStart(state, line);
    if (state.src.charCodeAt(start) !== 0x3c) continue;
    const found = [...state.src.slice(start, state.eMarks[line]).matchAll(tags)];
    for (const [, slash] of found) depth += slash === '' ? 1 : -1;
    if (depth <= 0) return found.length === 1 ? line : undefined;
  }
  return undefined;
}

const MAX_LINES = 500;

function location(start: number) {
  return { map: verbatimMap(start), offset: 0 };
}
