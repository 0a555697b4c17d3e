import { decodeEntities } from '../../html/character-references.ts';
import type { MarkedText } from './code-info.ts';

/** Longer lines have no marked texts. */
const MAX_LINE = 1000;

/** Marks texts in a line of highlighted code: `html` has elements and character references, `text` has not. */
export function markTexts(html: string, text: string, texts: readonly MarkedText[]): string {
  if (text.length > MAX_LINE) return html;
  // The groups of a pattern, else what it matches as a whole.
  const ranges = texts
    .flatMap(({ tag, pattern }) =>
      [...text.matchAll(pattern)]
        .flatMap(({ indices }) => {
          const [whole, ...groups] = indices ?? [];
          const found = groups.filter((group) => group !== undefined);
          return found.length > 0 ? found : whole === undefined ? [] : [whole];
        })
        .map(([start, end]) => ({ tag, start, end })),
    )
    .toSorted((a, b) => a.start - b.start);
  if (ranges.length === 0) return html;
  let at = 0;
  // A mark ends and begins again at each tag, so that elements nest.
  return html
    .replace(/<[^>]*>|&[^;]+;|[^<&]/gu, (part) => {
      if (part.startsWith('<')) return part;
      const start = at;
      at += part.startsWith('&') ? decodeEntities(part).length : part.length;
      const tag = ranges.find((range) => range.start <= start && start < range.end)?.tag;
      return tag === undefined ? part : `<${tag}>${part}</${tag}>`;
    })
    .replace(/<\/(mark|ins|del)><\1>/g, '');
}
