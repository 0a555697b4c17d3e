import { diagnostic } from '../diagnostics/create.ts';
import type { Diagnostic, Location } from '../diagnostics/diagnostic.ts';
import { dirname, type OutputPath } from '../shared/paths.ts';
import { nameOrigin } from './origin.ts';
import { foldName } from './output-names.ts';

/** The output paths of one build, each claimed once. */
export interface Claims {
  /** Claims a path for its origin; the diagnostic is `output-collision`, and then the path is not claimed. */
  claim(path: OutputPath, origin?: Location): Diagnostic | undefined;
  has(path: string): boolean;
  /** The claimed path that some file systems take for the same name as `path`. */
  twinOf(path: string): OutputPath | undefined;
  /** In the order in which they were claimed. */
  paths(): Iterable<OutputPath>;
}

/** Starts without any path. */
export function createClaims(): Claims {
  const paths = new Map<OutputPath, Location | undefined>();
  const files = new Map<string, OutputPath>();
  // From a folder's folded name to the first path below it.
  const folders = new Map<string, OutputPath>();
  const otherOf = (path: OutputPath, key: string): OutputPath | undefined =>
    files.get(key) ?? folders.get(key) ?? fileAbove(path);

  function fileAbove(path: OutputPath): OutputPath | undefined {
    for (const key of foldersAbove(path)) {
      const file = files.get(key);
      if (file !== undefined) return file;
      if (folders.has(key)) return undefined;
    }
    return undefined;
  }

  function addFolders(path: OutputPath): void {
    for (const key of foldersAbove(path)) {
      if (folders.has(key)) return;
      folders.set(key, path);
    }
  }

  return {
    claim(path, origin) {
      const key = foldName(path);
      const other = otherOf(path, key);
      if (other !== undefined)
        return collision({ path, origin }, { path: other, origin: paths.get(other) });
      paths.set(path, origin);
      files.set(key, path);
      addFolders(path);
      return undefined;
    },
    has: (path) => files.get(foldName(path)) === path,
    twinOf: (path) => files.get(foldName(path)),
    paths: () => paths.keys(),
  };
}

/** Folded names of the folders that a path is in, the nearest first. */
function* foldersAbove(path: string): Generator<string> {
  for (let folder = dirname(foldName(path)); folder !== ''; folder = dirname(folder)) yield folder;
}

interface Claim {
  readonly path: OutputPath;
  readonly origin: Location | undefined;
}

function collision(claim: Claim, other: Claim): Diagnostic {
  return diagnostic('output-collision', {
    message: `${collisionMessage(claim.path, other.path)}${sources(claim, other)}`,
    location: claim.origin ?? other.origin,
    hint: 'rename one of the sources, or give one page another slug',
  });
}

function collisionMessage(path: OutputPath, other: OutputPath): string {
  if (path === other) return `two outputs would be written to ${quoted(path)}`;
  const same = foldName(path) === foldName(other);
  const reason = same
    ? 'differ in upper and lower case or Unicode form only'
    : 'would be a file and a folder of the same name';
  return `the outputs ${quoted(other)} and ${quoted(path)} ${reason}`;
}

/** Who the two outputs are made of, in the order of the message. */
function sources(claim: Claim, other: Claim): string {
  if (claim.origin === undefined && other.origin === undefined) return '';
  return `, by ${nameOrigin(other.origin)} and by ${nameOrigin(claim.origin)}`;
}

function quoted(path: string): string {
  return JSON.stringify(path);
}
