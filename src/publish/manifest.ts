import { hash } from 'node:crypto';
import { join } from 'node:path';
import * as v from 'valibot';
import { MANIFEST } from '../config/folders.ts';
import { compareStrings } from '../diagnostics/diagnostic.ts';
import type { Disk } from './disk.ts';
import { nameProblem } from './output-names.ts';
import { parseJson } from '../config/problem.ts';

/**
 * Records what earlier builds wrote: only that may be deleted. Holds hashes of paths, because readers can request the
 * file on many hosts. The bytes on disk decide whether a file is unchanged, so an edited output file is written again.
 */
export interface Manifest {
  /** Keys of the files of the last build and, after an interrupted one, of folders that it empties. */
  readonly files: ReadonlySet<string>;
  /** Keys of kept assets by age: first those that the build before the last one wrote. */
  readonly previous: readonly ReadonlySet<string>[];
  /** The content of the file; empty if it does not exist yet. */
  readonly text: string;
}

/** The key of a path relative to the output folder: 96 bits of SHA-256. Those of folders end with a slash. */
export function keyOf(path: string): string {
  return hash('sha256', path, 'base64url').slice(0, 16);
}

/** Prints a manifest: sorted, one key a line, so that equal keys give equal bytes. */
export function printManifest(
  files: Iterable<string>,
  previous: readonly Iterable<string>[] = [],
): string {
  const kept = previous.map(sorted);
  const last = kept.findLastIndex((keys) => keys.length > 0);
  const manifest = {
    schemaVersion: 2,
    files: sorted(files),
    ...(last < 0 ? {} : { previous: kept.slice(0, last + 1) }),
  };
  return `${JSON.stringify(manifest, undefined, 1)}\n`;
}

function sorted(keys: Iterable<string>): readonly string[] {
  return [...new Set(keys)].toSorted(compareStrings);
}

/** Reads the manifest; `invalid` if it is not a regular file, has another schema, or names a path outside of the folder. */
export function readManifest(disk: Disk, root: string): Manifest | 'invalid' {
  const file = join(root, MANIFEST);
  const entry = disk.entry(file);
  if (entry === undefined) return { files: new Set(), previous: [], text: '' };
  if (entry.kind !== 'file') return 'invalid';
  const text = disk.readText(file);
  const { success, output } = v.safeParse(MANIFEST_SCHEMA, parseJson(text));
  if (!success) return 'invalid';
  const { files, previous } = output;
  return { files: new Set(files), previous: previous.map((keys) => new Set(keys)), text };
}

/** An output path that is read from a file. */
export const PATH = v.pipe(
  v.string(),
  v.check((path) => nameProblem(path) === undefined),
);

const KEYS = v.array(v.pipe(v.string(), v.regex(/^[\w-]{16}$/)));

const MANIFEST_SCHEMA = v.variant('schemaVersion', [
  v.object({
    schemaVersion: v.literal(1),
    // Not yet by their keys.
    files: v.array(v.pipe(PATH, v.transform(keyOf))),
    previous: v.optional(v.array(KEYS), []),
  }),
  v.object({
    schemaVersion: v.literal(2),
    files: KEYS,
    previous: v.optional(v.array(KEYS), []),
  }),
]);
