import type { ReferenceKind } from './reference-attributes.ts';
import type { Region } from './regions.ts';

/** A reference of a page or style sheet; offsets are those of the value as written, quotes left out. */
export interface ScannedLink {
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
  readonly start: number;
  readonly end: number;
}

/** A second element with an id that the page has already. */
export interface DuplicateId {
  readonly id: string;
  readonly region: Region;
  readonly start: number;
  readonly end: number;
}

/** `<meta http-equiv=refresh>` that leads to an address. */
export interface ScannedRefresh {
  /** Index in `links`. */
  readonly link: number;
  readonly seconds: number;
}

/** What a page offers to links, and what it refers to. */
export interface ScannedHtml {
  readonly ids: Set<string>;
  /** Values of `name` on `a`, which fragments match too. */
  readonly anchorNames: Set<string>;
  /** In the order of the text, within each element by attribute. */
  readonly links: ScannedLink[];
  readonly duplicateIds: DuplicateId[];
  /** The value of the first `base` with an `href`. */
  base: string | undefined;
  /** The first refresh outside of `noscript`. */
  refresh: ScannedRefresh | undefined;
  /** The page has a `main` or `article`. */
  hasContent: boolean;
}
