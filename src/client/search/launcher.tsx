import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { PageInput, SearchData } from '../../shared/page.ts';
import { type AddressStyle, printRoute, readUrlPath, toRoute } from '../../shared/paths.ts';
import type { Trust } from '../app/trusted-html.ts';
import { isPlainClick } from '../navigation/page-address.ts';
import { mayPrefetch } from '../navigation/prefetch.ts';
import type { Visits } from '../navigation/visits.ts';
import { PageProvider } from '../theme/page-context.ts';
import { type Search, type SearchHost, SOUGHT_KEY } from './host.ts';
import {
  createButtonStore,
  isField,
  isSearchKey,
  printKeys,
  type SearchButtonStore,
} from './search-button.ts';

/** URLs of the scripts that are loaded when the reader uses the search. */
export interface SearchScripts {
  readonly dialog: string;
  readonly worker: string;
  readonly analytics: string;
}

interface LauncherOptions extends Pick<Visits, 'navigate' | 'loadHtml'> {
  readonly trust: Trust;
  readonly scripts: SearchScripts;
  readonly button: SearchButtonStore;
  readonly input: () => PageInput;
  /** Called when the reader opens the search. */
  readonly opening: () => void;
}

export function createSearchButton({ hotkeys }: SearchData): SearchButtonStore {
  return createButtonStore(() => localStorage, hotkeys ? printKeys(navigator.platform) : undefined);
}

/**
 * Loads the search when the reader points at a search button, or opens it by a shortcut or `?q=` in the address. If that
 * fails, search buttons are links to the list of all pages.
 */
export function manageSearch(options: LauncherOptions): Pick<Search, 'shown' | 'renew'> {
  const { button, input } = options;
  const host = createHost(options);
  let search: Search | undefined;
  let loading: Promise<Search> | undefined;
  const load = (): Promise<Search> => {
    loading ??= importDialog(options).then(({ createSearch }) => (search = createSearch(host)));
    loading.catch(() => (loading = undefined));
    return loading;
  };
  const open = (query?: string): void => {
    options.opening();
    load().then(
      (loaded) => loaded.open(query),
      () => location.assign(input().site.searchHref),
    );
  };
  forgetSought();
  for (const type of ['pointerover', 'focusin'])
    document.addEventListener(type, ({ target }) => {
      if (isButton(target)) load().then((loaded) => loaded.prepare(), ignore);
    });
  const click = (event: MouseEvent): void => {
    if (!isButton(event.target) || !isPlainClick(event)) return;
    event.preventDefault();
    open();
  };
  // Runs before the router, which would follow the link.
  document.addEventListener('click', click, { capture: true });
  document.addEventListener('keydown', (event) => {
    if (isButton(event.target)) {
      if (event.key === 'Escape') button.setQuery('');
      else if (event.key === ' ') openByKey(event, open);
    }
    const mayOpen = button.get().keys !== undefined && !isField(event.target);
    if (mayOpen && isSearchKey(event) && !event.defaultPrevented) openByKey(event, open);
  });
  const asked = new URLSearchParams(location.search).get('q');
  if (asked !== null) open(asked);
  return { shown: () => search?.shown(), renew: () => search?.renew() };
}

function ignore(): void {}

function openByKey(event: KeyboardEvent, open: () => void): void {
  event.preventDefault();
  open();
}

function isButton(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-search]') !== null;
}

/** A reloaded document shows no marks. */
function forgetSought(): void {
  const state: unknown = history.state;
  if (typeof state !== 'object' || state === null || !(SOUGHT_KEY in state)) return;
  history.replaceState({ ...state, [SOUGHT_KEY]: undefined }, '');
}

function importDialog({
  trust,
  scripts,
}: LauncherOptions): Promise<{ readonly createSearch: (host: SearchHost) => Search }> {
  return import(trust.scriptUrl(scripts.dialog));
}

function createHost(options: LauncherOptions): SearchHost {
  const { trust, scripts, input } = options;
  let root: ReturnType<typeof createRoot> | undefined;
  const render = (dialog: ReactNode): void => {
    root ??= createRoot(document.body.appendChild(document.createElement('div')));
    root.render(
      <PageProvider input={input()} trustHtml={trust.html}>
        {dialog}
      </PageProvider>,
    );
  };
  return {
    ...options,
    page: document,
    render,
    startWorker: () => trust.startWorker(scripts.worker),
    importWorker: () => import(trust.scriptUrl(scripts.worker)),
    importAnalytics: () => import(trust.scriptUrl(scripts.analytics)),
    hrefOf: (sectionRoute) => hitUrl(sectionRoute, input().site),
    mayLoadAhead: () => mayPrefetch(navigator),
    loadScript: trust.loadScript,
  };
}

/** The URL of a section printed like links of the site, with the site's trailing slash. */
export function hitUrl(sectionRoute: string, style: AddressStyle): string {
  const hash = sectionRoute.indexOf('#');
  const path = readUrlPath(hash < 0 ? sectionRoute : sectionRoute.slice(0, hash), style);
  if (path === undefined) return sectionRoute;
  return printRoute(toRoute(path), style) + (hash < 0 ? '' : sectionRoute.slice(hash));
}
