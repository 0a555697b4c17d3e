const KINDS = ['word', 'number', 'string', 'template', 'regex', 'punct'] as const;

/** A piece of TypeScript or JavaScript; `start` and `end` are offsets in UTF-16 code units. */
export interface Token {
  readonly kind: (typeof KINDS)[number];
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const PATTERNS: Readonly<Record<Token['kind'], RegExp>> = {
  word: /[\p{ID_Start}$_#@][\p{ID_Continue}$]*/u,
  number: /\d[\w.]*/u,
  string: /"(?:\\(?:\r\n|[^])|[^"\\\n])*"?|'(?:\\(?:\r\n|[^])|[^'\\\n])*'?/u,
  // Substitutions may have objects, and these may have templates.
  template: /`(?:\\[^]|\$\{(?:[^{}`]|`[^`]*`|\{(?:[^{}`]|`[^`]*`)*\})*\}?|[^`\\])*`?/u,
  // A slash after a value divides.
  regex:
    /(?<=(?:^|[^\s\p{ID_Continue}$)\]}'"`]|(?<![\p{ID_Continue}$])(?:return|typeof|case|in|of|delete|void|throw|new|await|yield|else|do))\s*)\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/\w*/u,
  punct: /=>|\.\.\.|[^]/u,
};

const SPACE = /(?:\s|\/\/[^\n\r]*|\/\*[^]*?(?:\*\/|$))+/u;

const TOKEN = new RegExp(
  [SPACE.source, ...KINDS.map((kind) => `(?<${kind}>${PATTERNS[kind].source})`)].join('|'),
  'gu',
);

/**
 * Splits code into tokens, without whitespace and comments, and finds the index of the closing bracket of each opening
 * one. For code that no parser accepts, and for configurations that need none.
 */
export function readTokens(code: string): {
  readonly tokens: readonly Token[];
  readonly closes: ReadonlyMap<number, number>;
} {
  const tokens: Token[] = [];
  const closes = new Map<number, number>();
  const open: number[] = [];
  for (const { 0: text, index: start, groups = {} } of code.matchAll(TOKEN)) {
    const kind = KINDS.find((name) => groups[name] !== undefined);
    if (kind === undefined) continue;
    const index = tokens.push({ kind, text, start, end: start + text.length }) - 1;
    if (kind !== 'punct') continue;
    if (/^[([{]$/.test(text)) open.push(index);
    const opening = /^[)\]}]$/.test(text) ? open.pop() : undefined;
    if (opening !== undefined) closes.set(opening, index);
  }
  for (const index of open) closes.set(index, tokens.length);
  return { tokens, closes };
}
