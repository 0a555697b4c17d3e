import type { ParseSession } from '../parse-session.ts';

/**
 * Explains that what would close something after an offset is inside of a code block that was meant to end before: another
 * one begins in it, or it never ends. Undefined if there is none.
 */
export function swallowedBy(
  { source: { text } }: ParseSession,
  closing: string,
  from: number,
): string | undefined {
  let fence: { readonly mark: string; readonly line: number; found?: number } | undefined;
  let offset = 0;
  for (const [index, written] of text.split('\n').entries()) {
    const shown = written.replace(/^[\s>]+/, '').trimEnd();
    const [mark = ''] = /^(?:`{3,}|~{3,})/.exec(shown) ?? [];
    if (fence === undefined) {
      if (mark !== '') fence = { mark, line: index + 1 };
    } else if (offset > from && fence.found === undefined && shown.startsWith(closing)) {
      fence.found = index + 1;
    } else if (mark.startsWith(fence.mark)) {
      if (shown !== mark && fence.found !== undefined) break;
      if (shown === mark) fence = undefined;
    }
    offset += written.length + 1;
  }
  return fence?.found === undefined
    ? undefined
    : `the code block that begins in line ${fence.line} has ${closing} in line ${fence.found}: write ${fence.mark} before it`;
}
