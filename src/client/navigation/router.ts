import { closestTo } from '../app/root.ts';
import { arrive, findAnchor } from './arrival.ts';
import type { EntryFields, HistoryEntries } from './history-entries.ts';
import type { Navigation } from './navigation.ts';
import { isPlainClick, isSamePath, opensHere, routesOf, type SiteAddress } from './page-address.ts';

/** The id of the main part of the page, the target of the skip link. */
const MAIN = '#dw-main';

interface RouterOptions {
  readonly address: SiteAddress;
  readonly entries: HistoryEntries;
  readonly navigation: Navigation;
  /** The address of the current page; undefined if it could not be loaded. */
  readonly shownUrl: () => URL | undefined;
  /** Called after `navigate` has moved within the current page. */
  readonly arrived: () => void;
}

export interface Router {
  /** Goes to an address, as a link does. */
  readonly follow: (url: URL) => void;
  /** Goes to an address of the site; the fields are added to the state of its history entry. */
  readonly navigate: (url: URL, fields: EntryFields) => void;
}

/** Follows links between pages of the site, Back and Forward without loading documents. */
export function manageRouting(options: RouterOptions): Router {
  const { address, entries, navigation, shownUrl, arrived } = options;
  const isShown = (url: URL): boolean => {
    const shown = shownUrl();
    return shown !== undefined && isSamePath(url, shown);
  };
  /** Follows a link within the current page; false if the browser should. */
  const moveWithin = (url: URL): boolean => {
    navigation.cancel();
    const sameQuery = url.search === shownUrl()?.search;
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
  };
  /** Follows a link; false if the browser should. */
  const follow = (url: URL): boolean => {
    const routes = routesOf(url, address);
    if (routes.length === 0) return false;
    if (isShown(url)) return moveWithin(url);
    void navigation.go({ url, routes, step: 'push' });
    return true;
  };
  document.addEventListener('click', (event) => {
    if (!isPlainClick(event)) return;
    const url = addressOf(closestTo(event.target, 'a[href]'));
    if (url !== undefined && follow(url)) event.preventDefault();
  });
  // Shows the history entry that the browser has gone to.
  addEventListener('popstate', ({ state }) => {
    const url = new URL(location.href);
    // The browser has followed a link to a fragment: it adds a new entry and scrolls.
    const isNew = isShown(url) && !entries.isKnown(state);
    if (!isNew) entries.leave();
    const position = entries.enter(state);
    if (!isShown(url))
      return void navigation.go({ url, routes: routesOf(url, address), step: 'stay', position });
    navigation.cancel();
    if (isNew) return;
    if (position !== undefined) scrollTo({ ...position, behavior: 'instant' });
    else if (url.hash !== '') arrive(document, url.hash);
  });
  return {
    follow: (url) => follow(url) || location.assign(url),
    navigate: (url, fields) => {
      const routes = routesOf(url, address);
      if (routes.length === 0) return loadDocument(url);
      if (!isShown(url)) return void navigation.go({ url, routes, step: 'push', fields });
      navigation.cancel();
      entries.leave();
      entries.push(url, fields);
      arrive(document, url.hash);
      arrived();
    },
  };
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
  if (withoutHash(url) !== withoutHash(location)) return location.assign(url);
  history.replaceState(history.state, '', url);
  location.reload();
}
