import { type Token, tokenize } from './tokens.ts';

/**
 * Source text with its tokens and, for each opening bracket's index, the index of the closing one.
 */
export interface SourceCode {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly closes: ReadonlyMap<number, number>;
}

/** Token indexes; `to` is exclusive. */
export interface TokenRange {
  readonly from: number;
  readonly to: number;
}

/**
 * A member of an object literal. A method's value is the whole method, a shorthand's value its own
 * name.
 */
export type Member =
  | {
      readonly kind: 'property';
      readonly name: string;
      readonly key: number;
      readonly value: TokenRange;
    }
  | { readonly kind: 'spread'; readonly value: TokenRange };

/** Reads TypeScript or JavaScript as tokens with matched brackets. Never fails. */
export function readSource(text: string): SourceCode {
  const tokens = tokenize(text);
  return { text, tokens, closes: matchBrackets(tokens) };
}

/**
 * The text of the token at `index`, without strings' content being mistaken for code: undefined for
 * literals.
 */
export function codeAt(code: SourceCode, index: number): string | undefined {
  const token = code.tokens[index];
  return token?.kind === 'word' || token?.kind === 'punct' ? token.text : undefined;
}

/** The index after the token at `index`, or after its closing bracket. */
export function stepOver(code: SourceCode, index: number): number {
  return (code.closes.get(index) ?? index) + 1;
}

/** Splits what stands inside the bracket at `open` at its commas. */
export function splitList(code: SourceCode, open: number): TokenRange[] {
  const end = code.closes.get(open) ?? open;
  const ranges: TokenRange[] = [];
  let from = open + 1;
  for (let at = from; at < end; at = stepOver(code, at)) {
    if (codeAt(code, at) !== ',') continue;
    ranges.push({ from, to: at });
    from = at + 1;
  }
  if (from < end) ranges.push({ from, to: end });
  return ranges;
}

/**
 * The members of the object literal whose `{` is at `open`; computed keys that are no strings are
 * left out.
 */
export function readMembers(code: SourceCode, open: number): Member[] {
  return splitList(code, open).flatMap((range) => readMember(code, range) ?? []);
}

function readMember(code: SourceCode, range: TokenRange): Member | undefined {
  if (codeAt(code, range.from) === '...') {
    return { kind: 'spread', value: { from: range.from + 1, to: range.to } };
  }
  const computed = codeAt(code, range.from) === '[';
  const key = computed ? range.from + 1 : range.from;
  const name = keyName(code.tokens[key], computed);
  if (name === undefined) return undefined;
  const after = computed ? stepOver(code, range.from) : key + 1;
  const hasColon = codeAt(code, after) === ':';
  return {
    kind: 'property',
    name,
    key,
    value: hasColon ? { from: after + 1, to: range.to } : range,
  };
}

function keyName(token: Token | undefined, computed: boolean): string | undefined {
  if (token?.kind === 'string') return token.text.slice(1, -1).replace(/\\(.)/g, '$1');
  if (computed || token === undefined) return undefined;
  return token.kind === 'word' || token.kind === 'number' ? token.text : undefined;
}

function matchBrackets(tokens: readonly Token[]): Map<number, number> {
  const closes = new Map<number, number>();
  const open: number[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'punct') continue;
    if (/^[([{]$/.test(token.text)) open.push(index);
    if (!/^[)\]}]$/.test(token.text)) continue;
    const start = open.pop();
    if (start !== undefined) closes.set(start, index);
  }
  for (const start of open) closes.set(start, tokens.length);
  return closes;
}
