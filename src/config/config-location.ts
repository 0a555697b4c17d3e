import { itemAt } from '../shared/item-at.ts';
import type { ConfigPath } from './problem.ts';
import { type Declarations, findDeclarations, findExport, follow } from './source/follow.ts';
import {
  codeAt,
  readMembers,
  readSource,
  type SourceCode,
  splitList,
  type TokenRange,
} from './source/source-code.ts';

/** A span of the source text: 1-based, columns in UTF-16 code units, `endColumn` exclusive. */
export interface Place {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** Offsets in a text, `end` exclusive, in UTF-16 code units. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** The value, the key that names it, or a part of a text; of a text that is put together, the whole. */
export type PlaceTarget = 'value' | 'key' | TextRange;

/** Finds the place of a configuration path; see `locateConfig`. */
export type Locator = (path: ConfigPath, target?: PlaceTarget) => Place;

interface Found {
  readonly key: TokenRange;
  readonly value: TokenRange;
}

/** Finds a path such as `navbar.items[2].to` in the source text, else its nearest ancestor, else line 1 column 1. */
export function locateConfig(source: string, path: ConfigPath, target?: PlaceTarget): Place {
  return createLocator(source)(path, target);
}

/** Reads the source once and finds many paths in it. */
export function createLocator(source: string): Locator {
  // Columns do not count a byte order mark.
  const code = readSource(source.replace(/^\uFEFF/, ''));
  const declarations = findDeclarations(code);
  const start = findExport(code, declarations);
  const root =
    start === undefined ? undefined : follow(code, start, { declarations, isRoot: true });
  return (path, target = 'value') => {
    if (root === undefined) return { line: 1, column: 1, endLine: 1, endColumn: 1 };
    const found = findPath({ code, declarations, root, path });
    const isWhole = found.depth === path.length;
    if (isWhole && target === 'key') return toPlace(code, found.key);
    const value = visibleValue(code, found.value, declarations);
    const part =
      isWhole && typeof target === 'object' ? partOfText(code, value, target) : undefined;
    return part ?? toPlace(code, value);
  };
}

interface Search {
  readonly code: SourceCode;
  readonly declarations: Declarations;
  readonly root: number;
  readonly path: ConfigPath;
}

function findPath({ code, declarations, root, path }: Search): Found & { readonly depth: number } {
  const whole = rangeOf(code, root);
  let found: Found = { key: whole, value: whole };
  for (const [depth, segment] of path.entries()) {
    const next = findChild(code, { declarations, parent: found.value, segment });
    if (next === undefined) return { ...found, depth };
    found = next;
  }
  return { ...found, depth: path.length };
}

interface ChildSearch {
  readonly declarations: Declarations;
  readonly parent: TokenRange;
  readonly segment: string | number;
}

function findChild(code: SourceCode, search: ChildSearch): Found | undefined {
  const open = follow(code, search.parent.from, {
    declarations: search.declarations,
    isRoot: false,
  });
  const bracket = codeAt(code, open);
  if (bracket === '{') return findMember(code, { ...search, open, depth: 0 });
  if (bracket !== '[' || typeof search.segment !== 'number') return undefined;
  const value = listElements(code, { ...search, open, depth: 0 })?.[search.segment];
  return value === undefined ? undefined : { key: value, value };
}

type LiteralSearch = ChildSearch & { readonly open: number; readonly depth: number };

// The last member of a name wins, as it does when the object is made.
function findMember(code: SourceCode, search: LiteralSearch): Found | undefined {
  const name = String(search.segment);
  for (const member of readMembers(code, search.open).toReversed()) {
    if (member.kind === 'property') {
      if (member.name !== name) continue;
      return { key: { from: member.key, to: member.key + 1 }, value: member.value };
    }
    const open = followSpread(code, member.value, search);
    if (open === undefined || codeAt(code, open) !== '{') continue;
    const found = findMember(code, { ...search, open, depth: search.depth + 1 });
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The elements of an array literal, up to the first spread of something that is not an array of this file. */
function listElements(code: SourceCode, search: LiteralSearch): TokenRange[] {
  const elements: TokenRange[] = [];
  for (const range of splitList(code, search.open)) {
    if (codeAt(code, range.from) !== '...') {
      elements.push(range);
      continue;
    }
    const open = followSpread(code, { from: range.from + 1, to: range.to }, search);
    if (open === undefined || codeAt(code, open) !== '[') return elements;
    elements.push(...listElements(code, { ...search, open, depth: search.depth + 1 }));
  }
  return elements;
}

const DEEPEST_SPREAD = 10;

function followSpread(
  code: SourceCode,
  value: TokenRange,
  search: LiteralSearch,
): number | undefined {
  if (search.depth >= DEEPEST_SPREAD) return undefined;
  return follow(code, value.from, { declarations: search.declarations, isRoot: false });
}

/** The value as written, or what the name that stands for it is declared as. */
function visibleValue(code: SourceCode, value: TokenRange, declarations: Declarations): TokenRange {
  const literal = follow(code, value.from, { declarations, isRoot: false });
  return literal >= value.from && literal < value.to ? value : rangeOf(code, literal);
}

function rangeOf(code: SourceCode, from: number): TokenRange {
  return { from, to: (code.closes.get(from) ?? from) + 1 };
}

function toPlace(code: SourceCode, range: TokenRange): Place {
  const first = code.tokens[range.from];
  const last = code.tokens[Math.min(range.to, code.tokens.length) - 1];
  return placeBetween(code.text, first?.start ?? 0, last?.end ?? code.text.length);
}

/** The place of a part of a string; undefined where the text is not all in the source. */
function partOfText(code: SourceCode, value: TokenRange, part: TextRange): Place | undefined {
  const token = code.tokens[value.from];
  if (token === undefined || value.to !== value.from + 1) return undefined;
  const isText = token.kind === 'string' || token.kind === 'template';
  if (!isText || token.text.includes('${')) return undefined;
  const offsets = sourceOffsets(token.text);
  const [start, end] = [offsets(part.start), offsets(part.end)];
  return placeBetween(code.text, token.start + start, token.start + end);
}

// ECMAScript, 12.9.4 and 12.9.6: escapes, and line endings that are one character of the text.
const UNIT =
  /\\(?:u\{0*([0-9a-f]{1,6})\}|u[0-9a-f]{4}|x[0-9a-f]{2}|(\r\n|[\n\r\u2028\u2029])|[^])|\r\n/gi;

/** Finds the offset in a literal, its quote included, of an offset in the text that it stands for. */
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

function placeBetween(text: string, from: number, to: number): Place {
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
