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

const OPENING =
  /\/\/+|\{?\s*\/\*+|#+|--(?:\[\[)?|;+|%+|!+|["']|@?rem\s|::|<!--|\(\*|#\[|\{[-#]|\{%-?\s*comment\s*-?%\}|\{\{!(?:--)?|<%(?:#|--)/;
const CLOSING =
  /\*+\/\s*\}?|-->|\*\)|\]#|\]\]|[-#]\}|\{%-?\s*endcomment\s*-?%\}|(?:--)?\}\}|(?:--)?%>/;

/** A line with nothing but a comment in the syntax of any language: none of them has such a line of another meaning. */
const COMMENT = new RegExp(
  `^\\s*(?:${OPENING.source})\\s*highlight-?([a-z-]+)\\s*(?:${CLOSING.source})?\\s*$`,
  'i',
);
const MARKERS = ['next-line', 'start', 'end'];

/**
 * Removes lines that contain only a comment `highlight-next-line`, `highlight-start` or `highlight-end`, and marks the
 * lines that they name. In Markdown, only its own comments do: code blocks inside of it are shown with theirs.
 * Comments `[!code highlight]`, `[!code focus]`, `[!code ++]` and `[!code --]`, alone or at the end of a line, do the same.
 */
export function readCodeLines(code: string, language: string | undefined): CodeLines {
  if (code.includes('[!code ')) return readShikiLines(code);
  const written = code.split('\n');
  if (!code.includes('highlight-')) return { ...unmarked(), lines: written };
  const draft = unmarked();
  const { lines, highlighted, problems } = draft;
  let startedAt: number | undefined;
  let isNext = false;
  for (const [line, text] of written.entries()) {
    const isOfLanguage = language !== 'markdown' || text.trimStart().startsWith('<!--');
    const name = isOfLanguage ? COMMENT.exec(text)?.[1]?.toLowerCase() : undefined;
    const meant = name && nearest(name, MARKERS);
    const marker = meant === name ? meant : undefined;
    if (marker === undefined) {
      if (meant !== undefined) {
        const hint = `did you mean highlight-${meant}?`;
        problems.push({ line, message: `"highlight-${name}" is not a marker`, hint });
      }
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
