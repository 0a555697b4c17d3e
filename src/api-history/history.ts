/** The changes of a description, revision by revision. */
import { hash } from 'node:crypto';
import { dirname } from 'node:path/posix';
import { asObject, stringOf } from '../openapi/model/model-context.ts';
import type { FilePath } from '../shared/paths.ts';
import { compareStates } from './compare-states.ts';
import type { CompareOptions } from './comparison.ts';
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
  /** Commits whose description cannot be read, with the reason. */
  readonly unread: readonly (readonly [commit: string, reason: string])[];
}

/** The results of an earlier run. */
export interface KnownHistory {
  /** The folders of the files that the description has ever had, if it is more than one. */
  readonly folders: readonly string[];
  /** By the fingerprints of two states. */
  readonly pairs: Readonly<Record<string, KnownPair>>;
}

interface KnownPair {
  readonly version: string;
  readonly changes: readonly Change[];
  /** Why the later state cannot be read. */
  readonly problem?: string;
}

interface HistoryInput extends Omit<LogOptions, 'folders'>, Pick<CompareOptions, 'exclude'> {
  readonly repository: Repository;
  readonly known?: KnownHistory | undefined;
}

interface Found {
  readonly history: ApiHistory;
  /** Kept for the next run. */
  readonly known: KnownHistory;
}

/** Reads the history of a description, again if some of its files turn out to be in other folders. */
export function readApiHistory({ known, ...input }: HistoryInput): Found {
  const open = createStateReader();
  const all = new Set(known?.folders);
  const isListed = (folder: string): boolean =>
    [...all].some((one) => one === '.' || folder === one || folder.startsWith(`${one}/`));
  for (let pairs = known?.pairs ?? {}; ; ) {
    const count = all.size;
    const found = readPairs({ ...input, folders: [...all] }, pairs, {
      open,
      onMissing: (root, file) => {
        for (const folder of [dirname(root), dirname(file)]) if (!isListed(folder)) all.add(folder);
      },
    });
    if (all.size === count) return found;
    pairs = found.known.pairs;
  }
}

interface Readers {
  readonly open: ReturnType<typeof createStateReader>;
  /** A description refers to a file that is not in its folders. */
  readonly onMissing: (root: FilePath, file: FilePath) => void;
}

function readPairs(
  { repository, exclude, ...options }: Omit<HistoryInput, 'known'> & LogOptions,
  known: KnownHistory['pairs'],
  { open, onMissing }: Readers,
): Found {
  const listed = listRevisions(repository, options);
  const readBlobs = createBlobReader(repository);
  const states = new Map<Revision, ApiState>();
  const opened = (revision: Revision): ApiState => {
    let state = states.get(revision);
    if (state === undefined) {
      const index = listed.indexOf(revision);
      const next = listed.slice(index, index + 8).flatMap(({ files }) => [...files.values()]);
      const read = readBlobs(revision, [...new Set(next)]);
      state = open(revision.root, (file) => {
        const found = read(file);
        if (found === undefined) onMissing(revision.root, file);
        return found;
      });
      // Two are compared at a time.
      if (states.size > 1) states.delete([...states.keys()][0] ?? revision);
      states.set(revision, state);
    }
    return state;
  };
  const pairs: Record<string, KnownPair> = {};
  const revisions: ApiRevision[] = [];
  const unread: [string, string][] = [];
  let last: Revision | undefined;
  const left = JSON.stringify(exclude) ?? '';
  for (const revision of listed) {
    const key = hash('sha1', `${last?.print ?? ''}\n${revision.print}\n${left}`, 'base64');
    let pair = known[key];
    if (pair === undefined)
      try {
        const now = opened(revision);
        const version = stringOf(asObject(now.context.root['info'])?.['version']);
        // Reads the other files of the first one, too.
        const changes =
          now.parts().size === 0 || last === undefined
            ? []
            : compareStates(opened(last), now, { today: revision.date, exclude });
        pair = { version, changes };
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
        pair = { version: '', changes: [], problem: error.message };
      }
    pairs[key] = pair;
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
  const { folders } = options;
  return { history: { revisions, unread }, known: { folders, pairs } };
}
