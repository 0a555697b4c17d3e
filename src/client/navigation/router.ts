import { arrive, findAnchor } from './arrival.ts';
import type { EntryFields, HistoryEntries } from './history-entries.ts';
import type { Navigation } from './navigation.ts';
import { isPlainClick, isSamePath, opensHere, routesOf, type SiteAddress } from './page-address.ts';

/** The id of the main part of the page, the target of the skip link. */
const MAIN = '#dw-main';

export interface RouterOptions {
  readonly address: SiteAddress;
  readonly entries: HistoryEntries;
  readonly navigation: Navigation;
  /** The address of the current page; undefined if it could not be loaded. */
  readonly shownUrl: () => URL | undefined;
  /** Called after `goTo` has moved within the current page. */
  readonly arrived: () => void;
}

/**
 * Follows links between pages of the site, Back and Forward without loading documents. Returns a function that follows an
 * address.
 */
export function manageRouting(options: RouterOptions): (url: URL) => void {
  document.addEventListener('click', (event) => {
    if (!isPlainClick(event) || !(event.target instanceof Element)) return;
    const url = addressOf(event.target.closest('a[href]'));
    if (url !== undefined && follow(options, url)) event.preventDefault();
  });
  addEventListener('popstate', ({ state }) => travel(options, state));
  return (url) => {
    if (!follow(options, url)) location.assign(url);
  };
}

/** Follows a link; false if the browser should. */
function follow(options: RouterOptions, url: URL): boolean {
  const routes = routesOf(url, options.address);
  if (routes.length === 0) return false;
  const shown = options.shownUrl();
  if (shown !== undefined && isSamePath(url, shown)) return moveWithin(options, url, shown);
  void options.navigation.go({ url, routes, step: 'push' });
  return true;
}

/** Follows a link within the current page; false if the browser should. */
function moveWithin({ entries, navigation }: RouterOptions, url: URL, shown: URL): boolean {
  navigation.cancel();
  const sameQuery = url.search === shown.search;
  if (sameQuery && url.hash === MAIN) {
    // The skip link does not change the address.
    findAnchor(document, MAIN)?.focus();
    return true;
  }
  entries.leave();
  // The browser handles fragments of the same address better: it sets `:target`. But it cannot replace the entry of a
  // cover.
  const isHere = url.hash !== '' && withoutHash(url) === withoutHash(location);
  if (isHere && !entries.isCover(history.state)) return false;
  if (url.href !== location.href) entries.push(url);
  if (sameQuery || url.hash !== '') arrive(document, url.hash);
  return true;
}

/** Goes to a page of the site, or to a part of the current page, without a link. */
export function goTo(options: RouterOptions, url: URL, fields: EntryFields): void {
  const { address, entries, navigation, shownUrl, arrived } = options;
  const routes = routesOf(url, address);
  const shown = shownUrl();
  if (routes.length === 0) loadDocument(url);
  else if (shown === undefined || !isSamePath(url, shown))
    void navigation.go({ url, routes, step: 'push', fields });
  else {
    navigation.cancel();
    entries.leave();
    entries.push(url, fields);
    arrive(document, url.hash);
    arrived();
  }
}

/** Shows the history entry that the browser has gone to. */
function travel(options: RouterOptions, state: unknown): void {
  const { address, entries, navigation } = options;
  const url = new URL(location.href);
  const shown = options.shownUrl();
  const within = shown !== undefined && isSamePath(url, shown);
  // The browser has followed a link to a fragment: it adds a new entry and scrolls.
  const isNew = within && !entries.isKnown(state);
  if (!isNew) entries.leave();
  const position = entries.enter(state);
  if (!within) {
    void navigation.go({ url, routes: routesOf(url, address), step: 'stay', position });
    return;
  }
  navigation.cancel();
  if (isNew) return;
  if (position !== undefined) scrollTo({ ...position, behavior: 'instant' });
  else if (url.hash !== '') arrive(document, url.hash);
}

/** The address of a link that opens in this document; undefined for other links. */
export function addressOf(link: Element | null): URL | undefined {
  if (!(link instanceof HTMLAnchorElement) || !URL.canParse(link.href)) return undefined;
  const language = link.ownerDocument.documentElement.lang;
  return opensHere(link, language) ? new URL(link.href) : undefined;
}

/** An address without its fragment: browsers consider equal ones the same document. */
function withoutHash({ href }: { readonly href: string }): string {
  return href.replace(/#.*$/s, '');
}

/** Loads an address as a document, even if it is the current one. */
export function loadDocument(url: URL): void {
  if (withoutHash(url) !== withoutHash(location)) {
    location.assign(url);
    return;
  }
  history.replaceState(history.state, '', url);
  location.reload();
}
