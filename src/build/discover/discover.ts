import { readdirSync, realpathSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { ResolvedConfig } from '../../config/types.ts';
import { diagnostic } from '../../diagnostics/create.ts';
import { compareStrings, type Diagnostic } from '../../diagnostics/diagnostic.ts';
import { toFilePath } from '../../shared/paths.ts';
import type { SourceFile, Sources } from '../types.ts';

/** Folders that never hold content, wherever the content folder is. */
const SKIPPED_FOLDERS: ReadonlySet<string> = new Set(['node_modules']);

/**
 * Finds every file that may become part of the site, in an order that depends on names alone.
 * Files and folders whose name starts with a dot are left out; symbolic links are followed only
 * while they stay inside the site folder.
 */
export function discover(config: ResolvedConfig): Sources {
  const walk = createWalk(config);
  const content = walk.files(config.contentDir);
  const statics = walk.files(config.staticDir);
  const isCategory = (path: string): boolean => /(?:^|\/)_category_\.ya?ml$/.test(path);
  const isPage = (path: string): boolean => /\.(?:md|tsx)$/.test(path);
  return {
    docs: content.filter(({ path }) => path.endsWith('.md') && !isPartial(path)),
    reactPages: content.filter(({ path }) => path.endsWith('.tsx') && !isPartial(path)),
    categories: content.filter(({ path }) => isCategory(path)),
    assets: content.filter(({ path }) => !isCategory(path) && !isPage(path)),
    statics,
    diagnostics: walk.diagnostics,
  };
}

/** Files and folders that start with an underscore are parts of pages, not pages. */
function isPartial(path: string): boolean {
  return path.split('/').some((segment) => segment.startsWith('_'));
}

interface Walk {
  files(root: string): SourceFile[];
  readonly diagnostics: Diagnostic[];
}

function createWalk(config: ResolvedConfig): Walk {
  const diagnostics: Diagnostic[] = [];
  const ownFolders = new Set([config.outDir, config.staticDir, config.templatesDir]);
  const configFile = join(config.siteDir, config.configFile);
  const realSite = realpathSync(config.siteDir);

  function visit(folder: string, root: string, found: SourceFile[]): void {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.name.startsWith('.') || SKIPPED_FOLDERS.has(entry.name)) continue;
      const absolute = join(folder, entry.name);
      if (absolute === configFile || ownFolders.has(absolute)) continue;
      const kind = entry.isSymbolicLink() ? linkKind(absolute) : entryKind(entry);
      if (kind === 'folder') visit(absolute, root, found);
      if (kind === 'file') found.push(sourceFile(absolute, root));
    }
  }

  function sourceFile(absolute: string, root: string): SourceFile {
    return {
      file: toFilePath(relative(config.siteDir, absolute)),
      path: toFilePath(relative(root, absolute)),
      absolute,
    };
  }

  // A linked folder is not entered: it could lead back to itself.
  function linkKind(absolute: string): 'file' | 'none' {
    const real = realPath(absolute);
    if (real === undefined || !isInside(real, realSite)) {
      diagnostics.push(leadsOut(config, absolute, real === undefined));
      return 'none';
    }
    return isFile(real) ? 'file' : 'none';
  }

  return {
    diagnostics,
    files(root) {
      const found: SourceFile[] = [];
      if (isFolder(root)) visit(root, root, found);
      return found.sort((a, b) => compareStrings(a.file, b.file));
    },
  };
}

function leadsOut(config: ResolvedConfig, absolute: string, dangling: boolean): Diagnostic {
  const file = toFilePath(relative(config.siteDir, absolute));
  return diagnostic('path-outside-root', {
    message: dangling
      ? `the symbolic link "${file}" leads to nothing`
      : `the symbolic link "${file}" leads out of the site folder`,
    location: { file, line: 1, column: 1 },
    hint: 'replace the link by the file itself',
  });
}

function entryKind(entry: {
  isFile(): boolean;
  isDirectory(): boolean;
}): 'file' | 'folder' | 'none' {
  if (entry.isFile()) return 'file';
  return entry.isDirectory() ? 'folder' : 'none';
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function isInside(path: string, root: string): boolean {
  return path === root || path.startsWith(root + sep);
}

function isFolder(path: string): boolean {
  try {
    readdirSync(path);
    return true;
  } catch {
    return false;
  }
}

function isFile(path: string): boolean {
  return !isFolder(path);
}
