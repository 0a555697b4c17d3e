/** A part of a text, and what takes its place. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly after: string;
}

/** Replaces parts of a text. Of parts that overlap, the first is replaced. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = '';
  let at = 0;
  for (const { start, end, after } of edits.toSorted((a, b) => a.start - b.start)) {
    if (start < at) continue;
    result += text.slice(at, start) + after;
    at = end;
  }
  return result + text.slice(at);
}
