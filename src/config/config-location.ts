import type { Location } from '../diagnostics/diagnostic.ts';
import { itemAt } from '../shared/item-at.ts';
import type { ConfigPath } from './problem.ts';
import { findExport, follow, type Program, readProgram } from './source/follow.ts';
import { codeAt, readMembers, splitList, type TokenRange } from './source/source-code.ts';

type SourceRange = Omit<Required<Location>, 'file' | 'pointer' | 'includedBy'>;

/** Offsets in a text, `end` exclusive, in UTF-16 code units. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** The value, its key, or a part of a string; if the string is computed, the whole. */
export type LocationTarget = 'value' | 'key' | TextRange;

/** Finds the location of a configuration path; see `locateConfig`. */
export type Locator = (path: ConfigPath, target?: LocationTarget) => SourceRange;

interface Found {
  readonly key: TokenRange;
  readonly value: TokenRange;
}

/** Finds a path such as `navbar.items[2].to` in the source, else its nearest ancestor, else line 1 column 1. */
export function locateConfig(
  source: string,
  path: ConfigPath,
  target?: LocationTarget,
): SourceRange {
  return createLocator(source)(path, target);
}

/** A program with what has been read of it, so that many paths are found in linear time. */
interface Reading extends Program, LocatorOptions {
  readonly lineStarts: readonly number[];
  /** Members and elements of literals by the index of the opening bracket. */
  readonly members: Map<number, ReadonlyMap<string, Found>>;
  readonly elements: Map<number, readonly TokenRange[]>;
  /** Offsets in the source of string literals by their index. */
  readonly offsets: Map<number, (offset: number) => number>;
}

interface LocatorOptions {
  /** Finds paths also in the first argument of calls: `integrations: [plugin({ … })]`. */
  readonly throughCalls?: boolean;
}

/** Reads the source once and finds many paths in it. */
export function createLocator(source: string, options: LocatorOptions = {}): Locator {
  // Columns do not count a byte order mark.
  const text = source.replace(/^\uFEFF/, '');
  const lineStarts = [
    0,
    ...Array.from(text.matchAll(/\r\n|\r|\n/g), (end) => end.index + end[0].length),
  ];
  const known = { members: new Map(), elements: new Map(), offsets: new Map() };
  const code: Reading = { ...readProgram(text), lineStarts, ...known, ...options };
  const start = findExport(code);
  const root = start === undefined ? undefined : follow(code, start, true);
  return (path, target = 'value') => {
    if (root === undefined) return { line: 1, column: 1, endLine: 1, endColumn: 1 };
    const found = findPath(code, rangeOf(code, root), path);
    const isWhole = found.depth === path.length;
    if (isWhole && target === 'key') return toSourceRange(code, found.key);
    const value = visibleValue(code, found.value);
    const part =
      isWhole && typeof target === 'object' ? partOfText(code, value, target) : undefined;
    return part ?? toSourceRange(code, value);
  };
}

function findPath(
  code: Reading,
  root: TokenRange,
  path: ConfigPath,
): Found & { readonly depth: number } {
  let found: Found = { key: root, value: root };
  for (const [depth, segment] of path.entries()) {
    const next = findChild(code, found.value, segment);
    if (next === undefined) return { ...found, depth };
    found = next;
  }
  return { ...found, depth: path.length };
}

function findChild(code: Reading, parent: TokenRange, segment: string | number): Found | undefined {
  const literal = { open: follow(code, parent.from, code.throughCalls), depth: 0 };
  const bracket = codeAt(code, literal.open);
  if (bracket === '{') return membersOf(code, literal).get(String(segment));
  if (bracket !== '[' || typeof segment !== 'number') return undefined;
  const value = elementsOf(code, literal)[segment];
  return value === undefined ? undefined : { key: value, value };
}

/** The opening bracket of a literal, and the number of spreads that lead to it. */
interface Literal {
  readonly open: number;
  readonly depth: number;
}

function membersOf(code: Reading, literal: Literal): ReadonlyMap<string, Found> {
  return (
    code.members.get(literal.open) ?? remember(code.members, literal, readFound(code, literal))
  );
}

function elementsOf(code: Reading, literal: Literal): readonly TokenRange[] {
  return (
    code.elements.get(literal.open) ?? remember(code.elements, literal, listElements(code, literal))
  );
}

/** Keeps the content of a literal, unless its spreads may have been cut. */
function remember<Content>(
  known: Map<number, Content>,
  { open, depth }: Literal,
  content: Content,
): Content {
  if (depth === 0) known.set(open, content);
  return content;
}

// The last member of a name wins, as in JavaScript.
function readFound(code: Reading, literal: Literal): ReadonlyMap<string, Found> {
  const found = new Map<string, Found>();
  for (const member of readMembers(code, literal.open)) {
    if (member.kind === 'property') {
      const { name, key, value } = member;
      found.set(name, { key: { from: key, to: key + 1 }, value });
      continue;
    }
    const inner = followSpread(code, literal, member.value.from);
    if (inner === undefined || codeAt(code, inner.open) !== '{') continue;
    for (const [name, entry] of membersOf(code, inner)) found.set(name, entry);
  }
  return found;
}

/** Lists the elements of an array literal, up to the first spread of anything but an array in this file. */
function listElements(code: Reading, literal: Literal): readonly TokenRange[] {
  const elements: TokenRange[] = [];
  for (const range of splitList(code, literal.open)) {
    if (codeAt(code, range.from) !== '...') {
      elements.push(range);
      continue;
    }
    const inner = followSpread(code, literal, range.from + 1);
    if (inner === undefined || codeAt(code, inner.open) !== '[') return elements;
    elements.push(...elementsOf(code, inner));
  }
  return elements;
}

const DEEPEST_SPREAD = 10;

function followSpread(code: Program, { depth }: Literal, from: number): Literal | undefined {
  return depth < DEEPEST_SPREAD ? { open: follow(code, from), depth: depth + 1 } : undefined;
}

/** The value as written, or the value of the variable that it names. */
function visibleValue(code: Program, value: TokenRange): TokenRange {
  const literal = follow(code, value.from);
  return literal >= value.from && literal < value.to ? value : rangeOf(code, literal);
}

function rangeOf(code: Program, from: number): TokenRange {
  return { from, to: (code.closes.get(from) ?? from) + 1 };
}

function toSourceRange(code: Reading, range: TokenRange): SourceRange {
  const first = code.tokens[range.from];
  const last = code.tokens[Math.min(range.to, code.tokens.length) - 1];
  return sourceRangeBetween(code, first?.start ?? 0, last?.end ?? code.text.length);
}

/** The location of a part of a string; undefined if the source does not contain the whole text. */
function partOfText(code: Reading, value: TokenRange, part: TextRange): SourceRange | undefined {
  const token = code.tokens[value.from];
  if (token === undefined || value.to !== value.from + 1) return undefined;
  const isText = token.kind === 'string' || token.kind === 'template';
  if (!isText || token.text.includes('${')) return undefined;
  const offsets = code.offsets.get(value.from) ?? sourceOffsets(token.text);
  code.offsets.set(value.from, offsets);
  const [start, end] = [offsets(part.start), offsets(part.end)];
  return sourceRangeBetween(code, token.start + start, token.start + end);
}

// ECMAScript, 12.9.4 and 12.9.6: escapes, and line endings that count as one character.
const UNIT =
  /\\(?:u\{0*([0-9a-f]{1,6})\}|u[0-9a-f]{4}|x[0-9a-f]{2}|(\r\n|[\n\r\u2028\u2029])|[^])|\r\n/gi;

/** Converts an offset in a literal's text to an offset in its source, including the quote. */
function sourceOffsets(literal: string): (offset: number) => number {
  /** The first offset in the text that a unit moves, and by how much all units up to it do. */
  const [from, moved]: [number[], number[]] = [[], []];
  let shift = 0;
  for (const { 0: written, 1: point, 2: ending, index } of literal.matchAll(UNIT)) {
    const isAstral = point !== undefined && Number.parseInt(point, 16) > 0xffff;
    const meant = ending === undefined ? (isAstral ? 2 : 1) : 0;
    from.push(index - shift + (meant === 0 ? 0 : 1));
    shift += written.length - meant;
    moved.push(shift);
  }
  return (offset) => offset + 1 + (moved[countUpTo(from, offset + 1) - 1] ?? 0);
}

function sourceRangeBetween(code: Reading, from: number, to: number): SourceRange {
  const [start, end] = [position(code, from), position(code, to)];
  return { line: start.line, column: start.column, endLine: end.line, endColumn: end.column };
}

function position(
  { lineStarts }: Reading,
  offset: number,
): { readonly line: number; readonly column: number } {
  const line = countUpTo(lineStarts, offset);
  return { line, column: offset - itemAt(lineStarts, line - 1) + 1 };
}

/** The number of values of a sorted list that are not above a limit. */
function countUpTo(sorted: readonly number[], limit: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (itemAt(sorted, middle) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
