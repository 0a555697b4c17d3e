import { createHash } from 'node:crypto';
import { type Dirent, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve, sep } from 'node:path';
import type { ImportKind } from 'esbuild';
import { isInPackage } from './package-root.ts';

/** Notes what one run finds on disk: what it reads, and where it looks for what is imported. */
export interface FactRecorder {
  /** Forgets everything: another run begins. */
  readonly start: () => void;
  /** Files that esbuild has read in this run. */
  readonly read: (files: readonly string[]) => void;
  /** A file that was read for esbuild. */
  readonly loaded: (file: string, bytes: Uint8Array) => void;
  /** An import is about to be resolved. */
  readonly imported: (place: ImportPlace) => void;
  /** A path was looked for, or was the answer to an import: what lies beside it may be the answer tomorrow. */
  readonly looked: (path: string) => void;
  readonly facts: () => readonly Fact[];
}

export interface ImportPlace {
  /** As written. */
  readonly path: string;
  /** Absolute folder of the module that imports. */
  readonly resolveDir: string;
  readonly kind: ImportKind;
}

/** Files that change what imports mean in all folders below them (Node's package scope, Yarn's Plug'n'Play). */
const MANIFESTS = ['package.json', '.pnp.cjs', '.pnp.data.json', '.pnp.js'];

export function createFactRecorder(): FactRecorder {
  const found = new Map<string, Fact>();
  let probe = createProbe();
  let started = 0;
  const scopes = new Set<string>();

  const note = (fact: Fact): void => {
    const key = `${fact.path}\n${fact.stem ?? ''}`;
    const old = found.get(key);
    // A file that was read as one thing and then as another is neither.
    const changed = old !== undefined && old.found !== fact.found;
    found.set(key, changed ? { ...fact, found: 'changed' } : fact);
  };
  const content = (path: string): void => note({ path, found: probe.content(path) });
  const names = (path: string, stem: string): void =>
    note({ path, stem, found: probe.names(path, stem) });

  // The stem is all before the first dot, so that files with other endings count, which esbuild also tries.
  const looked = (path: string): void => {
    names(dirname(path), basename(path).split('.', 1)[0] ?? '');
    if (!isFolder(path)) return;
    names(path, 'index');
    content(join(path, 'package.json'));
  };

  const scope = (folder: string): void => {
    for (const above of withParents(folder)) {
      if (scopes.has(above)) return;
      scopes.add(above);
      for (const name of MANIFESTS) content(join(above, name));
    }
  };

  const scopeOf = (file: string): void => {
    const manifest = packageManifest(file);
    if (manifest === undefined) scope(dirname(file));
    else content(manifest);
  };

  const inPackages = (name: string, from: string): void => {
    for (const above of withParents(from)) {
      const path = join(above, 'node_modules', name);
      names(dirname(path), basename(path));
    }
  };

  return {
    start: () => {
      found.clear();
      scopes.clear();
      probe = createProbe();
      started = Date.now();
    },
    read: (files) => {
      for (const file of files) {
        // What was written meanwhile may not be what esbuild has read.
        if (changedAt(file) > started - CLOCK) note({ path: file, found: 'changed' });
        else content(file);
        scopeOf(file);
      }
    },
    loaded: (file, bytes) => {
      note({ path: file, found: contentHash(bytes) });
      scopeOf(file);
    },
    imported: ({ path, resolveDir, kind }) => {
      if (/^[a-z][a-z\d+.-]+:/i.test(path)) return;
      const own = !isInPackage(join(resolveDir, sep));
      const name = packageName(path);
      if (own && (name === undefined || isStyleKind(kind))) looked(resolve(resolveDir, path));
      if (name !== undefined) inPackages(name, resolveDir);
    },
    looked: (path) => {
      if (!isInPackage(path)) looked(path);
    },
    facts: () => [...found.values()],
  };
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

/** Looks at the disk, at each path once: what it tells belongs to one moment. */
export interface Probe {
  /** Hash of a file's bytes; empty where there is none. */
  readonly content: (file: string) => string;
  /** Names in a folder that are the stem with any endings, sorted, with where links lead; empty for none. */
  readonly names: (folder: string, stem: string) => string;
}

export function createProbe(): Probe {
  const contents = new Map<string, { readonly value: string }>();
  const folders = new Map<string, { readonly value: Folder | undefined }>();
  return {
    content: (file) => remembered(contents, file, contentOf),
    names: (path, stem) => {
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
  return entry.isSymbolicLink() ? `${entry.name} ${target(join(folder, entry.name))}` : entry.name;
}

function target(link: string): string {
  try {
    return realpathSync.native(link);
  } catch {
    return '';
  }
}
