import { type Diagnostic, diagnostic, type Location, startOf } from '../diagnostics/diagnostic.ts';
import type { FilePath } from '../shared/paths.ts';
import type { Refusal } from './file-rules.ts';

/** Reports a file that is not read. */
export function ignoredSource(file: string, message: string, hint: string): Diagnostic {
  return diagnostic('ignored-source', { message, location: startOf(file), hint });
}

/** A file on disk that may become part of the site. */
export interface SourceFile {
  /** Relative to the site folder. */
  readonly file: FilePath;
  /** Relative to the root folder in which it was found (content, static, a locale's folder); determines its address. */
  readonly path: FilePath;
  /** The same file in the default locale, relative to the site folder: what a translation mirrors. */
  readonly originalFile: FilePath;
  /** The locale of a translation; undefined for the default locale. */
  readonly locale: string | undefined;
  /** Absolute path on disk. */
  readonly absolute: string;
  /** Set for a doc that is no file. */
  readonly made?: MadeDoc;
}

/** The facts of a post that its page shows to search engines. */
export interface BlogPost {
  /** Such as `2026-01-31`; empty if it has none. */
  readonly date: string;
  readonly authors: readonly { readonly name: string; readonly url?: string | undefined }[];
  readonly tags: readonly {
    readonly label: string;
    readonly description: string;
    /** Last part of its address. Default: that of its label. */
    readonly slug: string | undefined;
  }[];
  /** Minutes that it takes to read. */
  readonly reading: number;
  /** The text of its beginning. */
  readonly excerpt: string;
}

/** A doc that a plug-in or a collection has made. */
export interface MadeDoc {
  readonly text: string;
  /** Where its findings are reported: the data that it is made of. */
  readonly origin: Location;
  /** Of a file whose text was completed: the offset where its own text begins, and the line there. */
  readonly own?: { readonly at: number; readonly line: number };
  readonly post?: BlogPost;
  /** The file that readers may edit. */
  readonly editFile?: FilePath | undefined;
}

/** The files of a site, each list sorted by file. */
export interface Sources {
  readonly docs: readonly SourceFile[];
  readonly reactPages: readonly SourceFile[];
  readonly categories: readonly SourceFile[];
  /** Files that list the pages of a docs set for its sidebar. */
  readonly summaries: readonly SourceFile[];
  /** Files next to the content that links and images may name. */
  readonly assets: readonly SourceFile[];
  /** Files next to the content that links and images must not name. */
  readonly refused: ReadonlyMap<FilePath, Refusal>;
  readonly statics: readonly SourceFile[];
  /** The files of skills for agents. */
  readonly skills: readonly SourceFile[];
  /** Files of UI messages, those of themes first; each has its locale. */
  readonly messages: readonly SourceFile[];
  /** Targets of the symbolic links in the folders. */
  readonly linked: readonly SymlinkTarget[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The target of a symbolic link, as an absolute real path. */
export interface SymlinkTarget {
  readonly kind: 'file' | 'folder';
  readonly real: string;
}

/** The texts of skills, which are read as docs are. */
export function skillTexts({ skills }: Sources): readonly SourceFile[] {
  return skills.filter(({ path }) => /^[^/]+\/SKILL\.md$/.test(path));
}

/** All files of a site's folders. */
export function allSources(sources: Sources): readonly SourceFile[] {
  const { docs, reactPages, categories, summaries, assets, statics, skills, messages } = sources;
  return [
    ...[docs, reactPages, categories, summaries, assets, statics, skills].flat(),
    ...messages,
  ];
}
