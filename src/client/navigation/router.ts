import { arrive, findAnchor } from './arrival.ts';
import type { EntryFields, HistoryEntries } from './history-entries.ts';
import type { Navigation } from './navigation.ts';
import { isPlainClick, isSamePath, opensHere, routesOf, type SiteAddress } from './page-address.ts';

/** The id of the page's main part, where the skip link leads. */
const MAIN = '#dw-main';

export interface RouterOptions {
  readonly address: SiteAddress;
  readonly entries: HistoryEntries;
  readonly navigation: Navigation;
  /** The address of the page that is shown; undefined where it could not be loaded. */
  readonly shownUrl: () => URL | undefined;
  /** Called when `goTo` has led to a part of the page that is shown. */
  readonly arrived: () => void;
}

/** Follows links to pages of the site and the browser's Back and Forward without loading a document. */
export function manageRouting(options: RouterOptions): void {
  document.addEventListener('click', (event) => {
    if (!isPlainClick(event) || !(event.target instanceof Element)) return;
    const url = addressOf(event.target.closest('a[href]'));
    if (url !== undefined && follow(options, url)) event.preventDefault();
  });
  addEventListener('popstate', ({ state }) => travel(options, state));
}

/** Follows a link; false where the browser is to do it. */
function follow(options: RouterOptions, url: URL): boolean {
  const routes = routesOf(url, options.address);
  if (routes.length === 0) return false;
  const shown = options.shownUrl();
  if (shown !== undefined && isSamePath(url, shown)) return moveWithin(options, url, shown);
  void options.navigation.go({ url, routes, step: 'push' });
  return true;
}

/** Follows a link to the page that is shown; false where the browser is to do it. */
function moveWithin({ entries, navigation }: RouterOptions, url: URL, shown: URL): boolean {
  navigation.cancel();
  const sameQuery = url.search === shown.search;
  if (sameQuery && url.hash === MAIN) {
    // The skip link leaves the address alone.
    findAnchor(document, MAIN)?.focus();
    return true;
  }
  entries.leave();
  // To a fragment of this very address the browser goes better: it knows `:target`. It cannot take a
  // cover's place.
  const isHere = url.hash !== '' && withoutHash(url) === withoutHash(location);
  if (isHere && !entries.isCover(history.state)) return false;
  if (url.href !== location.href) entries.push(url);
  if (sameQuery || url.hash !== '') arrive(document, url.hash);
  return true;
}

/** Goes to an address without a link: to a page of the site, or to a part of the page that is shown. */
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

/** Shows what the browser has gone to in its history. */
function travel(options: RouterOptions, state: unknown): void {
  const { address, entries, navigation } = options;
  const url = new URL(location.href);
  const shown = options.shownUrl();
  const within = shown !== undefined && isSamePath(url, shown);
  // The browser has followed a link to a fragment: a new entry, and it scrolls itself.
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

/** The address of a link that opens in this document; undefined for every other link. */
export function addressOf(link: Element | null): URL | undefined {
  if (!(link instanceof HTMLAnchorElement) || !URL.canParse(link.href)) return undefined;
  const language = link.ownerDocument.documentElement.lang;
  return opensHere(link, language) ? new URL(link.href) : undefined;
}

/** An address without its fragment: two that are equal are one document to the browser. */
function withoutHash({ href }: { readonly href: string }): string {
  return href.replace(/#.*$/s, '');
}

/** Loads an address as a document, also where it is the present one. */
export function loadDocument(url: URL): void {
  if (withoutHash(url) !== withoutHash(location)) {
    location.assign(url);
    return;
  }
  history.replaceState(history.state, '', url);
  location.reload();
}
