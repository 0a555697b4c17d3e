import { nearest } from '../../diagnostics/nearest.ts';

/** Visible code, and its marked lines. */
export interface CodeLines {
  readonly lines: readonly string[];
  /** 1-based, counted in `lines`. */
  readonly highlighted: ReadonlySet<number>;
  readonly added: ReadonlySet<number>;
  readonly removed: ReadonlySet<number>;
  /** Lines beside which others step back. */
  readonly focused: ReadonlySet<number>;
  /** Unpaired markers; `line` is the 0-based line of the code as written. */
  readonly problems: readonly MarkerProblem[];
}

interface MarkerProblem {
  readonly line: number;
  readonly message: string;
  readonly hint: string;
}

/** A comment that contains only a marker, in languages with this comment syntax. */
function comment(opening: string, closing = ''): RegExp {
  return new RegExp(`^\\s*(?:${opening})\\s*highlight-(next-line|start|end)\\s*${closing}\\s*$`);
}

const SLASH =
  /^\s*(?:\/\/+|\/\*+|\{\s*\/\*+)\s*highlight-(next-line|start|end)\s*(?:\*+\/\s*\}?)?\s*$/;
const HASH = comment('#+');
const DASHES = comment('--');
const SEMICOLON = comment(';+');
const PERCENT = comment('%+');
const ANGLE = comment('<!--', '-->');
const QUOTE = comment("'|[Rr][Ee][Mm]\\s");
const BATCH = comment('@?[Rr][Ee][Mm]\\s|::');
const EXCLAMATION = comment('!+');
const DOUBLE_QUOTE = comment('"');
const ROUND = comment('\\(\\*', '\\*\\)');
const TEMPLATE = [
  comment('\\{#', '#\\}'),
  comment('\\{%-?\\s*comment\\s*-?%\\}', '\\{%-?\\s*endcomment\\s*-?%\\}'),
  comment('\\{\\{!(?:--)?', '(?:--)?\\}\\}'),
  comment('<%#|<%--', '(?:--)?%>'),
];

// Comment styles by Prism id; languages that are not here comment with `//` or `/* */`.
const STYLES: ReadonlyMap<string, readonly RegExp[]> = new Map<string, readonly RegExp[]>([
  ...styled(
    [HASH],
    'bash shell-session python ruby perl yaml toml docker makefile cmake r elixir powershell julia awk jq',
  ),
  ...styled(
    [HASH],
    'git ignore graphql crystal apacheconf nginx editorconfig tcl robotframework coffeescript gherkin',
  ),
  ...styled([HASH], 'gdscript gettext promql puppet sparql turtle rego systemd'),
  ...styled([HASH, comment('!+')], 'properties'),
  ...styled([HASH, SLASH], 'hcl nix'),
  ...styled([HASH, comment('#\\[', '\\]#')], 'nim'),
  ...styled([HASH, SEMICOLON], 'ini'),
  ...styled([HASH, SLASH, ANGLE], 'php'),
  ...styled([HASH, DASHES, SLASH], 'sql'),
  ...styled([DASHES], 'ada vhdl'),
  ...styled([DASHES, comment('--\\[\\[', '\\]\\]')], 'lua'),
  ...styled([DASHES, comment('\\{-', '-\\}')], 'haskell elm purescript'),
  ...styled([DASHES, HASH, ROUND], 'applescript'),
  ...styled([ROUND, SLASH], 'fsharp ocaml pascal'),
  ...styled([SEMICOLON], 'lisp clojure scheme racket nasm asm6502 autohotkey wasm dns-zone-file'),
  ...styled([PERCENT], 'latex matlab erlang'),
  ...styled([PERCENT, SLASH], 'prolog'),
  ...styled([comment('%%')], 'mermaid'),
  ...styled([QUOTE], 'basic visual-basic vbnet'),
  ...styled([BATCH], 'batch'),
  ...styled([EXCLAMATION], 'fortran'),
  ...styled([DOUBLE_QUOTE], 'vim abap'),
  // HTML may contain scripts and style sheets.
  ...styled([ANGLE, SLASH], 'markup jsx tsx'),
  ...styled([ANGLE], 'markdown'),
  ...styled([...TEMPLATE, ANGLE, SLASH], 'django twig liquid handlebars ejs erb'),
]);

const ALL = [...new Set([...STYLES.values()].flat())];
const DEFAULT = [SLASH];

function styled(patterns: readonly RegExp[], ids: string): [string, readonly RegExp[]][] {
  return ids.split(' ').map((id) => [id, patterns]);
}

/**
 * Removes lines that contain only a comment `highlight-next-line`, `highlight-start` or `highlight-end`, and marks the
 * lines that they name. The comment must match the language; without one, and in a plain diff, any syntax is accepted.
 * Comments `[!code highlight]`, `[!code focus]`, `[!code ++]` and `[!code --]`, alone or at the end of a line, do the same.
 */
export function readCodeLines(code: string, language: string | undefined): CodeLines {
  if (code.includes('[!code ')) return readShikiLines(code);
  const written = code.split('\n');
  if (!code.includes('highlight-')) return { ...unmarked(), lines: written };
  const styles =
    language === undefined || language === 'diff' ? ALL : (STYLES.get(language) ?? DEFAULT);
  const draft = unmarked();
  const { lines, highlighted, problems } = draft;
  let startedAt: number | undefined;
  let isNext = false;
  for (const [line, text] of written.entries()) {
    const marker = markerIn(text, styles);
    if (marker === undefined) {
      reportTypo(draft, line, text);
      lines.push(text);
      if (isNext || startedAt !== undefined) highlighted.add(lines.length);
    } else if (marker === 'end' && startedAt === undefined) {
      const hint = 'add a comment highlight-start before the marked lines';
      problems.push({ line, message: 'highlight-end has no highlight-start', hint });
    }
    isNext = marker === 'next-line' || (isNext && marker !== undefined);
    if (marker === 'start') startedAt = line;
    if (marker === 'end') startedAt = undefined;
  }
  if (startedAt !== undefined) {
    const hint = 'add a comment highlight-end where the marked lines end';
    problems.push({ line: startedAt, message: 'highlight-start has no highlight-end', hint });
  }
  return draft;
}

interface Draft extends CodeLines {
  readonly lines: string[];
  readonly highlighted: Set<number>;
  readonly added: Set<number>;
  readonly removed: Set<number>;
  readonly focused: Set<number>;
  readonly problems: MarkerProblem[];
}

function unmarked(): Draft {
  return {
    lines: [],
    highlighted: new Set(),
    added: new Set(),
    removed: new Set(),
    focused: new Set(),
    problems: [],
  };
}

/** A comment at the end of a line that begins with markers; the text after them stays. */
const SHIKI =
  /((?:\/{2,3}|\{?\s?\/\*{1,2}|#{1,3}|<!--|--|;{1,3}|%{1,2}|"|'|@?rem\s)\s*)((?:\[!code [\w+-]+(?::[^\]\n]*)?\]\s*)+)(.*)$/i;
const SHIKI_END = /^(?:\*+\/\s*\}?|-->)?\s*$/;

function readShikiLines(code: string): CodeLines {
  const draft = unmarked();
  for (const line of code.split('\n')) {
    const match = line.includes('[!code ') ? SHIKI.exec(line) : null;
    if (match === null) {
      draft.lines.push(line);
      continue;
    }
    const [, opening = '', markers = '', rest = ''] = match;
    const before = line.slice(0, match.index);
    const shown = SHIKI_END.test(rest) ? before.trimEnd() : before + opening + rest;
    if (shown !== '') draft.lines.push(shown);
    const first = draft.lines.length + (shown === '' ? 1 : 0);
    for (const [, name = '', count = 1] of markers.matchAll(/\[!code ([\w+-]+)(?::(\d{1,4}))?/g)) {
      const { added, removed, focused, highlighted } = draft;
      const marked = { '++': added, '--': removed, focus: focused }[name] ?? highlighted;
      // Marked words are shown as ordinary text.
      const end = name === 'word' ? first : first + Number(count);
      for (let at = first; at < end; at++) marked.add(at);
    }
  }
  return draft;
}

function markerIn(text: string, styles: readonly RegExp[]): string | undefined {
  if (!text.includes('highlight-')) return undefined;
  return styles.flatMap((style) => style.exec(text)?.[1] ?? [])[0];
}

const COMMENTED =
  /^\s*(?:\/\/|\/\*|#|--|;|%|<!--|\{\/\*)\s*highlight-?([a-z-]+)\s*(?:\*\/\}?|-->)?\s*$/i;

function reportTypo({ problems }: Draft, line: number, text: string): void {
  const written = COMMENTED.exec(text)?.[1]?.toLowerCase();
  if (written === undefined) return;
  const meant = nearest(written, ['next-line', 'start', 'end']);
  if (meant === undefined || meant === written) return;
  const hint = `did you mean highlight-${meant}?`;
  problems.push({ line, message: `"highlight-${written}" is not a marker`, hint });
}

/** Lines without their signs; other lines keep their first character unless it is a space in all of them. */
export function withoutSigns(lines: readonly string[]): readonly string[] {
  const sign = lines.every((line) => /^(?:[+ -]|$)/.test(line)) ? /^./ : /^[+-]/;
  return lines.map((line) => line.replace(sign, ''));
}
