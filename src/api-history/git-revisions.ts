/** Reads the revisions of a description from git; nothing is checked out. */
import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path/posix';
import { type FilePath, toFilePath } from '../shared/paths.ts';
import type { ReadFile } from './state.ts';

/** A repository, and the folder to which file names are relative. */
export interface Repository {
  readonly folder: string;
  /** Path of the folder below the root of the repository: empty, or with a final slash. */
  readonly prefix: string;
  readonly isShallow: boolean;
  /** The commit that is checked out; undefined before the first one. */
  readonly head: string | undefined;
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
  readonly files: ReadonlyMap<FilePath, string>;
  /** Equal for revisions with the same files. */
  readonly print: string;
}

/** Git cannot do what was asked; the message completes "the history cannot be read:". */
export class GitError extends Error {}

/** Variables that git sets for hooks, and that name another repository or index. */
const LOCATION = ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_PREFIX'];

function git(cwd: string, command: readonly string[], input = ''): Buffer {
  const env = Object.entries(process.env).filter(([name]) => !LOCATION.includes(name));
  const { error, status, stdout, stderr } = spawnSync(
    'git',
    ['-c', 'core.quotePath=false', '-c', 'log.showSignature=false', ...command],
    {
      cwd,
      env: { ...Object.fromEntries(env), LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0' },
      input,
      maxBuffer: 2 ** 31 - 1,
    },
  );
  if (error !== undefined) throw new GitError('git cannot be started');
  if (status === 0) return stdout;
  const [line = ''] = stderr.toString().trim().split('\n');
  throw new GitError(`git says "${line.replace(/^(?:fatal|error): /, '')}"`);
}

export function openRepository(folder: string): Repository {
  const lines = git(folder, ['rev-parse', '--is-shallow-repository', '--show-prefix'])
    .toString()
    .split('\n');
  const [isShallow, prefix = ''] = lines;
  let head: string | undefined;
  try {
    head = resolveCommit({ folder }, 'HEAD');
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
  }
  return { folder, prefix, isShallow: isShallow === 'true', head };
}

/** The hash of a commit, branch or tag. */
export function resolveCommit({ folder }: Pick<Repository, 'folder'>, ref: string): string {
  if (ref.startsWith('-')) throw new GitError(`"${ref}" is no commit`);
  try {
    return git(folder, ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`])
      .toString()
      .trim();
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    throw new GitError(`"${ref}" is no commit of the repository`);
  }
}

/** The last commit that a branch shares with the main one: `origin/HEAD`, `origin/main`, `main`, or the older names. */
export function mergeBase(repository: Repository, against?: string): string {
  const names = ['origin/HEAD', 'origin/main', 'main', 'origin/master', 'master'];
  for (const name of against === undefined ? names : [against])
    try {
      const commit = resolveCommit(repository, name);
      return git(repository.folder, ['merge-base', commit, 'HEAD']).toString().trim();
    } catch (error) {
      if (!(error instanceof GitError) || against !== undefined) throw error;
    }
  throw new GitError('there is no main branch: name a commit, or --against a branch');
}

/** The name of a file at an earlier commit; `after` is undefined for the working tree. */
export function nameAt(
  { folder, prefix }: Repository,
  [before, after]: readonly [before: string, after: string | undefined],
  file: FilePath,
): FilePath {
  const range = after === undefined ? [before] : [before, after];
  const rows = git(folder, [
    'diff',
    '--raw',
    '-z',
    '--no-abbrev',
    '--no-relative',
    '--find-renames',
    '--diff-filter=R',
    ...range,
  ]);
  const found = readRows(rows.toString().split('\0'), prefix).find(({ path }) => path === file);
  return found?.from ?? file;
}

/** The files of a commit in the folder of a description. */
export function filesAt(repository: Repository, commit: string, root: FilePath): Revision {
  const [date = ''] = git(repository.folder, ['show', '-s', '--format=%ct', commit])
    .toString()
    .trim()
    .split('\n');
  const files = treeOf(repository, commit, dirname(root));
  return { commit, date: dayOf(date), root, files, print: printOf(files, root) };
}

function treeOf(
  { folder, prefix }: Repository,
  commit: string,
  below: string,
): Map<FilePath, string> {
  const path = prefix + (below === '.' ? '' : `${below}/`);
  const list = git(folder, [
    'ls-tree',
    '-r',
    '-z',
    '--full-tree',
    commit,
    ...(path === '' ? [] : [path]),
  ]);
  const files = new Map<FilePath, string>();
  for (const row of list.toString().split('\0')) {
    const found = /^\d+ blob (\w+)\t(.*)$/s.exec(row);
    const [, id = '', name = ''] = found ?? [];
    if (found !== null && name.startsWith(prefix) && IS_PART.test(name))
      files.set(toFilePath(name.slice(prefix.length)), id);
  }
  return files;
}

const IS_PART = /\.(?:ya?ml|json)$/i;

function dayOf(seconds: string): string {
  return new Date(Number(seconds) * 1000).toISOString().slice(0, 10);
}

function printOf(files: ReadonlyMap<FilePath, string>, root: FilePath): string {
  return `${root} ${[...files].map(([file, id]) => `${file}:${id}`).join(' ')}`;
}

export interface LogOptions {
  /** Whether the description has more than one file. */
  readonly isMany: boolean;
  /** The first commit, tag or branch. */
  readonly from?: string | undefined;
  /** Pattern of tags that are versions; default: all. */
  readonly tags?: string | undefined;
}

/**
 * Lists the revisions of a description on the main line of its history, the oldest first. Renames of a single file are
 * followed; of many files, those in the folder of the root.
 */
export function listRevisions(
  repository: Repository,
  root: FilePath,
  { isMany, from, tags = '*' }: LogOptions,
): readonly Revision[] {
  const { folder, prefix } = repository;
  const below = dirname(root);
  const path = isMany ? (below === '.' ? '.' : below) : root;
  const since =
    from === undefined ? [] : [`${resolveCommit(repository, from)}^..HEAD`, `${from}..HEAD`];
  const command = (range: string | undefined): readonly string[] => [
    ...'log -z --first-parent --diff-merges=first-parent --raw --no-abbrev --no-color --no-relative --find-renames --format=%x01%H%x00%ct'.split(
      ' ',
    ),
    ...(isMany ? [] : ['--follow']),
    ...(range === undefined ? [] : [range]),
    '--',
    path,
  ];
  let text: string;
  try {
    text = git(folder, command(since[0])).toString();
  } catch (error) {
    if (!(error instanceof GitError) || since[1] === undefined) throw error;
    text = git(folder, command(since[1])).toString();
  }
  const tagOf = readTags(repository, tags);
  const files = isMany ? treeOf(repository, 'HEAD', below) : new Map<FilePath, string>();
  const revisions: Revision[] = [];
  let name = root;
  for (const entry of text.split('\u0001').slice(1)) {
    const [commit = '', date = '', ...rows] = entry.split('\0');
    const changes = readRows(rows, prefix);
    const current = new Map(files);
    const own = changes.find(({ path: to }) => to === name);
    if (!isMany && own !== undefined && own.now !== '') current.set(name, own.now);
    const tag = tagOf(commit);
    if (isMany || own !== undefined)
      revisions.push({
        commit,
        date: dayOf(date),
        ...(tag === undefined ? {} : { tag }),
        root: name,
        files: current,
        print: printOf(current, name),
      });
    for (const { path: to, from: earlier, old, now } of changes) {
      if (now !== '' || isMany) files.delete(to);
      if (isMany && old !== '' && IS_PART.test(earlier)) files.set(earlier, old);
      if (to === name && earlier !== to) name = earlier;
    }
    if (!isMany) files.clear();
  }
  return revisions
    .reverse()
    .filter(({ root: of, files: all }) => all.has(of))
    .filter(({ print }, index, all) => print !== all[index - 1]?.print);
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
function readRows(rows: readonly string[], prefix: string): readonly Row[] {
  const read: Row[] = [];
  for (let index = 0; index < rows.length; index += 1) {
    const found = /:\d+ \d+ (\w+) (\w+) ([A-Z])\d*$/.exec(rows[index] ?? '');
    if (found === null) continue;
    const [, old = '', now = '', status = ''] = found;
    const from = rows[(index += 1)] ?? '';
    const path = status === 'R' || status === 'C' ? (rows[(index += 1)] ?? '') : from;
    if (!path.startsWith(prefix)) continue;
    const id = (hash: string): string => (/^0+$/.test(hash) ? '' : hash);
    const name = (full: string): FilePath =>
      toFilePath(full.startsWith(prefix) ? full.slice(prefix.length) : full);
    read.push({ path: name(path), from: name(from), old: id(old), now: id(now) });
  }
  return read;
}

/** Returns a function that names the first tag that has a commit of the main line. */
function readTags({ folder }: Repository, pattern: string): (commit: string) => string | undefined {
  const text = git(folder, [
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
  folder,
}: Repository): (revision: Revision, next?: readonly string[]) => ReadFile {
  let texts = new Map<string, string>();
  const load = (ids: readonly string[]): void => {
    const output = git(folder, ['cat-file', '--batch'], `${ids.join('\n')}\n`);
    for (let at = 0; at < output.length; ) {
      const end = output.indexOf(10, at);
      const [id = '', type, size = '0'] = output.toString('latin1', at, end).split(' ');
      at = end + 1;
      if (type !== 'blob') continue;
      texts.set(id, output.toString('utf8', at, at + Number(size)));
      at += Number(size) + 1;
    }
  };
  return ({ files }, next = []) =>
    (file) => {
      const id = files.get(file);
      if (id === undefined) return undefined;
      return {
        id,
        text: () => {
          if (!texts.has(id)) {
            texts = new Map();
            load([...new Set([id, ...next.slice(0, BATCH)])]);
          }
          return texts.get(id) ?? '';
        },
      };
    };
}
