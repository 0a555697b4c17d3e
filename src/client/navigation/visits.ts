import type { ComponentType } from 'react';
import { documentTitle, type PageInput, type SiteData } from '../../shared/page.ts';
import type { EmbeddedPage, SiteFile } from '../../shared/page-data.ts';
import type { Route } from '../../shared/paths.ts';
import { siteMessages } from '../../shared/ui-messages.ts';
import type { Controls } from '../app/controls.ts';
import { failureView, pageView, type View } from '../app/screen.tsx';
import { type LoadSiteFile, readPage } from '../app/site-file.ts';
import { readStored, readStoredList, writeStored } from '../app/storage.ts';
import type { Trust } from '../app/trusted-html.ts';
import { arrive } from './arrival.ts';
import type { EntryFields } from './history-entries.ts';
import { createNavigation, createProgress, type Navigation, type Visit } from './navigation.ts';
import { isSamePath, routesOf, type SiteAddress } from './page-address.ts';
import type { PageAssetList, PageAssets } from './page-assets.ts';
import { createPages, type LoadedPage, type Pages } from './pages.ts';
import { managePrefetch } from './prefetch.ts';
import { addressOf, goTo, loadDocument, manageRouting } from './router.ts';

export interface VisitsOptions extends Pick<Controls, 'url' | 'entries' | 'announce'> {
  readonly root: HTMLElement;
  readonly file: SiteFile;
  readonly siteFile: LoadSiteFile;
  /** The input of the page on the screen. */
  readonly input: () => PageInput;
  /** True if the document is the 404 page. */
  readonly isNotFound: boolean;
  readonly parse: Trust['parse'];
  readonly importPage: (entry: string) => Promise<ComponentType>;
  readonly assets: PageAssets;
  /** Of the document: pages that differ need another one. See `EmbeddedPage`. */
  readonly head: string | undefined;
  readonly policies: EmbeddedPage['policies'];
  /** Called before each page other than the document's. */
  readonly leaveDocument: () => void;
  readonly show: (view: View) => void;
  /** Called after `navigate` has moved within the current page. */
  readonly arrived: () => void;
}

/** Shared state of the steps of a visit. */
interface Visiting extends VisitsOptions, Pick<Visits, 'refresh'> {
  readonly address: SiteAddress;
  readonly pages: Pages;
  /** The address of the current page; undefined if it could not be loaded. */
  readonly shown: { url: URL | undefined };
}

export interface Visits {
  /** Searches for new links to prefetch. */
  readonly refresh: () => void;
  /** Goes to an address of the site; the fields are added to the state of its history entry. */
  readonly navigate: (url: URL, fields: EntryFields) => void;
  /** The HTML of the article at an address of the site; undefined if it cannot be loaded. */
  readonly loadHtml: (url: URL) => Promise<string | undefined>;
  /**
   * Loads the current page again, and clears the cache. Undefined if the reader leaves the page in the meantime; rejects
   * if it can no longer be shown.
   */
  readonly renew: (route: Route) => Promise<LoadedPage | undefined>;
}

// Hosts may offer other formats of a page.
const ACCEPT = { Accept: 'text/html' };

/** Manages navigation from links to pages. */
export function manageVisits(options: VisitsOptions): Visits {
  const { root, file, siteFile, parse, importPage } = options;
  const address = siteAddress(file.site);
  const shown: Visiting['shown'] = { url: options.url };
  const pages = createPages({
    style: file.site,
    generation: file.generation,
    messages: siteMessages(file.site),
    siteFile,
    fetch: (url, request) => fetch(url, { ...request, mode: 'same-origin', headers: ACCEPT }),
    read: (html) => readPage(parse(html)),
    importPage,
    loadStyles: options.assets.load,
  });
  const { observe: refresh } = managePrefetch({
    root,
    routeOf: (link) => prefetchRoute(link, { address, file, shown }),
    load: pages.prefetch,
  });
  const navigation = createVisits({ ...options, address, pages, refresh, shown });
  const routing = { ...options, address, navigation, shownUrl: () => shown.url };
  manageRouting(routing);
  return {
    refresh,
    navigate: (url, fields) => goTo(routing, url, fields),
    loadHtml: (url) => pages.html(routesOf(url, address)).catch(() => undefined),
    renew: async (route) => {
      const { url } = shown;
      pages.forget();
      const page = await pages.load(url === undefined ? [] : [route]);
      if (needsDocument(page, options)) throw new Error('the page needs another document');
      return url === shown.url ? page : undefined;
    },
  };
}

/** True if a page has other scripts of plug-ins or another security policy than the document. */
function needsDocument(
  page: LoadedPage,
  { head, policies }: Pick<VisitsOptions, 'head' | 'policies'>,
): boolean {
  return page.head !== head || JSON.stringify(page.policies) !== JSON.stringify(policies);
}

function siteAddress(site: SiteData): SiteAddress {
  const others = site.locales.filter(({ code }) => code !== site.locale.code);
  const homes = { own: site.navbar.homeHref, others: others.map(({ homeHref }) => homeHref) };
  return { origin: location.origin, style: site, ...(others.length === 0 ? {} : { homes }) };
}

function createVisits(visiting: Visiting): Navigation {
  const { file, pages, shown } = visiting;
  const failures = createFailureLog(() => sessionStorage, Date.now);
  // Every load of a missing address gives the 404 page.
  if (visiting.isNotFound) failures.forget(location.pathname);
  const navigation = createNavigation({
    load: pages.load,
    progress: createProgress(document),
    show: (visit, page) => {
      // Other languages need another document: `lang`, direction and UI messages differ.
      const isOther = page.file.site.locale.code !== file.site.locale.code;
      if (isOther || needsDocument(page, visiting)) {
        loadDocument(visit.url);
        return;
      }
      shown.url = visit.url;
      const title = documentTitle(page.page.title, page.file.site.title, page.page.titleTemplate);
      present(visiting, visit, { ...pageView(page), title, page });
    },
    fail: (visit, error) => {
      const [route] = visit.routes;
      const isOffline = !navigator.onLine;
      const mayLoad = !isOffline && !failures.isRepeated(visit.url.pathname);
      if (mayLoad || route === undefined) {
        loadDocument(visit.url);
        return;
      }
      shown.url = undefined;
      const retry = (): void => void navigation.go({ ...visit, step: 'stay' });
      const panel = failureView(visiting.input(), route, { error, isOffline, retry });
      const title = documentTitle(panel.input.page.title, file.site.title);
      present(visiting, visit, { ...panel, title, page: {} });
    },
  });
  return navigation;
}

/** Shows a page at its address, and sets focus and scroll position. */
function present(
  { announce, entries, leaveDocument, show, refresh, assets }: Visiting,
  { url, step, position, fields }: Visit,
  {
    title,
    page,
    ...view
  }: Omit<View, 'shown'> & {
    readonly title: string;
    readonly page: PageAssetList;
  },
): void {
  leaveDocument();
  if (step === 'push') {
    entries.leave();
    entries.push(url, fields);
  }
  const shown = (): void => {
    assets.shown(page);
    document.title = title;
    announce(title);
    arrive(document, url.hash, position);
    refresh();
  };
  show({ ...view, shown });
}

function prefetchRoute(
  link: HTMLAnchorElement,
  { address, file, shown }: Pick<Visiting, 'address' | 'file' | 'shown'>,
): Route | undefined {
  const url = addressOf(link);
  const allPages = new URL(file.site.searchHref, address.origin);
  if (url === undefined || isSamePath(url, shown.url ?? allPages) || isSamePath(url, allPages))
    return undefined;
  const routes = routesOf(url, address);
  // If there are two possible routes, one of them would cost a 404 response.
  return routes.length === 1 ? routes[0] : undefined;
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
