import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { ResolvedConfig } from '../../config/types.ts';
import { compareStrings } from '../../diagnostics/diagnostic.ts';
import { type FilePath, toFilePath } from '../../shared/paths.ts';

/** A template of the site's own. */
export interface TemplateSource {
  readonly file: FilePath;
  readonly text: string;
}

/** The texts of a site's own templates and their parts, sorted by file; none where it has none. */
export function templateSources({
  siteDir,
  templatesDir,
}: Pick<ResolvedConfig, 'siteDir' | 'templatesDir'>): readonly TemplateSource[] {
  return namesBelow(templatesDir)
    .filter((name) => /\.[jt]sx?$/.test(name))
    .map((name) => join(templatesDir, name))
    .map((path) => ({
      file: toFilePath(relative(siteDir, path)),
      text: readFileSync(path, 'utf8'),
    }))
    .toSorted((a, b) => compareStrings(a.file, b.file));
}

function namesBelow(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    return [];
  }
}
