import { PUBLISHES_BROKEN_LINKS } from '../common.ts';
import type { Dialect } from '../dialect.ts';

/** mdBook: ids keep letters, digits, `_` and `-`, and only ASCII letters become lower case. */
export const mdbook: Dialect<'mdbook'> = {
  id: 'mdbook',
  name: 'mdBook',
  layout: {
    configs: ['book.toml'],
    content: ['src'],
    static: 'static',
    settings: { title: /^title *= *(")([^"]+)/m, content: /^src *= *(")([^"]+)/m },
    trailingSlash: false,
    rules: PUBLISHES_BROKEN_LINKS,
  },
  keys: new Map(),
  summaryFile: 'SUMMARY.md',
  folderFiles: true,
  slugify: (text) =>
    text
      .trim()
      .replace(/\s/g, '-')
      .replace(/[^\p{Alphabetic}\p{N}_-]+/gu, '')
      .replace(/[A-Z]+/g, (letters) => letters.toLowerCase()),
  constructs: [
    ['include', /\{\{[ \t]*#[a-z]\w*[^{}\n]*\}\}/g, 'write <Include file="…" />'],
    [
      'include',
      /(?<!\\)\{\{[ \t]*#(?:rustdoc_)?include\b[^{}\n]*\}\}/g,
      'write file="…" after the language of an empty code block',
      'code',
    ],
  ],
};
