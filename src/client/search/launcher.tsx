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
  createHotkeySwitch,
  isField,
  isSearchKey,
  printKeys,
  type SearchButtonStore,
} from './hotkeys.ts';

/** URLs of the scripts that come when the reader turns to the search. */
export interface SearchScripts {
  readonly dialog: string;
  readonly worker: string;
  readonly analytics: string;
}

export interface LauncherOptions extends Pick<Visits, 'navigate' | 'loadHtml'> {
  readonly trust: Trust;
  readonly scripts: SearchScripts;
  readonly button: SearchButtonStore;
  /** What is shown now. */
  readonly input: () => PageInput;
  /** Called when the reader opens the search. */
  readonly opening: () => void;
}

export interface SearchLauncher {
  /** Called when a page, or a part of it that `navigate` has led to, is shown. */
  readonly shown: () => void;
  /** The site has changed. */
  readonly renew: () => void;
}

const BUTTON = '[data-search]';
const INTENTS = ['pointerover', 'focusin'] as const;

/** What the search buttons show at first. */
export function createSearchButton({ hotkeys }: SearchData): SearchButtonStore {
  const isOn = hotkeys && createHotkeySwitch(() => localStorage).isOn();
  const keys = isOn ? printKeys(navigator.platform).open : undefined;
  return createButtonStore({ query: '', keys });
}

/**
 * Waits for the reader to turn to the search: a pointer over a search button, focus on one, a shortcut or
 * `?q=` in the address. Everything else of the search is loaded then; where that fails, search buttons are
 * links to the list of all pages.
 */
export function manageSearch(options: LauncherOptions): SearchLauncher {
  const { button, input } = options;
  const hotkeys = createHotkeySwitch(() => localStorage);
  const host = createHost(options, hotkeys);
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
  for (const type of INTENTS)
    document.addEventListener(type, ({ target }) => {
      if (isButton(target)) load().then((loaded) => loaded.prepare(), ignore);
    });
  const click = (event: MouseEvent): void => {
    if (!isButton(event.target) || !isPlainClick(event)) return;
    event.preventDefault();
    open();
  };
  // Before the router takes it for a link.
  document.addEventListener('click', click, { capture: true });
  document.addEventListener('keydown', (event) => {
    if (isButton(event.target)) {
      if (event.key === 'Escape') button.change({ query: '' });
      else if (event.key === ' ') openByKey(event, open);
    }
    const mayOpen = input().site.search.hotkeys && hotkeys.isOn() && !isField(event.target);
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
  return target instanceof Element && target.closest(BUTTON) !== null;
}

/** A document that was loaded anew marks nothing (rule 42). */
function forgetSought(): void {
  const state: unknown = history.state;
  if (typeof state !== 'object' || state === null || !(SOUGHT_KEY in state)) return;
  history.replaceState({ ...state, [SOUGHT_KEY]: undefined }, '');
}

type DialogModule = { readonly createSearch: (host: SearchHost) => Search };

function importDialog({ trust, scripts }: LauncherOptions): Promise<DialogModule> {
  return import(trust.scriptUrl(scripts.dialog));
}

function createHost(options: LauncherOptions, hotkeys: SearchHost['hotkeys']): SearchHost {
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
    hotkeys,
    render,
    startWorker: () => trust.startWorker(scripts.worker),
    importWorker: () => import(trust.scriptUrl(scripts.worker)),
    importAnalytics: () => import(trust.scriptUrl(scripts.analytics)),
    hrefOf: (sectionRoute) => hitUrl(sectionRoute, input().site),
    mayLoadAhead: () => mayPrefetch(navigator),
    loadScript: trust.loadScript,
  };
}

/** The URL of a section as links of the site are printed, with the final slash that the site has. */
export function hitUrl(sectionRoute: string, style: AddressStyle): string {
  const hash = sectionRoute.indexOf('#');
  const path = readUrlPath(hash < 0 ? sectionRoute : sectionRoute.slice(0, hash), style);
  if (path === undefined) return sectionRoute;
  return printRoute(toRoute(path), style) + (hash < 0 ? '' : sectionRoute.slice(hash));
}
