import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NamedSet } from '../dialects/dialect.ts';
import { DIALECTS, type FoundDialect } from '../dialects/dialects.ts';
import { contains, foldersAbove } from './folders.ts';

/**
 * Finds the tool whose configuration file is in one of the folders, or nearest above them in the same repository; undefined
 * if there is none, or more than one in a folder. `folders` are absolute.
 */
export function findDialect(folders: readonly string[]): FoundDialect | undefined {
  const searched = new Set(folders.flatMap(foldersAbove));
  const [tool, ...others] = [...searched].map(toolsIn).find((tools) => tools.length > 0) ?? [];
  return others.length === 0 ? tool : undefined;
}

function toolsIn(folder: string): readonly FoundDialect[] {
  return DIALECTS.flatMap((dialect) => {
    const { configs, mark = '' } = dialect.layout;
    const files = configs.map((name) => join(folder, name)).filter(existsSync);
    const file = files.find((path) => mark === '' || readFileSync(path, 'utf8').includes(mark));
    return file === undefined ? [] : [{ dialect, file, folder }];
  });
}

/** Folders in which projects keep their documentation site. */
const USUAL_FOLDERS = ['.', 'docs', 'website', 'site', 'doc', 'documentation'];

/** The site of another tool, as far as the text of its configuration says: nothing is run. */
export interface ToolSite extends FoundDialect {
  /** The absolute folder of pages; undefined if its configuration computes it. */
  readonly content: string | undefined;
  readonly title: string | undefined;
  readonly baseUrl: string | undefined;
  /** The docs sets that it names and that exist, with absolute folders. */
  readonly sets: readonly NamedSet[];
  readonly plainMd: string | undefined;
  readonly tocDepth: string | undefined;
}

/** Finds the site that a folder is part of, or has in a usual place. */
export function findToolSite(folder: string): ToolSite | undefined {
  for (const above of foldersAbove(folder))
    for (const name of USUAL_FOLDERS) {
      const [found, ...others] = toolsIn(join(above, name));
      if (found === undefined || others.length > 0) continue;
      const site = readToolSite(found);
      const { content = found.folder } = site;
      const folders = [found.folder, content, ...site.sets.map(({ path }) => path)];
      if (folders.some((part) => contains(part, folder))) return site;
      if (contains(folder, found.folder)) return site;
    }
  return undefined;
}

function readToolSite(found: FoundDialect): ToolSite {
  const { content, docsSets, settings = {} } = found.dialect.layout;
  const text = readFileSync(found.file, 'utf8');
  const setting = (pattern: RegExp | undefined) => pattern && pattern.exec(text)?.[2];
  const sets = (docsSets?.(text) ?? [])
    .map((set) => ({ ...set, path: join(found.folder, set.path) }))
    .filter(({ path }) => existsSync(path));
  const named = setting(settings.content);
  const usual = content.length === 0 ? ['.'] : content;
  const folders = named === undefined ? usual : [named, ...usual];
  return {
    ...found,
    content:
      sets[0]?.path ??
      folders
        .map((path) => path && join(found.folder, path))
        .find((path) => path && existsSync(path)),
    title: setting(settings.title),
    baseUrl: setting(settings.baseUrl),
    sets,
    plainMd: setting(settings.plainMd),
    tocDepth: setting(settings.tocDepth),
  };
}
