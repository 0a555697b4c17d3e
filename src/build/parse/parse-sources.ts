import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { dirname } from '../../shared/paths.ts';
import type { CategoryFile, CategoryFiles, LocaleTexts, SourceFile } from '../types.ts';
import { parseCategoryFile } from './category-file.ts';
import { parseLocaleTexts } from './locale-texts.ts';

/** Reads a source's text, or tells why there is none. */
export type ReadSource = (
  source: SourceFile,
) =>
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly diagnostic: Diagnostic };

export interface ParsedTexts {
  /** By code of the locale. */
  readonly texts: ReadonlyMap<string, LocaleTexts>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Parses the tables of texts. A file that cannot be read is a diagnostic and left out. */
export function parseTexts(files: Iterable<SourceFile>, read: ReadSource): ParsedTexts {
  const texts = new Map<string, LocaleTexts>();
  const diagnostics: Diagnostic[] = [];
  for (const source of files) {
    const result = read(source);
    if (!result.ok) {
      diagnostics.push(result.diagnostic);
      continue;
    }
    const parsed = parseLocaleTexts(source.file, result.text);
    diagnostics.push(...parsed.diagnostics);
    texts.set(source.locale ?? '', parsed.texts);
  }
  return { texts, diagnostics };
}

export interface ParsedCategories {
  /** By code of the locale; those of the default one under the empty text. */
  readonly categories: ReadonlyMap<string, CategoryFiles>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Parses the files that describe folders. A file that cannot be read is a diagnostic and left out. */
export function parseCategories(files: Iterable<SourceFile>, read: ReadSource): ParsedCategories {
  const categories = new Map<string, Map<string, CategoryFile>>();
  const diagnostics: Diagnostic[] = [];
  for (const source of files) {
    const result = read(source);
    if (!result.ok) {
      diagnostics.push(result.diagnostic);
      continue;
    }
    const { file, place, locale = '' } = source;
    const parsed = parseCategoryFile(file, result.text);
    diagnostics.push(...parsed.diagnostics);
    const own = categories.get(locale) ?? new Map<string, CategoryFile>();
    categories.set(locale, own.set(dirname(place), parsed.category));
  }
  return { categories, diagnostics };
}
