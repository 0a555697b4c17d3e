import { firstFrom } from '../../shared/item-at.ts';
import { getOrInsert } from '../../shared/maps.ts';

/** A line in a code block that was meant to end before it. */
export interface SwallowedEnd {
  readonly offset: number;
  /** 1-based, as that of the code block. */
  readonly line: number;
  readonly fence: { readonly mark: string; readonly line: number };
}

/** The part of a session that the search needs. */
interface Page {
  readonly source: { readonly text: string };
  /** Found when one is missing. */
  swallowed: ReadonlyMap<string, readonly SwallowedEnd[]> | undefined;
}

/**
 * Explains that what would close something after an offset is inside of a code block that was meant to end before: another
 * one begins in it, or it never ends. Undefined if there is none.
 */
export function swallowedBy(page: Page, closing: string, from: number): string | undefined {
  page.swallowed ??= findSwallowed(page.source.text);
  const ends = page.swallowed.get(closing) ?? [];
  const end = ends[firstFrom(ends, 0, ({ offset }) => offset > from)];
  return (
    end &&
    `the code block that begins in line ${end.fence.line} has ${closing} in line ${end.line}: write ${end.fence.mark} before it`
  );
}

/** Finds the ends of directives and elements in code blocks that never end, or in which another one begins; by their text. */
function findSwallowed(text: string): ReadonlyMap<string, readonly SwallowedEnd[]> {
  const swallowed = new Map<string, SwallowedEnd[]>();
  let fence: SwallowedEnd['fence'] | undefined;
  let inside: (readonly [closing: string, end: SwallowedEnd])[] = [];
  const keep = (): void => {
    for (const [closing, end] of inside) getOrInsert(swallowed, closing, () => []).push(end);
    inside = [];
  };
  let offset = 0;
  for (const [index, written] of text.split('\n').entries()) {
    const shown = written.replace(/^[\s>]+/, '').trimEnd();
    const [mark = ''] = /^(?:`{3,}|~{3,})/.exec(shown) ?? [];
    const [closing] = /^(?::{3,}|<\/[^\s<>]+>)/.exec(shown) ?? [];
    if (fence === undefined) {
      if (mark !== '') fence = { mark, line: index + 1 };
    } else if (closing !== undefined) inside.push([closing, { offset, line: index + 1, fence }]);
    else if (mark.startsWith(fence.mark)) {
      if (shown !== mark) keep();
      else [fence, inside] = [undefined, []];
    }
    offset += written.length + 1;
  }
  keep();
  return swallowed;
}
