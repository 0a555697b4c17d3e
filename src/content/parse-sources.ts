import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { dirname } from '../shared/paths.ts';
import { type CategoryFile, type CategoryFiles, parseCategoryFile } from './category-file.ts';
import type { SourceFile } from './source-file.ts';
import { type LocaleTexts, parseLocaleTexts } from './ui-messages.ts';

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
