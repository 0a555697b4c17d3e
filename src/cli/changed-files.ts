import { spawnSync } from 'node:child_process';

/** Files of a site that differ from a revision. */
export interface ChangedFiles {
  /** Relative to the site folder. */
  readonly files: ReadonlySet<string>;
  /** Why Git cannot tell. */
  readonly problem?: string;
}

/**
 * Asks Git for the files below a folder that changed since a revision, those that it does not know included. Of a
 * branch that went on by itself, the point counts where this one left it.
 */
export function changedFiles(siteDir: string, revision: string): ChangedFiles {
  if (revision.startsWith('-'))
    return { files: new Set(), problem: `"${revision}" is no revision` };
  const base = spawnSync('git', ['merge-base', revision, 'HEAD'], {
    cwd: siteDir,
    encoding: 'utf8',
  });
  const from = base.status === 0 ? base.stdout.trim() : revision;
  const diff = ['diff', '--name-only', '--relative', '--no-renames', '-z', from, '--', '.'];
  const untracked = ['ls-files', '--others', '--exclude-standard', '-z', '--', '.'];
  const files = new Set<string>();
  for (const command of [diff, untracked]) {
    const run = spawnSync('git', command, { cwd: siteDir, encoding: 'utf8', maxBuffer: 2 ** 28 });
    if (run.status !== 0) {
      const reason = run.error?.message ?? run.stderr.trim().split('\n')[0] ?? '';
      return { files, problem: `Git cannot tell what changed since "${revision}": ${reason}` };
    }
    for (const file of run.stdout.split('\0')) if (file !== '') files.add(file);
  }
  return { files };
}
