import type { ReferenceKind } from './reference-attributes.ts';

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

/**
 * The part of a page that a link stands in, by the innermost landmark around it. `head` holds what readers do not see:
 * `link`, `script` and `meta`. `outside` is in no landmark: layout, if the page has a `main` or `article`.
 */
export type Region = 'content' | 'header' | 'nav' | 'aside' | 'footer' | 'head' | 'outside';

export const LANDMARKS: ReadonlyMap<string, Region> = new Map<string, Region>([
  ['main', 'content'],
  ['article', 'content'],
  ['header', 'header'],
  ['nav', 'nav'],
  ['aside', 'aside'],
  ['footer', 'footer'],
]);

/** Landmarks that are open, outermost first. */
export interface OpenLandmarks {
  readonly names: string[];
  region: Region;
  /** True as soon as the page had a `main` or `article`. */
  hasContent: boolean;
}

export function noLandmarks(): OpenLandmarks {
  return { names: [], region: 'outside', hasContent: false };
}

export function openLandmark(open: OpenLandmarks, name: string): void {
  // What is never closed must not make long pages slow.
  if (open.names.length >= DEEPEST) return;
  open.names.push(name);
  open.region = regionOf(open.names);
  if (open.region === 'content') open.hasContent = true;
}

const DEEPEST = 100;

export function closeLandmark(open: OpenLandmarks, name: string): void {
  const at = open.names.lastIndexOf(name);
  if (at < 0) return;
  open.names.length = at;
  open.region = regionOf(open.names);
}

/** The header or table of contents of an article is written with the article. */
function regionOf(names: readonly string[]): Region {
  if (names.includes('article')) return 'content';
  return LANDMARKS.get(names.at(-1) ?? '') ?? 'outside';
}
