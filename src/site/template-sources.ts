import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { ResolvedConfig } from '../config/site-config.ts';
import { compareStrings } from '../diagnostics/diagnostic.ts';
import { textOfFile } from '../diagnostics/frame.ts';
import { type FilePath, toFilePath } from '../shared/paths.ts';

/** A template of the site or a theme. */
export interface TemplateSource {
  readonly file: FilePath;
  readonly text: string;
}

/** Reads the templates of the site and its themes, and the parts they use, sorted by file. */
export function templateSources({
  siteDir,
  templatesDirs,
}: Pick<ResolvedConfig, 'siteDir' | 'templatesDirs'>): readonly TemplateSource[] {
  return templatesDirs
    .flatMap((folder) => namesBelow(folder).map((name) => join(folder, name)))
    .filter((path) => /\.[jt]sx?$/.test(path))
    .flatMap((path) => {
      const text = textOfFile(path);
      return text === undefined ? [] : [{ file: toFilePath(relative(siteDir, path)), text }];
    })
    .toSorted((a, b) => compareStrings(a.file, b.file));
}

function namesBelow(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    return [];
  }
}
