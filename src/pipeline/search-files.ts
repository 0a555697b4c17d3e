/** The part of the map for the search: sections of pages to one index file for each search tag of each locale. */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { createIndexBuilder, type IndexBuilder } from '../search/index/build-index.ts';
import { checkIndexSize } from '../search/index/index-size.ts';
import type { OutputPath } from '../shared/paths.ts';
import type { PageNotes } from './page.ts';
import type { Site } from './prepare.ts';

/** The indexes of a site, under way. Pages are noted in the order of their routes. */
export interface SearchFiles {
  readonly note: (page: PageNotes) => void;
  readonly finish: () => readonly IndexFile[];
}

export interface IndexFile {
  readonly path: OutputPath;
  readonly content: string;
}

export function createSearchFiles(): SearchFiles {
  const indexes = new Map<OutputPath, IndexBuilder>();
  return {
    note({ indexFile, sections }) {
      if (indexFile === undefined) return;
      const index = indexes.get(indexFile) ?? createIndexBuilder();
      indexes.set(indexFile, index);
      for (const section of sections) index.add(section);
    },
    finish: () => [...indexes].map(([path, index]) => ({ path, content: index.finish() })),
  };
}

/** Which index files are too large. */
export function checkIndexFiles(
  { config, locate }: Pick<Site, 'config' | 'locate'>,
  files: readonly IndexFile[],
): readonly Diagnostic[] {
  return files.flatMap((file) => checkIndexSize({ ...file, locate, ...config.search }));
}
