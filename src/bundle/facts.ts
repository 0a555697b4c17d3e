import { createHash } from 'node:crypto';
import { type Dirent, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Something that a run found on disk: the content of a file, or, with a `stem`, the entries of a folder
 * that are called so, with any endings. A bundle is as it would be made now when all facts of its run still hold.
 */
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
export function contentHash(bytes: Uint8Array): string {
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
