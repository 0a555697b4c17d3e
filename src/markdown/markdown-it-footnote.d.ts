declare module 'markdown-it-footnote' {
  import type { MarkdownIt } from 'markdown-it';

  /** Footnotes: `[^label]` with `[^label]: text`, and `^[inline]`. */
  export default function footnote(md: MarkdownIt): void;
}
