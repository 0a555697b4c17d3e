import type { YamlEntry } from '../../content/yaml/read-yaml.ts';
import { nodeAt, scalarValue } from '../../content/yaml/values.ts';
import { slugify } from '../../shared/slug.ts';
import {
  entryAt,
  lastUpdated,
  modules,
  PUBLISHES_BROKEN_LINKS,
  plainLayout,
  whenFalse,
  withoutEffect,
} from '../common.ts';
import type { ConvertKey, Dialect } from '../dialect.ts';

/** Starlight: the parts of a path are slugs, `sidebar` has the label and the order of a page. */
export const starlight: Dialect<'starlight'> = {
  id: 'starlight',
  name: 'Starlight',
  layout: {
    configs: modules('astro.config'),
    mark: 'starlight',
    content: ['src/content/docs'],
    static: 'public',
    assets: 'src/assets',
    settings: {
      title: /\bstarlight\(\{[^{}]*?\btitle: *(['"])(.+?)\1/,
      baseUrl: /^\s*base: *(['"])(.+?)\1/m,
    },
    trailingSlash: true,
    rules: PUBLISHES_BROKEN_LINKS,
  },
  keys: new Map<string, ConvertKey>([
    ...withoutEffect('editUrl head banner pagefind'),
    // Every page with a hero shows it.
    ['hero', (entry) => [entryAt(entry, 'layout', 'home')]],
    ['template', (entry) => (scalarValue(entry.value) === 'splash' ? plainLayout(entry) : [])],
    // A slug is the whole address below the docs.
    [
      'slug',
      (entry) =>
        entry.value.kind === 'scalar'
          ? [entryAt(entry, 'slug', `/${entry.value.source.replace(/^\/+/, '')}`)]
          : [entry],
    ],
    ['sidebar', sidebarOptions],
    ['tableOfContents', tableOfContents],
    ['lastUpdated', lastUpdated],
    ['prev', whenFalse('pagination_prev', null)],
    ['next', whenFalse('pagination_next', null)],
  ]),
  docPath: (path) => path.split('/').map(slugify).join('/'),
  linkFolders: new Map([
    ['~/', 'src/'],
    ['@/', 'src/'],
  ]),
  linksToOriginals: true,
  components: new Map([
    ['Aside', 'Callout'],
    ['TabItem', 'Tab'],
    ['Picture', 'Image'],
    ['YouTube', 'Video'],
  ]),
  modules: /^(?:@astrojs|astro:)/,
};

function sidebarOptions(entry: YamlEntry): readonly YamlEntry[] {
  if (entry.value.kind !== 'map') return [entry];
  return entry.value.entries.flatMap(({ key, value }) => {
    const text = key === 'badge' ? (nodeAt(value, ['text']) ?? value) : value;
    const scalar = scalarValue(text);
    if (scalar === undefined) return [];
    if (key === 'badge') return [entryAt(entry, 'sidebar_badge', scalar, text)];
    if (key === 'label') return [entryAt(entry, 'sidebar_label', scalar, value)];
    if (key === 'order') return [entryAt(entry, 'sidebar_position', scalar, value)];
    return key === 'hidden' && scalar === true ? [entryAt(entry, 'sidebar', false, value)] : [];
  });
}

function tableOfContents(entry: YamlEntry): readonly YamlEntry[] {
  const { value } = entry;
  if (value.kind !== 'map') return whenFalse('hide_table_of_contents', true)(entry);
  const levels = new Map([
    ['minHeadingLevel', 'toc_min_heading_level'],
    ['maxHeadingLevel', 'toc_max_heading_level'],
  ]);
  return value.entries.flatMap((level) => {
    const key = levels.get(level.key);
    const scalar = scalarValue(level.value);
    return key === undefined || scalar === undefined
      ? []
      : [entryAt(entry, key, scalar, level.value)];
  });
}
