import type { ClientSite } from '../../shared/page-data.ts';
import { toRoute } from '../../shared/paths.ts';
import { createPanel, errorChain } from '../app/panel.ts';
import type { Controls } from '../app/controls.ts';
import { findRoot, messagesOf } from '../app/root.ts';
import { readStored, readStoredList, writeStored } from '../app/storage.ts';
import type { Trust } from '../app/trusted-html.ts';
import { closedBranchAt, openBranch } from '../menus/sidebar-branches.ts';
import { arrive } from './arrival.ts';
import { createNavigation, createProgress, type Visit } from './navigation.ts';
import { isPlainClick, isSamePath, routesOf, type SiteAddress } from './page-address.ts';
import { assetsIn, createPageAssets } from './page-assets.ts';
import { createPages, type LoadedPage } from './pages.ts';
import { managePrefetch } from './prefetch.ts';
import { addressOf, loadDocument, manageRouting, type Router } from './router.ts';
import { isApart, swapDocument } from './swap.ts';

export interface VisitsOptions extends Pick<Controls, 'url' | 'entries' | 'announce'> {
  readonly root: HTMLElement;
  /** The data of the page on the screen. */
  readonly site: () => ClientSite;
  /** URL of the script of every page. */
  readonly client: string;
  readonly trust: Trust;
  /** URL of the assets folder, with a final slash. */
  readonly assets: URL;
  /** Called before the page is replaced. */
  readonly leaving: () => void;
  /** Called when another page is in the document. */
  readonly shown: () => void;
  /** Called after `navigate` has moved within the current page. */
  readonly arrived: () => void;
}

export interface Visits extends Router {
  /** The document at an address of the site; undefined if it cannot be loaded. */
  readonly loadPage: (url: URL) => Promise<LoadedPage | undefined>;
  /** Clears the cache, because pages have changed, and searches the page for links. */
  readonly renewed: () => void;
}

// Hosts may offer other formats of a page.
const ACCEPT = { Accept: 'text/html' };

/** Manages navigation from links to pages. */
export function manageVisits(options: VisitsOptions): Visits {
  const { root, site, trust, assets, client, entries, leaving, shown, announce } = options;
  const { homeHref: own, otherHomes: others } = site();
  const homes = others === undefined ? {} : { homes: { own, others } };
  const address: SiteAddress = { origin: location.origin, style: site(), ...homes };
  // Undefined if the page could not be loaded.
  let current: URL | undefined = options.url;
  const pageAssets = createPageAssets({ page: document, folder: assets, ...trust });
  const pages = createPages({
    style: site(),
    messages: messagesOf(site()),
    fetch: (url, request) => fetch(url, { ...request, mode: 'same-origin', headers: ACCEPT }),
    parse: trust.parse,
    routeOf: (page) => {
      const route = findRoot(page)?.dataset['route'];
      return route === undefined ? undefined : toRoute(route);
    },
    loadStyles: (page) => pageAssets.load(assetsIn(page, assets)),
  });
  const observe = managePrefetch({
    root,
    routeOf: (link) => {
      const url = addressOf(link);
      const allPages = new URL(site().searchHref, address.origin);
      if (url === undefined || isSamePath(url, current ?? allPages) || isSamePath(url, allPages))
        return undefined;
      const routes = routesOf(url, address);
      // If there are two possible routes, one of them would cost a 404 response.
      return routes.length === 1 ? routes[0] : undefined;
    },
    load: pages.prefetch,
  });
  /** Shows a page at its address, and sets focus and scroll position. */
  const present = ({ url, step, position, fields }: Visit, render: () => void): void => {
    if (step === 'push') {
      entries.leave();
      entries.push(url, fields);
    }
    leaving();
    render();
    shown();
    announce(document.title);
    arrive(document, url.hash, position);
    observe();
  };
  const failures = createFailureLog(() => sessionStorage, Date.now);
  // Every load of a missing address gives the 404 page.
  if (root.dataset['route'] === undefined) failures.forget(location.pathname);
  const navigation = createNavigation({
    load: pages.load,
    progress: createProgress(document),
    show: (visit, page) => {
      const { scripts } = assetsIn(page.look(), assets);
      const isOfClient = scripts.some(({ href }) => new URL(href, assets).href === client);
      if (!isOfClient || isApart(document, page.look())) return loadDocument(visit.url);
      current = visit.url;
      present(visit, () => {
        const next = page.take();
        const nextAssets = assetsIn(next, assets);
        swapDocument(document, next);
        pageAssets.shown(nextAssets);
      });
    },
    fail: (visit, error) => {
      const isOffline = !navigator.onLine;
      const mayLoad = !isOffline && !failures.isRepeated(visit.url.pathname);
      if (mayLoad || visit.routes.length === 0) return loadDocument(visit.url);
      current = undefined;
      const retry = (): void => void navigation.go({ ...visit, step: 'stay' });
      present(visit, () => showFailure(site(), { error, isOffline, retry }));
    },
  });
  const loadPage: Visits['loadPage'] = (url) =>
    pages.peek(routesOf(url, address)).catch(() => undefined);
  manageBranches(loadPage);
  const router = manageRouting({ ...options, address, navigation, shownUrl: () => current });
  observe();
  return {
    ...router,
    loadPage,
    renewed: () => {
      pages.forget();
      observe();
    },
  };
}

/** Opens closed categories of the sidebar with the entries of their first page, or goes there. */
function manageBranches(loadPage: Visits['loadPage']): void {
  const answer = (event: MouseEvent): void => {
    const control = closedBranchAt(event.target);
    if (control === undefined || !isPlainClick(event)) return;
    event.preventDefault();
    void loadPage(new URL(control.href)).then((page) => {
      if (!control.isConnected) return;
      // The nodes of the page are moved away.
      if (page === undefined || !openBranch(control, page.take())) location.assign(control.href);
    });
  };
  // Before the router, which would follow the link.
  document.addEventListener('click', answer, { capture: true });
}

interface Failure {
  readonly error: unknown;
  readonly isOffline: boolean;
  readonly retry: () => void;
}

/** Replaces a page that could not be loaded by a panel; the site's layout and the sidebar of the last page stay. */
function showFailure(site: ClientSite, { error, isOffline, retry }: Failure): void {
  const messages = messagesOf(site);
  const title = isOffline ? messages.offline : messages.loadFailed;
  const panel = createPanel({
    title,
    lines: isOffline ? [] : errorChain(error),
    paragraphs: isOffline ? [messages.offlineText] : [],
    button: { label: messages.retry, press: retry },
    home: { label: messages.notFoundHome, href: site.homeHref },
  });
  document.title = `${title} | ${site.title}`;
  const main = document.getElementById('dw-main');
  if (main !== null) main.className = 'main main-react';
  main?.replaceChildren(panel);
  if (isOffline) addEventListener('online', () => panel.isConnected && retry(), { once: true });
}

const KEY = 'docwright.failed';

/** Milliseconds in which a second failure of an address does not load the document. */
const REPEATED = 10_000;

interface FailureLog {
  /** Records a failure of an address; true if it also failed within the last ten seconds. */
  readonly isRepeated: (address: string) => boolean;
  readonly forget: (address: string) => void;
}

/**
 * Remembers failed addresses across document loads, so that a broken page is not requested forever. With storage
 * blocked, remembers them as long as the document lives.
 */
export function createFailureLog(storage: () => Storage, now: () => number): FailureLog {
  // Used with storage blocked. Not a cache: a restored document must not know more than the storage.
  let here = '[]';
  const read = (): ReadonlyMap<string, number> =>
    new Map([readStored(storage, KEY), here].flatMap((text) => readStoredList(text, isTime)));
  const write = (times: Iterable<readonly [string, number]>): void => {
    const text = JSON.stringify([...times]);
    writeStored(storage, KEY, text);
    here = readStored(storage, KEY) === text ? '[]' : text;
  };
  return {
    isRepeated: (address) => {
      const time = now();
      const fresh = [...read()].filter(([, at]) => at <= time && time - at < REPEATED);
      write([...fresh.filter(([failed]) => failed !== address), [address, time]]);
      return fresh.some(([failed]) => failed === address);
    },
    forget: (address) => write([...read()].filter(([failed]) => failed !== address)),
  };
}

function isTime(value: unknown): value is readonly [string, number] {
  return Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'number';
}
