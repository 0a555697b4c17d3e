import type { Span } from '../../content/source-text.ts';

// A comment, an address with or without quotes, an import, or another string (CSS Syntax 3, 4.3).
const CSS_TOKEN =
  /\/\*[^]*?(?:\*\/|$)|\burl\(\s*(?:"([^"\n\\]*)"|'([^'\n\\]*)'|([^\s"'()\\]+))\s*\)|@import\s+(?:"([^"\n\\]*)"|'([^'\n\\]*)')|"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'/gi;

/** The addresses in a style sheet or in declarations, as ranges of the text. Those with escapes are left alone. */
export function cssAddresses(css: string): readonly Span[] {
  return [...css.matchAll(CSS_TOKEN)].flatMap(({ 0: whole, index, ...groups }) => {
    const href = groups[1] ?? groups[2] ?? groups[3] ?? groups[4] ?? groups[5];
    if (href === undefined || href === '') return [];
    const start = index + whole.lastIndexOf(href);
    return [{ start, end: start + href.length }];
  });
}
