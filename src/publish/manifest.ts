import { join } from 'node:path';
import { compareStrings } from '../diagnostics/diagnostic.ts';
import { type Disk, MANIFEST } from './disk.ts';
import { nameProblem } from './output-names.ts';

/**
 * The files that earlier builds wrote: only these may be deleted. It has no hashes: the bytes on disk decide whether a
 * file is unchanged, so that an edited output file is written again.
 */
export interface Manifest {
  /** Relative to the output folder. */
  readonly files: ReadonlySet<string>;
  /** The content of the file; empty if it does not exist yet. */
  readonly text: string;
}

/** Prints a manifest: sorted, one path a line, so that equal paths give equal bytes. */
export function printManifest(paths: Iterable<string>): string {
  const files = [...new Set(paths)].toSorted(compareStrings);
  return `${JSON.stringify({ schemaVersion: 1, files }, undefined, 2)}\n`;
}

/** Reads the manifest; `invalid` if it is not a regular file, has another schema, or names a path outside of the folder. */
export function readManifest(disk: Disk, root: string): Manifest | 'invalid' {
  const file = join(root, MANIFEST);
  const entry = disk.entry(file);
  if (entry === undefined) return { files: new Set(), text: '' };
  if (entry.kind !== 'file') return 'invalid';
  const text = disk.readText(file);
  const files = parseManifest(text);
  return files === undefined ? 'invalid' : { files, text };
}

function parseManifest(text: string): ReadonlySet<string> | undefined {
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null) return undefined;
  if (!('schemaVersion' in value && 'files' in value && value.schemaVersion === 1))
    return undefined;
  const { files } = value;
  return Array.isArray(files) && files.every(isPath) ? new Set(files) : undefined;
}

/** True if a value read from a file is a valid output path. */
export function isPath(value: unknown): value is string {
  return typeof value === 'string' && nameProblem(value) === undefined;
}

/** Undefined if the JSON is malformed. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
