/** Reads the revisions of a description from git; nothing is checked out. */
import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { basename, dirname, join, relative } from 'node:path/posix';
import { commitOf, FETCH_ALL, git, isShallow, mainBranch, mergeBase } from '../content/git.ts';
import { type FilePath, toFilePath } from '../shared/paths.ts';
import type { ReadFile } from './state.ts';

/** The repository that has a description: that of the site, or a submodule of it. */
export interface Repository {
  /** Its root. */
  readonly top: string;
  readonly isShallow: boolean;
  /** The commit that is checked out; undefined before the first one. */
  readonly head: string | undefined;
  /** The description, relative to the site. */
  readonly root: FilePath;
  /** Names relative to the site, and paths in the repository. */
  readonly nameOf: (path: string) => FilePath;
  readonly pathOf: (name: string) => string;
}

/** A commit with the files of a description at that time. */
export interface Revision {
  readonly commit: string;
  /** Day of the commit in UTC, as `2026-01-31`. */
  readonly date: string;
  /** The first tag of this commit or a later one. */
  readonly tag?: string;
  readonly root: FilePath;
  /** Ids of blobs by file. */
  readonly files: Pick<ReadonlyMap<FilePath, string>, 'get' | 'values'>;
  /** Equal for revisions with the same files. */
  readonly print: string;
}

/** Git cannot do what was asked; the message completes "the history cannot be read:". */
export class GitError extends Error {
  readonly hint: string | undefined;
  /** True if commits are missing that the repository has. */
  readonly isCut: boolean;
  constructor(message: string, { isCut = false, hint }: { isCut?: boolean; hint?: string } = {}) {
    super(message);
    this.isCut = isCut;
    this.hint = hint ?? (isCut ? FETCH_ALL : undefined);
  }
}

/** Runs git; paths are no patterns. */
function run(cwd: string, command: readonly string[], input?: string): Buffer {
  const found = git(cwd, ['--literal-pathspecs', ...command], input === undefined ? {} : { input });
  if (found.ok) return found.bytes;
  throw new GitError(
    found.reason === '' ? `git ${command[0]} failed` : `git says "${found.reason}"`,
  );
}

/** Opens the repository of a description, or of the site if it is empty; symbolic links that lead to it are followed. */
export function openRepository(siteDir: string, spec: FilePath): Repository {
  const isThere = spec !== '' && existsSync(resolve(siteDir, spec));
  const real = isThere ? realpathSync(resolve(siteDir, spec)) : siteDir;
  const folder = isThere ? resolve(real, '..') : siteDir;
  const below = isThere ? dirname(spec) : '.';
  const [top = '', prefix = ''] = run(folder, ['rev-parse', '--show-toplevel', '--show-prefix'])
    .toString()
    .split('\n');
  const path = join(prefix, isThere ? basename(real) : spec);
  return {
    top,
    isShallow: isShallow(top),
    head: commitOf(top, 'HEAD'),
    root: spec,
    nameOf: (full) => (full === path ? spec : toFilePath(join(below, relative(prefix, full)))),
    pathOf: (name) => (name === spec ? path : join(prefix, relative(below, name))),
  };
}

/** The hash of a commit, branch or tag. */
export function resolveCommit(repository: Repository, ref: string): string {
  const commit = commitOf(repository.top, ref);
  if (commit !== undefined) return commit;
  const { isShallow: isCut } = repository;
  throw new GitError(`"${ref}" is no commit of the repository`, { isCut });
}

/** The commit at which the current branch left another one, by default the main branch. */
export function branchPoint(repository: Repository, against?: string): string {
  const { top, head, isShallow: isCut } = repository;
  if (head === undefined) throw new GitError('the repository has no commit yet');
  const ref = against ?? mainBranch(top);
  if (ref === undefined)
    throw new GitError('there is no main branch: name a commit, or --against a branch', { isCut });
  const base = mergeBase(top, resolveCommit(repository, ref));
  if (base === undefined)
    throw new GitError(`${ref} and the current commit have no common history`, { isCut });
  if (isCut && base === head && against === undefined && commitOf(top, 'HEAD^') === undefined)
    throw new GitError('the clone is shallow, and has only the current commit', { isCut });
  return base;
}

/** The commit of a submodule that a commit of the repository around it names. */
export function commitInside(outer: Repository, commit: string, { top }: Repository): string {
  const path = relative(outer.top, top);
  const row = run(outer.top, ['ls-tree', '-z', '--full-tree', commit, path]).toString();
  const [, id] = /^160000 commit (\w+)/.exec(row) ?? [];
  if (id === undefined)
    throw new GitError(
      `"${path}" is another repository, and no submodule of ${commit.slice(0, 10)}`,
    );
  if (commitOf(top, id) === id) return id;
  const hint = `fetch it: git submodule update --init, then git -C ${path} fetch --unshallow`;
  throw new GitError(`the submodule "${path}" lacks the commit ${id.slice(0, 10)}`, {
    isCut: true,
    hint,
  });
}

/** True for a description that is not to be committed. */
export function isIgnored({ top, root, pathOf }: Repository): boolean {
  return git(top, ['check-ignore', '-q', '--', pathOf(root)]).ok;
}

/** The name of a file at an earlier commit; `after` is undefined for the working tree. */
export function nameAt(
  { top, nameOf }: Repository,
  [before, after]: readonly [before: string, after: string | undefined],
  file: FilePath,
): FilePath {
  const range = after === undefined ? [before] : [before, after];
  const flags = '--raw -z --no-abbrev --no-relative --find-renames --diff-filter=R'.split(' ');
  const rows = run(top, ['diff', ...flags, ...range]).toString();
  const found = readRows(rows.split('\0'), nameOf).find(({ path }) => path === file);
  return found?.from ?? file;
}

/** The files of a commit, as far as they are read. */
export function filesAt(repository: Repository, commit: string, root: FilePath): Revision {
  const date = run(repository.top, ['show', '-s', '--format=%ct', commit]).toString();
  const folders = new Set<string>();
  const known = new Map<FilePath, string>();
  const get = (file: FilePath): string | undefined => {
    const folder = dirname(file);
    if (!folders.has(folder))
      for (const [name, id] of treeOf(repository, commit, [folder])) known.set(name, id);
    folders.add(folder);
    return known.get(file);
  };
  const files = { get, values: () => known.values() };
  return { commit, date: dayOf(date), root, files, print: commit };
}

const IS_PART = /\.(?:ya?ml|json)$/i;

/** The parts of descriptions in folders, with those below. */
function treeOf(
  { top, pathOf, nameOf }: Repository,
  commit: string,
  folders: readonly string[],
): Map<FilePath, string> {
  const paths = folders.map(pathOf).filter((path) => !path.startsWith('..'));
  const files = new Map<FilePath, string>();
  if (paths.length === 0) return files;
  const places = paths.includes('.') || paths.includes('') ? [] : paths;
  const rows = run(top, ['ls-tree', '-r', '-z', '--full-tree', commit, ...places]).toString();
  for (const row of rows.split('\0')) {
    const [, id = '', path = ''] = /^100\d+ blob (\w+)\t(.*)$/s.exec(row) ?? [];
    if (IS_PART.test(path)) files.set(nameOf(path), id);
  }
  return files;
}

function dayOf(seconds: string): string {
  return new Date(Number(seconds) * 1000).toISOString().slice(0, 10);
}

export interface LogOptions {
  /** The folders of a description with several files. */
  readonly folders: readonly string[];
  /** The first commit, tag or branch. */
  readonly from?: string | undefined;
  /** Pattern of tags that are versions; default: all. */
  readonly tags?: string | undefined;
}

/**
 * Lists the revisions of a description on the main line of its history, the oldest first. Renames are followed: of many
 * files, those of the root.
 */
export function listRevisions(repository: Repository, options: LogOptions): readonly Revision[] {
  const { from, tags = '*' } = options;
  const first = from === undefined ? undefined : resolveCommit(repository, from);
  const tagOf = readTags(repository, tags);
  const read = (root: FilePath, folders: readonly string[], head: string): readonly Listed[] => {
    const listed = readLog(repository, root, { folders, head, first });
    const [oldest] = listed;
    if (folders.length === 0 || oldest === undefined) return listed;
    const before = commitOf(repository.top, `${oldest.commit}^`);
    if (before === undefined || oldest.commit === first) return listed;
    // All files moved with their folder.
    const earlier = nameAt(repository, [before, oldest.commit], oldest.root);
    if (earlier === oldest.root) return listed;
    const [was, is] = [dirname(earlier), dirname(oldest.root)];
    const moved = folders.map((folder) => join(was, relative(is, folder)));
    return [...read(earlier, moved, before), ...listed];
  };
  return read(repository.root, options.folders, 'HEAD')
    .filter(({ root, files }) => files.has(root))
    .map(({ commit, date, root, files }): Revision => {
      const tag = tagOf(commit);
      const print = `${root} ${[...files].map(([file, id]) => `${file}:${id}`).join(' ')}`;
      return { commit, date, ...(tag === undefined ? {} : { tag }), root, files, print };
    })
    .filter(({ print }, index, all) => print !== all[index - 1]?.print);
}

interface Listed extends Pick<Revision, 'commit' | 'date' | 'root'> {
  readonly files: ReadonlyMap<FilePath, string>;
}

interface Range {
  readonly folders: readonly string[];
  readonly head: string;
  /** The first commit. */
  readonly first: string | undefined;
}

const LOG =
  'log -z --first-parent --diff-merges=first-parent --raw --no-abbrev --no-color --no-relative --find-renames --format=%x01%H%x00%ct';

/** The commits that changed a file, or a file in its folders, the oldest first. */
function readLog(
  repository: Repository,
  root: FilePath,
  { folders, head, first }: Range,
): readonly Listed[] {
  const { top, pathOf, nameOf } = repository;
  const isMany = folders.length > 0;
  const paths = (isMany ? folders : [root])
    .map((name) => pathOf(name) || '.')
    .filter((path) => !path.startsWith('..'));
  const before = first === undefined ? undefined : commitOf(top, `${first}^`);
  const range = before === undefined ? [head] : [head, `^${before}`];
  const follow = isMany ? [] : ['--follow'];
  const text = run(top, [...LOG.split(' '), ...follow, ...range, '--', ...paths]).toString();
  const files = isMany ? treeOf(repository, head, folders) : new Map<FilePath, string>();
  const listed: Listed[] = [];
  let name = root;
  for (const entry of text.split('\u0001').slice(1)) {
    const [commit = '', date = '', ...rows] = entry.split('\0');
    const changes = readRows(rows, nameOf);
    const current = new Map(files);
    const own = changes.find(({ path: to }) => to === name);
    if (!isMany && own !== undefined && own.now !== '') current.set(name, own.now);
    if (isMany || own !== undefined)
      listed.push({ commit, date: dayOf(date), root: name, files: current });
    for (const { path: to, from: earlier, old, now } of changes) {
      if (now !== '' || isMany) files.delete(to);
      if (isMany && old !== '' && IS_PART.test(earlier)) files.set(earlier, old);
      if (to === name && earlier !== to) name = earlier;
    }
    if (!isMany) files.clear();
  }
  return listed.reverse();
}

interface Row {
  readonly path: FilePath;
  /** The earlier name. */
  readonly from: FilePath;
  /** Ids of blobs; empty for none. */
  readonly old: string;
  readonly now: string;
}

/** Reads the rows of `--raw -z`: `:100644 100644 <old> <new> M`, the name, and for renames the new name. */
function readRows(rows: readonly string[], nameOf: Repository['nameOf']): readonly Row[] {
  const read: Row[] = [];
  for (let index = 0; index < rows.length; index += 1) {
    const found = /:\d+ \d+ (\w+) (\w+) ([A-Z])\d*$/.exec(rows[index] ?? '');
    if (found === null) continue;
    const [, old = '', now = '', status = ''] = found;
    const from = rows[(index += 1)] ?? '';
    const path = status === 'R' || status === 'C' ? (rows[(index += 1)] ?? '') : from;
    const id = (hash: string): string => (/^0+$/.test(hash) ? '' : hash);
    read.push({ path: nameOf(path), from: nameOf(from), old: id(old), now: id(now) });
  }
  return read;
}

/** Returns a function that names the first tag that has a commit of the main line. */
function readTags({ top }: Repository, pattern: string): (commit: string) => string | undefined {
  const text = run(top, [
    'log',
    '--first-parent',
    '--no-color',
    '--format=%H%x00%D',
    '--decorate=full',
    `--decorate-refs=refs/tags/${pattern}`,
  ]).toString();
  const tags = new Map<string, string>();
  let tag: string | undefined;
  for (const line of text.split('\n')) {
    const [commit = '', refs = ''] = line.split('\0');
    // Of several tags of a commit, the shortest is the version.
    const names = [...refs.matchAll(/tag: refs\/tags\/([^,]+)/g)].map(([, name = '']) => name);
    tag = names.toSorted((a, b) => a.length - b.length)[0] ?? tag;
    if (tag !== undefined) tags.set(commit, tag);
  }
  return (commit) => tags.get(commit);
}

/** Number of files that are read at once. */
const BATCH = 8;

/** Reads files of revisions, in batches: `next` are the ids that follow. */
export function createBlobReader({
  top,
}: Repository): (revision: Revision, next?: readonly string[]) => ReadFile {
  let texts = new Map<string, Buffer>();
  const load = (ids: readonly string[]): void => {
    const output = run(top, ['cat-file', '--batch'], `${ids.join('\n')}\n`);
    for (let at = 0; at < output.length; ) {
      const end = output.indexOf(10, at);
      const [id = '', type, size = '0'] = output.toString('latin1', at, end).split(' ');
      at = end + 1;
      if (type !== 'blob') continue;
      texts.set(id, output.subarray(at, at + Number(size)));
      at += Number(size) + 1;
    }
  };
  return ({ files }, next = []) =>
    (file) => {
      const id = files.get(file);
      if (id === undefined) return undefined;
      const read = (): Buffer => {
        if (!texts.has(id)) {
          texts = new Map();
          load([...new Set([id, ...next.slice(0, BATCH)])]);
        }
        return texts.get(id) ?? Buffer.alloc(0);
      };
      return { id, text: () => read().toString(), bytes: () => read().toString('latin1') };
    };
}
