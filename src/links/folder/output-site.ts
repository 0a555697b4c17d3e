import type { DuplicateId, ScannedLink, ScannedRefresh } from '../../html/scanned-page.ts';
import { foldName } from '../../shared/paths.ts';
import { lazy } from '../../shared/lazy.ts';
import type { ParsedHref } from './parse-href.ts';

/** A reference without its location; one object for all its occurrences. */
export interface OutputReference extends Omit<ScannedLink, 'start' | 'end'> {
  readonly parsed: ParsedHref;
}

/** One occurrence of a reference. */
export interface OutputLink {
  readonly reference: OutputReference;
  /** Offsets of the value as written, byte order mark excluded. */
  readonly start: number;
  readonly end: number;
  /** The markup around it, on pages without landmarks. */
  readonly context: string | undefined;
}

/** An HTML file or style sheet of the folder. */
export interface OutputDocument {
  /** Relative to the folder, `/` separators. */
  readonly file: string;
  /** In source order. */
  readonly links: readonly OutputLink[];
  /** Undefined for style sheets. */
  readonly page: OutputPage | undefined;
}

export interface OutputPage {
  /** Targets of fragments: values of `id`, and of `name` on `a`. */
  readonly ids: ReadonlySet<string>;
  readonly duplicateIds: readonly DuplicateId[];
  /** The value of the first `base` with an `href`. */
  readonly base: string | undefined;
  readonly refresh: ScannedRefresh | undefined;
  /** The page has a `main` or `article`. */
  readonly hasContent: boolean;
}

/** A built folder: its files, and all references of its pages and style sheets. */
export interface OutputSite {
  readonly folder: string;
  /** In the order of their file names (UTF-16 code units). */
  readonly documents: readonly OutputDocument[];
  /** Every file, exactly as the file system lists it. */
  readonly files: ReadonlySet<string>;
  /** Files and folders that could not be read, with the operating system's reason. */
  readonly unreadable: readonly { readonly file: string; readonly reason: string }[];
}

/** Files as a static host finds them. Paths are decoded, relative to the folder, without a leading slash. */
export interface SiteFiles {
  readonly files: ReadonlySet<string>;
  readonly documents: ReadonlyMap<string, OutputDocument>;
  /** Files by {@link foldName} of their path; created on first use. */
  readonly folded: () => ReadonlyMap<string, string>;
}

export function siteFiles({ files, documents }: OutputSite): SiteFiles {
  return {
    files,
    documents: new Map(documents.map((document) => [document.file, document])),
    folded: lazy(() => new Map([...files].map((file) => [foldName(file), file]))),
  };
}

/** Finds the file served at a path: itself, `x/index.html` at `x/` and `x`, `x.html` at `x`. Compares exact bytes. */
export function fileAt({ files }: SiteFiles, path: string): string | undefined {
  const isFolder = path === '' || path.endsWith('/');
  if (!isFolder && files.has(path)) return path;
  return candidates(path).find((file) => files.has(file));
}

function candidates(path: string): readonly string[] {
  if (path === '') return ['index.html'];
  if (!path.endsWith('/')) return [`${path}.html`, `${path}/index.html`];
  return [`${path}index.html`, `${path.slice(0, -1)}.html`];
}

/** Finds an existing path that differs from a missing one only in case or Unicode composition. */
export function nearPath(site: SiteFiles, path: string): string | undefined {
  for (const candidate of [path, ...candidates(path)]) {
    const file = site.folded().get(foldName(candidate));
    if (file === undefined) continue;
    const added = candidate.slice(path.length);
    return candidate.startsWith(path) && file.endsWith(added)
      ? file.slice(0, file.length - added.length)
      : file;
  }
  return undefined;
}
