import {
  type AddressStyle,
  folderRoute,
  isInBuildFolder,
  pathToRoute,
  type Route,
  readUrlPath,
  toRoute,
} from '../../shared/paths.ts';

/** Distinguishes the site's addresses from others. */
export interface SiteAddress {
  readonly origin: string;
  readonly style: AddressStyle;
  /** Defined if the site has several locales. */
  readonly homes?: LocaleHomes;
}

/** The paths of the home pages of locales. */
type LocaleHomes = Readonly<{ own: string; others: readonly string[] }>;

const FILE =
  /\.(?:7z|apk|avif|bmp|bz2|css|csv|deb|dmg|docx?|eot|epub|exe|gif|gz|http|ico|jar|jpe?g|js|json|m4a|map|md|mjs|mov|mp3|mp4|msi|ogg|otf|pdf|png|pptx?|rar|rpm|rtf|svg|tar|tgz|tiff?|ttf|txt|wasm|wav|webm|webmanifest|webp|woff2?|xlsx?|xml|xz|ya?ml|zip)$/i;

/**
 * The possible routes of an address, the literal one first. None if it is malformed, outside of the site or the locale,
 * or the name of a file that is not a page.
 */
export function routesOf(url: URL, { origin, style, homes }: SiteAddress): readonly Route[] {
  if (url.origin !== origin) return [];
  if (homes !== undefined) {
    // The default locale's home page is above those of the others.
    const inner = homes.others.filter((home) => home.length > homes.own.length);
    if (!isBelow(url.pathname, homes.own)) return [];
    if (inner.some((home) => isBelow(url.pathname, home))) return [];
  }
  const path = readUrlPath(url.pathname, style);
  if (path === undefined || FILE.test(path) || !isPagePath(path)) return [];
  const folder = folderRoute(path, style);
  if (folder !== undefined) return [folder];
  const literal = toRoute(path);
  const page = pathToRoute(path);
  return literal === page ? [page] : [literal, page];
}

/**
 * False for file names, and for segments that a server or its file system may interpret as another name: dot segments,
 * short names (`DW-FIL~1`), streams, parameters, double escapes, trailing dots and spaces.
 */
function isPagePath(path: string): boolean {
  const isOther = path.split('/').some((name) => /[\\:;~%\p{Cc}]|[. ]$/u.test(name));
  return !isOther && !isInBuildFolder(toRoute(path.normalize('NFKC')));
}

function isBelow(pathname: string, home: string): boolean {
  return `${pathname}/`.startsWith(home.endsWith('/') ? home : `${home}/`);
}

/** True if two addresses name the same file of a site, ignoring query, fragment and final slash. */
export function isSamePath(one: URL, other: URL): boolean {
  return one.origin === other.origin && toRoute(one.pathname) === toRoute(other.pathname);
}

type ClickFacts = Readonly<
  Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'defaultPrevented'>
>;

/** True for an unhandled click that does not request a new tab, a new window or a download. */
export function isPlainClick(click: ClickFacts): boolean {
  const modified = click.metaKey || click.ctrlKey || click.shiftKey || click.altKey;
  return click.button === 0 && !modified && !click.defaultPrevented;
}

/** True for a link that opens in this document: other languages have another navbar. */
export function opensHere(
  link: Pick<Element, 'getAttribute' | 'hasAttribute'>,
  language: string,
): boolean {
  const target = link.getAttribute('target') ?? '';
  if (link.hasAttribute('download') || (target !== '' && target !== '_self')) return false;
  if (link.getAttribute('rel')?.split(/\s+/).includes('external') === true) return false;
  return (link.getAttribute('hreflang') ?? language) === language;
}
