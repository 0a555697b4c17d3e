/** A copy of a site's repository, which Git moves from one state to another: both sides of a comparison have one path and one cache. */
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { cacheFolder, makeCacheFolder, workFolder } from '../cache/cache-folder.ts';
import { foreignFolder } from '../cache/sealed-folder.ts';
import { contains } from '../config/folders.ts';
import { loadConfig } from '../config/load.ts';
import { commitOf, git, type GitOutput } from '../content/git.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { nodeDisk } from '../publish/disk.ts';
import { releaseLock, takeLock } from '../publish/lock.ts';

/** A commit of the repository of a site. */
export interface SiteCommit {
  /** As named on the command line. */
  readonly ref: string;
  readonly hash: string;
  /** Root of the repository, absolute. */
  readonly root: string;
  /** Path of the site folder below the root; empty, or with a final slash. */
  readonly prefix: string;
}

/** A value, or why there is none. */
export type Result<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly diagnostic: Diagnostic };

/** Finds a commit of the site's repository; the site may not exist in it. */
export function findCommit(siteDir: string, ref: string): Result<SiteCommit> {
  const place = git(siteDir, ['rev-parse', '--show-cdup', '--show-prefix']);
  if (!place.ok) return failed(`"${siteDir}" has no history to compare with: ${place.reason}`);
  const [, up = '', prefix = ''] = /^(.*)\n(.*)\n$/s.exec(place.output) ?? [];
  const root = resolve(siteDir, up);
  const hash = commitOf(root, ref);
  if (hash !== undefined) return { ok: true, value: { ref, hash, root, prefix } };
  if (ref === 'HEAD') return failed(`the repository "${root}" has no commit yet`);
  const hint =
    'name a branch, a tag or a commit; a shallow clone, as in CI, must fetch older commits first';
  return failed(`"${ref}" is no commit of the repository "${root}"`, hint);
}

/** Creates the diagnostic of a commit that cannot be compared. */
export function compareProblem(message: string, hint?: string): Diagnostic {
  return diagnostic('compare-failed', { message, hint });
}

/** Creates the result of a step that cannot be done. */
export function failed(message: string, hint?: string): Result<never> {
  return { ok: false, diagnostic: compareProblem(message, hint) };
}

/** The copy, locked for this process. */
export interface RepositoryCopy {
  readonly siteDir: string;
  /** Its root. */
  readonly root: string;
  /** Writes the files of a commit, or those of the working tree with what is not committed yet. */
  readonly show: (commit: string, isWorkingTree?: boolean) => Result<void>;
  /** Loads the configuration of the shown state; a file that is named is one of the original. */
  readonly load: (configFile: string | undefined) => ReturnType<typeof loadConfig>;
  readonly release: () => void;
}

/** Opens the copy of a site's repository in its cache folder, where the next run finds it again. */
export function openCopy(
  siteDir: string,
  { root, prefix }: Pick<SiteCommit, 'root' | 'prefix'>,
): Result<RepositoryCopy> {
  const folder = join(cacheFolder(siteDir), 'diff');
  const foreign = foreignFolder(siteDir, folder);
  if (foreign !== undefined) return failed(`${foreign} is no folder, or a symbolic link`);
  const tree = join(folder, 'tree');
  const own = join(tree, '.git');
  const locks = join(folder, 'lock');
  let lock;
  try {
    makeCacheFolder(folder);
    lock = takeLock(nodeDisk, locks);
  } catch (error) {
    return failed(`"${folder}" cannot be written: ${error instanceof Error ? error.message : ''}`);
  }
  if (lock.kind === 'busy') return failed(`process ${lock.pid} compares this site already`);
  const { file } = lock;
  const release = (): void => releaseLock(nodeDisk, locks, file);
  const linked = linkRepository(root, tree);
  if (!linked.ok) {
    release();
    return linked;
  }
  const branch = git(root, ['symbolic-ref', '-q', 'HEAD']);
  const gitDir = git(root, ['rev-parse', '--absolute-git-dir']);
  const place = gitDir.ok ? [`--git-dir=${gitDir.output.trim()}`, `--work-tree=${tree}`] : [];
  const index = join(own, 'index');
  const variables = {
    GIT_INDEX_FILE: index,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: join(own, 'objects'),
  };
  const move = (state: string): GitOutput =>
    git(root, [...place, '-c', 'core.bare=false', 'read-tree', '--reset', '-u', state], {
      variables,
    });
  const show: RepositoryCopy['show'] = (commit, isWorkingTree = false) => {
    const state = isWorkingTree
      ? writeWorkingTree(root, folder)
      : { ok: true as const, output: commit };
    if (!state.ok) return failed(`Git cannot read the working tree: ${state.reason}`);
    let moved = move(state.output);
    if (!moved.ok) {
      // Something is in the way, such as links to packages.
      for (const name of readdirSync(tree))
        if (name !== '.git') rmSync(join(tree, name), { recursive: true, force: true });
      rmSync(index, { force: true });
      moved = move(state.output);
    }
    if (!moved.ok)
      return failed(`Git cannot write the files of ${commit.slice(0, 7)}: ${moved.reason}`);
    const name = branch.ok ? branch.output.trim() : 'refs/heads/detached';
    git(tree, ['symbolic-ref', 'HEAD', name]);
    git(tree, ['update-ref', name, commit]);
    // The commit's own could be a link to a folder elsewhere.
    const work = workFolder(join(tree, prefix));
    if (lstatSync(work, { throwIfNoEntry: false })?.isSymbolicLink() === true) rmSync(work);
    linkPackages(tree, root);
    return { ok: true, value: undefined };
  };
  const load: RepositoryCopy['load'] = async (configFile) => {
    const moved = configFile && join(tree, relative(root, configFile));
    const loaded = await loadConfig({ siteDir: join(tree, prefix), configFile: moved });
    const { config } = loaded;
    if (config === undefined) return loaded;
    const { contentDir, staticDir, i18nDir, openapi, outDir } = config;
    const specs = openapi.map(({ spec }) => join(config.siteDir, spec));
    const folders = specs.map((spec) => (dirname(spec) === config.siteDir ? spec : dirname(spec)));
    addIgnored({ root, tree }, [contentDir, staticDir, i18nDir, ...folders], outDir);
    return loaded;
  };
  return { ok: true, value: { siteDir: join(tree, prefix), root: tree, show, load, release } };
}

/**
 * Adds the files below these paths that Git ignores, such as generated descriptions: nobody knows what they were, so
 * they are the same on both sides. Others that are there are deleted.
 */
function addIgnored(
  { root, tree }: { readonly root: string; readonly tree: string },
  paths: readonly string[],
  except: string,
): void {
  const below = paths.filter((path) => contains(tree, path)).map((path) => relative(tree, path));
  if (below.length === 0) return;
  const names = ['**/node_modules', '**/.docwright', relative(tree, except)];
  const places = [
    ...below.map((path) => `:(literal)${path || '.'}`),
    ...names.flatMap((name) => [`:(exclude,glob)${name}`, `:(exclude,glob)${name}/**`]),
  ];
  const list = (place: string, ...flags: readonly string[]): readonly string[] => {
    const listed = git(place, ['ls-files', '--others', '-z', ...flags, '--', ...places]);
    return listed.ok ? listed.output.split('\0').filter((name) => name !== '') : [];
  };
  for (const name of list(tree)) rmSync(join(tree, name), { force: true });
  for (const name of list(root, '--ignored', '--exclude-standard')) {
    const [from, to] = [join(root, name), join(tree, name)];
    if (existsSync(to) || !lstatSync(from, { throwIfNoEntry: false })?.isFile()) continue;
    // A folder may be a link in this state.
    if (!contains(tree, realParent(to))) continue;
    mkdirSync(dirname(to), { recursive: true });
    copyFileSync(from, to);
  }
}

/** The nearest folder above a path that exists, without links. */
function realParent(path: string): string {
  const above = dirname(path);
  return existsSync(above) ? realpathSync(above) : realParent(above);
}

/** Makes a repository that reads the objects of another one, for dates and ignored files. */
function linkRepository(root: string, tree: string): Result<void> {
  const own = join(tree, '.git');
  mkdirSync(tree, { recursive: true });
  if (!existsSync(join(own, 'HEAD'))) {
    const made = git(tree, ['init', '--quiet', '--template=', '.']);
    if (!made.ok) return failed(`Git cannot make ${tree}: ${made.reason}`);
  }
  mkdirSync(join(own, 'objects', 'info'), { recursive: true });
  writeFileSync(join(own, 'objects', 'info', 'alternates'), `${pathOf(root, 'objects')}\n`);
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
function writeWorkingTree(root: string, folder: string): GitOutput {
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
  // Packages and a cache folder that are not ignored are no sources; a folder that is ignored cannot be left out.
  const path = contains(root, folder) ? relative(root, folder) : '';
  const isIgnored = path === '' || git(root, ['check-ignore', '-q', path]).ok;
  const but = [
    'glob)**/node_modules',
    'glob)**/node_modules/**',
    ...(isIgnored ? [] : [`literal)${path}`]),
  ];
  const places = ['.', ...but.map((place) => `:(exclude,${place}`)];
  const added = git(root, ['add', '--all', '--', ...places], { variables });
  const written = added.ok ? git(root, ['write-tree', '--missing-ok'], { variables }) : added;
  return written.ok ? { ...written, output: written.output.trim() } : written;
}

const PACKAGES = 'node_modules';

/** Links the `node_modules` of each folder; symbolic links to folders are not entered. */
function linkPackages(copy: string, original: string): void {
  const entries = readdirSync(copy, { withFileTypes: true });
  const from = join(original, PACKAGES);
  if (!entries.some(({ name }) => name === PACKAGES) && existsSync(from))
    symlinkSync(realpathSync(from), join(copy, PACKAGES), 'junction');
  for (const entry of entries)
    if (entry.isDirectory() && entry.name !== PACKAGES && entry.name !== '.git')
      linkPackages(join(copy, entry.name), join(original, entry.name));
}
