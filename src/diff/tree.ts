/** A copy of the repository that Git moves from one state to another: both sides of a comparison are built at one path. */
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { cacheFolder, makeCacheFolder, workFolder } from '../cache/cache-folder.ts';
import { contains } from '../config/folders.ts';
import { foreignFolder } from '../cache/sealed-folder.ts';
import { nodeDisk } from '../publish/disk.ts';
import { releaseLock, takeLock } from '../publish/lock.ts';
import {
  failed,
  findCommit,
  git,
  linkPackages,
  type Result,
  type SiteCommit,
} from '../search/evaluate/site-at-commit.ts';

/** The two states of a site that are compared. */
export interface Sides {
  /** As named on the command line, or the main branch that was found. */
  readonly ref: string;
  /** The commit at which the current one branched off. */
  readonly base: SiteCommit;
  /** The commit that is checked out. */
  readonly head: string;
}

/** Finds the commit to compare with: where the history of the current commit left that of `ref`, or of the main branch. */
export function findSides(siteDir: string, named: string | undefined): Result<Sides> {
  const head = findCommit(siteDir, 'HEAD', true);
  if (!head.ok) return head;
  const { root, hash } = head.value;
  const ref = named ?? mainBranch(root);
  if (ref === undefined)
    return failed(
      'the repository has no main branch to compare with',
      `name a branch, a tag or a commit: docs diff <ref>; a workflow has to fetch the main branch first${SHALLOW}`,
    );
  const target = findCommit(siteDir, ref, true);
  if (!target.ok) return target;
  const merge = git(root, ['merge-base', hash, target.value.hash]);
  if (!merge.ok) {
    const isShallow = git(root, ['rev-parse', '--is-shallow-repository']);
    const cut = isShallow.ok && isShallow.output.trim() === 'true';
    return failed(
      `${ref} and the current commit have no common history`,
      cut ? `the repository is a shallow clone: fetch the whole history${SHALLOW}` : undefined,
    );
  }
  const base = findCommit(siteDir, merge.output.trim(), true);
  return base.ok ? { ok: true, value: { ref, base: base.value, head: hash } } : base;
}

const SHALLOW = ' (fetch-depth: 0 in a workflow, or git fetch --unshallow)';

/** The branch that a request is for, in the variables of a service, else that of the remote, else a usual name. */
function mainBranch(root: string): string | undefined {
  const { GITHUB_BASE_REF, CI_MERGE_REQUEST_TARGET_BRANCH_NAME } = process.env;
  const asked = [GITHUB_BASE_REF, CI_MERGE_REQUEST_TARGET_BRANCH_NAME].find(Boolean);
  const names = asked === undefined ? ['HEAD', 'main', 'master'] : [asked];
  const refs = [...names.map((name) => `origin/${name}`), ...names.filter((n) => n !== 'HEAD')];
  return refs.find((ref) => git(root, ['rev-parse', '--verify', '-q', `${ref}^{commit}`]).ok);
}

/** The copy, locked for this process. */
export interface Tree {
  readonly siteDir: string;
  /** Its root. */
  readonly root: string;
  /** Writes the files of the base, or those of the working tree with what is not committed yet. */
  readonly show: (side: 'base' | 'head') => Result<void>;
  /**
   * Adds the files below these paths that Git ignores, such as generated descriptions: nobody knows what they were, so
   * they are the same on both sides. Others that are there are deleted.
   */
  readonly addIgnored: (paths: readonly string[], except: string) => void;
  readonly release: () => void;
}

/** Opens the copy of a site's repository in its cache folder, where the next run finds it again. */
export function openTree(siteDir: string, { base, head }: Sides): Result<Tree> {
  const folder = join(cacheFolder(siteDir), 'diff');
  const foreign = foreignFolder(siteDir, folder);
  if (foreign !== undefined) return failed(`${foreign} is no folder, or a symbolic link`);
  makeCacheFolder(folder);
  const lock = takeLock(nodeDisk, join(folder, 'lock'));
  if (lock.kind === 'busy')
    return failed(`another docs diff (process ${lock.pid}) compares this site`);
  const release = (): void => releaseLock(nodeDisk, join(folder, 'lock'), lock.file);
  const tree = join(folder, 'tree');
  const { root, prefix } = base;
  const opened = linkRepository(root, tree);
  if (!opened.ok) {
    release();
    return opened;
  }
  const own = join(tree, '.git');
  const objects = { GIT_ALTERNATE_OBJECT_DIRECTORIES: join(own, 'objects') };
  const branch = git(root, ['symbolic-ref', '-q', 'HEAD']);
  const show = (side: 'base' | 'head'): Result<void> => {
    const state =
      side === 'base' ? { ok: true as const, output: base.hash } : writeWorkingTree(root, folder);
    if (!state.ok) return failed(`Git cannot read the working tree: ${state.reason}`);
    const gitDir = git(root, ['rev-parse', '--absolute-git-dir']);
    const place = gitDir.ok ? [`--git-dir=${gitDir.output.trim()}`, `--work-tree=${tree}`] : [];
    const index = { GIT_INDEX_FILE: join(own, 'index'), ...objects };
    const move = (): ReturnType<typeof git> =>
      git(
        root,
        [...place, '-c', 'core.bare=false', 'read-tree', '--reset', '-u', state.output],
        index,
      );
    let moved = move();
    if (!moved.ok) {
      // Something is in the way, such as links to packages.
      for (const name of readdirSync(tree))
        if (name !== '.git') rmSync(join(tree, name), { recursive: true, force: true });
      rmSync(join(own, 'index'), { force: true });
      moved = move();
    }
    if (!moved.ok) return failed(`Git cannot write the files of ${side}: ${moved.reason}`);
    const at = side === 'base' ? base.hash : head;
    const name = branch.ok ? branch.output.trim() : 'refs/heads/detached';
    git(tree, ['symbolic-ref', 'HEAD', name]);
    git(tree, ['update-ref', name, at]);
    // The commit's own could be a link to a folder elsewhere.
    const work = workFolder(join(tree, prefix));
    if (lstatSync(work, { throwIfNoEntry: false })?.isSymbolicLink() === true) rmSync(work);
    linkPackages(tree, root);
    return { ok: true, value: undefined };
  };
  const addIgnored: Tree['addIgnored'] = (paths, except) => {
    const below = paths.filter((path) => contains(tree, path)).map((path) => relative(tree, path));
    const names = ['**/node_modules', '**/.docwright', relative(tree, except)];
    const but = names.flatMap((name) => [`:(exclude,glob)${name}`, `:(exclude,glob)${name}/**`]);
    const list = (place: string, ...flags: readonly string[]): readonly string[] => {
      const places = [...below.map((path) => `:(literal)${path || '.'}`), ...but];
      const listed = git(place, ['ls-files', '--others', '-z', ...flags, '--', ...places]);
      return listed.ok ? listed.output.split('\0').filter((name) => name !== '') : [];
    };
    if (below.length === 0) return;
    for (const name of list(tree)) rmSync(join(tree, name), { force: true });
    for (const name of list(root, '--ignored', '--exclude-standard')) {
      const [from, to] = [join(root, name), join(tree, name)];
      if (existsSync(to) || !lstatSync(from, { throwIfNoEntry: false })?.isFile()) continue;
      mkdirSync(dirname(to), { recursive: true });
      copyFileSync(from, to);
    }
  };
  return {
    ok: true,
    value: { siteDir: join(tree, prefix), root: tree, show, addIgnored, release },
  };
}

/** Makes a repository that reads the objects of another one, for dates and ignored files. */
function linkRepository(root: string, tree: string): Result<void> {
  const own = join(tree, '.git');
  const objects = pathOf(root, 'objects');
  mkdirSync(tree, { recursive: true });
  if (!existsSync(join(own, 'HEAD'))) {
    const made = git(tree, ['init', '--quiet', '--template=', '.']);
    if (!made.ok) return failed(`Git cannot make ${tree}: ${made.reason}`);
  }
  mkdirSync(join(own, 'objects', 'info'), { recursive: true });
  writeFileSync(join(own, 'objects', 'info', 'alternates'), `${objects}\n`);
  const shallow = pathOf(root, 'shallow');
  rmSync(join(own, 'shallow'), { force: true });
  if (existsSync(shallow)) copyFileSync(shallow, join(own, 'shallow'));
  const remote = git(root, ['config', 'remote.origin.url']);
  if (remote.ok) git(tree, ['config', 'remote.origin.url', remote.output.trim()]);
  return { ok: true, value: undefined };
}

/** The absolute path of a file or folder of a repository; work trees share some. */
function pathOf(root: string, name: string): string {
  const found = git(root, ['rev-parse', '--path-format=absolute', '--git-path', name]);
  return found.ok ? found.output.trim() : join(root, '.git', name);
}

/** Writes the files of the working tree, except for ignored ones, as a tree of objects into the folder of the copy. */
function writeWorkingTree(root: string, folder: string): ReturnType<typeof git> {
  const own = join(folder, 'tree', '.git');
  const index = join(own, 'working-index');
  const current = pathOf(root, 'index');
  // With it, Git does not read unchanged files.
  if (existsSync(current)) copyFileSync(current, index);
  const variables = {
    GIT_INDEX_FILE: index,
    GIT_OBJECT_DIRECTORY: join(own, 'objects'),
    GIT_ALTERNATE_OBJECT_DIRECTORIES: pathOf(root, 'objects'),
  };
  // A cache folder that is not ignored is no source.
  const path = contains(root, folder) ? relative(root, folder) : '';
  const isIgnored = path === '' || git(root, ['check-ignore', '-q', path]).ok;
  const but = isIgnored ? [] : [`:(exclude)${path}`];
  const added = git(root, ['add', '--all', '--', '.', ...but], variables);
  const written = added.ok ? git(root, ['write-tree', '--missing-ok'], variables) : added;
  return written.ok ? { ok: true, output: written.output.trim() } : written;
}
