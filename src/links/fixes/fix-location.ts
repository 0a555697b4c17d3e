import { createSourceText } from '../../content/source-text.ts';
import { itemAt } from '../../shared/item-at.ts';
import type { Span } from '../../content/source-text.ts';

/** The syntax of a destination, which decides its escapes. */
export type DestinationKind =
  /** `[text](destination)` and `[label]: destination`. */
  | 'markdown'
  /** The same between `<` and `>`. */
  | 'markdown-angle'
  /** `<https://example.com>`. */
  | 'autolink'
  | 'html-double'
  | 'html-single'
  | 'html-unquoted'
  /** One of several addresses in an attribute. */
  | 'srcset'
  | 'yaml-plain'
  | 'yaml-double'
  | 'yaml-single'
  | 'json'
  | 'script-double'
  | 'script-single'
  | 'script-template'
  /** Inside a longer text: only characters without special meaning can be written. */
  | 'text';

export interface Destination {
  readonly kind: DestinationKind;
  /** The destination without the quotes around it. */
  readonly range: Span;
}

/** Finds the syntax of the destination in a range; undefined if files of this kind cannot be edited. */
export function findDestination(file: string, text: string, range: Span): Destination | undefined {
  switch (/\.([a-z0-9]+)$/i.exec(file)?.[1]?.toLowerCase()) {
    case 'md':
    case 'markdown':
    case 'mdx':
      return range.start < frontmatterEnd(text)
        ? yamlDestination(text, withoutQuotes(text, range))
        : { kind: file.endsWith('.mdx') ? mdxKind(text, range) : markdownKind(text, range), range };
    case 'yml':
    case 'yaml':
      return yamlDestination(text, withoutQuotes(text, range));
    case 'json':
      return jsonDestination(text, withoutQuotes(text, range));
    case 'html':
    case 'htm':
      return { kind: htmlKind(text, range) ?? 'text', range };
    case 'ts':
    case 'mts':
    case 'cts':
    case 'js':
    case 'mjs':
    case 'cjs':
      return scriptDestination(text, withoutQuotes(text, range));
    case 'tsx':
    case 'jsx':
      // JSX attributes look like strings but have no escapes.
      return { kind: 'text', range: withoutQuotes(text, range) };
    default:
      return undefined;
  }
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

/** Attributes of JSX and strings have different escapes. */
function mdxKind(text: string, range: Span): DestinationKind {
  const kind = markdownKind(text, range);
  return kind.startsWith('markdown') ? kind : 'text';
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

function yamlDestination(text: string, range: Span): Destination {
  return { kind: yamlKind(text, range), range };
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

function jsonDestination(text: string, range: Span): Destination {
  const before = textBefore(text, range.start - 1);
  const whole = quotesAround(text, range) === '"' && /[:,[{]\s*$/.test(before);
  return { kind: whole ? 'json' : 'text', range };
}

function scriptDestination(text: string, range: Span): Destination {
  const kinds = { '"': 'script-double', "'": 'script-single', '`': 'script-template' } as const;
  const quote = quotesAround(text, range);
  const isString = quote === '"' || quote === "'" || quote === '`';
  return { kind: isString ? kinds[quote] : 'text', range };
}

/** Returns the offset, byte order mark included, of a line and column as in diagnostics. */
export type OffsetFinder = (line: number, column: number) => number | undefined;

/** Creates a finder for a text; it returns undefined for locations that the text does not have. */
export function createOffsets(raw: string): OffsetFinder {
  const mark = raw.charCodeAt(0) === 0xfeff ? 1 : 0;
  const starts = [mark];
  for (const { 0: ending, index } of raw.matchAll(/\r\n|\r|\n/g))
    starts.push(index + ending.length);
  const { lineStarts, text } = createSourceText('', raw);
  return (line, column) => {
    const start = starts[line - 1];
    if (start === undefined || column < 1) return undefined;
    const next = lineStarts[line];
    const length = (next === undefined ? text.length : next - 1) - itemAt(lineStarts, line - 1);
    return column - 1 > length ? undefined : start + column - 1;
  };
}
