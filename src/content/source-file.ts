import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { FilePath } from '../shared/paths.ts';

/** A file on disk that may become part of the site. */
export interface SourceFile {
  /** Relative to the site folder. */
  readonly file: FilePath;
  /** Relative to the root that it was found in (content, static, a locale's folder): what its address is made of. */
  readonly path: FilePath;
  /** Where the default locale has the same file, relative to the site folder: what a translated file mirrors. */
  readonly originalFile: FilePath;
  /** Code of the locale that the file is a translation for; undefined for the default one. */
  readonly locale: string | undefined;
  /** Absolute path on disk. */
  readonly absolute: string;
}

/** What discover found, each list sorted by file. */
export interface Sources {
  readonly docs: readonly SourceFile[];
  readonly reactPages: readonly SourceFile[];
  readonly categories: readonly SourceFile[];
  /** Files beside the content that links and images may name. */
  readonly assets: readonly SourceFile[];
  readonly statics: readonly SourceFile[];
  /** Files of UI messages by code of the locale. */
  readonly messages: ReadonlyMap<string, SourceFile>;
  /** What symbolic links in the folders lead to. */
  readonly linked: readonly SymlinkTarget[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The real place of what a symbolic link leads to; absolute. */
export interface SymlinkTarget {
  readonly kind: 'file' | 'folder';
  readonly real: string;
}
