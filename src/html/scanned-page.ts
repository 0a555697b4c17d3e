import type { ReferenceKind } from './reference-attributes.ts';

/** A reference of a page or style sheet, with offsets of the value in the source, without quotes. */
export interface ScannedLink {
  /** With character references and CSS escapes decoded. */
  readonly href: string;
  readonly kind: ReferenceKind;
  /** Element in lower case; `style` for style sheets. */
  readonly tag: string;
  /** Attribute in lower case; `url` in style sheets. */
  readonly attribute: string;
  /** True for references that must be full addresses: `link` with rel canonical, alternate and the like. */
  readonly isFull: boolean;
  readonly region: Region;
  readonly start: number;
  readonly end: number;
}

/** A further element with an id that the page already has. */
export interface DuplicateId {
  readonly id: string;
  readonly region: Region;
  readonly start: number;
  readonly end: number;
}

/** `<meta http-equiv=refresh>` with an address. */
export interface ScannedRefresh {
  /** Index in `links`. */
  readonly link: number;
  readonly seconds: number;
}

/** Ids and references of a page. */
export interface ScannedHtml {
  readonly ids: Set<string>;
  /** Values of `name` on `a`, which fragments match too. */
  readonly anchorNames: Set<string>;
  /** In source order; within an element by attribute. */
  readonly links: ScannedLink[];
  readonly duplicateIds: DuplicateId[];
  /** Value of the first `base` with an `href`. */
  base: string | undefined;
  /** The first refresh outside `noscript`. */
  refresh: ScannedRefresh | undefined;
  /** The page has a `main` or `article`. */
  hasContent: boolean;
}

/**
 * Part of a page, by the innermost landmark around a link. `head` is for invisible references: `link`, `script` and
 * `meta`. `outside` is in no landmark: layout, if the page has a `main` or `article`.
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

/** Open landmarks, outermost first. */
export interface OpenLandmarks {
  readonly names: string[];
  region: Region;
  /** True after the first `main` or `article`. */
  hasContent: boolean;
}

export function noLandmarks(): OpenLandmarks {
  return { names: [], region: 'outside', hasContent: false };
}

export function openLandmark(open: OpenLandmarks, name: string): void {
  // Unclosed elements must not slow down long pages.
  if (open.names.length >= DEEPEST) return;
  open.names.push(name);
  open.region = regionOf(open.names);
  if (open.region === 'content') open.hasContent = true;
}

const DEEPEST = 100;

export function closeLandmark(open: OpenLandmarks, name: string): void {
  const at = open.names.lastIndexOf(name);
  if (at < 0) return;
  while (open.names.length > at) open.names.pop();
  open.region = regionOf(open.names);
}

/** The header and table of contents of an article belong to the article. */
function regionOf(names: readonly string[]): Region {
  if (names.includes('article')) return 'content';
  return LANDMARKS.get(names.at(-1) ?? '') ?? 'outside';
}
