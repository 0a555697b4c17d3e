import type { MarkdownIt, StateBlock } from 'markdown-it';
import { itemAt } from '../../shared/item-at.ts';
import type { ParseSession, SessionHolder } from '../parse-session.ts';
import { indentedEnd, lineText, readBlocks, sourceLine, textStart } from './block-lines.ts';
import { pushInline } from './directive.ts';

/** Adds definition lists: a term on each line, and below it definitions that begin with `:` and a space. */
export function addDefinitionLists(md: MarkdownIt, holder: SessionHolder): void {
  md.block.ruler.before('html_block', 'definitions', (state, line, end, silent) => {
    const start = textStart(state, line);
    const isText = !/[#<]/.test(state.src.charAt(start)) || state.src.startsWith('<!--', start);
    return !silent && isText && readDefinitions(holder.session, state, { line, end });
  });
}

interface Lines {
  readonly line: number;
  readonly end: number;
}

/** The line of the first definition, if lines of text and at most one blank line are before it. */
function firstDefinition(state: StateBlock, { line, end }: Lines): number | undefined {
  let at = line + 1;
  const isText = (): boolean =>
    at < end && !state.isEmpty(at) && itemAt(state.sCount, at) >= state.blkIndent;
  while (isText() && !isDefinition(state, at)) at += 1;
  if (at < end && state.isEmpty(at)) at += 1;
  return at < end && isDefinition(state, at) ? at : undefined;
}

function isDefinition(state: StateBlock, line: number): boolean {
  if (itemAt(state.sCount, line) < state.blkIndent) return false;
  return /^:[ \t]+\S/.test(lineText(state, line, ':')?.slice(0, 8) ?? '');
}

function readDefinitions(session: ParseSession, state: StateBlock, lines: Lines): boolean {
  let next = firstDefinition(state, lines);
  if (next === undefined) return false;
  const open = state.push('dl_open', 'dl', 1);
  let { line } = lines;
  while (next !== undefined) {
    for (; line < next && !state.isEmpty(line); line++) pushTerm(session, state, line);
    line = next;
    while (line < lines.end && isDefinition(state, line)) {
      readDefinition(state, { line, end: lines.end });
      ({ line } = state);
      const after = state.skipEmptyLines(line);
      if (after < lines.end && isDefinition(state, after)) line = after;
    }
    const term = state.skipEmptyLines(line);
    const isTerm = term < lines.end && itemAt(state.sCount, term) >= state.blkIndent;
    next = isTerm ? firstDefinition(state, { line: term, end: lines.end }) : undefined;
    if (next !== undefined) line = term;
  }
  state.push('dl_close', 'dl', -1);
  state.line = line;
  open.map = [lines.line, line];
  return true;
}

function pushTerm(session: ParseSession, state: StateBlock, line: number): void {
  state.line = line;
  state.push('dt_open', 'dt', 1);
  const term = sourceLine(session, state, { line });
  if (term !== undefined) pushInline(session, state, term);
  state.push('dt_close', 'dt', -1);
}

/** Reads a definition as a list item: its lines are indented by 4 columns, the first one after the colon. */
function readDefinition(state: StateBlock, { line, end }: Lines): void {
  const indent = state.blkIndent + 4;
  const last = indentedEnd(state, line + 1, { end, indent });
  const [shift, count] = [itemAt(state.tShift, line), itemAt(state.sCount, line)];
  const marker = /^:[ \t]+/.exec(lineText(state, line, ':') ?? '')?.[0].length ?? 2;
  state.tShift[line] = shift + marker;
  state.sCount[line] = Math.max(indent, count + Math.min(marker, 4));
  state.push('dd_open', 'dd', 1).map = [line, last];
  const first = state.tokens.length;
  readBlocks(state, line, { end: last, indent });
  // A single paragraph is shown without its element.
  const [open, , close, ...others] = state.tokens.slice(first);
  if (open?.type === 'paragraph_open' && close !== undefined && others.length === 0)
    for (const token of [open, close]) token.hidden = true;
  state.push('dd_close', 'dd', -1);
  state.tShift[line] = shift;
  state.sCount[line] = count;
}
