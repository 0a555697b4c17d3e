import type { YamlEntry } from '../yaml/read-yaml.ts';
import {
  type ContentDialect,
  entryAt,
  lastUpdated,
  plainLayout,
  scalarValue,
  whenFalse,
  withoutEffect,
} from './content-dialect.ts';

/** VitePress: only `index.md` is the page of its folder. */
export const vitepress: ContentDialect = {
  keys: new Map([
    ...withoutEffect(
      'head hero features navbar aside editLink footer pageClass isHome markdownStyles search',
    ),
    ['titleTemplate', (entry) => [{ ...entry, key: 'title_template' }]],
    ['layout', layout],
    ['sidebar', whenFalse('sidebar', false)],
    ['outline', outline],
    ['lastUpdated', lastUpdated],
    ['prev', whenFalse('pagination_prev', null)],
    ['next', whenFalse('pagination_next', null)],
  ]),
  readmeIsPage: true,
  templates: {
    elements: new Set(['template', 'slot', 'component', 'transition', 'teleport']),
    attributes: /^(?:v-[a-z]|[:@#])/,
    inert: new Set(['v-pre', 'v-cloak', 'v-once']),
  },
  slugify: (text) =>
    text
      .normalize('NFKD')
      .replace(/[\u0300-\u036f]/g, '')
      .replace(/[\0-\x1f]/g, '')
      .replace(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'\u201c\u201d\u2018\u2019<>,.?/]+/g, '-')
      .replace(/-{2,}/g, '-')
      .replace(/^-+|-+$/g, '')
      .replace(/^(?=\d)/, '_')
      .toLowerCase(),
};

/** Only a page with the layout of a home page shows `hero` and `features`. */
function layout(entry: YamlEntry): readonly YamlEntry[] {
  const given = scalarValue(entry.value);
  if (given === 'doc') return [];
  return given === 'home' ? [entry, ...plainLayout(entry)] : plainLayout(entry);
}

/** `false`, a level, `[first, last]` or `deep`. */
function outline(entry: YamlEntry): readonly YamlEntry[] {
  const { value } = entry;
  const { span } = value;
  const at = (key: string, level: number): YamlEntry => entryAt(entry, key, { value: level, span });
  if (value.kind === 'list') {
    const [first, last] = value.items.map(scalarValue);
    return typeof first === 'number' && typeof last === 'number'
      ? [at('toc_min_heading_level', first), at('toc_max_heading_level', last)]
      : [];
  }
  const given = scalarValue(value);
  if (given === false) return [entryAt(entry, 'hide_table_of_contents', { value: true, span })];
  if (given === 'deep') return [at('toc_min_heading_level', 2), at('toc_max_heading_level', 6)];
  return typeof given === 'number'
    ? [at('toc_min_heading_level', given), at('toc_max_heading_level', given)]
    : [];
}
