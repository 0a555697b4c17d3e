import { VOID } from '../html/html-allowed.ts';
import { expressionEnd, type JsxTag, readingSteps, readTag } from './read-jsx.ts';

/** The tags of a text outside of code and expressions. */
export interface JsxScan {
  /** By the offset of `<`. */
  readonly tags: ReadonlyMap<number, JsxTag>;
  /** The closing tag by the offset of the opening one. */
  readonly closing: ReadonlyMap<number, JsxTag>;
}

interface Scan extends JsxScan {
  readonly tags: Map<number, JsxTag>;
  readonly closing: Map<number, JsxTag>;
  readonly open: JsxTag[];
  /** Number of open tags by name. */
  readonly counts: Map<string, number>;
}

/** Everything that may hide or begin a tag. Fences come with the prefix of quotes and list items. */
const SIGNIFICANT = /^(?:[ \t>]|[-*+][ \t]|\d+[.)][ \t])*(`{3,}|~{3,})[^\n]*$|\\[^]|`+|<!--|[<{]/gm;

/** Finds all tags and pairs them; work is linear in the text's length, but for braces that never close. */
export function scanJsx(text: string): JsxScan {
  const scan: Scan = {
    tags: new Map(),
    closing: new Map(),
    open: [],
    counts: new Map(),
  };
  let effort = EFFORT * text.length;
  const signs = new RegExp(SIGNIFICANT);
  for (let match = signs.exec(text); match !== null; match = signs.exec(text)) {
    const after = afterSign(scan, text, match);
    effort -= after.read;
    if (effort < 0) break;
    signs.lastIndex = after.next;
  }
  return scan;
}

/** Characters read for each character of the text before the rest is taken as plain text. */
const EFFORT = 50;

interface After {
  readonly next: number;
  readonly read: number;
}

function afterSign(scan: Scan, text: string, match: RegExpExecArray): After {
  const [sign, fence] = match;
  const { index } = match;
  const end = index + sign.length;
  if (fence !== undefined) return skipTo(fenceEnd(text, end, fence), end);
  if (sign.startsWith('`')) return skipTo(codeEnd(text, end, sign), end);
  if (sign === '<!--') {
    const close = text.indexOf('-->', end);
    return skipTo(close < 0 ? text.length : close, end);
  }
  if (sign === '{') {
    const close = expressionEnd(text, index);
    return close === undefined ? failed(text, end) : skipTo(close, end);
  }
  const tag = sign === '<' ? readTag(text, index) : undefined;
  if (tag === undefined) return sign === '<' ? failed(text, end) : skipTo(end, index);
  addTag(scan, tag);
  return skipTo(tag.end, end);
}

/** Goes on after a sign that begins nothing. */
function failed(text: string, next: number): After {
  return { next, read: 4 * readingSteps(text, next - 1, undefined) };
}

function skipTo(next: number, from: number): After {
  return { next, read: next - from };
}

function fenceEnd(text: string, start: number, fence: string): number {
  const close = new RegExp(`^[ \\t>]*\\${fence.charAt(0)}{${fence.length},}[ \\t]*$`, 'gm');
  close.lastIndex = start;
  return close.exec(text) === null ? text.length : close.lastIndex;
}

/** The end of a code span in the same paragraph, else the end of its backticks. */
function codeEnd(text: string, start: number, ticks: string): number {
  const runs = /`+|\n[ \t]*\n/g;
  runs.lastIndex = start;
  for (let run = runs.exec(text); run !== null; run = runs.exec(text)) {
    if (run[0] === ticks) return runs.lastIndex;
    if (!run[0].startsWith('`')) break;
  }
  return start;
}

function addTag(scan: Scan, tag: JsxTag): void {
  const { name } = tag;
  scan.tags.set(tag.start, tag);
  if (tag.kind === 'open' && !VOID.has(name)) {
    scan.open.push(tag);
    scan.counts.set(name, (scan.counts.get(name) ?? 0) + 1);
  }
  if (tag.kind !== 'close' || (scan.counts.get(name) ?? 0) === 0) return;
  // Tags in between that are never closed have no partner.
  for (let open = scan.open.pop(); open !== undefined; open = scan.open.pop()) {
    scan.counts.set(open.name, (scan.counts.get(open.name) ?? 1) - 1);
    if (open.name !== name) continue;
    scan.closing.set(open.start, tag);
    return;
  }
}
