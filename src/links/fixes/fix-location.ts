import type { Span } from '../../content/source-text.ts';
import type { DestinationKind } from './rewrite-destination.ts';

export interface Destination {
  readonly kind: DestinationKind;
  /** The destination without the quotes around it. */
  readonly range: Span;
}

/** Finds the syntax of the destination in a range; undefined if files of this kind cannot be edited. */
export function findDestination(file: string, text: string, range: Span): Destination | undefined {
  const extension = /\.([a-z0-9]+)$/i.exec(file)?.[1]?.toLowerCase() ?? '';
  const inside = withoutQuotes(text, range);
  const isMarkdown = /^(?:md|markdown|mdx)$/.test(extension);
  if (isMarkdown && range.start >= frontmatterEnd(text)) {
    const kind = markdownKind(text, range);
    // Attributes of JSX and strings have different escapes.
    const isEscaped = extension === 'mdx' && !kind.startsWith('markdown');
    return { kind: isEscaped ? 'text' : kind, range };
  }
  if (isMarkdown || /^ya?ml$/.test(extension))
    return { kind: yamlKind(text, inside), range: inside };
  if (extension === 'json') return { kind: jsonKind(text, inside), range: inside };
  if (/^html?$/.test(extension)) return { kind: htmlKind(text, range) ?? 'text', range };
  if (/^[cm]?[jt]s$/.test(extension)) return { kind: scriptKind(text, inside), range: inside };
  // JSX attributes look like strings but have no escapes.
  return /^[jt]sx$/.test(extension) ? { kind: 'text', range: inside } : undefined;
}

/** Offset after the frontmatter of a Markdown file; 0 where it has none. */
function frontmatterEnd(raw: string): number {
  if (!/^\uFEFF?---[ \t]*(?:\r\n|\r|\n)/.test(raw)) return 0;
  const close = /(?:\r\n|\r|\n)(?:---|\.\.\.)[ \t]*(?=\r|\n|$)/.exec(raw.slice(3));
  return close === null ? 0 : close.index + 3;
}

function withoutQuotes(text: string, { start, end }: Span): Span {
  const quote = text[start] ?? '';
  const quoted = end - start >= 2 && /["'`]/.test(quote) && text[end - 1] === quote;
  return quoted ? { start: start + 1, end: end - 1 } : { start, end };
}

/** Number of characters before a destination to examine. */
const NEAR = 1000;

function textBefore(text: string, at: number): string {
  return text.slice(Math.max(0, at - NEAR), at);
}

function markdownKind(text: string, range: Span): DestinationKind {
  const before = textBefore(text, range.start);
  if (before.endsWith('<') && text[range.end] === '>')
    return opensDestination(before.slice(0, -1)) ? 'markdown-angle' : 'autolink';
  if (opensDestination(before)) return 'markdown';
  return htmlKind(text, range) ?? 'text';
}

/** CommonMark 6.3 and 4.7: whitespace and one line ending, with container prefixes before the next line. */
function opensDestination(before: string): boolean {
  return /(?:\]\(|\]:)[ \t]*(?:(?:\r\n|\r|\n)[ \t>]*)?$/.test(before);
}

function htmlKind(text: string, { start, end }: Span): DestinationKind | undefined {
  const before = textBefore(text, start);
  const [, name = '', quote = '', others = ''] =
    /([a-z][\w:-]*)\s*=\s*(?:(["'])((?:(?!\2)[^])*))?$/i.exec(before) ?? [];
  if (name === '' || !/<[a-z][^<]*$/i.test(before)) return undefined;
  if (/^(?:image)?srcset$/i.test(name)) return quote === '' ? undefined : 'srcset';
  if (others !== '') return undefined;
  if (quote === '') return 'html-unquoted';
  if (text[end] !== quote) return undefined;
  return quote === '"' ? 'html-double' : 'html-single';
}

function quotesAround(text: string, { start, end }: Span): string {
  const quote = text[start - 1] ?? '';
  return text[end] === quote ? quote : '';
}

/** A scalar that is only the destination begins after a key, a dash, a bracket or a comma. */
function yamlKind(text: string, range: Span): DestinationKind {
  const quote = quotesAround(text, range);
  const quoted = quote === '"' || quote === "'";
  const before = textBefore(text, quoted ? range.start - 1 : range.start);
  const after = text.slice(quoted ? range.end + 1 : range.end).slice(0, NEAR);
  const whole =
    /(?:[:-][ \t]+|[[,{]\s*)$/.test(before) && /^[ \t]*(?:$|[\r\n,\]}]|[ \t]#)/.test(after);
  if (!whole) return 'text';
  if (!quoted) return 'yaml-plain';
  return quote === '"' ? 'yaml-double' : 'yaml-single';
}

function jsonKind(text: string, range: Span): DestinationKind {
  const before = textBefore(text, range.start - 1);
  return quotesAround(text, range) === '"' && /[:,[{]\s*$/.test(before) ? 'json' : 'text';
}

const SCRIPT_KINDS = new Map<string, DestinationKind>([
  ['"', 'script-double'],
  ["'", 'script-single'],
  ['`', 'script-template'],
]);

function scriptKind(text: string, range: Span): DestinationKind {
  return SCRIPT_KINDS.get(quotesAround(text, range)) ?? 'text';
}

/** Returns the offset, byte order mark included, of a line and column as in diagnostics. */
export type OffsetFinder = (line: number, column: number) => number | undefined;

/** Creates a finder for a text; it returns undefined for locations that the text does not have. */
export function createOffsets(raw: string): OffsetFinder {
  const starts = [raw.charCodeAt(0) === 0xfeff ? 1 : 0];
  const ends: number[] = [];
  for (const { 0: ending, index } of raw.matchAll(/\r\n|\r|\n/g)) {
    ends.push(index);
    starts.push(index + ending.length);
  }
  ends.push(raw.length);
  return (line, column) => {
    const offset = (starts[line - 1] ?? Number.NaN) + column - 1;
    return column > 0 && offset <= (ends[line - 1] ?? -1) ? offset : undefined;
  };
}
