import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { editDistance } from '../diagnostics/nearest.ts';
import { dirname } from '../shared/paths.ts';
import { ignoredSource, type SourceFile } from './source-file.ts';

export function isCategory(path: string): boolean {
  return /(?:^|\/)_category_\.(?:ya?ml|json)$/.test(path);
}

/** Reports category files without effect; `others` are files that are neither pages nor category files. */
export function unusedCategories(
  content: readonly SourceFile[],
  others: readonly SourceFile[],
): readonly Diagnostic[] {
  const categories = content.filter(({ path }) => isCategory(path));
  // Reports category files beside another: the last one is read.
  const read = new Map(categories.map(({ file }) => [dirname(file), file]));
  return [
    ...others.flatMap(mistakenCategory),
    ...categories.flatMap(({ file }) => {
      const other = read.get(dirname(file));
      if (other === undefined || other === file) return [];
      return [ignoredSource(file, `${file} is left out: ${other} is read`, 'keep one of the two')];
    }),
    ...emptyCategories(categories, content),
  ];
}

/** Reports a file whose name is almost that of a category file. */
function mistakenCategory({ file, path }: SourceFile): readonly Diagnostic[] {
  const [, stem, ending] = /([^/.]+)\.(ya?ml|json)$/.exec(path) ?? [];
  if (stem === undefined || editDistance(stem, '_category_', 2) > 2) return [];
  const message = `${file} is left out: the settings of a folder are in _category_.${ending}`;
  const hint = `rename it to _category_.${ending}, or give it a name that is not so similar`;
  return [ignoredSource(file, message, hint)];
}

/** Reports category files of folders without pages: no sidebar shows them. */
function emptyCategories(
  categories: readonly SourceFile[],
  content: readonly SourceFile[],
): readonly Diagnostic[] {
  if (categories.length === 0) return [];
  const used = new Set<string>();
  for (const { originalFile, path } of content) {
    if (!/\.(?:mdx?|tsx)$/.test(path)) continue;
    let folder = dirname(originalFile);
    for (; folder !== '' && !used.has(folder); folder = dirname(folder)) used.add(folder);
  }
  return categories.flatMap(({ file, originalFile }) => {
    const folder = dirname(originalFile);
    if (folder === '' || used.has(folder)) return [];
    const message = `${file} has no effect: its folder has no pages`;
    return [ignoredSource(file, message, 'move it to the folder of the pages, or remove it')];
  });
}
