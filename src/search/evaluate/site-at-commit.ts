import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { removal } from '../../config/loading/write-module.ts';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';

/** A site folder as of a commit. */
export interface SiteCommit {
  /** As named on the command line. */
  readonly ref: string;
  readonly hash: string;
  /** Root of the repository, absolute. */
  readonly root: string;
  /** Path of the site folder below the root; empty, or with a final slash. */
  readonly prefix: string;
}

/** A commit's files in a temporary folder. */
export interface SiteCopy {
  /** Folder of the repository's files. */
  readonly root: string;
  readonly siteDir: string;
  /** Deletes the folder; also done when the process exits first. */
  readonly remove: () => void;
}

/** A value, or why there is none. */
export type Result<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly diagnostic: Diagnostic };

/** Finds a commit of the site's repository, which has to contain the site folder unless `mayLackSite`. */
export function findCommit(siteDir: string, ref: string, mayLackSite = false): Result<SiteCommit> {
  const place = git(siteDir, ['rev-parse', '--show-cdup', '--show-prefix']);
  if (!place.ok) return failed(`"${siteDir}" has no history to compare with: ${place.reason}`);
  const [, up = '', prefix = ''] = /^(.*)\n(.*)\n$/s.exec(place.output) ?? [];
  const root = resolve(siteDir, up);
  const commit = ref.startsWith('-')
    ? undefined
    : git(root, ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`]);
  if (commit?.ok !== true) {
    const hint =
      'name a branch, a tag or a commit; a shallow clone, as in CI, must fetch older commits first';
    return failed(`"${ref}" is no commit of the repository "${root}"`, hint);
  }
  const hash = commit.output.trim();
  const folder = prefix.replace(/\/$/, '');
  const kind = git(root, ['cat-file', '-t', `${hash}:${folder}`]);
  if (mayLackSite || (kind.ok && kind.output.trim() === 'tree'))
    return { ok: true, value: { ref, hash, root, prefix } };
  return failed(`the site did not exist at ${ref}: the commit has no folder "${folder}"`);
}

/** Writes a commit's files to a temporary folder, and links the packages that are installed for the current ones. */
export function checkOut({ ref, hash, root, prefix }: SiteCommit): Result<SiteCopy> {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'docwright-compare-'));
  const remove = removal(folder);
  const copy = join(folder, 'repository');
  // A separate index: neither the repository's own nor its working tree is touched.
  const index = { GIT_INDEX_FILE: join(folder, 'index') };
  const written = git(root, ['read-tree', hash], index);
  const result = written.ok
    ? git(root, ['checkout-index', '--all', '--quiet', `--prefix=${copy}/`], index)
    : written;
  if (!result.ok) {
    remove();
    return failed(`Git cannot write the files of ${ref}: ${result.reason}`);
  }
  // Marks the end of the repository, outside of which includes and links are not followed.
  mkdirSync(join(copy, '.git'), { recursive: true });
  const siteDir = join(copy, prefix);
  // The commit's own could be a link to a folder elsewhere.
  rmSync(join(siteDir, '.docwright'), { recursive: true, force: true });
  linkPackages(copy, root);
  linkPackagesAbove(folder, root);
  return { ok: true, value: { root: copy, siteDir, remove } };
}

/** Creates the diagnostic of a commit that cannot be compared. */
export function compareProblem(message: string, hint?: string): Diagnostic {
  return diagnostic('compare-failed', { message, hint });
}

/** Creates the result of a step that cannot be done. */
export function failed(message: string, hint?: string): Result<never> {
  return { ok: false, diagnostic: compareProblem(message, hint) };
}

const PACKAGES = 'node_modules';

/** Links the `node_modules` of each folder; symbolic links to folders are not entered. */
export function linkPackages(copy: string, original: string): void {
  const entries = readdirSync(copy, { withFileTypes: true });
  if (!entries.some(({ name }) => name === PACKAGES)) linkFolder(original, copy);
  for (const entry of entries)
    if (entry.isDirectory() && entry.name !== PACKAGES && entry.name !== '.git')
      linkPackages(join(copy, entry.name), join(original, entry.name));
}

/** Links the nearest `node_modules` above the repository. */
function linkPackagesAbove(folder: string, root: string): void {
  for (let above = dirname(root); dirname(above) !== above; above = dirname(above))
    if (linkFolder(above, folder)) return;
}

function linkFolder(from: string, to: string): boolean {
  const packages = join(from, PACKAGES);
  if (!existsSync(packages)) return false;
  symlinkSync(realpathSync(packages), join(to, PACKAGES), 'junction');
  return true;
}

type Output =
  | { readonly ok: true; readonly output: string }
  | { readonly ok: false; readonly reason: string };

/** Variables that Git sets for hooks, and that name another repository or index. */
const LOCATION = ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_PREFIX'];

const MAX_OUTPUT = 256 * 1024 * 1024;

/** Runs Git without hooks; the reason of a failure is the first line of its message. */
export function git(
  cwd: string,
  command: readonly string[],
  variables: NodeJS.ProcessEnv = {},
): Output {
  const inherited = Object.entries(process.env).filter(([name]) => !LOCATION.includes(name));
  const settings = [
    `core.hooksPath=${devNull}`,
    'core.sparseCheckout=false',
    'core.fsmonitor=false',
  ];
  const { error, status, stdout, stderr } = spawnSync(
    'git',
    [...settings.flatMap((one) => ['-c', one]), ...command],
    {
      cwd,
      encoding: 'utf8',
      env: { ...Object.fromEntries(inherited), LC_ALL: 'C', ...variables },
      maxBuffer: MAX_OUTPUT,
    },
  );
  if (error !== undefined) {
    const isMissing = 'code' in error && error.code === 'ENOENT';
    return { ok: false, reason: isMissing ? 'Git is not installed' : error.message };
  }
  if (status === 0) return { ok: true, output: stdout };
  const [line = ''] = stderr.trim().split('\n');
  return { ok: false, reason: line.replace(/^(?:fatal|error): /, '') };
}
