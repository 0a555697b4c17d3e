import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { PageInput, SearchData } from '../../shared/page.ts';
import { type AddressStyle, printRoute, readUrlPath, toRoute } from '../../shared/paths.ts';
import type { Trust } from '../app/trusted-html.ts';
import { isPlainClick } from '../navigation/page-address.ts';
import { addStyleSheet } from '../navigation/page-assets.ts';
import { mayPrefetch } from '../navigation/prefetch.ts';
import type { Visits } from '../navigation/visits.ts';
import { PageProvider } from '../theme/page-context.ts';
import { closeEarlyField, openEarlyField, readEarlyField, type TypedAhead } from './early-field.ts';
import { type Search, type SearchHost, SOUGHT_KEY } from './host.ts';
import { pathQueries } from './path-words.ts';
import {
  createButtonStore,
  isField,
  isSearchKey,
  printKeys,
  type SearchButtonStore,
} from './search-button.ts';

/** URLs of the scripts that are loaded when the reader uses the search, and the style sheet of the dialog. */
export interface SearchScripts {
  readonly dialog: string;
  readonly worker: string;
  readonly analytics: string;
  readonly styles: { readonly href: string; readonly integrity: string };
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
 * Loads the search when the reader points at a search button, or opens it by a shortcut or `?q=` in the address; what is
 * typed in the meantime arrives in the dialog. If that fails, search buttons are links to the list of all pages.
 */
export function manageSearch(options: LauncherOptions): Pick<Search, 'shown' | 'renew'> {
  const { input } = options;
  const host = createHost(options);
  let search: Search | undefined;
  let loading: Promise<Search> | undefined;
  const load = (): Promise<Search> => {
    loading ??= importDialog(options).then(({ createSearch }) => (search = createSearch(host)));
    loading.catch(() => (loading = undefined));
    return loading;
  };
  const open: Open = (target, text) => {
    const opener = buttonOf(target);
    options.opening();
    if (search !== undefined) return search.open(opener, text === undefined ? text : typed(text));
    openEarlyField(text);
    load().then(
      async (loaded) => {
        const ahead = await readEarlyField();
        // The reader may have closed the field.
        if (ahead === undefined) return;
        loaded.open(opener, ahead);
        closeEarlyField();
      },
      () => {
        if (closeEarlyField()) location.assign(input().site.searchHref);
      },
    );
  };
  forgetSought();
  listen(options, open, () => {
    load().then((loaded) => loaded.prepare(), ignore);
  });
  const asked = new URLSearchParams(location.search).get('q');
  if (asked !== null) open(null, asked);
  else if (input().page.kind === 'notFound') void guess(options, load);
  return { shown: () => search?.shown(), renew: () => search?.renew() };
}

/** Opens the dialog for a click or key on a target, with the query that was left or another one. */
type Open = (target: EventTarget | null, text?: string) => void;

function typed(text: string): TypedAhead {
  return { text, selection: [text.length, text.length], entered: false };
}

function listen({ button }: LauncherOptions, open: Open, prepare: () => void): void {
  for (const type of ['pointerover', 'focusin'])
    document.addEventListener(type, ({ target }) => {
      if (buttonOf(target) !== undefined) prepare();
    });
  const click = (event: MouseEvent): void => {
    if (buttonOf(event.target) === undefined || !isPlainClick(event)) return;
    event.preventDefault();
    open(event.target);
  };
  // Runs before the router, which would follow the link.
  document.addEventListener('click', click, { capture: true });
  document.addEventListener('keydown', (event) => {
    const { target, key } = event;
    const isOnButton = buttonOf(target) !== undefined;
    if (isOnButton && key === 'Escape') button.setQuery('');
    const mayOpen = button.get().keys !== undefined && !isField(target) && !event.defaultPrevented;
    if (!(isOnButton && key === ' ') && !(mayOpen && isSearchKey(event))) return;
    event.preventDefault();
    open(target);
  });
  document.addEventListener('submit', (event) => {
    const { target } = event;
    if (!(target instanceof HTMLFormElement) || !target.matches('[data-search-form]')) return;
    event.preventDefault();
    open(target, target.querySelector('input')?.value);
  });
}

/** Fills in the 404 page: the words of the address, and pages that fit them, unless the reader saves data. */
async function guess(
  { button, input }: LauncherOptions,
  load: () => Promise<Search>,
): Promise<void> {
  const queries = pathQueries(location.pathname, input().site.baseUrl);
  const [words = ''] = queries;
  button.setGuess({ words, pages: [] });
  if (!mayPrefetch(navigator)) return;
  const search = await load().catch(() => undefined);
  for (const query of queries) {
    const pages = (await search?.guess(query)) ?? [];
    if (pages.length > 0) return button.setGuess({ words, pages });
  }
}

function ignore(): void {}

function buttonOf(target: EventTarget | null): Element | undefined {
  return (target instanceof Element && target.closest('[data-search]')) || undefined;
}

/** A reloaded document shows no marks. */
function forgetSought(): void {
  const state: unknown = history.state;
  if (typeof state !== 'object' || state === null || !(SOUGHT_KEY in state)) return;
  history.replaceState({ ...state, [SOUGHT_KEY]: undefined }, '');
}

/** Waits for the style sheet too, so that the dialog never opens without it; if it fails, the dialog is plain. */
async function importDialog({
  trust,
  scripts,
}: LauncherOptions): Promise<{ readonly createSearch: (host: SearchHost) => Search }> {
  const { href, integrity } = scripts.styles;
  const style = { href: new URL(href, import.meta.url).href, integrity };
  const [dialog] = await Promise.all([
    import(trust.scriptUrl(scripts.dialog)),
    (styled ??= addStyleSheet(document, style).loaded),
  ]);
  return dialog;
}

let styled: Promise<void> | undefined;

function createHost(options: LauncherOptions): SearchHost {
  const { trust, scripts, input } = options;
  let root: ReturnType<typeof createRoot> | undefined;
  const render = (dialog: ReactNode): void => {
    const page = (
      <PageProvider input={input()} trustHtml={trust.html}>
        {dialog}
      </PageProvider>
    );
    if (root !== undefined) return root.render(page);
    const first = createRoot(document.body.appendChild(document.createElement('div')));
    root = first;
    // The dialog takes over from the early field at once: no key is lost between them.
    flushSync(() => first.render(page));
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
