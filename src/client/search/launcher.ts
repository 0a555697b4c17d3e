import type { ClientSite } from '../../shared/page-data.ts';
import {
  type AddressStyle,
  decodeSafely,
  printRoute,
  readUrlPath,
  toRoute,
} from '../../shared/paths.ts';
import { closestTo, element, findArticle, messagesOf } from '../app/root.ts';
import type { Trust } from '../app/trusted-html.ts';
import { addStyleSheet } from '../navigation/page-assets.ts';
import { mayPrefetch } from '../navigation/prefetch.ts';
import type { Visits } from '../navigation/visits.ts';
import { closeEarlyField, leaveEarlyField, openEarlyField, readEarlyField } from './early-field.ts';
import { type Search, type SearchHost, SOUGHT_KEY } from './host.ts';
import { createButtonStore, showButtonState } from './search-button.ts';

/** URLs of the scripts that are loaded when the reader uses the search, and the style sheet of the dialog. */
export interface SearchScripts {
  readonly react: string;
  readonly dialog: string;
  readonly worker: string;
  readonly analytics: string;
  readonly styles: { readonly href: string; readonly integrity: string };
}

interface LauncherOptions extends Pick<Visits, 'navigate' | 'loadPage'> {
  readonly root: HTMLElement;
  readonly site: () => ClientSite;
  readonly trust: Trust;
  readonly scripts: SearchScripts;
  /** Called when the reader opens the search. */
  readonly opening: () => void;
}

interface Launcher {
  /** Opens the dialog for an element, with the query that was left or another one. */
  readonly open: (opener: Element | undefined, text?: string) => void;
  readonly prepare: () => void;
  /** See `Search`. */
  readonly shown: () => void;
  readonly renewed: () => void;
}

/**
 * Loads the search when it is opened or prepared; what is typed in the meantime arrives in the dialog. If that fails, goes
 * to the list of all pages.
 */
export function manageSearch(options: LauncherOptions): Launcher {
  const { root, site } = options;
  const host = createHost(options);
  let search: Search | undefined;
  let loading: Promise<Search> | undefined;
  const load = (): Promise<Search> => {
    loading ??= importDialog(options).then(({ createSearch }) => (search = createSearch(host)));
    loading.catch(() => (loading = undefined));
    return loading;
  };
  const open: Launcher['open'] = (opener, text) => {
    options.opening();
    if (search !== undefined) {
      const end = text?.length ?? 0;
      const typed = { text: text ?? '', selection: [end, end], entered: false } as const;
      return search.open(opener, text === undefined ? undefined : typed);
    }
    openEarlyField(text);
    load().then(
      async (loaded) => {
        const ahead = await readEarlyField();
        // The reader may have closed the field.
        if (ahead === undefined) return;
        loaded.open(opener, ahead);
        closeEarlyField();
      },
      () => leaveEarlyField(site().searchHref),
    );
  };
  // A reloaded document shows no marks.
  const { [SOUGHT_KEY]: sought, ...state } = { ...history.state };
  if (sought !== undefined) history.replaceState(state, '');
  document.addEventListener('keydown', ({ target, key }) => {
    if (key === 'Escape' && closestTo(target, '[data-search]')) host.button.setQuery('');
  });
  const asked = new URLSearchParams(location.search).get('q');
  if (asked !== null) open(undefined, asked);
  else if (root.dataset['route'] === undefined) void guess(site(), load);
  return {
    open,
    prepare: () => void load().then((loaded) => loaded.prepare(), ignore),
    shown: () => {
      host.button.apply();
      search?.shown();
    },
    renewed: () => {
      host.button.apply();
      search?.renew();
    },
  };
}

/** Fills in the 404 page: the words of the address, and pages that fit them, unless the reader saves data. */
async function guess(site: ClientSite, load: () => Promise<Search>): Promise<void> {
  const queries = pathQueries(location.pathname, site.baseUrl);
  const input = document.querySelector<HTMLInputElement>('[data-search-form] input');
  if (input !== null && input.value === '') input.value = queries[0] ?? '';
  if (!mayPrefetch(navigator)) return;
  const search = await load().catch(() => undefined);
  for (const query of queries) {
    const pages = (await search?.guess(query)) ?? [];
    if (pages.length === 0) continue;
    const place = document.querySelector('[data-guesses]');
    const list = element('ul');
    for (const { label, href } of pages) {
      const link = element('a', '', label);
      link.href = href;
      list.appendChild(element('li')).append(link);
    }
    place?.querySelector('[role="status"]')?.replaceChildren(messagesOf(site).notFoundGuesses);
    return place?.append(list);
  }
}

function ignore(): void {}

/** Waits for the style sheet too, so that the dialog never opens without it; if it fails, the dialog is plain. */
async function importDialog({
  trust,
  scripts,
}: LauncherOptions): Promise<{ readonly createSearch: (host: SearchHost) => Search }> {
  const { href, integrity } = scripts.styles;
  const style = { href: new URL(href, import.meta.url).href, integrity };
  // The dialog imports it.
  void import(trust.scriptUrl(scripts.react)).catch(ignore);
  const [dialog] = await Promise.all([
    import(trust.scriptUrl(scripts.dialog)),
    (styled ??= addStyleSheet(document, style).loaded),
  ]);
  return dialog;
}

let styled: Promise<void> | undefined;

function createHost({ trust, scripts, site, root, ...visits }: LauncherOptions): SearchHost {
  const { searchFor } = messagesOf(site());
  return {
    page: document,
    site,
    tag: () => root.dataset['tag'] ?? '',
    button: createButtonStore(() => localStorage, showButtonState(searchFor)),
    trust,
    startWorker: () => trust.startWorker(scripts.worker),
    importWorker: () => import(trust.scriptUrl(scripts.worker)),
    importAnalytics: () => import(trust.scriptUrl(scripts.analytics)),
    hrefOf: (sectionRoute) => hitUrl(sectionRoute, site()),
    loadHtml: async (url) => {
      const page = await visits.loadPage(url);
      return page && findArticle(page.look())?.innerHTML;
    },
    mayLoadAhead: () => mayPrefetch(navigator),
    navigate: visits.navigate,
  };
}

/** The URL of a section printed like links of the site, with the site's trailing slash. */
export function hitUrl(sectionRoute: string, style: AddressStyle): string {
  const [, page = '', hash = ''] = /^([^#]*)(.*)$/s.exec(sectionRoute) ?? [];
  const path = readUrlPath(page, style);
  return path === undefined ? sectionRoute : printRoute(toRoute(path), style) + hash;
}

const FILE = /(?:^index)?\.(?:html?|mdx?|php|aspx?)$/;

/** Queries for what a reader looked for at an unknown path, best first: the words of its last part, then of all parts. */
export function pathQueries(pathname: string, baseUrl: string): readonly string[] {
  const path = pathname.startsWith(baseUrl) ? pathname.slice(baseUrl.length) : pathname;
  const parts = path.split('/').map(wordsOf).filter(Boolean);
  const whole = parts.join(' ');
  return [...new Set([parts.at(-1) ?? '', whole])].filter(Boolean);
}

function wordsOf(part: string): string {
  const text = (decodeSafely(part) ?? part).replace(FILE, '');
  return text.replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ').trim();
}
