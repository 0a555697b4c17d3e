import type { ReferenceKind } from '../../html/reference-attributes.ts';
import type { DuplicateId, Region, ScannedLink, ScannedRefresh } from '../../html/scanned-page.ts';
import { ownText } from '../../diagnostics/own-text.ts';

import { itemAt } from '../../shared/item-at.ts';

/** A reference without its location; one object for all its occurrences. */
export interface OutputReference {
  /** Index in {@link OutputSite.references}. */
  readonly number: number;
  /** Character references and CSS escapes decoded. */
  readonly href: string;
  readonly kind: ReferenceKind;
  /** The element, in lower case; `style` for style sheets. */
  readonly tag: string;
  /** The attribute, in lower case; `url` inside of style sheets. */
  readonly attribute: string;
  /** An address that must be absolute: `link` with rel canonical, alternate and the like. */
  readonly isFull: boolean;
  readonly region: Region;
}

/** An HTML file or style sheet of the folder. */
export interface OutputDocument {
  /** Relative to the folder, `/` separators. */
  readonly file: string;
  /**
   * Three numbers for each reference, in source order: number of the reference, start and end of the value as written.
   * {@link linksOf} reads them.
   */
  readonly links: Uint32Array;
  /** A hash of the markup around each reference, for pages without landmarks; else empty. */
  readonly contexts: Uint32Array;
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
  readonly references: readonly OutputReference[];
  /** Every file, exactly as the file system lists it. */
  readonly files: ReadonlySet<string>;
  /** Files and folders that could not be read, with the operating system's reason. */
  readonly unreadable: readonly { readonly file: string; readonly reason: string }[];
}

/** One occurrence of a reference. */
export interface OutputLink {
  readonly reference: OutputReference;
  readonly start: number;
  readonly end: number;
}

/** The references of a document, in source order. */
export function* linksOf(site: OutputSite, { links }: OutputDocument): Generator<OutputLink> {
  for (let at = 0; at < links.length; at += 3) {
    const reference = itemAt(site.references, itemAt(links, at));
    yield { reference, start: itemAt(links, at + 1), end: itemAt(links, at + 2) };
  }
}

/** Files as a static host finds them. Paths are decoded, relative to the folder, without a leading slash. */
export interface SiteFiles {
  readonly files: ReadonlySet<string>;
  /** Index in the site's documents. */
  readonly documents: ReadonlyMap<string, number>;
  /** Files by {@link foldName} of their path; created on first use. */
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

/** Returns the same text for names that differ only in case or Unicode composition. */
function foldName(path: string): string {
  return path.normalize('NFC').toLowerCase().normalize('NFC');
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
interface NearPath {
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

/**
 * Stores each text, as a copy, and each reference once.
 */
export interface ReferenceTable {
  readonly references: OutputReference[];
  readonly byHref: Map<string, OutputReference[]>;
  readonly texts: Map<string, string>;
}

export function newReferenceTable(): ReferenceTable {
  return { references: [], byHref: new Map(), texts: new Map() };
}

/** Returns the only copy of a text. */
export function keepText({ texts }: ReferenceTable, text: string): string {
  const known = texts.get(text);
  if (known !== undefined) return known;
  const copy = ownText(text);
  texts.set(copy, copy);
  return copy;
}

/** Returns the number of the reference that a link is an occurrence of. */
export function referenceNumber(table: ReferenceTable, link: ScannedLink): number {
  const same = table.byHref.get(link.href);
  const known = same?.find((reference) => isSame(reference, link));
  return known?.number ?? addReference(table, link, same);
}

function isSame(reference: OutputReference, link: ScannedLink): boolean {
  return (
    reference.region === link.region &&
    reference.kind === link.kind &&
    reference.isFull === link.isFull &&
    reference.tag === link.tag &&
    reference.attribute === link.attribute
  );
}

function addReference(
  table: ReferenceTable,
  { kind, tag, attribute, isFull, region, ...link }: ScannedLink,
  same: OutputReference[] | undefined,
): number {
  const number = table.references.length;
  const href = same?.[0]?.href ?? ownText(link.href);
  const reference = { number, href, kind, tag: keepText(table, tag), attribute, isFull, region };
  table.references.push(reference);
  if (same === undefined) table.byHref.set(href, [reference]);
  else same.push(reference);
  return number;
}
