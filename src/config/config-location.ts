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

/** Reads the source once and finds many paths in it. */
export function createLocator(source: string): Locator {
  // Columns do not count a byte order mark.
  const code = readProgram(source.replace(/^\uFEFF/, ''));
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
  code: Program,
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

function findChild(code: Program, parent: TokenRange, segment: string | number): Found | undefined {
  const literal = { open: follow(code, parent.from), depth: 0 };
  const bracket = codeAt(code, literal.open);
  if (bracket === '{') return findMember(code, literal, String(segment));
  if (bracket !== '[' || typeof segment !== 'number') return undefined;
  const value = listElements(code, literal)[segment];
  return value === undefined ? undefined : { key: value, value };
}

/** The opening bracket of a literal, and the number of spreads that lead to it. */
interface Literal {
  readonly open: number;
  readonly depth: number;
}

// The last member of a name wins, as in JavaScript.
function findMember(code: Program, literal: Literal, name: string): Found | undefined {
  for (const member of readMembers(code, literal.open).toReversed()) {
    if (member.kind === 'property') {
      if (member.name !== name) continue;
      return { key: { from: member.key, to: member.key + 1 }, value: member.value };
    }
    const inner = followSpread(code, literal, member.value.from);
    if (inner === undefined || codeAt(code, inner.open) !== '{') continue;
    const found = findMember(code, inner, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Lists the elements of an array literal, up to the first spread of anything but an array in this file. */
function listElements(code: Program, literal: Literal): TokenRange[] {
  const elements: TokenRange[] = [];
  for (const range of splitList(code, literal.open)) {
    if (codeAt(code, range.from) !== '...') {
      elements.push(range);
      continue;
    }
    const inner = followSpread(code, literal, range.from + 1);
    if (inner === undefined || codeAt(code, inner.open) !== '[') return elements;
    elements.push(...listElements(code, inner));
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

function toSourceRange(code: Program, range: TokenRange): SourceRange {
  const first = code.tokens[range.from];
  const last = code.tokens[Math.min(range.to, code.tokens.length) - 1];
  return sourceRangeBetween(code.text, first?.start ?? 0, last?.end ?? code.text.length);
}

/** The location of a part of a string; undefined if the source does not contain the whole text. */
function partOfText(code: Program, value: TokenRange, part: TextRange): SourceRange | undefined {
  const token = code.tokens[value.from];
  if (token === undefined || value.to !== value.from + 1) return undefined;
  const isText = token.kind === 'string' || token.kind === 'template';
  if (!isText || token.text.includes('${')) return undefined;
  const offsets = sourceOffsets(token.text);
  const [start, end] = [offsets(part.start), offsets(part.end)];
  return sourceRangeBetween(code.text, token.start + start, token.start + end);
}

// ECMAScript, 12.9.4 and 12.9.6: escapes, and line endings that count as one character.
const UNIT =
  /\\(?:u\{0*([0-9a-f]{1,6})\}|u[0-9a-f]{4}|x[0-9a-f]{2}|(\r\n|[\n\r\u2028\u2029])|[^])|\r\n/gi;

/** Converts an offset in a literal's text to an offset in its source, including the quote. */
function sourceOffsets(literal: string): (offset: number) => number {
  const units = [...literal.matchAll(UNIT)].map(({ 0: written, 1: point, 2: ending, index }) => {
    const isAstral = point !== undefined && Number.parseInt(point, 16) > 0xffff;
    const meant = ending === undefined ? (isAstral ? 2 : 1) : 0;
    return { at: index, longer: written.length - meant, meant };
  });
  return (offset) => {
    let at = offset + 1;
    for (const unit of units) {
      if (unit.at >= at && !(unit.at === at && unit.meant === 0)) break;
      at += unit.longer;
    }
    return at;
  };
}

function sourceRangeBetween(text: string, from: number, to: number): SourceRange {
  const start = position(text, from);
  const end = position(text, to);
  return { line: start.line, column: start.column, endLine: end.line, endColumn: end.column };
}

function position(
  text: string,
  offset: number,
): { readonly line: number; readonly column: number } {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: lines.length, column: itemAt(lines, lines.length - 1).length + 1 };
}
