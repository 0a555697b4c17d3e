import { VOID } from '../../html/raw-text.ts';
import { type CodeError, type CodeReader, expressionEnd, moduleEnd } from './read-code.ts';
import { type JsxTag, readTag } from './read-jsx.ts';

/** The JSX of a text outside of code blocks and code spans; all keys are offsets. */
export interface JsxScan {
  /** By the offset of `<`. */
  readonly tags: ReadonlyMap<number, JsxTag>;
  /** The closing tag by the offset of the opening one. */
  readonly closing: ReadonlyMap<number, JsxTag>;
  /** The ends of expressions, or why there is none, by the offset of `{`. */
  readonly expressions: ReadonlyMap<number, number | CodeError>;
  /** The ends of imports and exports. */
  readonly modules: ReadonlyMap<number, number>;
}

interface Scan extends JsxScan {
  readonly reader: CodeReader;
  readonly text: string;
  readonly tags: Map<number, JsxTag>;
  readonly closing: Map<number, JsxTag>;
  readonly expressions: Map<number, number | CodeError>;
  readonly modules: Map<number, number>;
  readonly open: JsxTag[];
  /** Number of open tags by name. */
  readonly counts: Map<string, number>;
}

const MODULE =
  /(?:import(?:\s+["']|\s*[{*]|\s+type\s+[\w{*]|\s+[\w$]+(?:\s+from\b|\s*,))|export\s+(?:default|const|let|var|function|async|class|type|interface|enum|[{*]))/;

/** Imports or exports at an offset; other text may begin with these words. */
const MODULE_START = new RegExp(MODULE, 'y');

/** The markers of list items at the start of a line, and spaces. */
const PREFIX = String.raw`(?:[ \t]|[-*+][ \t]|\d+[.)][ \t])*`;

/** The start of a line that continues a paragraph of a quote. */
const LAZY = String.raw`[ \t]*[^\s<{>#\`~:|+*\d-]`;

/** All that may hide or begin code. Quotes are scanned for themselves: an element ends in the quote that it begins in. */
const SIGNIFICANT = new RegExp(
  [
    String.raw`^${PREFIX}(\`{3,}(?=[^\`\n]*$)|~{3,})[^\n]*$`,
    String.raw`^${PREFIX}>[^\n]*(?:\n(?:${PREFIX}>|${LAZY})[^\n]*)*`,
    String.raw`(?<![^\n]\n)^(${MODULE.source})`,
    '\\\\[^]|`+|<!--|[<{]',
  ].join('|'),
  'gm',
);

/** Finds all tags and expressions, and pairs the tags. */
export function scanJsx(reader: CodeReader, text: string): JsxScan {
  const scan: Scan = {
    reader,
    text,
    tags: new Map(),
    closing: new Map(),
    expressions: new Map(),
    modules: new Map(),
    open: [],
    counts: new Map(),
  };
  reader.spend(text.length);
  const signs = new RegExp(SIGNIFICANT);
  for (let match = signs.exec(text); match !== null; match = signs.exec(text))
    signs.lastIndex = Math.max(afterSign(scan, match), match.index + 1);
  return scan;
}

/** The end of what begins with a sign, or of the sign. */
function afterSign(scan: Scan, { 0: sign, 1: fence, 2: module, index }: RegExpExecArray): number {
  const { text, reader } = scan;
  const end = index + sign.length;
  if (fence !== undefined) return fenceEnd(text, end, fence);
  if (module !== undefined) return note(scan.modules, index, moduleEnd(reader, text, index));
  if (sign.startsWith('`')) return codeEnd(text, end, sign);
  if (sign === '<!--') {
    const close = text.indexOf('-->', end);
    return close < 0 ? text.length : close;
  }
  if (sign === '{') {
    const close = note(scan.expressions, index, expressionEnd(reader, text, index));
    return typeof close === 'number' ? close : end;
  }
  const tag = sign === '<' ? readTag(reader, text, index) : undefined;
  if (tag === undefined || 'reason' in tag) return end;
  reader.spend(tag.end - tag.start);
  addTag(scan, tag);
  return tag.end;
}

function note<Value>(map: Map<number, Value>, at: number, value: Value): Value {
  map.set(at, value);
  return value;
}

function fenceEnd(text: string, start: number, fence: string): number {
  const close = new RegExp(`^[ \\t]*\\${fence.charAt(0)}{${fence.length},}[ \\t]*$`, 'gm');
  close.lastIndex = start;
  return close.exec(text) === null ? text.length : close.lastIndex;
}

/** Backticks, or what ends a paragraph. */
const RUN = /`+|\n[ \t]*(?:\n|[-*+>#]|\d+[.)][ \t])/g;

/** The end of a code span in the same paragraph, else the end of its backticks. */
function codeEnd(text: string, start: number, ticks: string): number {
  RUN.lastIndex = start;
  for (let run = RUN.exec(text); run !== null; run = RUN.exec(text)) {
    if (run[0] === ticks) return RUN.lastIndex;
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

/** True if imports or exports begin at an offset. */
export function isModuleStart(text: string, at: number): boolean {
  MODULE_START.lastIndex = at;
  return MODULE_START.test(text);
}
