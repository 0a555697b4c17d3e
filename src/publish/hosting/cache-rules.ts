import { ASSETS_FOLDER, FILES_FOLDER, type OutputPath } from '../../shared/paths.ts';

/** How long the files of one kind may be kept without asking: the value of `Cache-Control` (RFC 9111). */
export interface CacheRule {
  /** Folder below the output folder, with its final slash; empty: every file. */
  readonly folder: string;
  /** What a file's name there has to look like. */
  readonly name: RegExp;
  readonly cacheControl: string;
}

/**
 * The rules, the first one that fits counts. A name with a hash of the content (esbuild's 8 characters of base 32, or
 * our 10 hexadecimal digits) never gets another content; all others are asked for again, by their ETag.
 */
export const CACHE_RULES: readonly CacheRule[] = [
  {
    folder: ASSETS_FOLDER,
    name: /^[^/]*-[A-Z2-7]{8}(?:\.[^/]*)?$/,
    cacheControl: 'public, max-age=31536000, immutable',
  },
  {
    folder: FILES_FOLDER,
    name: /^[^/]*-[0-9a-f]{10}(?:\.[^/]*)?$/,
    cacheControl: 'public, max-age=31536000, immutable',
  },
  { folder: '', name: /^/, cacheControl: 'no-cache' },
];

/** The `Cache-Control` of an output file. */
export function cacheRule(path: OutputPath): string {
  const rule = CACHE_RULES.find(
    ({ folder, name }) => path.startsWith(folder) && name.test(path.slice(folder.length)),
  );
  return rule?.cacheControl ?? 'no-cache';
}
