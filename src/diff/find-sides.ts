/** Finds the commit to compare with. */
import { FETCH_ALL, isShallow, mainBranch, mergeBase } from '../content/git.ts';
import { failed, findCommit, type Result, type SiteCommit } from '../pipeline/repository-copy.ts';

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
      `name a branch, a tag or a commit: docs diff <ref>; a workflow has to ${FETCH_ALL}`,
    );
  const target = findCommit(siteDir, ref);
  if (!target.ok) return target;
  const base = mergeBase(root, target.value.hash);
  if (base === undefined)
    return failed(
      `${ref} and the current commit have no common history`,
      isShallow(root) ? `the repository is a shallow clone: ${FETCH_ALL}` : undefined,
    );
  return { ok: true, value: { ref, base: { ...target.value, hash: base }, head: hash } };
}
