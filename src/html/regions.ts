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
