import { entriesFor } from '../shared/name-lists.ts';
import type { YamlEntry, YamlNode, YamlPrimitive } from '../content/yaml/read-yaml.ts';
import { scalarValue } from '../content/yaml/values.ts';
import type { ConvertKey, Layout } from './dialect.ts';

/** The names of a module in the languages that tools read their configuration in. */
export function modules(name: string): readonly string[] {
  return ['ts', 'mts', 'js', 'mjs', 'cjs'].map((extension) => `${name}.${extension}`);
}

/** True for a line of nothing but at least the marks that have opened a block of code. */
export function closesFence(line: string, marks: string): boolean {
  const text = line.trim();
  return text.startsWith(marks) && /^(?:`+|~+)$/.test(text);
}

/** Docusaurus and VitePress fail on a link to a missing page, but not on these. */
export const PUBLISHES_BROKEN_PARTS: Layout['rules'] = {
  // Links follow the rules of the tool.
  'link-form': 'off',
  'anchor-not-found': 'warning',
  'include-not-found': 'warning',
  'include-region': 'warning',
  'unknown-scheme': 'warning',
  'outside-root': 'warning',
  // Plug-ins have other tabs.
  'tab-options': 'warning',
  'tab-outside-tabs': 'warning',
  'duplicate-tab': 'warning',
  'duplicate-heading-id': 'warning',
  'unknown-tab': 'warning',
};

/** Starlight, MkDocs and mdBook publish links that lead to nothing: plug-ins and other books add targets. */
export const PUBLISHES_BROKEN_LINKS: Layout['rules'] = {
  ...PUBLISHES_BROKEN_PARTS,
  'page-not-found': 'warning',
  'asset-not-found': 'warning',
};

/** Frontmatter keys that have no effect in docwright. */
export function withoutEffect(names: string): readonly (readonly [string, ConvertKey])[] {
  return entriesFor(names, () => []);
}

/** Creates an entry of another name with the location of a node. Default: that of the value. */
export function entryAt(
  { keySpan, value: node }: YamlEntry,
  key: string,
  value: YamlPrimitive,
  { span }: YamlNode = node,
): YamlEntry {
  const source = value === null ? '' : String(value);
  return { key, keySpan, value: { kind: 'scalar', source, value, span } };
}

/** Converts `false` to an entry, and ignores every other value. */
export function whenFalse(key: string, value: YamlPrimitive): ConvertKey {
  return (entry) => (scalarValue(entry.value) === false ? [entryAt(entry, key, value)] : []);
}

/** `lastUpdated` of VitePress and Starlight: a switch or a date. */
export function lastUpdated(entry: YamlEntry): readonly YamlEntry[] {
  const { value, keySpan } = entry;
  if (value.kind !== 'scalar') return [];
  if (typeof value.value === 'boolean') return [{ ...entry, key: 'last_update' }];
  const date = { ...entry, key: 'date' };
  return [{ key: 'last_update', keySpan, value: { ...value, kind: 'map', entries: [date] } }];
}

/** Layouts other than that of docs have neither a sidebar nor a table of contents. */
export function plainLayout(entry: YamlEntry): readonly YamlEntry[] {
  return [entryAt(entry, 'sidebar', false), entryAt(entry, 'hide_table_of_contents', true)];
}
