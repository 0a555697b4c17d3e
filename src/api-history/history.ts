/** The changes of a description, revision by revision. */
import { hash } from 'node:crypto';
import { asObject, stringOf } from '../openapi/model/model-context.ts';
import type { FilePath } from '../shared/paths.ts';
import { compareStates } from './compare-states.ts';
import {
  createBlobReader,
  listRevisions,
  type LogOptions,
  type Repository,
  type Revision,
} from './git-revisions.ts';
import type { Change } from './rules.ts';
import { type ApiState, createStateReader } from './state.ts';

/** A commit that changed a description. */
export interface ApiRevision {
  readonly revision: string;
  /** In UTC, as `2026-01-31`. */
  readonly date: string;
  /** The first tag that has it. */
  readonly tag?: string;
  /** `info.version` of the description. */
  readonly version?: string;
  readonly changes: readonly Change[];
}

export interface ApiHistory {
  /** The oldest first; it has no changes, as nothing is known of what was before. */
  readonly revisions: readonly ApiRevision[];
  /** True if older commits are missing. */
  readonly isShallow: boolean;
  /** Commits whose description cannot be read, with the reason. */
  readonly unread: readonly (readonly [commit: string, reason: string])[];
}

/** Changes that an earlier run found, by the fingerprints of two states. */
export type KnownChanges = Readonly<Record<string, KnownPair>>;

interface KnownPair {
  readonly version: string;
  readonly changes: readonly Change[];
  /** Why the later state cannot be read. */
  readonly problem?: string;
}

interface HistoryInput extends LogOptions {
  readonly repository: Repository;
  readonly root: FilePath;
  readonly known?: KnownChanges | undefined;
}

/** Reads the history of a description; `known` are the pairs to keep for the next run. */
export function readApiHistory({ repository, root, known = {}, ...options }: HistoryInput): {
  readonly history: ApiHistory;
  readonly known: KnownChanges;
} {
  const listed = listRevisions(repository, root, options);
  const open = createStateReader();
  const readBlobs = createBlobReader(repository);
  const states = new Map<Revision, ApiState>();
  const opened = (revision: Revision): ApiState => {
    let state = states.get(revision);
    if (state === undefined) {
      const index = listed.indexOf(revision);
      const next = listed.slice(index, index + 8).flatMap(({ files }) => [...files.values()]);
      state = open(revision.root, readBlobs(revision, [...new Set(next)]));
      // Two are compared at a time.
      if (states.size > 1) states.delete([...states.keys()][0] ?? revision);
      states.set(revision, state);
    }
    return state;
  };
  const kept: Record<string, KnownPair> = {};
  const revisions: ApiRevision[] = [];
  const unread: [string, string][] = [];
  let last: Revision | undefined;
  for (const revision of listed) {
    const key = hash('sha1', `${last?.print ?? ''}\n${revision.print}`, 'base64');
    let pair = known[key];
    if (pair === undefined)
      try {
        const now = opened(revision);
        const version = stringOf(asObject(now.context.root['info'])?.['version']);
        const changes =
          last === undefined ? [] : compareStates(opened(last), now, { today: revision.date });
        pair = { version, changes };
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
        pair = { version: '', changes: [], problem: error.message };
      }
    kept[key] = pair;
    const { commit, date, tag } = revision;
    if (pair.problem !== undefined) {
      unread.push([commit, pair.problem]);
      continue;
    }
    const { version, changes } = pair;
    if (last === undefined || changes.length > 0)
      revisions.push({
        revision: commit,
        date,
        ...(tag === undefined ? {} : { tag }),
        ...(version === '' ? {} : { version }),
        changes,
      });
    last = revision;
  }
  return { history: { revisions, isShallow: repository.isShallow, unread }, known: kept };
}
