import type { ReferenceKind } from '../../html/reference-attributes.ts';
import type { DuplicateId, Region, ScannedLink, ScannedRefresh } from '../../html/scanned-page.ts';

import { itemAt } from '../../shared/item-at.ts';

/** What a reference says, apart from its place: the same object wherever it stands. */
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
  /** Meant to be a full address by its nature: `link` with rel canonical, alternate and the like. */
  readonly isFull: boolean;
  readonly region: Region;
}

/** An HTML file or style sheet of the folder. */
export interface OutputDocument {
  /** Relative to the folder, `/` separators. */
  readonly file: string;
  /**
   * Three numbers for each reference, in the order of the text: number of the reference, start and end of the value
   * as written. {@link linksOf} reads them.
   */
  readonly links: Uint32Array;
  /** For a page without landmarks a hash of the markup around each reference; else empty. */
  readonly contexts: Uint32Array;
  /** Undefined for style sheets. */
  readonly page: OutputPage | undefined;
}

export interface OutputPage {
  /** What fragments match: values of `id`, and of `name` on `a`. */
  readonly ids: ReadonlySet<string>;
  readonly duplicateIds: readonly DuplicateId[];
  /** The value of the first `base` with an `href`. */
  readonly base: string | undefined;
  readonly refresh: ScannedRefresh | undefined;
  /** The page has a `main` or `article`. */
  readonly hasContent: boolean;
}

/** A built folder: its files, and all that its pages and style sheets refer to. */
export interface OutputSite {
  readonly folder: string;
  /** In the order of their file names (UTF-16 code units). */
  readonly documents: readonly OutputDocument[];
  readonly references: readonly OutputReference[];
  /** Every file, exactly as the folders list them. */
  readonly files: ReadonlySet<string>;
  /** Files and folders that could not be read, with the reason of the operating system. */
  readonly unreadable: readonly { readonly file: string; readonly reason: string }[];
}

/** One reference at its place. */
export interface OutputLink {
  readonly reference: OutputReference;
  readonly start: number;
  readonly end: number;
}

/** The references of a document, in the order of the text. */
export function* linksOf(site: OutputSite, { links }: OutputDocument): Generator<OutputLink> {
  for (let at = 0; at < links.length; at += 3) {
    const reference = itemAt(site.references, itemAt(links, at));
    yield { reference, start: itemAt(links, at + 1), end: itemAt(links, at + 2) };
  }
}

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
 * Keeps each text and each reference once. A string that V8 cuts out of a page holds the whole page in memory, so what is
 * kept is copied.
 */
export interface ReferenceTable {
  readonly references: OutputReference[];
  readonly byHref: Map<string, OutputReference[]>;
  readonly texts: Map<string, string>;
  /** What followed each reference last time: pages repeat the links of their layout in the same order. */
  readonly followers: number[];
  last: number;
}

export function newReferenceTable(): ReferenceTable {
  return { references: [], byHref: new Map(), texts: new Map(), followers: [], last: -1 };
}

/** The one copy of a text. */
export function keepText({ texts }: ReferenceTable, text: string): string {
  const known = texts.get(text);
  if (known !== undefined) return known;
  const copy = copyOf(text);
  texts.set(copy, copy);
  return copy;
}

function copyOf(text: string): string {
  return Buffer.from(text).toString();
}

/** The number of the reference that a link is an occurrence of. */
export function referenceNumber(table: ReferenceTable, link: ScannedLink): number {
  const { references, followers, last } = table;
  const likely = references[followers[last] ?? -1];
  const isLikely = likely !== undefined && likely.href === link.href && isSame(likely, link);
  table.last = isLikely ? likely.number : findReference(table, link);
  if (!isLikely && last >= 0) followers[last] = table.last;
  return table.last;
}

function findReference(table: ReferenceTable, link: ScannedLink): number {
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
  const href = same?.[0]?.href ?? copyOf(link.href);
  const reference = { number, href, kind, tag: keepText(table, tag), attribute, isFull, region };
  table.references.push(reference);
  if (same === undefined) table.byHref.set(href, [reference]);
  else same.push(reference);
  return number;
}
