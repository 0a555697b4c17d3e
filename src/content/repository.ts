/** The Git repository of a site: where its host shows files that are no part of the site. */
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { contains, repositoryFolder, siteRelative } from '../config/folders.ts';
import { readText } from '../diagnostics/frame.ts';
import { encodePath, toFilePath } from '../shared/paths.ts';
import type { FileRules } from './file-rules.ts';
import type { IsIgnored } from './git-ignored.ts';
import { realPath } from './read-source.ts';
import type { SourceFile } from './source-file.ts';

export interface Repository {
  /** Absolute folder. */
  readonly root: string;
  /** The branch that is checked out; undefined for a commit without one. */
  readonly branch: string | undefined;
  /** Where `origin` is, such as `github.com` and `owner/name`; undefined for other hosts. */
  readonly origin: { readonly host: string; readonly path: string } | undefined;
}

/** The part of an address between the repository and the branch, by host. */
const HOSTS: ReadonlyMap<string, Readonly<Record<RepositoryFile['kind'], string>>> = new Map([
  ['github.com', { file: 'blob', folder: 'tree' }],
  ['gitlab.com', { file: '-/blob', folder: '-/tree' }],
  ['codeberg.org', { file: 'src/branch', folder: 'src/branch' }],
  ['bitbucket.org', { file: 'src', folder: 'src' }],
]);

/** `https://host/a/b.git`, `ssh://git@host:22/a/b` and `git@host:a/b`. */
const ORIGIN =
  /^(?:(?:https?|ssh|git):\/\/)?(?:[^@/]+@)?([\w.-]+)(?::\d+)?[:/]([\w./-]+?)(?:\.git)?\/?$/;

/** Reads the repository that contains a folder, without running Git. */
export function readRepository(folder: string): Repository | undefined {
  const root = repositoryFolder(folder);
  const git = join(root, '.git');
  // Work trees and submodules have a file that names the folder, which names that of all work trees.
  const [, linked = '.git'] = /^gitdir: (.+)$/m.exec(readText(git) ?? '') ?? [];
  const gitDir = resolve(root, linked);
  const common = resolve(gitDir, (readText(join(gitDir, 'commondir')) ?? '').trim());
  const head = readText(join(gitDir, 'HEAD'));
  if (head === undefined) return undefined;
  const config = readText(join(common, 'config')) ?? '';
  const [, url = ''] = /\[remote "origin"\][^[]*?\n\s*url\s*=\s*(\S+)/.exec(config) ?? [];
  const [, host = '', path = ''] = ORIGIN.exec(url) ?? [];
  return {
    root,
    branch: /^ref: refs\/heads\/(\S+)/.exec(head)?.[1],
    origin: HOSTS.has(host) ? { host, path } : undefined,
  };
}

/** A file or folder of the repository. */
export interface RepositoryFile {
  readonly kind: 'file' | 'folder';
  /** Where its host shows it; undefined without a known one. */
  readonly address: string | undefined;
  /** The file, if pages may show it. */
  readonly source: SourceFile | undefined;
}

/** Finds a file or folder of the repository by its path from the site folder; none that Git ignores. */
export function findRepositoryFile(
  path: string,
  siteDir: string,
  rules: { readonly isIgnored: IsIgnored; readonly fileRules: FileRules },
): RepositoryFile | undefined {
  const repository = readRepository(siteDir);
  const real = realPath(join(siteDir, path));
  if (repository === undefined || real === undefined || !contains(repository.root, real))
    return undefined;
  const below = siteRelative(repository.root, real);
  const isHidden = below.split('/').some((name) => name === '.git' || name === 'node_modules');
  if (isHidden || rules.isIgnored(real, repository.root)) return undefined;
  const kind = statSync(real).isDirectory() ? 'folder' : 'file';
  const { branch = 'HEAD', origin } = repository;
  const view = origin && HOSTS.get(origin.host)?.[kind];
  const address =
    origin && `https://${origin.host}/${origin.path}/${view}/${encodePath(`${branch}/${below}`)}`;
  const file = toFilePath(siteRelative(siteDir, real));
  const source = { file, path: file, originalFile: file, locale: undefined, absolute: real };
  const isShown = kind === 'file' && rules.fileRules(real) === undefined;
  return { kind, address, source: isShown ? source : undefined };
}
