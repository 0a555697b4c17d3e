import { createHash } from 'node:crypto';
import { type Dirent, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve, sep } from 'node:path';
import type { ImportKind, OnResolveArgs } from 'esbuild';
import { isInPackage } from './package-root.ts';

export type FactRecorder = ReturnType<typeof createFactRecorder>;

type Import = Pick<OnResolveArgs, 'path' | 'resolveDir' | 'kind'>;

/** Files that change what imports mean in all folders below them (Node's package scope, Yarn's Plug'n'Play). */
const MANIFESTS = ['package.json', '.pnp.cjs', '.pnp.data.json', '.pnp.js'];

/** Notes what one run finds on disk: what it reads, and where it looks for what is imported. */
export function createFactRecorder() {
  let run = newRun();
  return {
    /** Forgets everything: another run begins. */
    start: (): void => {
      run = newRun();
    },
    /** Files that esbuild has read in this run. */
    read: (files: readonly string[]): void => {
      for (const file of files) {
        // What was written meanwhile may not be what esbuild has read.
        if (changedAt(file) > run.started - CLOCK) note(run, { path: file, found: 'changed' });
        else noteContent(run, file);
        noteScope(run, file);
      }
    },
    /** A file that was read for esbuild. */
    loaded: (file: string, bytes: Uint8Array): void => {
      note(run, { path: file, found: contentHash(bytes) });
      noteScope(run, file);
    },
    /** An import is about to be resolved. */
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
    /** A path was the answer to an import: what lies beside it may be the answer tomorrow. */
    looked: (path: string): void => {
      if (!isInPackage(path)) noteLookup(run, path);
    },
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
  // A file that was read as one thing and then as another is neither.
  const changed = old !== undefined && old.found !== fact.found;
  found.set(key, changed ? { ...fact, found: 'changed' } : fact);
}

function noteContent(run: Run, path: string): void {
  note(run, { path, found: run.probe.content(path) });
}

function noteNames(run: Run, path: string, stem: string): void {
  note(run, { path, stem, found: run.probe.names(path, stem) });
}

// The stem is all before the first dot, so that files with other endings count, which esbuild also tries.
function noteLookup(run: Run, path: string): void {
  noteNames(run, dirname(path), basename(path).split('.', 1)[0] ?? '');
  if (!isFolder(path)) return;
  noteNames(run, path, 'index');
  noteContent(run, join(path, 'package.json'));
}

/** Notes what decides on the meaning of imports in a file. */
function noteScope(run: Run, file: string): void {
  const manifest = packageManifest(file);
  if (manifest !== undefined) return noteContent(run, manifest);
  for (const folder of withParents(dirname(file))) {
    if (run.scopes.has(folder)) return;
    run.scopes.add(folder);
    for (const name of MANIFESTS) noteContent(run, join(folder, name));
  }
}

/** In style sheets `x.css` is a file beside the sheet before it is a package. */
function isStyleKind(kind: ImportKind): boolean {
  return kind === 'import-rule' || kind === 'url-token' || kind === 'composes-from';
}

function packageName(path: string): string | undefined {
  if (path.startsWith('.') || isAbsolute(path)) return undefined;
  return /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0];
}

function packageManifest(file: string): string | undefined {
  const inner = `${sep}node_modules${sep}`;
  const start = file.lastIndexOf(inner);
  if (start < 0) return undefined;
  const parts = file.slice(start + inner.length).split(sep);
  const name = parts.slice(0, parts[0]?.startsWith('@') === true ? 2 : 1);
  return join(file.slice(0, start + inner.length), ...name, 'package.json');
}

function withParents(folder: string): readonly string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...withParents(parent)];
}

/** File systems count in steps of up to two seconds (FAT). */
const CLOCK = 2000;

/** Milliseconds; 0 for what is not there. */
function changedAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** The content of a file as a run found it or, with a `stem`, the entries of a folder with that name and any ending. */
export interface Fact {
  /** Absolute path of the file or folder. */
  readonly path: string;
  readonly stem?: string;
  /** What was found, in a form that only equals itself; empty for what cannot be read. */
  readonly found: string;
}

export type Probe = ReturnType<typeof createProbe>;

/** Looks at the disk, at each path once: what it tells belongs to one moment. */
export function createProbe() {
  const contents = new Map<string, { readonly value: string }>();
  const folders = new Map<string, { readonly value: Folder | undefined }>();
  return {
    /** Hash of a file's bytes; empty where there is none. */
    content: (file: string): string => remembered(contents, file, contentOf),
    /** Names in a folder that are the stem with any endings, sorted, with where links lead; empty for none. */
    names: (path: string, stem: string): string => {
      const folder = remembered(folders, path, readFolder);
      const found = (folder?.entries ?? []).filter(
        ({ name }) => name === stem || name.startsWith(`${stem}.`),
      );
      if (folder === undefined || found.length === 0) return '';
      return [folder.real, ...found.map((entry) => describe(path, entry)).toSorted()].join('\n');
    },
  };
}

function remembered<Value>(
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

/** The form in which a fact has the content of a file. */
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
  /** Links resolved. */
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
