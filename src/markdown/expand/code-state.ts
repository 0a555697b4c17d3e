/** Tracks code blocks from line to line, without parsing. */

/** An open code block between fences. */
export interface Fence {
  readonly marker: string;
  readonly isQuoted: boolean;
  /** Added to the marker, because an included line has one of the same length. */
  readonly extra: string;
  readonly hasVariables: boolean;
}

/** Characters that make a fence longer than all fences of the same kind in its content. */
export function extraMarker(marker: string, lines: readonly { readonly text: string }[]): string {
  const char = marker.charAt(0);
  let longest = 0;
  for (const { text } of lines) {
    const trimmed = text.trimStart();
    if (!trimmed.startsWith(marker)) continue;
    let length = marker.length;
    while (trimmed.charAt(length) === char) length += 1;
    longest = Math.max(longest, length);
  }
  return char.repeat(longest === 0 ? 0 : longest + 1 - marker.length);
}

export function closes(
  { marker, isQuoted }: Pick<Fence, 'marker' | 'isQuoted'>,
  text: string,
): boolean {
  if (isQuoted && !isQuote(text)) return true;
  const rest = text.replace(/^[ \t>]*/, '').trimEnd();
  return rest.startsWith(marker) && rest === marker.charAt(0).repeat(rest.length);
}

export function isQuote(text: string): boolean {
  return /^[ \t]*>/.test(text);
}

/** Lists and code blocks by indentation before a line. */
export interface Indentation {
  isInList: boolean;
  isAfterBlank: boolean;
  isCode: boolean;
}

export function noteIndentation(state: Indentation, text: string): void {
  if (text.trim() === '') return;
  const isIndented = /^(?: {4}| {0,3}\t)/.test(text);
  state.isCode = isIndented && !state.isInList && (state.isAfterBlank || state.isCode);
  if (/^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/.test(text)) state.isInList = true;
  else if (!/^\s/.test(text)) state.isInList = false;
}
