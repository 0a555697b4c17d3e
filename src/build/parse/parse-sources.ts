import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { articleTexts } from '../../shared/texts.ts';
import { dirname, type FilePath } from '../../shared/paths.ts';
import type {
  CategoryFile,
  CategoryFiles,
  LocaleTexts,
  ParsedDoc,
  SourceFile,
  Sources,
} from '../types.ts';
import { parseCategoryFile } from './category-file.ts';
import { parseLocaleTexts } from './locale-texts.ts';
import { createDocParser, type MarkdownSettings } from './parse-doc.ts';

/** Reads a source's text, or tells why there is none. */
export type ReadSource = (
  source: SourceFile,
) =>
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly diagnostic: Diagnostic };

export interface ParsedSources {
  readonly docs: ReadonlyMap<FilePath, ParsedDoc>;
  /** By code of the locale; those of the default one under the empty text. */
  readonly categories: ReadonlyMap<string, CategoryFiles>;
  /** By code of the locale. */
  readonly texts: ReadonlyMap<string, LocaleTexts>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Parses every Markdown and category file. A file that cannot be read is a diagnostic and left out. */
export function parseSources(
  sources: Sources,
  settings: MarkdownSettings & { readonly defaultLocale: string },
  read: ReadSource,
): ParsedSources {
  const parser = createDocParser(settings);
  const diagnostics: Diagnostic[] = [];
  const readAll = (files: Iterable<SourceFile>): (readonly [SourceFile, string])[] =>
    [...files].flatMap((source) => {
      const result = read(source);
      if (result.ok) return [[source, result.text] as const];
      diagnostics.push(result.diagnostic);
      return [];
    });
  const texts = new Map<string, LocaleTexts>();
  for (const [{ file, locale = '' }, text] of readAll(sources.texts.values())) {
    const parsed = parseLocaleTexts(file, text);
    diagnostics.push(...parsed.diagnostics);
    texts.set(locale, parsed.texts);
  }
  const docs = new Map(
    readAll(sources.docs).map(([{ file, locale }, text]) => {
      const own = texts.get(locale ?? settings.defaultLocale)?.article;
      return [file, parser.parse(file, text, { ...articleTexts, ...own })];
    }),
  );
  const categories = new Map<string, Map<string, CategoryFile>>();
  for (const [{ file, place, locale = '' }, text] of readAll(sources.categories)) {
    const parsed = parseCategoryFile(file, text);
    diagnostics.push(...parsed.diagnostics);
    const own = categories.get(locale) ?? new Map<string, CategoryFile>();
    categories.set(locale, own.set(dirname(place), parsed.category));
  }
  for (const doc of docs.values()) diagnostics.push(...doc.diagnostics);
  return { docs, categories, texts, diagnostics };
}
