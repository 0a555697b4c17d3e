import type { YamlEntry, YamlNode, YamlPrimitive } from '../yaml/read-yaml.ts';

/** The rules of a tool for frontmatter, addresses and ids. */
export interface ContentDialect {
  /** Frontmatter keys of the tool. */
  readonly keys: ReadonlyMap<string, ConvertKey>;
  /**
   * The path of a doc below its docs set, in place of its file's path; both without extension. `index` as the last
   * segment is the page of its folder.
   */
  readonly docPath?: (path: string, frontmatter: { readonly id?: string | undefined }) => string;
  /** The name of a file or folder without what orders it, and its position in a generated sidebar. */
  readonly ordered?: (name: string) => {
    readonly name: string;
    readonly position: number | undefined;
  };
  /** `README.md` is an ordinary page, not that of its folder. */
  readonly readmeIsPage?: true;
  /** Slugs in frontmatter that begin with `/` are below the docs set's route, not below the locale's. */
  readonly slugsBelowDocs?: true;
  /** Relative addresses in raw HTML lead from the address of the page, not from its file. */
  readonly htmlFromAddress?: true;
  /** The id that a heading gets from its text. Default: GitHub's. */
  readonly slugify?: (text: string) => string;
  readonly templates?: TemplateSyntax;
  /** Between a slug that is taken and its number. Default: `-`. */
  readonly slugSeparator?: '_';
}

/** The parts of raw HTML that are instructions for a framework, which have no effect in docwright. */
export interface TemplateSyntax {
  /** Elements whose content is shown without them. */
  readonly elements: ReadonlySet<string>;
  readonly attributes: RegExp;
  /** Attributes that change nothing in a page without the framework. */
  readonly inert: ReadonlySet<string>;
}

/** Returns the entries that mean the same in docwright; none for an entry without effect. */
export type ConvertKey = (entry: YamlEntry) => readonly YamlEntry[];

/** Frontmatter keys that have no effect in docwright. */
export function withoutEffect(names: string): readonly (readonly [string, ConvertKey])[] {
  return names.split(' ').map((name) => [name, () => []] as const);
}

/** Creates an entry of another name with the location of an existing node. */
export function entryAt(
  { keySpan }: YamlEntry,
  key: string,
  { value, span }: { readonly value: YamlPrimitive; readonly span: YamlNode['span'] },
): YamlEntry {
  const source = value === null ? '' : String(value);
  return { key, keySpan, value: { kind: 'scalar', source, value, span } };
}

/** The value of a scalar; undefined for lists and maps. */
export function scalarValue(node: YamlNode): YamlPrimitive | undefined {
  return node.kind === 'scalar' ? node.value : undefined;
}

/** Converts `false` to an entry, and ignores every other value. */
export function whenFalse(key: string, value: YamlPrimitive): ConvertKey {
  return (entry) =>
    scalarValue(entry.value) === false
      ? [entryAt(entry, key, { value, span: entry.value.span })]
      : [];
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
  const { span } = entry.value;
  return [
    entryAt(entry, 'sidebar', { value: false, span }),
    entryAt(entry, 'hide_table_of_contents', { value: true, span }),
  ];
}
