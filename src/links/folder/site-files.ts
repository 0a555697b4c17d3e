import type { OutputSite } from './output-site.ts';

/** How a static host finds files. Paths are decoded, relative to the folder, without a leading slash. */
export interface SiteFiles {
  readonly files: ReadonlySet<string>;
  /** Index in the site's documents. */
  readonly documents: ReadonlyMap<string, number>;
  /** Files by {@link foldName} of their path; made when first asked for. */
  readonly folded: () => ReadonlyMap<string, string>;
}

export function siteFiles({ files, documents }: OutputSite): SiteFiles {
  let folded: ReadonlyMap<string, string> | undefined;
  return {
    files,
    documents: new Map(documents.map(({ file }, index) => [file, index])),
    folded: () => (folded ??= new Map([...files].map((file) => [foldName(file), file]))),
  };
}

/** Equal for names that differ in case or in how letters are composed. */
function foldName(path: string): string {
  return path.normalize('NFC').toLowerCase().normalize('NFC');
}

/** The file that a path is answered with: itself, `x/index.html` at `x/` and `x`, `x.html` at `x`. Exact bytes. */
export function fileAt({ files }: SiteFiles, path: string): string | undefined {
  if (path !== '' && files.has(path)) return path;
  return candidates(path).find((file) => files.has(file));
}

function candidates(path: string): readonly string[] {
  if (path === '') return ['index.html'];
  if (!path.endsWith('/')) return [`${path}.html`, `${path}/index.html`];
  return [`${path}index.html`, `${path.slice(0, -1)}.html`];
}

/** A path that exists, and differs from a missing one in case or in how letters are composed. */
export interface NearPath {
  readonly path: string;
  readonly differs: 'case' | 'normalization';
}

export function nearPath(site: SiteFiles, path: string): NearPath | undefined {
  for (const candidate of [path, ...candidates(path)]) {
    const file = site.folded().get(foldName(candidate));
    if (file === undefined) continue;
    const added = candidate.slice(path.length);
    const existing =
      candidate.startsWith(path) && file.endsWith(added)
        ? file.slice(0, file.length - added.length)
        : file;
    const same = existing.normalize('NFC') === path.normalize('NFC');
    return { path: existing, differs: same ? 'normalization' : 'case' };
  }
  return undefined;
}
