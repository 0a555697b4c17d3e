import { createRequire } from 'node:module';
import type { Parser, Program, Token } from 'acorn';

/** Why code cannot be read, at an offset of the text. */
export interface CodeError {
  readonly at: number;
  /** Empty for braces that are taken as text without a report. */
  readonly reason: string;
  /** True for code without an end; then the offset is that of the text's end. */
  readonly isOpen: boolean;
  /** The offset after the brace that closes an expression, if only braces are counted. */
  readonly close?: number | undefined;
}

/** Reads the code of one file within a budget. */
export interface CodeReader {
  readonly parser: () => typeof Parser;
  /** Takes the number of characters that were read. */
  readonly spend: (characters: number) => void;
  /** Characters that failed readings may still take. After that, braces are text. */
  left: number;
}

export function createCodeReader(reader: Omit<CodeReader, 'left'>): CodeReader {
  return { ...reader, left: MAX_FAILED };
}

const MAX_FAILED = 100_000;
/** Least cost of a failed reading, in characters. */
const FAILED = 20;
/** Longest block of imports and exports, in characters. */
const MAX_MODULE = 50_000;

/** The reason given for all others once there are too many. */
export const TOO_MANY = 'too many expressions of this file are wrong';
const TOO_DEEP = 'it is nested too deep';

const OPTIONS = { ecmaVersion: 'latest', sourceType: 'module', preserveParens: true } as const;

/** Loads the parser of JavaScript with JSX; pages without code never need it. */
export function loadCodeParser(): typeof Parser {
  const require = createRequire(import.meta.url);
  const acorn: typeof import('acorn') = require('acorn');
  const jsx: typeof import('acorn-jsx') = require('acorn-jsx');
  return acorn.Parser.extend(jsx());
}

/** The offset after the brace that closes the one at an offset. Comments are expressions, too, and so is nothing. */
export function expressionEnd(reader: CodeReader, text: string, start: number): number | CodeError {
  return readBraces(reader, text, { start, prefix: '' });
}

/** As `expressionEnd`, for `{...value}` among attributes. */
export function spreadEnd(reader: CodeReader, text: string, start: number): number | CodeError {
  return readBraces(reader, text, { start, prefix: '...' });
}

function readBraces(
  reader: CodeReader,
  text: string,
  { start, prefix }: { readonly start: number; readonly prefix: string },
): number | CodeError {
  // `{#id}` of a heading.
  if (text[start + 1] === '#') return { at: start, reason: '', isOpen: false };
  if (reader.left <= 0) return { at: start, reason: TOO_MANY, isOpen: false };
  const code = text.slice(start + 1);
  const from = skipComments(code, 0);
  const isEmpty = code[from] === '}';
  const end =
    isEmpty || code.startsWith(prefix, from)
      ? parseInBraces(reader, code, isEmpty ? from : from + prefix.length)
      : unexpected(code, from);
  if (typeof end === 'number') {
    reader.spend(end);
    return start + end + 2;
  }
  const { read, ...error } = end;
  const close = closingBrace(code.slice(0, 10 * read + 500));
  reader.left -= read + FAILED;
  reader.spend(read + FAILED);
  const at = error.at + start + 1;
  return { ...error, at, close: close === undefined ? undefined : start + 1 + close };
}

/** The offset of the brace after an expression. */
function parseInBraces({ parser }: CodeReader, code: string, from: number): number | Failure {
  if (code[from] === '}') return from;
  const node = parsed(code, () => parser().parseExpressionAt(code, from, OPTIONS));
  if ('reason' in node) return node;
  const next = skipComments(code, node.end);
  return code[next] === '}' ? next : unexpected(code, next);
}

const SPACE = /(?:\s+|\/\*[^]*?\*\/|\/\/[^\n]*\n)*/y;

function skipComments(code: string, start: number): number {
  SPACE.lastIndex = start;
  return start + (SPACE.exec(code)?.[0].length ?? 0);
}

function closingBrace(code: string): number | undefined {
  let depth = 1;
  for (const { 0: brace, index } of code.matchAll(/[{}]/g)) {
    depth += brace === '{' ? 1 : -1;
    if (depth === 0) return index + 1;
  }
  return undefined;
}

interface Failure extends CodeError {
  /** Number of characters that were read. */
  readonly read: number;
}

/** Runs the parser, and converts its errors. */
function parsed<Node>(code: string, run: () => Node): Node | Failure {
  try {
    return run();
  } catch (error) {
    // acorn checks regular expressions without regard to the stack.
    if (error instanceof RangeError)
      return { at: 0, reason: TOO_DEEP, isOpen: false, read: code.length };
    if (!(error instanceof SyntaxError)) throw error;
    const at = 'pos' in error ? Number(error.pos) : 0;
    const read = 'raisedAt' in error ? Number(error.raisedAt) : at;
    const reason = error.message.replace(/ \(\d+:\d+\)$/, '');
    if (reason === 'Unexpected token') return { ...unexpected(code, at), read };
    if (/^Unterminated (?:template|comment|JSX)/.test(reason))
      return { ...unexpected(code, code.length), read };
    const plain = reason
      .replace('Not enough stack space to parse input', TOO_DEEP)
      .replace(/^Unterminated (.*)/, 'the $1 never ends')
      .replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());
    return { at, reason: plain, isOpen: false, read };
  }
}

function unexpected(code: string, at: number): Failure {
  const [token = ''] = /^(?:[\p{L}\p{N}_$]+|[^]|$)/u.exec(code.slice(at, at + 40)) ?? [];
  const isOpen = token === '';
  const reason = isOpen ? 'it never ends' : `unexpected ${JSON.stringify(token)}`;
  return { at, reason, isOpen, read: at };
}

const BLANK_LINE = /\n[ \t]*(?=\n|$)/g;

/** The end of the imports and exports that begin at an offset: the first blank line where they are complete. */
export function moduleEnd(reader: CodeReader, text: string, start: number): number {
  const code = text.slice(start, start + MAX_MODULE);
  for (const end of possibleEnds(reader, code)) {
    reader.spend(end);
    const error = moduleError(reader, code.slice(0, end));
    if (error === undefined) return start + end;
    if (!error.isOpen) return start + (endBefore(reader, code, error) ?? end);
    reader.left -= end + FAILED;
    if (reader.left < 0) break;
  }
  // The first blank line, but not in braces that close.
  const first = firstBlank(code, 0);
  const open = code.indexOf('{') + 1;
  const close = open > 0 && open <= first ? closingBrace(code.slice(open)) : undefined;
  return start + (close === undefined ? first : Math.max(first, firstBlank(code, open + close)));
}

function firstBlank(code: string, from: number): number {
  const at = code.slice(from).search(BLANK_LINE);
  return at < 0 ? code.length : from + at;
}

/** The line before an error, if Markdown begins on the next one. */
function endBefore(reader: CodeReader, code: string, { at }: Failure): number | undefined {
  const line = code.lastIndexOf('\n', at - 1);
  if (line < 0 || /^\s*(?:import|export)\s/.test(code.slice(line))) return undefined;
  return moduleError(reader, code.slice(0, line)) === undefined ? line : undefined;
}

/** Parses code, or tells why it cannot be read. */
export function parseModule(parser: typeof Parser, code: string): Program | Failure {
  return parsed(code, () => parser.parse(code, OPTIONS));
}

/** Why code is no list of imports and exports. */
function moduleError({ parser }: CodeReader, code: string): Failure | undefined {
  const read = parseModule(parser(), code);
  if ('reason' in read) return read;
  const stray = read.body.find(({ type }) => !/^(?:Import|Export)/.test(type));
  return stray && unexpected(code, stray.start);
}

/** The first blank line, then those that are in no brackets. */
function* possibleEnds({ parser, spend }: CodeReader, code: string): Generator<number> {
  yield firstBlank(code, 0);
  const tokens: Token[] = [];
  parsed(code, () => parser().parse(code, { ...OPTIONS, onToken: tokens }));
  spend(tokens.at(-1)?.end ?? 0);
  let depth = 0;
  let next = 0;
  const blanks = Array.from(code.matchAll(BLANK_LINE), ({ index }) => index);
  for (const end of [...blanks, code.length]) {
    let token = tokens[next];
    for (; token !== undefined && token.end <= end; token = tokens[++next])
      depth += BRACKETS.get(token.type.label) ?? 0;
    const isInside = token !== undefined && token.start < end;
    if (depth === 0 && !isInside) yield end;
    if (token === undefined) return;
  }
}

/** How tokens change the depth of brackets. */
const BRACKETS: ReadonlyMap<string, number> = new Map([
  ...['(', '[', '{', '${'].map((label) => [label, 1] as const),
  ...[')', ']', '}'].map((label) => [label, -1] as const),
]);
