import { type Diagnostic, type DiagnosticDetails, diagnostic } from '../diagnostics/diagnostic.ts';

import { dirname, type FilePath } from '../shared/paths.ts';
import type { readSource } from './read-source.ts';
import type { SourceFile } from './source-file.ts';
import { createSourceText, locate, type SourceText } from './source-text.ts';
import { type LocaleTexts, parseLocaleTexts } from './ui-messages.ts';
import {
  asBoolean,
  asNumber,
  asText,
  isEmpty,
  type KeySpec,
  keyOf,
  readKeys,
} from './yaml/keys.ts';
import { readYaml, type YamlSpan } from './yaml/read-yaml.ts';

/** What a `_category_.yml` says of its folder. */
export interface CategoryFile {
  readonly label?: string;
  readonly position?: number;
  readonly collapsed?: boolean;
  readonly collapsible?: boolean;
}

/**
 * Category files by the folder that they stand in, relative to the site folder; those of a translation by the folder
 * that it mirrors.
 */
export type CategoryFiles = ReadonlyMap<string, CategoryFile>;

type Draft = { -readonly [Name in keyof CategoryFile]: CategoryFile[Name] };

const LIMITS = { maxAliases: 20, maxDepth: 16, maxNodes: 10_000 };

const KEYS: ReadonlyMap<string, KeySpec<Draft>> = new Map<string, KeySpec<Draft>>([
  ['label', keyOf('label', 'text', asText)],
  ['position', keyOf('position', 'a number', asNumber)],
  ['collapsed', keyOf('collapsed', 'true or false', asBoolean)],
  ['collapsible', keyOf('collapsible', 'true or false', asBoolean)],
]);

/** Reads a `_category_.yml` file. Wrong values are errors and left out; unknown keys are warnings. */
export function parseCategoryFile(
  file: FilePath,
  text: string,
): { readonly category: CategoryFile; readonly diagnostics: readonly Diagnostic[] } {
  const source = createSourceText(file, text);
  const { root, problems } = readYaml(source.text, LIMITS);
  const diagnostics = problems.map(({ message, hint, span }) =>
    invalid(source, span, { message, hint }),
  );
  const category: Draft = {};
  if (root?.kind === 'map') {
    for (const { kind, message, hint, span } of readKeys(root, KEYS, category)) {
      const code = kind === 'unknown' ? 'frontmatter-unknown-key' : 'category-invalid';
      diagnostics.push(diagnostic(code, { message, hint, location: locate(source, span) }));
    }
  } else if (root !== undefined && !isEmpty(root)) {
    diagnostics.push(
      invalid(source, root.span, {
        message: 'the file must be keys with values',
        hint: 'write "label: Guides", for example',
      }),
    );
  }
  return { category, diagnostics };
}

function invalid(
  source: SourceText,
  span: YamlSpan,
  details: Omit<DiagnosticDetails, 'location'>,
): Diagnostic {
  return diagnostic('category-invalid', { ...details, location: locate(source, span) });
}

/** Reads a source's text, or tells why there is none. */
export type ReadSource = (source: SourceFile) => ReturnType<typeof readSource>;

export interface ParsedTexts {
  /** By code of the locale. */
  readonly texts: ReadonlyMap<string, LocaleTexts>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Parses the tables of texts. A file that cannot be read is a diagnostic and left out. */
export function parseTexts(files: Iterable<SourceFile>, read: ReadSource): ParsedTexts {
  const texts = new Map<string, LocaleTexts>();
  const diagnostics = readEach(files, read, (source, text) => {
    const parsed = parseLocaleTexts(source.file, text);
    texts.set(source.locale ?? '', parsed.texts);
    return parsed.diagnostics;
  });
  return { texts, diagnostics };
}

/** Hands over the text of every file that can be read; the problems of all. */
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
  /** By code of the locale; those of the default one under the empty text. */
  readonly categories: ReadonlyMap<string, CategoryFiles>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Parses the files that describe folders. A file that cannot be read is a diagnostic and left out. */
export function parseCategories(files: Iterable<SourceFile>, read: ReadSource): ParsedCategories {
  const categories = new Map<string, Map<string, CategoryFile>>();
  const diagnostics = readEach(files, read, ({ file, place, locale = '' }, text) => {
    const parsed = parseCategoryFile(file, text);
    const own = categories.get(locale) ?? new Map<string, CategoryFile>();
    categories.set(locale, own.set(dirname(place), parsed.category));
    return parsed.diagnostics;
  });
  return { categories, diagnostics };
}
