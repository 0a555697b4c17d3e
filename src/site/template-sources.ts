import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { ResolvedConfig } from '../config/site-config.ts';
import { compareStrings } from '../diagnostics/diagnostic.ts';
import { textOfFile } from '../diagnostics/frame.ts';
import { type FilePath, toFilePath } from '../shared/paths.ts';

/** One of the site's own templates. */
export interface TemplateSource {
  readonly file: FilePath;
  readonly text: string;
}

/** Reads the site's own templates and the parts they use, sorted by file. */
export function templateSources({
  siteDir,
  templatesDir,
}: Pick<ResolvedConfig, 'siteDir' | 'templatesDir'>): readonly TemplateSource[] {
  return namesBelow(templatesDir)
    .filter((name) => /\.[jt]sx?$/.test(name))
    .map((name) => join(templatesDir, name))
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
