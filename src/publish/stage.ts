import { join } from 'node:path';
import { type FileStat, hashOf, hasStat, type KnownFile, knownFile } from '../cache/file-hashes.ts';
import { type Diagnostic, diagnostic, type Location } from '../diagnostics/diagnostic.ts';
import { dirname, type OutputPath } from '../shared/paths.ts';
import {
  type Disk,
  type DiskEntry,
  nodeDisk,
  reasonInWords,
  systemError,
  workPaths,
  writeProblem,
} from './disk.ts';
import { type Output, openOutput } from './open-output.ts';
import type { OutputCopy, OutputFile, OutputKeep } from './output-file.ts';
import { type Claims, claimOutput, createClaims } from './output-names.ts';
import type { Move } from './plan.ts';
import { abandon, type PublishSummary, publish } from './publish.ts';

export type { PublishSummary } from './publish.ts';

export interface StagedFile {
  /** Absolute path of the content: staged, or unchanged in the output folder. */
  readonly absolute: string;
  readonly origin: Location | undefined;
  /** Of the content, if it is known. */
  readonly hash: string | undefined;
}

/** Collects the files of one build for the output folder. */
export interface Stage {
  /** Problems so far; if there is any, `commit` publishes nothing. */
  readonly diagnostics: readonly Diagnostic[];
  /** Adds a file; strings are written as UTF-8. Files that are unchanged in the output folder are not written. */
  put(file: OutputFile): void;
  /** Adds a copy of a source. */
  copy(copy: OutputCopy): void;
  /** Adds files of the last build as they are; false, without adding any, if one is no longer in the output folder. */
  keep(files: readonly OutputKeep[]): boolean;
  /** Returns the content of an added file, until `commit`. */
  read(path: OutputPath): Uint8Array | undefined;
  /** The added files until `commit`: where their content is, and what determined their path. */
  readonly files: ReadonlyMap<OutputPath, StagedFile>;
  /** After `commit`: the published files, to be given to the stage of the next build. */
  readonly published: () => ReadonlyMap<string, KnownFile>;
  /** True if a path was added. */
  has(path: OutputPath): boolean;
  /** Publishes the added files and deletes files that only earlier builds wrote. Undefined if a diagnostic prevents it. */
  commit(): Promise<PublishSummary | undefined>;
  /** Discards everything. Never fails; has no effect after `commit`. */
  abort(): Promise<void>;
}

interface StageOptions {
  readonly disk?: Disk;
  /** The number of earlier builds whose assets are kept; default: 0. */
  readonly keepPrevious?: number;
  /** The files that the last build published, by path: a file that did not change since then is not read. */
  readonly known?: ReadonlyMap<string, KnownFile>;
}

/** Opens the output folder for one build. Without a stage, the diagnostics give the reason. */
export async function openStage(
  outDir: string,
  { disk = nodeDisk, keepPrevious = 0, known = new Map() }: StageOptions = {},
): Promise<{ readonly stage: Stage | undefined; readonly diagnostics: readonly Diagnostic[] }> {
  const output = openOutput(disk, outDir);
  if ('code' in output) return { stage: undefined, diagnostics: [output] };
  return { stage: createStage(output, { keepPrevious, known }), diagnostics: [] };
}

/** The staged folder that will be moved as a whole; undefined if the folder exists in the output. */
type StagedFolder = string | undefined;

interface State {
  readonly output: Output;
  readonly keepPrevious: number;
  readonly known: ReadonlyMap<string, KnownFile>;
  /** Hashes of the added files; with a stat for unchanged files. */
  readonly hashes: Map<OutputPath, KnownFile>;
  readonly staging: string;
  readonly claims: Claims;
  readonly diagnostics: Diagnostic[];
  readonly moves: Move[];
  readonly files: Map<OutputPath, StagedFile>;
  /** By path relative to the output folder. */
  readonly folders: Map<string, StagedFolder>;
  written: number;
  unchanged: number;
  bytesWritten: number;
  /** `stopped`: a disk error was reported; nothing more is staged. */
  phase: 'open' | 'stopped' | 'closed';
}

/** Content in memory or in a source. */
interface Content {
  readonly size: number;
  readonly hash: string | undefined;
  isIn(file: string): boolean;
  writeTo(file: string): void;
}

function createStage(
  output: Output,
  options: Required<Pick<StageOptions, 'keepPrevious' | 'known'>>,
): Stage {
  const state: State = {
    output,
    ...options,
    hashes: new Map(),
    staging: workPaths(output.root).staging,
    claims: createClaims(),
    diagnostics: [],
    moves: [],
    files: new Map(),
    folders: new Map([['', undefined]]),
    written: 0,
    unchanged: 0,
    bytesWritten: 0,
    phase: 'open',
  };
  return {
    diagnostics: state.diagnostics,
    files: state.files,
    put: (file) => add(state, file, () => bytesContent(output.disk, file)),
    copy: (copy) => add(state, copy, () => sourceContent(state, copy)),
    keep: (files) => keepFiles(state, files),
    read: (path) => {
      const file = state.files.get(path);
      return file && output.disk.readBytes(file.absolute);
    },
    published: () => publishedFiles(state),
    has: (path) => state.claims.has(path),
    commit: async () => (close(state) ? publish(state) : undefined),
    abort: async () => {
      if (close(state)) abandon(state.output);
    },
  };
}

function close(state: State): boolean {
  const wasClosed = state.phase === 'closed';
  state.phase = 'closed';
  return !wasClosed;
}

function add(
  state: State,
  { path, origin }: Pick<OutputFile, 'path' | 'origin'>,
  read: () => Content | undefined,
): void {
  if (!claimOutput(state, path, origin) || state.phase !== 'open') return;
  try {
    const content = read();
    if (content === undefined) return;
    const absolute = store(state, path, content);
    state.files.set(path, { absolute, origin, hash: content.hash });
  } catch (error) {
    state.diagnostics.push(writeProblem(join(state.output.root, path), error));
    state.phase = 'stopped';
  }
}

/** Returns the absolute path of the content. */
function store(state: State, path: OutputPath, content: Content): string {
  const folder = stagedFolder(state, dirname(path));
  if (folder === undefined && isPublished(state, path, content)) {
    state.unchanged += 1;
    return join(state.output.root, path);
  }
  if (content.hash !== undefined) state.hashes.set(path, [content.hash]);
  const file = folder === undefined ? newMove(state, path, 'file') : inFolder(folder, path);
  content.writeTo(file);
  state.written += 1;
  state.bytesWritten += content.size;
  return file;
}

function isPublished(state: State, path: OutputPath, content: Content): boolean {
  const file = join(state.output.root, path);
  const entry = state.output.disk.entry(file);
  if (entry?.kind !== 'file' || entry.size !== content.size) return false;
  const known = state.known.get(path);
  const isKnown = known !== undefined && known[0] === content.hash && hasStat(known, statOf(entry));
  if (!isKnown && !content.isIn(file)) return false;
  if (content.hash !== undefined)
    state.hashes.set(path, isKnown ? known : knownFile(content.hash, statOf(entry), Date.now()));
  return true;
}

/** Adds files of the last build if all still have their stat, or their content. */
function keepFiles(state: State, files: readonly OutputKeep[]): boolean {
  const kept: (readonly [OutputKeep, KnownFile])[] = [];
  for (const file of files) {
    const known = unchangedFile(state, file);
    if (known === undefined) return false;
    kept.push([file, known]);
  }
  for (const [{ path, origin }, known] of kept) {
    state.hashes.set(path, known);
    if (claimOutput(state, path, origin))
      state.files.set(path, { absolute: join(state.output.root, path), origin, hash: known[0] });
    state.unchanged += 1;
  }
  return true;
}

function unchangedFile(
  state: State,
  { path, hash }: Pick<OutputKeep, 'path' | 'hash'>,
): KnownFile | undefined {
  const { output, known, phase } = state;
  const before = known.get(path);
  if (phase !== 'open' || before === undefined || before[0] !== (hash ?? before[0]))
    return undefined;
  const file = join(output.root, path);
  try {
    const entry = output.disk.entry(file);
    if (entry?.kind !== 'file') return undefined;
    const isSame = hasStat(before, statOf(entry));
    if (!isSame && hashOf(output.disk.readBytes(file)) !== before[0]) return undefined;
    if (stagedFolder(state, dirname(path)) !== undefined) return undefined;
    return isSame ? before : knownFile(before[0], statOf(entry), Date.now());
  } catch (error) {
    if (systemError(error) === undefined) throw error;
    return undefined;
  }
}

function statOf({ size, modified, changed, inode }: DiskEntry): FileStat {
  return [size, modified, changed, inode];
}

/** The hashes of all files, with the stats of those that have just been written. */
function publishedFiles({ hashes, output }: State): ReadonlyMap<string, KnownFile> {
  const time = Date.now();
  return new Map(
    [...hashes].map(([path, known]): [string, KnownFile] => {
      if (known.length > 1) return [path, known];
      const entry = output.disk.entry(join(output.root, path));
      return [path, entry === undefined ? known : knownFile(known[0], statOf(entry), time)];
    }),
  );
}

// A new folder is staged as a whole: a single rename publishes it, and no folder is created after the seal.
function stagedFolder(state: State, path: string): StagedFolder {
  const { folders, output } = state;
  if (folders.has(path)) return folders.get(path);
  const parent = stagedFolder(state, dirname(path));
  const exists =
    parent === undefined && output.disk.entry(join(output.root, path))?.kind === 'folder';
  const staged = parent === undefined ? undefined : inFolder(parent, path);
  const folder = exists ? undefined : (staged ?? newMove(state, path, 'folder'));
  if (folder !== undefined) output.disk.makeFolder(folder);
  folders.set(path, folder);
  return folder;
}

function newMove(state: State, to: string, kind: Move['kind']): string {
  const from = String(state.moves.length);
  state.moves.push({ from, to, kind });
  return join(state.staging, from);
}

function inFolder(folder: string, path: string): string {
  return join(folder, path.slice(path.lastIndexOf('/') + 1));
}

function bytesContent(
  disk: Disk,
  { content, hash = hashOf(content) }: Pick<OutputFile, 'content' | 'hash'>,
): Content {
  return {
    size: Buffer.byteLength(content),
    hash,
    isIn: (file) => Buffer.from(content).equals(disk.readBytes(file)),
    // Node encodes a string while it writes it.
    writeTo: (file) => disk.write(file, content),
  };
}

function sourceContent(state: State, { from, origin, hash }: OutputCopy): Content | undefined {
  const { disk } = state.output;
  try {
    const size = disk.sizeOf(from);
    return {
      size,
      hash,
      isIn: (file) => disk.areEqual(from, file),
      writeTo: (file) => disk.copy(from, file),
    };
  } catch (error) {
    const found = systemError(error);
    if (found === undefined) throw error;
    const message = `cannot read ${from}: ${reasonInWords(found)}`;
    state.diagnostics.push(diagnostic('file-unreadable', { message, location: origin }));
    return undefined;
  }
}

const INTERRUPTED = 130;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Removes the staging folder when the process ends, and ends it with exit code 130 on an interrupt, unless another
 * handler of the signal does. A sealed publication is synchronous, so the handlers run after it. Returns a function that
 * removes the handlers.
 */
export function cleanUpOnSignal(stage: Pick<Stage, 'abort'>): () => void {
  const end = (signal: NodeJS.Signals): void => {
    void stage.abort();
    if (process.listenerCount(signal) === 1) process.exit(INTERRUPTED);
  };
  // `abort` does all of its work before it returns.
  const leave = (): void => void stage.abort();
  for (const signal of SIGNALS) process.on(signal, end);
  process.on('exit', leave);
  return () => {
    for (const signal of SIGNALS) process.off(signal, end);
    process.off('exit', leave);
  };
}
