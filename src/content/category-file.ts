import * as v from 'valibot';
import { object, oneOf } from '../config/schema-check.ts';
import { type Diagnostic, diagnostic, type Location, startOf } from '../diagnostics/diagnostic.ts';
import { getOrInsert } from '../shared/maps.ts';
import type { Locale } from '../shared/page.ts';

import { dirname, type FilePath } from '../shared/paths.ts';
import { catalogOf } from './catalogs.ts';
import type { SourceText } from './read-source.ts';
import type { SourceFile } from './source-file.ts';
import { createSourceText, locate } from './source-text.ts';
import { type LocaleMessages, mergeMessages, parseMessages } from './ui-messages.ts';
import { yamlReader } from './check-yaml.ts';
import { readYaml } from './yaml/read-yaml.ts';
import { isEmpty, nodeAt } from './yaml/values.ts';

/** The settings of a folder in its `_category_.yml` or `_category_.json`. */
export const CATEGORY_SCHEMA = object({
  /** Text in the sidebar. Default: the title of the folder's `index.md`, else its name. */
  label: v.optional(v.string()),
  /** A few letters behind the label, such as `New`, in place of those of its page. */
  badge: v.optional(v.string()),
  /** Order in a generated sidebar; folders without one come last, by name. */
  position: v.optional(v.number()),
  /** The category starts closed. Default: only with `autoCollapse`, or in a sidebar with more than 25 entries. */
  collapsed: v.optional(v.boolean()),
  /** Readers can close the category. Default: `true`. */
  collapsible: v.optional(v.boolean()),
  /** Classes of the entry in the sidebar. */
  className: v.optional(v.string()),
  /** The page behind the label. Default: the folder's `index.md`. */
  link: v.optional(
    v.nullable(
      object({
        /** `doc`, or `generated-index` of Docusaurus, which is not built. */
        type: v.optional(oneOf('doc', 'generated-index')),
        /** The doc, by its id in the docs set or in the folder. */
        id: v.optional(v.string()),
        /** Of a `generated-index`; has no effect. */
        slug: v.optional(v.string()),
        /** Of a `generated-index`; has no effect. */
        title: v.optional(v.string()),
        /** Of a `generated-index`; has no effect. */
        description: v.optional(v.string()),
      }),
    ),
  ),
});

const readKeys = yamlReader(CATEGORY_SCHEMA);

export interface CategoryFile extends v.InferOutput<typeof CATEGORY_SCHEMA> {
  /** Where the id of the link is written. */
  readonly linkLocation?: Location;
}

/** Category files by folder, relative to the site folder; those of translations by the folder that they mirror. */
export type CategoryFiles = ReadonlyMap<string, CategoryFile>;

const LIMITS = { maxAliases: 20, maxDepth: 16, maxNodes: 10_000 };

/** Reads a `_category_.yml` or `_category_.json` file. Wrong values are errors and dropped; unknown keys are warnings. */
export function parseCategoryFile(
  file: FilePath,
  text: string,
): { readonly category: CategoryFile; readonly diagnostics: readonly Diagnostic[] } {
  const source = createSourceText(file, text);
  const { root, problems } = readYaml(source.text, LIMITS);
  const read = root === undefined || isEmpty(root) ? undefined : readKeys(root);
  const example = root?.kind === 'map' ? undefined : 'write "label: Guides", for example';
  const wrong = read?.problems.map((one) => ({ ...one, hint: one.hint ?? example })) ?? [];
  const diagnostics = [...problems, ...wrong].map(({ kind, message, hint, span }) => {
    const code = kind === 'unknown-key' ? 'frontmatter-unknown-key' : 'category-invalid';
    return diagnostic(code, { message, hint, location: locate(source, span) });
  });
  if (read?.value?.link?.type === 'generated-index') {
    const message = 'the index of the category is not generated: its label is no link';
    const hint = 'write an index.md in the folder';
    diagnostics.push(diagnostic('foreign-syntax', { message, location: startOf(file), hint }));
  }
  const id = nodeAt(root, ['link', 'id']);
  const linkLocation = id && locate(source, id.span);
  return { category: { ...read?.value, ...(linkLocation && { linkLocation }) }, diagnostics };
}

/** Reads a source's text, or explains why there is none. */
export type ReadSource = (source: SourceFile) => SourceText;

export interface ParsedMessages {
  /** By code of the locale. */
  readonly messages: ReadonlyMap<string, LocaleMessages>;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads the UI messages of locales: those of a site's files before those that ship. Unreadable files are reported and left
 * out.
 */
export function readMessages(
  files: Iterable<SourceFile>,
  locales: readonly Locale[],
  read: ReadSource,
): ParsedMessages {
  const messages = new Map<string, LocaleMessages>();
  for (const locale of locales) {
    const shipped = catalogOf(locale);
    if (shipped !== undefined) messages.set(locale.code, shipped);
  }
  const diagnostics = readEach(files, read, ({ file, locale = '' }, text) => {
    const parsed = parseMessages(file, text);
    messages.set(locale, mergeMessages(messages.get(locale), parsed.messages));
    return parsed.diagnostics;
  });
  return { messages, diagnostics };
}

/** Reads every file and passes the texts on; returns all problems. */
function readEach(
  files: Iterable<SourceFile>,
  read: ReadSource,
  take: (source: SourceFile, text: string) => readonly Diagnostic[],
): readonly Diagnostic[] {
  return [...files].flatMap((source) => {
    const result = read(source);
    return result.ok ? take(source, result.text) : [result.diagnostic];
  });
}

export interface ParsedCategories {
  /** By locale code; those of the default locale under the empty string. */
  readonly categories: ReadonlyMap<string, CategoryFiles>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Parses all category files. Unreadable files are reported and left out. */
export function parseCategories(files: Iterable<SourceFile>, read: ReadSource): ParsedCategories {
  const categories = new Map<string, Map<string, CategoryFile>>();
  const diagnostics = readEach(files, read, ({ file, originalFile, locale = '' }, text) => {
    const parsed = parseCategoryFile(file, text);
    getOrInsert(categories, locale, () => new Map()).set(dirname(originalFile), parsed.category);
    return parsed.diagnostics;
  });
  return { categories, diagnostics };
}
