/** Code as readers see it, and which of its lines are marked. */
export interface CodeLines {
  readonly lines: readonly string[];
  /** 1-based, counted in `lines`. */
  readonly highlighted: ReadonlySet<number>;
  /** Markers without a partner; `line` is the 0-based line of the code as written. */
  readonly problems: readonly { readonly line: number; readonly message: string }[];
}

const SLASH = /^\s*(?:\/\/|\/\*|\{\/\*)\s*highlight-(next-line|start|end)\s*(?:\*\/\}?)?\s*$/;
const HASH = /^\s*#\s*highlight-(next-line|start|end)\s*$/;
const DASHES = /^\s*--\s*highlight-(next-line|start|end)\s*$/;
const SEMICOLON = /^\s*;+\s*highlight-(next-line|start|end)\s*$/;
const PERCENT = /^\s*%\s*highlight-(next-line|start|end)\s*$/;
const ANGLE = /^\s*<!--\s*highlight-(next-line|start|end)\s*-->\s*$/;

// Comment styles by Prism id; languages that are not here comment with `//` or `/* */`.
const STYLES: ReadonlyMap<string, readonly RegExp[]> = new Map<string, readonly RegExp[]>([
  ...styled(
    [HASH],
    'bash shell-session python ruby perl yaml toml docker makefile cmake r elixir nim powershell julia',
  ),
  ...styled(
    [HASH],
    'git ignore graphql crystal awk apacheconf nginx properties editorconfig nix tcl robotframework',
  ),
  ...styled([HASH, SLASH], 'php hcl'),
  ...styled([HASH, SEMICOLON], 'ini'),
  ...styled([DASHES], 'lua haskell elm ada applescript vhdl'),
  ...styled([DASHES, SLASH], 'sql'),
  ...styled([SEMICOLON], 'lisp clojure scheme racket nasm asm6502 autohotkey'),
  ...styled([PERCENT], 'latex matlab erlang prolog'),
  ...styled([ANGLE], 'markup markdown'),
  ...styled([ANGLE, SLASH], 'jsx tsx'),
]);

const ALL = [SLASH, HASH, DASHES, SEMICOLON, PERCENT, ANGLE];
const DEFAULT = [SLASH];

function styled(patterns: readonly RegExp[], ids: string): [string, readonly RegExp[]][] {
  return ids.split(' ').map((id) => [id, patterns]);
}

/**
 * Takes the lines out that are nothing but a comment `highlight-next-line`, `highlight-start` or `highlight-end`, and
 * marks what they name. The comment must be one of the language; without a language any style is read.
 */
export function readCodeLines(code: string, language: string | undefined): CodeLines {
  const written = code.split('\n');
  if (!code.includes('highlight-')) return { lines: written, highlighted: new Set(), problems: [] };
  const styles = language === undefined ? ALL : (STYLES.get(language) ?? DEFAULT);
  const state: State = {
    lines: [],
    highlighted: new Set(),
    problems: [],
    startedAt: undefined,
    next: false,
  };
  for (const [line, text] of written.entries())
    readLine(state, line, { text, marker: markerIn(text, styles) });
  if (state.startedAt !== undefined) {
    state.problems.push({ line: state.startedAt, message: 'highlight-start has no highlight-end' });
  }
  return state;
}

interface State {
  readonly lines: string[];
  readonly highlighted: Set<number>;
  readonly problems: { readonly line: number; readonly message: string }[];
  startedAt: number | undefined;
  next: boolean;
}

function markerIn(text: string, styles: readonly RegExp[]): string | undefined {
  if (!text.includes('highlight-')) return undefined;
  for (const style of styles) {
    const marker = style.exec(text)?.[1];
    if (marker !== undefined) return marker;
  }
  return undefined;
}

function readLine(
  state: State,
  line: number,
  { text, marker }: { text: string; marker: string | undefined },
): void {
  switch (marker) {
    case 'next-line':
      state.next = true;
      break;
    case 'start':
      state.startedAt = line;
      break;
    case 'end':
      if (state.startedAt === undefined)
        state.problems.push({ line, message: 'highlight-end has no highlight-start' });
      state.startedAt = undefined;
      break;
    default:
      state.lines.push(text);
      if (state.next || state.startedAt !== undefined) state.highlighted.add(state.lines.length);
      state.next = false;
  }
}
