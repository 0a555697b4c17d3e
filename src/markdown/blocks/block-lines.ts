import type { MarkdownIt, StateBlock, Token } from 'markdown-it';
import { itemAt } from '../../shared/item-at.ts';
import type { BlockRule, ParseSession } from '../parse-session.ts';

/** The blocks that HTML and headings may end. */
export const INTERRUPTS_TEXT = ['paragraph', 'reference', 'blockquote'];

/** The blocks that others may end: list items, too. */
export const INTERRUPTS = [...INTERRUPTS_TEXT, 'list'];

interface BlockPlace {
  readonly name: string;
  /** The rule that comes after it. */
  readonly before?: string;
  readonly alt?: string[];
}

/** Adds a kind of block: `find` returns the function that reads it, if a line begins one. */
export function addBlock(
  md: MarkdownIt,
  { name, before = 'fence', alt = INTERRUPTS }: BlockPlace,
  find: (state: StateBlock, line: number, end: number) => (() => void) | undefined,
): void {
  const rule: BlockRule = (state, line, end, silent) => {
    const read = find(state, line, end);
    if (!silent) read?.();
    return read !== undefined;
  };
  md.block.ruler.before(before, name, rule, { alt });
}

/** The offset in the parsed text at which a line begins after its indentation and the prefixes of its containers. */
export function textStart(state: StateBlock, line: number): number {
  return itemAt(state.bMarks, line) + itemAt(state.tShift, line);
}

/** The text of a line that begins with `sign`; undefined for others, and for indented code. */
export function lineText(state: StateBlock, line: number, sign = ''): string | undefined {
  const start = textStart(state, line);
  if (!state.src.startsWith(sign, start)) return undefined;
  const indent = itemAt(state.sCount, line) - state.blkIndent;
  return indent >= 4 ? undefined : state.src.slice(start, state.eMarks[line]);
}

/** Text of a line with its offset in the source. */
export interface SourceLine {
  readonly text: string;
  readonly start: number;
}

/** As `lineText`, without spaces at the end, and with the offset in the source. */
export function sourceLine(
  { bodyStart }: ParseSession,
  state: StateBlock,
  { line, sign }: { readonly line: number; readonly sign?: string },
): SourceLine | undefined {
  const text = lineText(state, line, sign)?.trimEnd();
  return text === undefined ? undefined : { text, start: bodyStart + textStart(state, line) };
}

/** Lines up to `end` that are indented by `indent` columns. */
export interface IndentedLines {
  readonly end: number;
  readonly indent: number;
}

/** The line after the last one from `first` on that is indented; blank lines are inside. */
export function indentedEnd(
  state: StateBlock,
  first: number,
  { end, indent }: IndentedLines,
): number {
  let last = first;
  for (let line = first; line < end; line++) {
    if (state.isEmpty(line)) continue;
    if (itemAt(state.sCount, line) < indent) break;
    last = line + 1;
  }
  return last;
}

/** Parses indented lines as blocks. */
export function readBlocks(state: StateBlock, first: number, { end, indent }: IndentedLines): void {
  const { blkIndent, lineMax, parentType } = state;
  state.blkIndent = indent;
  state.lineMax = end;
  state.parentType = 'root';
  state.line = first;
  state.md.block.tokenize(state, first, end);
  state.blkIndent = blkIndent;
  state.lineMax = lineMax;
  state.parentType = parentType;
  state.line = end;
}

/** Pushes raw HTML for a line. */
export function pushHtml(state: StateBlock, content: string, line: number): Token {
  const token = state.push('html_block', '', 0);
  token.content = content;
  token.map = [line, line + 1];
  return token;
}
