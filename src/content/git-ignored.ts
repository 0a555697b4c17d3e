/** Which files Git ignores: what one machine makes or keeps for itself, and nobody has reviewed. */
import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import picomatch from 'picomatch';
import { contains, repositoryFolder } from '../config/folders.ts';
import { textOfFile } from '../diagnostics/frame.ts';
import { git } from './git.ts';

/**
 * Tells whether Git ignores a file, given by its absolute real path, or a folder between it and `root`; not whether it
 * ignores `root`. False outside of a repository.
 */
export type IsIgnored = (real: string, root: string) => boolean;

export interface IgnoredFiles {
  readonly isIgnored: IsIgnored;
  /** Absolute paths of the `.gitignore` files that answers depend on; they need not exist. */
  readonly ruleFiles: () => readonly string[];
  /** Asks Git again at the next question. */
  readonly forget: () => void;
}

/** Absolute paths; a folder stands for all that is in it. Undefined if Git cannot be asked. */
type Listed = ReadonlySet<string> | undefined;

/** Asks Git once for each repository, at the first question about a file in it. */
export function createIgnoredFiles(): IgnoredFiles {
  const tops = new Map<string, string | undefined>();
  const repositories = new Map<string, Listed>();
  const ruleFiles = new Set<string>();
  /** The folder of the repository that contains a folder. */
  const topOf = (folder: string): string | undefined => {
    if (!tops.has(folder)) {
      const top = repositoryFolder(folder);
      tops.set(folder, existsSync(join(top, '.git')) ? top : undefined);
    }
    return tops.get(folder);
  };
  return {
    isIgnored: (real, root) => {
      const top = topOf(dirname(real));
      if (top === undefined) return false;
      if (!repositories.has(top)) repositories.set(top, listIgnored(top));
      const listed = repositories.get(top);
      const folders = foldersBetween(top, real);
      for (const folder of folders) ruleFiles.add(join(folder, '.gitignore'));
      return [...folders, real].some(
        (path) =>
          path !== root &&
          contains(root, path) &&
          (listed?.has(path) ?? isMatched(path, { folders, isFolder: path !== real })),
      );
    },
    ruleFiles: () => [...ruleFiles],
    forget: () => {
      tops.clear();
      repositories.clear();
    },
  };
}

/** The folders from a repository's to that of a file, outermost first. */
function foldersBetween(top: string, file: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = dirname(file); contains(top, folder); folder = dirname(folder)) {
    folders.unshift(folder);
    if (folder === top) break;
  }
  return folders;
}

/** Undefined if there is no Git, or it refuses the folder. */
function listIgnored(top: string): ReadonlySet<string> | undefined {
  const options = ['-z', '--others', '--ignored', '--exclude-standard', '--directory'];
  const listed = git(top, ['ls-files', ...options]);
  if (!listed.ok) return undefined;
  const paths = listed.output.split('\0').filter((path) => path !== '');
  return new Set(paths.map((path) => join(top, ...path.replace(/\/$/, '').split('/'))));
}

interface Rule {
  readonly isNegated: boolean;
  readonly isOfFolders: boolean;
  readonly matches: (path: string) => boolean;
}

interface Below {
  /** From the repository's folder to that of the file. */
  readonly folders: readonly string[];
  readonly isFolder: boolean;
}

/** Reads the `.gitignore` files themselves, for machines without Git. */
function isMatched(path: string, { folders, isFolder }: Below): boolean {
  const matching = folders
    .filter((folder) => folder !== path && contains(folder, path))
    .flatMap((folder) => {
      const below = relative(folder, path).split(sep).join('/');
      return readRules(folder).filter(
        (rule) => (isFolder || !rule.isOfFolders) && rule.matches(below),
      );
    });
  return matching.at(-1)?.isNegated === false;
}

function readRules(folder: string): readonly Rule[] {
  const text = textOfFile(join(folder, '.gitignore')) ?? '';
  return text.split(/\r?\n/).flatMap((line) => {
    const pattern = line.replace(/(?<!\\)\s+$/, '');
    if (pattern === '' || pattern.startsWith('#')) return [];
    const isNegated = pattern.startsWith('!');
    const bare = pattern.replace(/^!/, '').replace(/\/$/, '');
    const glob = bare.includes('/') ? bare.replace(/^\//, '') : `**/${bare}`;
    const matches = picomatch(glob, { dot: true, nobrace: true, noextglob: true });
    return [{ isNegated, isOfFolders: pattern.endsWith('/'), matches }];
  });
}
