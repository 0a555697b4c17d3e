import type { Location } from '../diagnostics/diagnostic.ts';
import type { OutputPath } from '../shared/paths.ts';

/** One file to publish. */
export interface OutputFile {
  readonly path: OutputPath;
  readonly content: string | Uint8Array;
  /** Where its path is decided: the source, its slug, a redirect; absent for what the build itself adds. */
  readonly origin?: Location | undefined;
}

/** A file that is copied as it is. */
export interface OutputCopy {
  readonly path: OutputPath;
  /** Absolute path of the source. */
  readonly from: string;
  /** As for an `OutputFile`. */
  readonly origin?: Location | undefined;
}
