/** Runs Git, and finds the commits that branches share. */
import { spawnSync } from 'node:child_process';
import { devNull } from 'node:os';

/** The output of Git, or the first line of its message. */
export type GitOutput =
  | { readonly ok: true; readonly output: string; readonly bytes: Buffer }
  | { readonly ok: false; readonly reason: string };

/** Variables that Git sets for hooks, and that name another repository or index. */
const LOCATION = ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_PREFIX'];

const SETTINGS = [
  `core.hooksPath=${devNull}`,
  'core.sparseCheckout=false',
  'core.fsmonitor=false',
  'core.quotePath=false',
  'log.showSignature=false',
].flatMap((one) => ['-c', one]);

interface GitOptions {
  readonly variables?: NodeJS.ProcessEnv;
  readonly input?: string;
}

/** Runs Git without hooks. */
export function git(
  cwd: string,
  command: readonly string[],
  { variables = {}, input = '' }: GitOptions = {},
): GitOutput {
  const inherited = Object.entries(process.env).filter(([name]) => !LOCATION.includes(name));
  const { error, status, stdout, stderr } = spawnSync('git', [...SETTINGS, ...command], {
    cwd,
    env: { ...Object.fromEntries(inherited), LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0', ...variables },
    input,
    maxBuffer: 2 ** 31 - 1,
  });
  if (error !== undefined) {
    const isMissing = 'code' in error && error.code === 'ENOENT';
    return { ok: false, reason: isMissing ? 'Git is not installed' : error.message };
  }
  if (status === 0)
    return {
      ok: true,
      bytes: stdout,
      get output() {
        return stdout.toString();
      },
    };
  const [line = ''] = stderr.toString().trim().split('\n');
  return { ok: false, reason: line.replace(/^(?:fatal|error): /, '') };
}

/** How to get the commits that a shallow clone lacks. */
export const FETCH_ALL =
  'fetch the whole history: fetch-depth: 0 in a workflow, or git fetch --unshallow';

export function isShallow(folder: string): boolean {
  const found = git(folder, ['rev-parse', '--is-shallow-repository']);
  return found.ok && found.output.trim() === 'true';
}

/** The hash of a commit, branch or tag; undefined if there is none. */
export function commitOf(folder: string, ref: string): string | undefined {
  if (ref.startsWith('-')) return undefined;
  const found = git(folder, ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`]);
  return found.ok ? found.output.trim() : undefined;
}

/** The branch that a request is for, in the variables of a service, else that of the remote, else a usual name. */
export function mainBranch(folder: string): string | undefined {
  const { GITHUB_BASE_REF, CI_MERGE_REQUEST_TARGET_BRANCH_NAME } = process.env;
  const asked = [GITHUB_BASE_REF, CI_MERGE_REQUEST_TARGET_BRANCH_NAME].find(Boolean);
  const names = asked === undefined ? ['HEAD', 'main', 'master'] : [asked];
  const refs = [...names.map((name) => `origin/${name}`), ...names.filter((n) => n !== 'HEAD')];
  return refs.find((ref) => commitOf(folder, ref) !== undefined);
}

/** The last commit that the current branch shares with another one; undefined if none is known. */
export function mergeBase(folder: string, ref: string): string | undefined {
  const commit = commitOf(folder, ref);
  const found = commit === undefined ? undefined : git(folder, ['merge-base', 'HEAD', commit]);
  return found?.ok === true ? found.output.trim() : undefined;
}
