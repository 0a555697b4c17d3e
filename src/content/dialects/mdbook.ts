import type { ContentDialect } from './content-dialect.ts';

/** mdBook: ids keep letters, digits, `_` and `-`. */
export const mdbook: ContentDialect = {
  keys: new Map(),
  slugify: (text) =>
    text
      .trim()
      .toLowerCase()
      .replace(/\s/g, '-')
      .replace(/[^\p{Alphabetic}\p{N}_-]+/gu, ''),
};
