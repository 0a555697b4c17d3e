/** Finds the changes of a site's APIs: between files, commits, or over their history. */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import {
  acceptChanges,
  type AcceptedChange,
  keyOf,
  LOCK_FILE,
  readAccepted,
} from '../api-history/accepted-changes.ts';
import { compareStates } from '../api-history/compare-states.ts';
import type { CompareOptions } from '../api-history/comparison.ts';
import {
  branchPoint,
  commitInside,
  createBlobReader,
  filesAt,
  GitError,
  isIgnored,
  nameAt,
  openRepository,
  type Repository,
  resolveCommit,
} from '../api-history/git-revisions.ts';
import { type Change, type Level, messageOf } from '../api-history/rules.ts';
import { type ApiState, createStateReader, type ReadFile } from '../api-history/state.ts';
import { operationsOf } from '../api-history/print-changes.ts';
import { replaceFile } from '../cache/cache-folder.ts';
import { realFolder } from '../config/folders.ts';
import type { ApiSource, ResolvedConfig } from '../config/site-config.ts';
import { commitOf } from '../content/git.ts';
import { type Diagnostic, diagnostic, startOf } from '../diagnostics/diagnostic.ts';
import { textOfFile } from '../diagnostics/frame.ts';
import { openDescription, type ReadSpecFile } from '../openapi/read/open.ts';
import { loadSite } from '../publish/recover.ts';
import { type FilePath, toFilePath } from '../shared/paths.ts';
import { type NamedHistory, readHistories } from './api-pasts.ts';
import { openSiteCache } from './cache.ts';
import type { CheckPart } from './check-links.ts';

export interface ApiChangesOptions {
  readonly siteDir: string;
  readonly configFile?: string;
  /** Two files, a commit, or `<commit>..<commit>`; default: the merge base with the main branch. */
  readonly between: readonly string[];
  readonly against?: string | undefined;
  readonly isHistory: boolean;
  /** Accepts what fails, with this reason. */
  readonly accept?: string | undefined;
  /** The day of today, as `2026-01-31`. */
  readonly today: string;
}

/** The changes of a description. */
export interface ApiChanges {
  readonly id: string;
  readonly before: string;
  readonly after: string;
  /** With the finding of each. */
  readonly changes: ReadonlyMap<Change, Diagnostic>;
}

export interface ApiChangesResult {
  readonly siteDir: string;
  readonly apis: readonly ApiChanges[];
  readonly histories: readonly NamedHistory[];
  readonly isAccepted: (change: Change) => boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** True if there is nothing to compare: exit code 2. */
  readonly badUsage: boolean;
}

export const NO_API_CHANGES: Omit<ApiChangesResult, 'siteDir'> = {
  apis: [],
  histories: [],
  isAccepted: () => false,
  diagnostics: [],
  badUsage: false,
};

const CODES = {
  breaking: 'api-change-breaking',
  risky: 'api-change-risky',
  safe: 'api-change-safe',
  text: 'api-change-safe',
} as const satisfies Record<Level, string>;

const ACCEPT = 'keep what clients use, or accept it: docs api-changes --accept "<reason>"';

/** Compares the descriptions of a site, or two files. */
export async function findApiChanges(options: ApiChangesOptions): Promise<ApiChangesResult> {
  const siteDir = realFolder(options.siteDir);
  const { between } = options;
  const nothing = { ...NO_API_CHANGES, siteDir };
  const refused = (problem: Diagnostic): ApiChangesResult => ({
    ...nothing,
    diagnostics: [problem],
    badUsage: true,
  });
  try {
    const [first, second] = between;
    if (first !== undefined && second !== undefined) {
      const side = (file: string): Side =>
        fromDisk(siteDir, relative(siteDir, join(process.cwd(), file)).replaceAll('\\', '/'));
      const api = compare({ id: 'api', old: side(first), now: side(second), options });
      return withLock({ ...nothing, apis: [api] }, options);
    }
    const loaded = await loadSite({ ...options, siteDir });
    const { config } = loaded;
    if (config === undefined)
      return { ...nothing, diagnostics: loaded.diagnostics, badUsage: true };
    if (config.openapi.length === 0)
      return refused(
        diagnostic('api-history', {
          message: 'the site has no API description',
          hint: 'name two files: docs api-changes before.yaml after.yaml',
        }),
      );
    if (options.isHistory) {
      const cache = openSiteCache({ config, compiled: loaded.compiled });
      const diagnostics = [...loaded.diagnostics];
      const histories = readHistories(config.openapi, {
        siteDir,
        cache,
        warn: (_, message, hint) => diagnostics.push(diagnostic('api-history', { message, hint })),
      });
      cache?.save();
      return { ...nothing, histories, diagnostics, badUsage: histories.length === 0 };
    }
    const { apis, problems } = compareCommits(config, { ...options, range: first });
    const diagnostics = [...loaded.diagnostics, ...problems];
    return withLock({ ...nothing, apis, diagnostics, badUsage: apis.length === 0 }, options);
  } catch (error) {
    return refused(problemOf(error));
  }
}

/** Says why there is nothing to compare: an error where commits are missing, as a gate that cannot see is closed. */
function problemOf(error: unknown): Diagnostic {
  if (error instanceof SyntaxError)
    return diagnostic('api-history', {
      message: `an API description cannot be compared: ${error.message}`,
    });
  if (!(error instanceof GitError)) throw error;
  const { message: reason, hint, isCut } = error;
  const message = `there is nothing to compare with: ${reason}`;
  const problem = diagnostic('api-history', { message, hint });
  return isCut ? { ...problem, severity: 'error', defaultLevel: 'error' } : problem;
}

interface CommitsOptions extends Pick<ApiChangesOptions, 'against' | 'today'> {
  /** A commit, or `<commit>..<commit>`; default: the merge base with the main branch. */
  readonly range?: string | undefined;
}

/** Compares the descriptions of a site at a commit with those of a later commit, or of the working tree. */
function compareCommits(
  { siteDir, openapi }: ResolvedConfig,
  { range, against, today }: CommitsOptions,
): { readonly apis: readonly ApiChanges[]; readonly problems: readonly Diagnostic[] } {
  const outer = openRepository(siteDir, toFilePath(''));
  const [from = '', to] = (range ?? '').split(/\.{2,3}/);
  const base =
    range === undefined ? branchPoint(outer, against) : resolveCommit(outer, from || 'HEAD');
  const head = to === undefined ? undefined : resolveCommit(outer, to || 'HEAD');
  const problems: Diagnostic[] = [];
  const compareOne = ({ id, spec, history, exclude }: ApiSource): ApiChanges => {
    const repository = openRepository(siteDir, spec);
    const inside = (commit: string): string =>
      repository.top === outer.top ? commit : commitInside(outer, commit, repository);
    const [before, after] = [inside(base), head === undefined ? undefined : inside(head)];
    const now = after === undefined ? fromDisk(siteDir, spec) : sideAt(repository, after, spec);
    const earlier = nameAt(repository, [before, after], spec);
    const old = sideAt(repository, before, earlier);
    if (old.read(earlier) !== undefined)
      return compare({ id, old, now, options: { ...history, today, exclude } });
    if (isIgnored(repository)) throw new GitError(`"${spec}" is ignored by Git`, IGNORED);
    const none = `${old.name}, which has no ${spec}`;
    return { id, before: none, after: now.name, changes: new Map() };
  };
  const apis = openapi.flatMap((source) => {
    try {
      return [compareOne(source)];
    } catch (error) {
      problems.push({ ...problemOf(error), location: startOf(source.spec) });
      return [];
    }
  });
  return { apis, problems };
}

const IGNORED = { hint: 'commit it, or compare files: docs api-changes before.yaml after.yaml' };

/** The files of a commit. */
function sideAt(repository: Repository, commit: string, file: FilePath): Side {
  const revision = filesAt(repository, commit, file);
  const readBlobs = createBlobReader(repository);
  const read: ReadFile = (name) => readBlobs(revision, [...revision.files.values()])(name);
  return { file, read, name: commit.slice(0, 10), date: revision.date };
}

/** A check of what changed in the APIs of a site on this branch. */
export interface ApiCheck extends CheckPart {
  /** The changes that were found. */
  readonly changes: () => readonly Change[];
  /** The files of findings. */
  readonly files: () => ReadonlySet<string>;
}

/** Opens the check of changes since the branch left another one; undefined for sites without an API or a commit. */
export function openApiCheck(
  config: ResolvedConfig,
  options: CommitsOptions,
): ApiCheck | undefined {
  const { siteDir, openapi } = config;
  if (openapi.length === 0 || commitOf(siteDir, 'HEAD') === undefined) return undefined;
  let changes: readonly Change[] = [];
  let findings: readonly Diagnostic[] = [];
  return {
    changes: () => changes,
    files: () => new Set(findings.flatMap(({ location }) => location?.file ?? [])),
    finish: async () => {
      try {
        const { apis, problems } = compareCommits(config, options);
        const { isAccepted, diagnostics } = withLock({ ...NO_API_CHANGES, siteDir, apis });
        const found = apis.flatMap((api) => [...api.changes]);
        changes = found.map(([change]) => change);
        const open = found.filter(([change]) => change.level !== 'text' && !isAccepted(change));
        findings = [...problems, ...diagnostics, ...open.map(([, entry]) => entry)];
      } catch (error) {
        findings = [problemOf(error)];
      }
      return findings;
    },
  };
}

interface Side {
  readonly file: FilePath;
  readonly read: ReadFile;
  readonly name: string;
  readonly date?: string;
}

function fromDisk(siteDir: string, file: string): Side {
  const texts = new Map<string, string | undefined>();
  const read: ReadFile = (name) => {
    if (!texts.has(name)) texts.set(name, textOfFile(join(siteDir, name)));
    const text = texts.get(name);
    return text === undefined ? undefined : { id: text, text: () => text };
  };
  return { file: toFilePath(file), read, name: file };
}

interface Comparison {
  readonly id: string;
  readonly old: Side;
  readonly now: Side;
  readonly options: Pick<CompareOptions, 'today' | 'sunsetDays' | 'exclude'>;
}

function compare({ id, old, now, options }: Comparison): ApiChanges {
  const open = createStateReader();
  const stateOf = ({ file, read, name }: Side): ApiState => {
    try {
      return open(file, read);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      throw new SyntaxError(`"${file}"${name === file ? '' : ` of ${name}`} ${error.message}`);
    }
  };
  const today = now.date ?? options.today;
  const found = compareStates(stateOf(old), stateOf(now), { ...options, today });
  // Finds the place of a change in the later state; of what is gone, the place of what held it.
  const { file: root, read } = now;
  const readText: ReadSpecFile = (file) => {
    const text = read(file)?.text();
    return text === undefined
      ? { ok: false, reason: 'missing', message: `there is no file "${file}"` }
      : { ok: true, text };
  };
  const { description } = found.length === 0 ? {} : openDescription(root, readText);
  const changes = new Map(
    found.map((change) => {
      const where = operationsOf(change);
      const message = `${messageOf(change)}${where === '' ? '' : ` (${where})`}`;
      const entry = {
        message,
        location:
          description?.locatePointer(toFilePath(change.file), change.pointer) ?? startOf(root),
        ...(change.level === 'breaking' ? { hint: ACCEPT } : {}),
      };
      return [change, { ...diagnostic(CODES[change.level], entry), api: id }] as const;
    }),
  );
  return { id, before: old.name, after: now.name, changes };
}

/** Applies the lock of accepted changes, or writes it. */
function withLock(
  result: ApiChangesResult,
  { accept }: Pick<ApiChangesOptions, 'accept'> = {},
): ApiChangesResult {
  const path = join(result.siteDir, LOCK_FILE);
  let accepted: readonly AcceptedChange[] = [];
  let wrong: readonly number[] = [];
  try {
    ({ accepted, wrong } = readAccepted(readFileSync(path, 'utf8')));
  } catch {
    // There is no lock yet.
  }
  const changes = result.apis.flatMap((api) => [...api.changes.keys()]);
  const known = new Map(accepted.map((entry) => [entry.key, entry]));
  if (accept !== undefined) {
    const failing = changes.filter(
      (change) => change.level === 'breaking' && !known.has(keyOf(change)),
    );
    replaceFile(path, acceptChanges(accepted, failing, accept));
    for (const change of failing)
      known.set(keyOf(change), { key: keyOf(change), reason: accept, text: '' });
  }
  const isAccepted = (change: Change): boolean => known.has(keyOf(change));
  const problems = wrong.map((line) =>
    diagnostic('api-changes-lock', {
      message: 'the line is no accepted change: a key of 16 characters, then a reason',
      location: { file: LOCK_FILE, line, column: 1 },
      hint: 'write it with: docs api-changes --accept "<reason>"',
    }),
  );
  return { ...result, isAccepted, diagnostics: [...result.diagnostics, ...problems] };
}
