/** Source text with its tokens, and the index of the closing bracket for each opening bracket's index. */
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

/** A member of an object literal. A method's value is the whole method, a shorthand's value its own name. */
export type Member =
  | {
      readonly kind: 'property';
      readonly name: string;
      readonly key: number;
      readonly value: TokenRange;
    }
  | { readonly kind: 'spread'; readonly value: TokenRange };

/** Splits TypeScript or JavaScript into tokens with matched brackets. Never fails. */
export function readSource(text: string): SourceCode {
  const tokens = tokenize(text);
  return { text, tokens, closes: matchBrackets(tokens) };
}

/** The text of the token at `index`; undefined for literals, so that strings are not mistaken for code. */
export function codeAt(code: SourceCode, index: number): string | undefined {
  const token = code.tokens[index];
  return token?.kind === 'word' || token?.kind === 'punct' ? token.text : undefined;
}

/** The index after the token at `index`, or after its closing bracket. */
export function stepOver(code: SourceCode, index: number): number {
  return (code.closes.get(index) ?? index) + 1;
}

/** Splits the content of the bracket at `open` at commas. */
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

/** Lists the members of the object literal whose `{` is at `open`, except for computed keys that are not strings. */
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

/** A piece of TypeScript or JavaScript; `start` and `end` are offsets in UTF-16 code units. */
interface Token {
  readonly kind: 'word' | 'number' | 'string' | 'template' | 'regex' | 'punct';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const SKIPPED = /(?:\s|\/\/[^\n\r]*|\/\*[\s\S]*?(?:\*\/|$))+/uy;
const WORD = /[\p{ID_Start}$_#@][\p{ID_Continue}$]*/uy;
const NUMBER = /\d[\w.]*/y;
const STRING = /"(?:\\(?:\r\n|[\s\S])|[^"\\\n])*"?|'(?:\\(?:\r\n|[\s\S])|[^'\\\n])*'?/y;
const REGEX = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/\w*/y;
const PUNCT = /=>|\.\.\.|[\s\S]/uy;
const BEFORE_REGEX = /^(?:return|typeof|case|in|of|delete|void|throw|new|await|yield|else|do)$/;

/** Splits source text into tokens without whitespace and comments. Never fails: unknown text becomes `punct`. */
export function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  let token = nextToken(source, 0, undefined);
  while (token !== undefined) {
    tokens.push(token);
    token = nextToken(source, token.end, token);
  }
  return tokens;
}

function nextToken(source: string, from: number, previous: Token | undefined): Token | undefined {
  const start = from + (matchAt(SKIPPED, source, from)?.length ?? 0);
  if (start >= source.length) return undefined;
  const make = (kind: Token['kind'], text: string): Token => ({
    kind,
    text,
    start,
    end: start + text.length,
  });
  if (source[start] === '`')
    return make('template', source.slice(start, templateEnd(source, start)));
  for (const [kind, pattern] of [
    ['word', WORD],
    ['number', NUMBER],
    ['string', STRING],
  ] as const) {
    const text = matchAt(pattern, source, start);
    if (text !== undefined) return make(kind, text);
  }
  const regex = mayStartRegex(previous) ? matchAt(REGEX, source, start) : undefined;
  if (regex !== undefined) return make('regex', regex);
  return make('punct', matchAt(PUNCT, source, start) ?? source.slice(start, start + 1));
}

function matchAt(pattern: RegExp, source: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0];
}

// A slash after a value divides; anywhere else it starts a regular expression.
function mayStartRegex(previous: Token | undefined): boolean {
  if (previous === undefined) return true;
  if (previous.kind === 'word') return BEFORE_REGEX.test(previous.text);
  return previous.kind === 'punct' && !/^[)\]}]$/.test(previous.text);
}

/** The offset after the template literal that opens at `start`. */
function templateEnd(source: string, start: number): number {
  let at = start + 1;
  while (at < source.length) {
    const char = source[at];
    if (char === '`') return at + 1;
    if (char === '$' && source[at + 1] === '{') at = substitutionEnd(source, at + 2);
    else at += char === '\\' ? 2 : 1;
  }
  return source.length;
}

/** The offset after the `}` that closes the substitution whose code starts at `from`. */
function substitutionEnd(source: string, from: number): number {
  let depth = 1;
  let token = nextToken(source, from, undefined);
  while (token !== undefined) {
    if (token.text === '{') depth += 1;
    if (token.text === '}') depth -= 1;
    if (depth === 0) return token.end;
    token = nextToken(source, token.end, token);
  }
  return source.length;
}
