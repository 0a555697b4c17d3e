/** Reads when the files of a site changed, and who changed them, from one `git log`. */
import { spawn } from 'node:child_process';
import { compareStrings } from '../diagnostics/diagnostic.ts';
import { FETCH_ALL, git } from './git.ts';

/** The changes of a file in the commits of its repository; one without commits has none. */
export interface FileHistory {
  /** Seconds since 1970 of the last commit that changed its content. */
  readonly time: number;
  /** Names of its authors, those of most commits first; at most ten. */
  readonly authors: readonly string[];
  /** Its contents, newest first; only if they are requested. */
  readonly states?: readonly FileState[];
}

/** The content of a file from a commit on. */
export interface FileState {
  /** Seconds since 1970. */
  readonly time: number;
  /** Id of the content in Git. */
  readonly blob: string;
}

/** By path relative to the site folder. */
export type SiteHistory = ReadonlyMap<string, FileHistory>;

/** The commit that is checked out, or the reason why its history cannot be read. */
export type Head =
  | {
      readonly ok: true;
      /** Undefined in a repository without commits. */
      readonly commit: string | undefined;
      /** Path of the site folder in the repository: empty, or with a final slash. */
      readonly prefix: string;
      /** Absolute folder of the repository. */
      readonly top: string;
    }
  | ({ readonly ok: false } & HistoryProblem);

/** Completes "dates of pages cannot be read:". */
export interface HistoryProblem {
  readonly reason: string;
  readonly hint?: string;
}

/** Finds the commit that is checked out in a folder. */
export async function readHead(folder: string): Promise<Head> {
  const lines: string[] = [];
  const parameters = ['--is-shallow-repository', '--show-toplevel', '--show-prefix', 'HEAD'];
  const problem = await runGit(folder, ['rev-parse', ...parameters], (text) =>
    lines.push(...text.split('\n')),
  );
  const [isShallow, top, prefix = '', commit] = lines.join('\n').split('\n');
  // Without commits, only HEAD is missing.
  if (top === undefined || top === '')
    return { ok: false, ...(problem ?? { reason: 'there is no repository' }) };
  if (isShallow === 'true')
    return {
      ok: false,
      reason: 'the repository is a shallow clone, which lacks older commits',
      hint: FETCH_ALL,
    };
  return { ok: true, prefix, top, commit: problem === undefined ? commit : undefined };
}

/** The day of the last commit, such as `2026-01-31`; undefined outside of a repository. */
export async function readHeadDate(folder: string): Promise<string | undefined> {
  let day = '';
  await runGit(folder, ['log', '-1', '--format=%cs'], (text) => {
    day += text;
  });
  return day.trim() || undefined;
}

/** Reads the history of all files of a site at once, with their states if `hasStates`. */
export async function readLog(
  folder: string,
  prefix: string,
  hasStates = false,
): Promise<{ readonly files: SiteHistory } | HistoryProblem> {
  const reader = createLogReader(hasStates);
  let rest = '';
  const problem = await runGit(folder, logParameters(prefix), (text) => {
    const tokens = (rest + text).split('\0');
    rest = tokens.pop() ?? '';
    for (const token of tokens) reader.read(token);
  });
  return problem ?? { files: reader.files(prefix) };
}

/** Begins the part of a commit; git prints no such character in a status. */
const HEADER = '\u0001';

/** Every option that a user's configuration could change is set. */
const LOG =
  '-c log.showSignature=false -c log.showRoot=true log -z --date-order --no-merges --no-color --raw --no-abbrev ' +
  '--find-renames -l1000 --no-relative --no-ext-diff';

/** The texts of contents in the repository of a folder, by their ids. */
export function readBlobs(folder: string, ids: readonly string[]): ReadonlyMap<string, string> {
  const input = `${ids.join('\n')}\n`;
  const variables = { GIT_NO_LAZY_FETCH: '1' };
  const read = git(folder, ['cat-file', '--batch'], { variables, input });
  const texts = new Map<string, string>();
  const stdout = read.ok ? read.bytes : Buffer.alloc(0);
  for (let at = 0; at < stdout.length; ) {
    const end = stdout.indexOf('\n', at);
    if (end < 0) break;
    const [id = '', kind, size] = stdout.toString('utf8', at, end).split(' ');
    at = end + 1;
    if (kind !== 'blob') continue;
    texts.set(id, stdout.toString('utf8', at, at + Number(size)));
    at += Number(size) + 1;
  }
  return texts;
}

function logParameters(prefix: string): readonly string[] {
  const format = `--format=tformat:${HEADER}%ct%x00%aN`;
  return [...LOG.split(' '), format, ...(prefix === '' ? [] : ['--', '.'])];
}

/** Calls git and passes on what it prints; returns the problem if it fails. */
function runGit(
  cwd: string,
  parameters: readonly string[],
  onText: (text: string) => void,
): Promise<HistoryProblem | undefined> {
  return new Promise((resolve) => {
    const env = { ...process.env, LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0' };
    const child = spawn('git', [...parameters], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let errors = '';
    child.stdout.setEncoding('utf8').on('data', onText);
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    child.on('error', () =>
      resolve({ reason: 'git cannot be started', hint: 'install git, or turn the dates off' }),
    );
    child.on('close', (code) => resolve(code === 0 ? undefined : failureOf(errors)));
  });
}

function failureOf(errors: string): HistoryProblem {
  if (errors.includes('not a git repository'))
    return {
      reason: 'the site folder is in no git repository',
      hint: 'build in a clone of the repository, or turn the dates off',
    };
  const [first = ''] = errors.split('\n');
  return { reason: `git says "${first.replace(/^fatal: /, '')}"` };
}

interface Collected {
  time: number;
  readonly commits: Map<string, number>;
  readonly states: FileState[];
}

type Rename = readonly [from: string, to: string];

interface Commit {
  readonly time: number;
  author: string;
  readonly renames: Rename[];
  readonly changed: { readonly path: string; readonly blob: string }[];
  readonly added: string[];
  readonly deleted: string[];
}

/** Most names that a page shows. */
const MOST_AUTHORS = 10;

/** Reads the parts of `git log -z --raw`, newest commit first, and follows renamed files back. */
function createLogReader(hasStates: boolean) {
  const files = new Map<string, Collected>();
  /** The present name of each former one; undefined for a file that no longer exists. */
  const names = new Map<string, string | undefined>();
  const nameOf = (path: string): string | undefined => (names.has(path) ? names.get(path) : path);
  let commit: Commit | undefined;
  let status = '';
  let blob = '';
  let from: string | undefined;
  let isAuthor = false;

  const note = ({ path, blob: id }: Commit['changed'][number], { time, author }: Commit): void => {
    const name = nameOf(path);
    if (name === undefined) return;
    const known: Collected = files.get(name) ?? { time, commits: new Map(), states: [] };
    files.set(name, known);
    if (hasStates) known.states.push({ time, blob: id });
    known.commits.set(author, (known.commits.get(author) ?? 0) + 1);
  };

  /** Changes of the old name in newer commits of another branch are of the same file. */
  const merge = (old: string, name: string): void => {
    const other = files.get(old);
    const known = files.get(name);
    files.delete(old);
    if (other === undefined) return;
    for (const [author, count] of known?.commits ?? [])
      other.commits.set(author, (other.commits.get(author) ?? 0) + count);
    other.states.push(...(known?.states ?? []));
    files.set(name, { ...other, time: Math.max(other.time, known?.time ?? 0) });
  };

  const end = (): void => {
    if (commit === undefined) return;
    for (const changed of commit.changed) note(changed, commit);
    const present = commit.renames.map(([old, to]) => ({ old, to, name: nameOf(to) }));
    const taken = new Set(present.map(({ to }) => to));
    for (const path of [...commit.added, ...commit.deleted, ...taken]) names.set(path, undefined);
    for (const { old, name } of present) {
      if (!names.has(old) && name !== undefined && files.has(old)) merge(old, name);
      names.set(old, name);
    }
    commit = undefined;
  };

  const path = (text: string): void => {
    if (status.startsWith('R') && from === undefined) {
      from = text;
      return;
    }
    if (from !== undefined) commit?.renames.push([from, text]);
    if (status === 'A') commit?.added.push(text);
    // A file that was only moved says the same.
    if (status === 'D') commit?.deleted.push(text);
    else if (status !== 'R100') commit?.changed.push({ path: text, blob });
    from = undefined;
    status = '';
  };

  return {
    read(token: string): void {
      if (isAuthor && commit !== undefined) {
        commit.author = token;
        isAuthor = false;
      } else if (status !== '') path(token);
      else if (token.startsWith(HEADER)) {
        end();
        const time = Number(token.slice(HEADER.length));
        commit = { time, author: '', renames: [], changed: [], added: [], deleted: [] };
        isAuthor = true;
      } else {
        // `:100644 100644 <blob before> <blob> M`
        const words = token.trim().split(' ');
        [blob, status] = [words[3] ?? '', words[4] ?? ''];
      }
    },
    /** The files below a folder, by their path there. */
    files(prefix: string): SiteHistory {
      end();
      const own = [...files].filter(([name]) => name.startsWith(prefix));
      return new Map(
        own.map(([name, { time, commits, states }]) => [
          name.slice(prefix.length),
          {
            time,
            authors: mostCommits(commits),
            ...(hasStates ? { states: states.toSorted((a, b) => b.time - a.time) } : {}),
          },
        ]),
      );
    },
  };
}

/** Programs that commit are no authors. */
function mostCommits(commits: ReadonlyMap<string, number>): readonly string[] {
  return [...commits]
    .filter(([name]) => name !== '' && !name.endsWith('[bot]'))
    .toSorted(([a, first], [b, second]) => second - first || compareStrings(a, b))
    .slice(0, MOST_AUTHORS)
    .map(([name]) => name);
}
