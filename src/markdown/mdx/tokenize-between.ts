import type { StateBlock } from 'markdown-it';
import { itemAt } from '../../shared/item-at.ts';
import { textStart } from '../blocks/block-lines.ts';
import type { ParseSession } from '../parse-session.ts';

/** The content of an element: from the end of its start tag to its end tag. */
interface Between {
  readonly start: number;
  readonly end: number;
  /** Lines of the tags; a tag may span several. */
  readonly line: number;
  readonly lastLine: number;
  /** True for text without blocks. */
  readonly isText: boolean;
}

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** Elements of text within a line. */
const PHRASING = set(
  'a abbr b bdi bdo br cite code del dfn em i img ins kbd mark q s samp small span strong sub sup time u var wbr',
);

/** Elements that contain text, but no blocks. */
const TEXT_ONLY = set('p h1 h2 h3 h4 h5 h6 summary dt figcaption caption legend pre');

/** True for elements of HTML that may be in a paragraph. */
export function isPhrasing(name: string): boolean {
  return PHRASING.has(name);
}

/** True for elements of HTML that contain text, but no blocks. */
export function isTextOnly(name: string): boolean {
  return PHRASING.has(name) || TEXT_ONLY.has(name);
}

/**
 * Parses Markdown between two tags, which may be in the middle of lines and indented. Lines keep their numbers; only
 * the indent that blocks count from is moved, so that positions stay those of the file.
 */
export function tokenizeBetween(state: StateBlock, session: ParseSession, between: Between): void {
  const lines = contentLines(state, between);
  if (lines === undefined) return;
  const { first, last } = lines;
  const saved = {
    bMarks: itemAt(state.bMarks, first),
    tShift: itemAt(state.tShift, first),
    eMarks: itemAt(state.eMarks, last),
    sCount: state.sCount.slice(first, last + 1),
  };
  const { blkIndent, lineMax, parentType, listIndent, tight } = state;
  indentLines(state, between, lines);
  Object.assign(state, { lineMax: last + 1, parentType: 'root', listIndent: -1, line: first });
  const before = state.tokens.length;
  if (between.isText) pushText(state, lines);
  else state.md.block.tokenize(state, first, last + 1);
  // Where the inline content of the last line ends: before the end tag.
  const { cutEnds, bodyStart } = session;
  for (const token of lines.isCutAfter ? state.tokens.slice(before) : [])
    if (token.type === 'inline' && token.map?.[1] === last + 1 && !cutEnds.has(token))
      cutEnds.set(token, bodyStart + itemAt(state.eMarks, last));
  Object.assign(state, { blkIndent, lineMax, parentType, listIndent, tight });
  state.bMarks[first] = saved.bMarks;
  state.tShift[first] = saved.tShift;
  state.eMarks[last] = saved.eMarks;
  for (const [index, count] of saved.sCount.entries()) state.sCount[first + index] = count;
}

interface ContentLines {
  readonly first: number;
  readonly last: number;
  /** True if the first or last line contains a tag beside the content. */
  readonly isCutBefore: boolean;
  readonly isCutAfter: boolean;
}

/** The lines with content; undefined if there is none. */
function contentLines(
  { src, bMarks, eMarks }: StateBlock,
  { start, end, line, lastLine }: Between,
): ContentLines | undefined {
  let first = line;
  while (itemAt(eMarks, first) < start) first += 1;
  let last = lastLine;
  while (last > first && itemAt(bMarks, last) > end) last -= 1;
  const isCutBefore = src.slice(start, Math.min(itemAt(eMarks, first), end)).trim() !== '';
  if (!isCutBefore) first += 1;
  const from = Math.max(start, last < first ? end : itemAt(bMarks, last));
  const isCutAfter = src.slice(from, end).replace(/^[\s>]+/, '') !== '';
  if (!isCutAfter) last -= 1;
  return last < first ? undefined : { first, last, isCutBefore, isCutAfter };
}

/** Lets blocks count from the least indented line; lines in code may be left of it. */
function indentLines(state: StateBlock, { start, end }: Between, lines: ContentLines): void {
  const { first, last, isCutBefore, isCutAfter } = lines;
  const indent = leastIndent(state, isCutBefore ? first + 1 : first, last) ?? state.blkIndent;
  if (isCutBefore) {
    state.bMarks[first] = start;
    state.tShift[first] = state.skipSpaces(start) - start;
    state.sCount[first] = indent;
  }
  if (isCutAfter) state.eMarks[last] = state.skipSpacesBack(end, itemAt(state.bMarks, last));
  for (let line = first; line <= last; line++) {
    if (!state.isEmpty(line) && itemAt(state.sCount, line) < indent) state.sCount[line] = indent;
  }
  state.blkIndent = indent;
}

/** The smallest indent of lines outside of fenced code. */
function leastIndent(state: StateBlock, first: number, last: number): number | undefined {
  let least: number | undefined;
  let fence: string | undefined;
  for (let line = first; line <= last; line++) {
    if (state.isEmpty(line)) continue;
    const start = textStart(state, line);
    const isTicks = '`~'.includes(state.src.charAt(start));
    const end = isTicks ? state.skipChars(start, state.src.charCodeAt(start)) : start;
    const ticks = state.src.slice(start, end);
    if (fence !== undefined) {
      if (ticks.startsWith(fence)) fence = undefined;
      continue;
    }
    if (ticks.length >= 3) fence = ticks;
    least = Math.min(least ?? Number.POSITIVE_INFINITY, itemAt(state.sCount, line));
  }
  return least;
}

function pushText(state: StateBlock, lines: ContentLines): void {
  let { first, last } = lines;
  // Positions count from the first line with text.
  while (first < last && state.isEmpty(first)) first += 1;
  while (last > first && state.isEmpty(last)) last -= 1;
  const inline = state.push('inline', '', 0);
  inline.content = state.getLines(first, last + 1, state.blkIndent, false).trim();
  inline.map = [first, last + 1];
  inline.children = [];
}
