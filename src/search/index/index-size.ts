import { gzipSync } from 'node:zlib';
import { diagnostic } from '../../diagnostics/create.ts';
import type { Diagnostic, Location } from '../../diagnostics/diagnostic.ts';

/** A reader on a slow network waits for every kilobyte before the first result. In bytes, with gzip. */
const LARGE = 1_000_000;

interface IndexSizeInput {
  readonly path: string;
  readonly content: string;
  /** In kB of 1000 bytes, with gzip. */
  readonly maxIndexKilobytes: number | undefined;
  /** Place of a path in the configuration file. */
  readonly locate: (path: readonly string[]) => Location;
}

/** Whether an index file is larger than the configured limit (an error) or than 1 MB (a warning), with gzip. */
export function checkIndexSize(input: IndexSizeInput): readonly Diagnostic[] {
  const { path, content, maxIndexKilobytes, locate } = input;
  const limit = maxIndexKilobytes === undefined ? undefined : maxIndexKilobytes * 1000;
  // Packing takes time: what is small as it is needs none, and what is small when packed hastily no better one.
  const least = Math.min(LARGE, limit ?? LARGE);
  if (Buffer.byteLength(content) <= least) return [];
  if (gzipSync(content, { level: 1 }).length <= least) return [];
  const size = gzipSync(content).length;
  if (limit !== undefined && size > limit) {
    const message = `${path} has ${kilobytes(size)} with gzip, more than the limit of ${kilobytes(limit)}`;
    const location = locate(['search', 'maxIndexKilobytes']);
    return [diagnostic('search-index-limit', { message, location, hint: HINT })];
  }
  if (size <= LARGE) return [];
  const message = `${path} has ${kilobytes(size)} with gzip; readers load it before their first result`;
  return [diagnostic('search-index-size', { message, hint: HINT })];
}

const HINT =
  'split the docs into several sets, set unlisted: true on pages that nobody searches, or lower markdown.searchHeadingLevel';

function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1000)} kB`;
}
