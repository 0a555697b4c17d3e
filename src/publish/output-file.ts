import type { Location } from '../diagnostics/diagnostic.ts';
import type { OutputPath } from '../shared/paths.ts';

export interface OutputFile {
  readonly path: OutputPath;
  readonly content: string | Uint8Array;
  /** The location that determines its path: the source, its slug, a redirect; undefined for files of the build itself. */
  readonly origin?: Location | undefined;
}

/** A file to copy. */
export interface OutputCopy {
  readonly path: OutputPath;
  /** Absolute path of the source. */
  readonly from: string;
  /** As in `OutputFile`. */
  readonly origin?: Location | undefined;
}
