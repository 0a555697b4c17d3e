/** A piece of TypeScript or JavaScript; `start` and `end` are offsets in UTF-16 code units. */
export interface Token {
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

/**
 * Splits source text into tokens, leaving out white space and comments. Never fails: unknown text
 * becomes `punct`.
 */
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
