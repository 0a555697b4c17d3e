import createMarkdownIt, { type MarkdownIt, type StateBlock } from 'markdown-it';
import footnote from 'markdown-it-footnote';
import {
  createSourceText,
  lineEnd,
  lineStart,
  locate,
  type SourceText,
  type Span,
} from '../content/source-text.ts';
import { type HtmlStartTag, scanHtml } from '../html/scan-fragment.ts';
import { itemAt } from '../shared/item-at.ts';

/** A piece of raw HTML in a Markdown file, with its span. */
export type MarkdownHtml =
  | { readonly kind: 'comment'; readonly text: string; readonly span: Span }
  | {
      readonly kind: 'start';
      readonly name: string;
      readonly attributes: ReadonlyMap<string, string>;
      readonly span: Span;
    }
  | { readonly kind: 'end'; readonly name: string; readonly span: Span };

/** Creates a finder of the comments and tags in Markdown text, in order. Code contains neither. */
export function createHtmlFinder(): (source: SourceText, body: number) => readonly MarkdownHtml[] {
  const md = createBlockParser();
  return (source, body) => {
    const found: MarkdownHtml[] = [];
    const firstLine = source.lineStarts.findIndex((start) => start >= body);
    let row = 0;
    for (const token of md.parse(source.text.slice(body), {})) {
      row = token.map?.[0] ?? row;
      const isHtml = token.type === 'html_block';
      if (!isHtml && token.type !== 'inline') continue;
      const { content } = token;
      const ranges = isHtml ? [{ start: 0, end: content.length }] : inlineHtml(content);
      if (ranges.length === 0) continue;
      const spanOf = createSpanFinder(source, firstLine + row, content);
      for (const { start, end } of ranges) {
        const shifted: SpanFinder = (from, to) => spanOf(start + from, start + to);
        addPieces(found, content.slice(start, end), shifted);
      }
    }
    return found;
  };
}

/** Parses blocks only; `inlineHtml` reads their content. */
function createBlockParser(): MarkdownIt {
  const md = createMarkdownIt({ html: true });
  footnote(md);
  md.block.ruler.before('fence', 'directive', directiveLine, {
    alt: ['paragraph', 'reference', 'blockquote', 'list', 'footnote_def'],
  });
  md.core.ruler.enableOnly(['normalize', 'block']);
  return md;
}

/**
 * Ends a paragraph at lines that open directives, and at those that close an open one, so that code and HTML may follow
 * directly. Other lines of colons are text.
 */
function directiveLine(
  state: StateBlock,
  line: number,
  ...[, silent]: readonly [end: number, silent: boolean]
): boolean {
  const start = itemAt(state.bMarks, line) + itemAt(state.tShift, line);
  if (!state.src.startsWith(':::', start)) return false;
  if (itemAt(state.sCount, line) - state.blkIndent >= 4) return false;
  const [, name] =
    /^:{3,}[ \t]*([A-Za-z].*)?$/.exec(state.src.slice(start, state.eMarks[line])) ?? [];
  const open = Number(state.env[OPEN] ?? 0);
  const closes = name === undefined;
  if (closes && open === 0) return false;
  if (silent) return true;
  state.env[OPEN] = closes ? open - 1 : open + 1;
  state.line = line + 1;
  return true;
}

/** Key in the parser's environment: number of open directives. */
const OPEN = 'openDirectives';

type SpanFinder = (start: number, end: number) => Span;

function addPieces(found: MarkdownHtml[], html: string, spanOf: SpanFinder): void {
  scanHtml(html, {
    startTag: (tag) =>
      found.push({
        kind: 'start',
        name: tag.name,
        attributes: attributesOf(html, tag),
        span: spanOf(tag.start, tag.end),
      }),
    endTag: (name, start, end) => found.push({ kind: 'end', name, span: spanOf(start, end) }),
    comment: (start, end) =>
      found.push({ kind: 'comment', text: html.slice(start, end), span: spanOf(start, end) }),
  });
}

function attributesOf(html: string, { attributes }: HtmlStartTag): ReadonlyMap<string, string> {
  return new Map(
    attributes.map(({ name, valueStart, valueEnd }) => [name, html.slice(valueStart, valueEnd)]),
  );
}

/** Creates a finder for spans in a block's content, given the 0-based line of the file where the block begins. */
function createSpanFinder(source: SourceText, line: number, content: string): SpanFinder {
  // Start a line early: a byte order mark inside a file is an ordinary character.
  const rows = createSourceText('', `\n${content}`);
  const offsets = new Map<number, number>();
  const rowOffset = (row: number): number => {
    const text = rows.text.slice(lineStart(rows, row), lineEnd(rows, row));
    const offset = offsets.get(row) ?? lineOffset(source, line + row - 1, text);
    offsets.set(row, offset);
    return offset;
  };
  const offsetOf = (offset: number): number => {
    const { line: row, column } = locate(rows, { start: offset + 1, end: offset + 1 });
    return rowOffset(row - 1) + column - 1;
  };
  return (start, end) => ({ start: offsetOf(start), end: offsetOf(end - 1) + 1 });
}

/** Finds where a line of content begins in its source line: container prefixes and trailing whitespace are missing. */
function lineOffset(source: SourceText, line: number, text: string): number {
  const start = lineStart(source, line);
  const whole = source.text.slice(start, lineEnd(source, line));
  const at = whole.trimEnd().length - text.trimEnd().length;
  if (whole.startsWith(text.trimEnd(), at)) return start + at;
  // Table cells and closed headings (`# x #`) end before the line does.
  return start + Math.max(0, whole.indexOf(text.trim()));
}

/** A range of a text; `end` is exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

// CommonMark 6.6: a tag in a line of text is well-formed or no tag.
const TAG =
  /<\/?[a-z][a-z0-9-]*(?:\s+[a-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|"[^"]*"|'[^']*'))?)*\s*\/?>/iy;
// CommonMark 6.5.
const AUTOLINK = /<[a-z][a-z0-9+.-]{1,31}:[^\s<>]*>/iy;

/**
 * Finds the raw HTML in the inline content of a Markdown block: comments and tags outside code spans, attributes and
 * autolinks. Reads from left to right as CommonMark does, in linear time.
 */
function inlineHtml(content: string): readonly TextRange[] {
  const found: TextRange[] = [];
  const closing = createCodeSpans(content);
  const htmlEnd = createHtmlEnds(content);
  const autolinkEnd = stickyEnd(AUTOLINK, content);
  const special = /[\\`<]/g;
  for (let match = special.exec(content); match !== null; match = special.exec(content)) {
    const at = match.index;
    const end = match[0] === '<' ? htmlEnd(at) : undefined;
    if (end !== undefined) found.push({ start: at, end });
    if (match[0] === '\\') special.lastIndex = at + 2;
    else if (match[0] === '`') special.lastIndex = closing(at);
    else special.lastIndex = end ?? autolinkEnd(at) ?? at + 1;
  }
  return found;
}

/** Returns the end of the construct that begins at a position. */
type EndFinder = (at: number) => number | undefined;

function createHtmlEnds(content: string): EndFinder {
  const tagEnd = stickyEnd(TAG, content);
  const lastClose = content.lastIndexOf('-->');
  return (at) => {
    if (!content.startsWith('<!--', at)) return tagEnd(at);
    // `<!-->` and `<!--->` are whole comments.
    return lastClose < at + 2 ? undefined : content.indexOf('-->', at + 2) + 3;
  };
}

function stickyEnd(pattern: RegExp, content: string): EndFinder {
  const sticky = new RegExp(pattern);
  return (at) => {
    sticky.lastIndex = at;
    return sticky.test(content) ? sticky.lastIndex : undefined;
  };
}

/** Returns a function that finds the end of a code span: after the next backtick run of equal length, or its own. */
function createCodeSpans(content: string): (at: number) => number {
  const runs = new Map<number, number[]>();
  for (const { 0: run, index } of content.matchAll(/`+/g)) {
    const starts = runs.get(run.length) ?? [];
    starts.push(index);
    runs.set(run.length, starts);
  }
  for (const starts of runs.values()) starts.reverse();
  return (at) => {
    let end = at;
    while (content[end] === '`') end += 1;
    const starts = runs.get(end - at) ?? [];
    // Runs are requested from left to right, so earlier ones are no longer needed.
    while ((starts.at(-1) ?? end) < end) starts.pop();
    const close = starts.at(-1);
    return close === undefined ? end : close + end - at;
  };
}
