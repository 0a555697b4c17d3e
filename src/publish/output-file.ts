import type { Location } from '../diagnostics/diagnostic.ts';
import type { OutputPath } from '../shared/paths.ts';

export interface OutputFile {
  readonly path: OutputPath;
  readonly content: string | Uint8Array;
  /** Hash of its content (`hashOf`), if it is known. */
  readonly hash?: string;
  /** The location that determines its path: the source, its slug, a redirect; undefined for files of the build itself. */
  readonly origin?: Location | undefined;
}

/** A file whose content is made on demand. */
export interface PlannedFile extends Omit<OutputFile, 'content'> {
  readonly make: () => OutputFile['content'];
}

/** A file to copy. */
export interface OutputCopy {
  readonly path: OutputPath;
  /** Absolute path of the source. */
  readonly from: string;
  /** As in `OutputFile`. */
  readonly origin?: Location | undefined;
  /** Hash of its content (`hashOf`), if it is known. */
  readonly hash?: string | undefined;
}

/** A file of the last build whose content would be the same. */
export interface OutputKeep {
  readonly path: OutputPath;
  /** Hash of its content (`hashOf`); undefined if its name tells its content. */
  readonly hash?: string | undefined;
  /** As in `OutputFile`. */
  readonly origin?: Location | undefined;
}

/** Receives the files of a site: a stage of `publish/`, or memory. */
export interface SiteSink {
  put(file: OutputFile): void;
  copy(copy: OutputCopy): void;
  /** Adds files of the last build as they are; false if one is no longer there. Without it, all files are made. */
  keep?(files: readonly OutputKeep[]): boolean;
  /** Returns the content of an added file. Without it, files that are made of others are left out. */
  read?(path: OutputPath): Uint8Array | undefined;
}

/** Receives the files of the search. */
export type IndexSink = Pick<SiteSink, 'put' | 'keep'>;
