import type { MarkdownIt, StateBlock } from 'markdown-it';
import { partAt } from '../../content/source-text.ts';
import { itemAt } from '../../shared/item-at.ts';
import { textStart } from '../blocks/block-lines.ts';
import { type SessionHolder, wrapBlockRule } from '../parse-session.ts';
import type { SpanFinder } from '../positions.ts';
import { type CodeViews, createCodeViews } from './code-views.ts';
import { addFlow } from './jsx-flow.ts';
import { addInlineJsx } from './jsx-inline.ts';
import { moduleEnd } from './read-code.ts';
import { isModuleStart } from './scan-jsx.ts';

/** Adds JSX as MDX 3 has it: elements around Markdown, expressions in braces, imports and exports. */
export function addJsx(md: MarkdownIt, holder: SessionHolder, spanOf: SpanFinder): void {
  const views = createCodeViews(md, holder);
  md.block.ruler.before('code', 'jsx_module', (state, line, end, silent) => {
    // Reads `import` and `export` at the start of a line up to a blank line.
    const { src } = state;
    const before = src[itemAt(state.bMarks, line) - 1] ?? '\n';
    const start = textStart(state, line);
    if (silent || before !== '\n' || !isModuleStart(src, start)) return false;
    const { reader, session } = views.file();
    // An included file is indented like the line that includes it.
    const isIndented = itemAt(state.tShift, line) > 0;
    if (isIndented && partAt(session.source, session.bodyStart + start)?.includedBy === undefined)
      return false;
    const limit = itemAt(state.eMarks, end - 1);
    const known = views.viewOf(state).scan.modules.get(start);
    const stop =
      known !== undefined && known <= limit ? known : moduleEnd(reader, src.slice(0, limit), start);
    let next = line + 1;
    while (next < end && itemAt(state.bMarks, next) < stop) next += 1;
    state.line = next;
    session.code?.modules.push({
      text: src.slice(start, stop),
      span: { start: session.bodyStart + start, end: session.bodyStart + stop },
    });
    return true;
  });
  addFlow(md, holder, views);
  // Indentation has no meaning in MDX: a block may begin at any column.
  md.block.ruler.disable('code');
  const isDeep = (state: StateBlock, line: number): boolean =>
    itemAt(state.sCount, line) - state.blkIndent >= 4;
  for (const name of INDENTED.split(' '))
    wrapBlockRule(md, name, (rule) => (state, line, end, silent) => {
      if (silent || !isDeep(state, line)) return rule(state, line, end, silent);
      const { blkIndent } = state;
      state.blkIndent = itemAt(state.sCount, line);
      const matched = rule(state, line, end, silent);
      state.blkIndent = blkIndent;
      return matched;
    });
  wrapBlockRule(md, 'fence', (rule) => (state, line, end, silent) => {
    const isFence = !isDeep(state, line);
    return isFence ? rule(state, line, end, silent) : readDeepFence(state, { line, end, silent });
  });
  md.block.ruler.at('paragraph', (state, line, end) => readParagraph(views, state, { line, end }));
  wrapBlockRule(md, 'html_block', (rule) => (state, line, end, silent) => {
    const text = lineText(state, line);
    // A comment with text after it is part of a paragraph.
    const isComment = text.startsWith('<!--') && !/-->[ \t]*\S/.test(text);
    return isComment && rule(state, line, end, silent);
  });
  addInlineJsx(md, { spanOf, views });
}

interface Lines {
  readonly line: number;
  readonly end: number;
  readonly silent: boolean;
}

function lineText(state: StateBlock, line: number): string {
  const start = textStart(state, line);
  return state.src.slice(start, state.eMarks[line]);
}

const INDENTED = 'blockquote directive heading hr html_block lheading list reference table';

/** Reads lines up to one that is blank or begins another block, at any indent. */
function readParagraph(
  views: CodeViews,
  state: StateBlock,
  { line, end }: Omit<Lines, 'silent'>,
): boolean {
  const { parentType } = state;
  state.parentType = 'paragraph';
  let last = line;
  // No block begins in a tag or an expression.
  let codeEnd = 0;
  do {
    codeEnd = Math.max(codeEnd, endOfCode(views, state, last));
    last += 1;
  } while (
    last < end &&
    !state.isEmpty(last) &&
    (itemAt(state.bMarks, last) < codeEnd || !interrupts(state, last, end))
  );
  const map: [number, number] = [line, last];
  // Without the spaces and tabs around it that CommonMark strips.
  const content = state.getLines(line, last, state.blkIndent, false).replace(AROUND, '');
  state.line = last;
  Object.assign(state.push('paragraph_open', 'p', 1), { map });
  Object.assign(state.push('inline', '', 0), { content, map, children: [] });
  state.push('paragraph_close', 'p', -1);
  state.parentType = parentType;
  return true;
}

/** The end of the tags and expressions that begin on a line. */
function endOfCode({ viewOf }: CodeViews, state: StateBlock, line: number): number {
  const text = lineText(state, line);
  const first = itemAt(state.eMarks, line) - text.length;
  let last = 0;
  for (const { index } of text.matchAll(/[<{]/g)) {
    const { start, scan } = viewOf(state);
    const offset = first + index - start;
    const end = scan.tags.get(offset)?.end ?? scan.expressions.get(offset);
    if (typeof end === 'number') last = Math.max(last, start + end);
  }
  return last;
}

function interrupts(state: StateBlock, line: number, end: number): boolean {
  const count = itemAt(state.sCount, line);
  const rules = state.md.block.ruler.getRules('paragraph');
  state.sCount[line] = Math.min(count, state.blkIndent + 3);
  const matches = count >= 0 && rules.some((rule) => rule(state, line, end, true));
  state.sCount[line] = count;
  return matches;
}

const AROUND = /^[ \t\n]+|(?<![ \t\n])[ \t\n]+$/g;

const FENCE = /^(`{3,}(?=[^`]*$)|~{3,})(.*)$/;

/** Reads fenced code that is indented like indented code; its lines may be left of the fence. */
function readDeepFence(state: StateBlock, { line, end, silent }: Lines): boolean {
  const [, markup, info = ''] = FENCE.exec(lineText(state, line)) ?? [];
  if (markup === undefined || silent) return markup !== undefined;
  let last = line + 1;
  const isIn = (at: number): boolean =>
    at < end && (state.isEmpty(at) || itemAt(state.sCount, at) >= state.blkIndent);
  const closes = (text: string): boolean =>
    text.startsWith(markup) && text.replaceAll(markup.charAt(0), '').trim() === '';
  while (isIn(last) && !closes(lineText(state, last))) last += 1;
  state.line = isIn(last) ? last + 1 : last;
  const token = state.push('fence', 'code', 0);
  const content = state.getLines(line + 1, last, itemAt(state.sCount, line), true);
  Object.assign(token, { info, markup, content, map: [line, state.line] });
  return true;
}
