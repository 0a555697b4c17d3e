import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { FilePath } from '../../shared/paths.ts';
import type { CategoryFile, CategoryFiles, ParsedDoc, SourceFile, Sources } from '../types.ts';
import { parseCategoryFile } from './category-file.ts';
import { createDocParser, type MarkdownSettings } from './parse-doc.ts';

/** Reads a source's text, or tells why there is none. */
export type ReadSource = (
  source: SourceFile,
) =>
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly diagnostic: Diagnostic };

export interface ParsedSources {
  readonly docs: ReadonlyMap<FilePath, ParsedDoc>;
  /** By folder, relative to the site folder. */
  readonly categories: CategoryFiles;
  readonly diagnostics: readonly Diagnostic[];
}

/** Parses every Markdown and category file. A file that cannot be read is a diagnostic and left out. */
export function parseSources(
  sources: Sources,
  settings: MarkdownSettings,
  read: ReadSource,
): ParsedSources {
  const parser = createDocParser(settings);
  const diagnostics: Diagnostic[] = [];
  const texts = (files: readonly SourceFile[]): (readonly [FilePath, string])[] =>
    files.flatMap((source) => {
      const result = read(source);
      if (result.ok) return [[source.file, result.text] as const];
      diagnostics.push(result.diagnostic);
      return [];
    });
  const docs = new Map(texts(sources.docs).map(([file, text]) => [file, parser.parse(file, text)]));
  const categories = new Map<string, CategoryFile>();
  for (const [file, text] of texts(sources.categories)) {
    const parsed = parseCategoryFile(file, text);
    diagnostics.push(...parsed.diagnostics);
    categories.set(file.slice(0, Math.max(0, file.lastIndexOf('/'))), parsed.category);
  }
  for (const doc of docs.values()) diagnostics.push(...doc.diagnostics);
  return { docs, categories, diagnostics };
}
