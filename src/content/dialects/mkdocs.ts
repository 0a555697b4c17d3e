import type { YamlEntry } from '../yaml/read-yaml.ts';
import { type ContentDialect, entryAt, scalarValue, withoutEffect } from './content-dialect.ts';

/** MkDocs with Python-Markdown and Material themes. */
export const mkdocs: ContentDialect = {
  keys: new Map([
    ...withoutEffect(
      'icon status template search subtitle social comments date authors categories revision_date creation_date ' +
        'render_macros og_title og_description pin readtime links_external',
    ),
    ['hide', hiddenParts],
    // Links of a blog post are a list.
    ['links', (entry) => (entry.value.kind === 'map' ? [entry] : [])],
  ]),
  htmlFromAddress: true,
  // The function `slugify` of Python-Markdown's table of contents.
  slugify: (text) =>
    text
      .normalize('NFKD')
      .replace(/[^\0-\x7f]/g, '')
      .replace(/[^\w\s-]/g, '')
      .trim()
      .toLowerCase()
      .replace(/[-\s]+/g, '-'),
  slugSeparator: '_',
};

function hiddenParts(entry: YamlEntry): readonly YamlEntry[] {
  const { value } = entry;
  const hidden = value.kind === 'list' ? value.items.map(scalarValue) : [];
  return hidden.includes('toc')
    ? [entryAt(entry, 'hide_table_of_contents', { value: true, span: value.span })]
    : [];
}
