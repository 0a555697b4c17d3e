import type { ContentDialect } from './content-dialect.ts';

/** mdBook: ids keep letters, digits, `_` and `-`, and only ASCII letters become lower case. */
export const mdbook: ContentDialect = {
  keys: new Map(),
  slugify: (text) =>
    text
      .trim()
      .replace(/\s/g, '-')
      .replace(/[^\p{Alphabetic}\p{N}_-]+/gu, '')
      .replace(/[A-Z]+/g, (letters) => letters.toLowerCase()),
};
