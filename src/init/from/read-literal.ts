import { isRecord } from '../../config/problem.ts';
import { findExport, follow, type Program, readProgram } from '../../config/source/follow.ts';
import {
  codeAt,
  readMembers,
  splitList,
  stepOver,
  type TokenRange,
} from '../../config/source/source-code.ts';

/** Enough for any configuration; ends names that refer to each other. */
const DEEPEST = 30;

/** Reads the literal parts of an exported configuration as text; members that are computed are left out. */
export function readLiteral(source: string): unknown {
  const code = readProgram(source.replace(/^\uFEFF/, ''));
  const start = findExport(code);
  if (start === undefined) return undefined;
  const at = follow(code, start, true);
  return readAt(code, at, DEEPEST);
}

/** The value of an expression; undefined if it is computed. */
function readValue(code: Program, { from, to }: TokenRange, depth: number): unknown {
  if (codeAt(code, from) === '-' && code.tokens[from + 1]?.kind === 'number' && to === from + 2)
    return -Number(code.tokens[from + 1]?.text);
  const at = follow(code, from);
  // A type may follow a literal: `{ … } satisfies Config`.
  const after = codeAt(code, stepOver(code, from));
  const isWhole = stepOver(code, from) >= to || after === 'as' || after === 'satisfies';
  return isWhole && depth > 0 ? readAt(code, at, depth) : undefined;
}

function readAt(code: Program, at: number, depth: number): unknown {
  const token = code.tokens[at];
  if (token === undefined) return undefined;
  switch (token.kind) {
    case 'string':
      return unescape(token.text.slice(1, -1));
    case 'template':
      return /(?<!\\)\$\{/.test(token.text) ? undefined : unescape(token.text.slice(1, -1));
    case 'number':
      return Number(token.text.replaceAll('_', ''));
    case 'word':
      return WORDS.get(token.text);
    case 'punct':
      if (token.text === '{') return readObject(code, at, depth);
      return token.text === '[' ? readList(code, at, depth) : undefined;
    case 'regex':
      return undefined;
  }
}

const WORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

function readObject(code: Program, open: number, depth: number): Record<string, unknown> {
  const members = readMembers(code, open).flatMap((member): (readonly [string, unknown])[] => {
    const value = readValue(code, member.value, depth - 1);
    if (member.kind === 'spread') return isRecord(value) ? Object.entries(value) : [];
    return value === undefined ? [] : [[member.name, value]];
  });
  return Object.fromEntries(members);
}

function readList(code: Program, open: number, depth: number): readonly unknown[] {
  return splitList(code, open).flatMap((range) => {
    const isSpread = codeAt(code, range.from) === '...';
    const read = readValue(code, isSpread ? { ...range, from: range.from + 1 } : range, depth - 1);
    const value = read ?? readArgument(code, range, depth - 1);
    if (isSpread) return Array.isArray(value) ? value : [];
    // Null keeps the positions of the others.
    return [value ?? null];
  });
}

/** The object that a function in a list gets, as in `integrations: [plugin({ … })]`. */
function readArgument(code: Program, { from }: TokenRange, depth: number): unknown {
  const at = follow(code, from, true);
  return at > from && codeAt(code, at) === '{' && depth > 0 ? readAt(code, at, depth) : undefined;
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
]);

function unescape(text: string): string {
  return text.replace(/\\(?:u\{[0-9a-f]+\}|u[0-9a-f]{4}|x[0-9a-f]{2}|\r\n|[^])/gi, (escaped) => {
    const [, hex] = /^\\[ux]\{?([0-9a-f]+)/i.exec(escaped) ?? [];
    if (hex !== undefined)
      return String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff));
    const char = escaped.slice(1);
    return /^[\r\n]/.test(char) ? '' : (ESCAPES.get(char) ?? char);
  });
}
