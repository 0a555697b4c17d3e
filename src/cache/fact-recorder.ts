import { createHash } from 'node:crypto';
import { isFolder, statsOf } from './stats.ts';
import { type Dirent, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve, sep } from 'node:path';
import type { ImportKind, OnResolveArgs } from 'esbuild';

export type FactRecorder = ReturnType<typeof createFactRecorder>;

/** Stands for a file that may have changed during a run; a fact with it never holds. */
export const CHANGED = 'changed';

type Import = Pick<OnResolveArgs, 'path' | 'resolveDir' | 'kind'>;

/** Files that change the meaning of imports in all folders below (Node's package scope, Yarn's Plug'n'Play). */
const MANIFESTS = ['package.json', '.pnp.cjs', '.pnp.data.json', '.pnp.js'];

/** Records a run's use of the disk: files that it reads, and folders that it searches for imports. */
export function createFactRecorder() {
  let run = newRun();
  return {
    /** Starts another run. */
    start: (): void => {
      run = newRun();
    },
    /** Records files that esbuild has read in this run. */
    read: (files: readonly string[]): void => {
      for (const file of files) {
        // esbuild may have read an earlier content.
        // Modification time in milliseconds; 0 if there is no such file.
        if ((statsOf(file)?.mtimeMs ?? 0) > run.started - CLOCK)
          note(run, { path: file, found: CHANGED });
        else noteContent(run, file);
        noteScope(run, file);
      }
    },
    /** Records a file that was read for esbuild. */
    loaded: (file: string, bytes: Uint8Array): void => {
      note(run, { path: file, found: contentHash(bytes) });
      noteScope(run, file);
    },
    /** Records the folders that the resolution of an import depends on. */
    imported: ({ path, resolveDir, kind }: Import): void => {
      if (/^[a-z][a-z\d+.-]+:/i.test(path)) return;
      const own = !isInPackage(join(resolveDir, sep));
      const name = packageName(path);
      if (own && (name === undefined || isStyleKind(kind)))
        noteLookup(run, resolve(resolveDir, path));
      if (name === undefined) return;
      for (const above of withParents(resolveDir)) {
        const folder = join(above, 'node_modules', name);
        noteNames(run, dirname(folder), basename(folder));
      }
    },
    /** Records the path that an import resolved to: a new file beside it may take precedence. */
    looked: (path: string): void => {
      if (!isInPackage(path)) noteLookup(run, path);
    },
    /** Records a search in unknown places: the run's result is never valid later. */
    unknown: (path: string): void => note(run, { path, found: CHANGED }),
    facts: (): readonly Fact[] => [...run.found.values()],
  };
}

type Run = ReturnType<typeof newRun>;

function newRun() {
  const found = new Map<string, Fact>();
  return { found, scopes: new Set<string>(), probe: createProbe(), started: Date.now() };
}

function note({ found }: Run, fact: Fact): void {
  const key = `${fact.path}\n${fact.stem ?? ''}`;
  const old = found.get(key);
  // The file changed between two reads.
  const changed = old !== undefined && old.found !== fact.found;
  found.set(key, changed ? { ...fact, found: CHANGED } : fact);
}

function noteContent(run: Run, path: string): void {
  note(run, { path, found: run.probe.content(path) });
}

function noteNames(run: Run, path: string, stem: string): void {
  note(run, { path, stem, found: run.probe.names(path, stem) });
}

// The stem ends at the first dot, so that files with other extensions count, which esbuild tries too.
function noteLookup(run: Run, path: string): void {
  noteNames(run, dirname(path), basename(path).split('.', 1)[0] ?? '');
  if (!isFolder(path)) return;
  noteNames(run, path, 'index');
  noteContent(run, join(path, 'package.json'));
}

/** Records the manifests that determine the meaning of imports in a file. */
function noteScope(run: Run, file: string): void {
  const manifest = packageManifest(file);
  if (manifest !== undefined) return noteContent(run, manifest);
  for (const folder of withParents(dirname(file))) {
    if (run.scopes.has(folder)) return;
    run.scopes.add(folder);
    for (const name of MANIFESTS) noteContent(run, join(folder, name));
  }
}

/** True for a file below `node_modules`, which changes only with the manifest of its package. */
export function isInPackage(path: string): boolean {
  return path.includes(`${sep}node_modules${sep}`);
}

/** In style sheets, `x.css` is resolved as a file before it is resolved as a package. */
function isStyleKind(kind: ImportKind): boolean {
  return kind === 'import-rule' || kind === 'url-token' || kind === 'composes-from';
}

function packageName(path: string): string | undefined {
  if (path.startsWith('.') || isAbsolute(path)) return undefined;
  return /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];
}

/** Returns the manifest of the package that contains a file. */
export function packageManifest(file: string): string | undefined {
  const inner = `${sep}node_modules${sep}`;
  const start = file.lastIndexOf(inner);
  if (start < 0) return undefined;
  const parts = file.slice(start + inner.length).split(sep);
  const name = parts.slice(0, parts[0]?.startsWith('@') === true ? 2 : 1);
  return join(file.slice(0, start + inner.length), ...name, 'package.json');
}

/** Lists a folder and those above it. */
export function withParents(folder: string): readonly string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...withParents(parent)];
}

/** Timestamps of file systems have a resolution of up to two seconds (FAT). */
const CLOCK = 2000;

/** The content of a file, or with a `stem` the folder entries of that name and any extension, as a run found them. */
export interface Fact {
  /** Absolute path of the file or folder. */
  readonly path: string;
  readonly stem?: string;
  /** The content or the entries, hashed or joined to be compared; empty if they cannot be read. */
  readonly found: string;
}

export type Probe = ReturnType<typeof createProbe>;

/** Reads each path of the disk once, so that all results belong to one moment. */
export function createProbe() {
  const contents = new Map<string, { readonly value: string }>();
  const folders = new Map<string, { readonly value: Folder | undefined }>();
  return {
    /** Hash of a file's bytes; empty if there is no such file. */
    content: (file: string): string => cached(contents, file, contentOf),
    /** Names in a folder that are the stem with any extension, sorted, with link targets; empty if there are none. */
    names: (path: string, stem: string): string => {
      const folder = cached(folders, path, readFolder);
      const found = (folder?.entries ?? []).filter(
        ({ name }) => name === stem || name.startsWith(`${stem}.`),
      );
      if (folder === undefined || found.length === 0) return '';
      return [folder.real, ...found.map((entry) => describe(path, entry)).toSorted()].join('\n');
    },
  };
}

function cached<Value>(
  known: Map<string, { readonly value: Value }>,
  key: string,
  make: (key: string) => Value,
): Value {
  const entry = known.get(key) ?? { value: make(key) };
  known.set(key, entry);
  return entry.value;
}

export function holds({ path, stem, found }: Fact, probe: Probe): boolean {
  return found === (stem === undefined ? probe.content(path) : probe.names(path, stem));
}

/** Hashes the content of a file for a fact. */
function contentHash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url');
}

function contentOf(file: string): string {
  try {
    return contentHash(readFileSync(file));
  } catch {
    return '';
  }
}

interface Folder {
  /** The path with symbolic links resolved. */
  readonly real: string;
  readonly entries: readonly Dirent[];
}

function readFolder(path: string): Folder | undefined {
  try {
    return { real: realpathSync.native(path), entries: readdirSync(path, { withFileTypes: true }) };
  } catch {
    return undefined;
  }
}

function describe(folder: string, entry: Dirent): string {
  if (entry.isDirectory()) return `${entry.name}/`;
  if (!entry.isSymbolicLink()) return entry.name;
  try {
    return `${entry.name} ${realpathSync.native(join(folder, entry.name))}`;
  } catch {
    return `${entry.name} `;
  }
}
