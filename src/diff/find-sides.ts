/** Finds the commit to compare with. */
import {
  failed,
  findCommit,
  git,
  type Result,
  type SiteCommit,
} from '../pipeline/repository-copy.ts';

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
  const head = findCommit(siteDir, 'HEAD');
  if (!head.ok) return head;
  const { root, hash } = head.value;
  const ref = named ?? mainBranch(root);
  if (ref === undefined)
    return failed(
      'the repository has no main branch to compare with',
      `name a branch, a tag or a commit: docs diff <ref>; a workflow has to fetch the main branch first${SHALLOW}`,
    );
  const target = findCommit(siteDir, ref);
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
  const base = { ...target.value, hash: merge.output.trim() };
  return { ok: true, value: { ref, base, head: hash } };
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
