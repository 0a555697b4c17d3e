import type { ReferenceKind } from '../../html/reference-attributes.ts';
import type { Region } from '../../html/regions.ts';
import type { DuplicateId, ScannedRefresh } from '../../html/scanned.ts';
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
