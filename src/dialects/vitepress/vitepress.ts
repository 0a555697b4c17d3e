import type { YamlEntry } from '../../content/yaml/read-yaml.ts';
import { scalarValue } from '../../content/yaml/values.ts';
import {
  entryAt,
  lastUpdated,
  modules,
  PUBLISHES_BROKEN_PARTS,
  plainLayout,
  whenFalse,
  withoutEffect,
} from '../common.ts';
import type { Dialect } from '../dialect.ts';

/** VitePress: only `index.md` is the page of its folder. */
export const vitepress: Dialect<'vitepress'> = {
  id: 'vitepress',
  name: 'VitePress',
  layout: {
    configs: [...modules('.vitepress/config'), ...modules('.vitepress/config/index')],
    content: [],
    static: 'public',
    staticInContent: true,
    settings: {
      title: /^[ \t]*title: *(['"])(.+?)\1/m,
      content: /^ *srcDir: *(['"])(.+?)\1/m,
      baseUrl: /^ *base: *(['"])(.+?)\1/m,
    },
    trailingSlash: false,
    rules: PUBLISHES_BROKEN_PARTS,
  },
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
  pageTemplates: /\[[\w.-]+\].*\.md$/,
  underscorePages: true,
  readmeIsPage: true,
  folderFiles: true,
  ownVariables: true,
  // Below `.vitepress`, where its configuration is.
  includeFolders: () => ['theme', 'components'],
  templates: {
    framework: 'Vue',
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
  constructs: [
    ['table of contents', /^\[\[toc\]\]/gim, 'remove the line: every page has one'],
    ['import of code', /^(?:<<<[ \t]*[@./\w]|@\[code).*$/gm, 'write a code block'],
    [
      'variable',
      /\{\{[ \t]*\$(?:frontmatter|page|params|site|theme)\b[^{}\n]*\}\}/g,
      'write the value here',
    ],
    ['include', /<!--[ \t]*@include:.*/g, 'write <Include file="…" />', 'comment'],
  ],
};

/** Only a page with the layout of a home page shows `hero` and `features`. */
function layout(entry: YamlEntry): readonly YamlEntry[] {
  const name = scalarValue(entry.value);
  if (name === 'doc') return [];
  return name === 'home' ? [entry, ...plainLayout(entry)] : plainLayout(entry);
}

/** `false`, a level, `[first, last]` or `deep`. */
function outline(entry: YamlEntry): readonly YamlEntry[] {
  const { value } = entry;
  const scalar = scalarValue(value);
  if (scalar === false) return [entryAt(entry, 'hide_table_of_contents', true)];
  const levels = value.kind === 'list' ? value.items.map(scalarValue) : [scalar, scalar];
  const [first, last] = scalar === 'deep' ? [2, 6] : levels;
  return typeof first === 'number' && typeof last === 'number'
    ? [
        entryAt(entry, 'toc_min_heading_level', first),
        entryAt(entry, 'toc_max_heading_level', last),
      ]
    : [];
}
