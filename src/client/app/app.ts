import { REFRESH_EVENT } from '../../shared/live.ts';
import { type ClientSite, PAGE_EVENT } from '../../shared/page-data.ts';
import { dropStaleVersions } from '../menus/preferred-version.ts';
import { manageVisits } from '../navigation/visits.ts';
import { manageSearch, type SearchScripts } from '../search/launcher.ts';
import type { Controls } from './controls.ts';
import { readSite } from './root.ts';
import { trustOf } from './trusted-html.ts';

/** The folder of the site's scripts, from this script's URL: pages cannot change it. */
const ASSETS = new URL('.', import.meta.url);

/** Navigation and search, as the script of every page uses them. */
export interface App {
  /** Goes to an address of the site, as a link to it does. */
  readonly follow: (url: URL) => void;
  /** Opens the search at an element, with a text or the query that was left. */
  readonly openSearch: (opener: Element | undefined, text?: string) => void;
  /** Loads the search, because the reader will use it soon. */
  readonly prepareSearch: () => void;
}

export interface AppContext {
  readonly root: HTMLElement;
  readonly controls: Controls;
  /** URL of the script of every page: documents with another one belong to another deploy. */
  readonly client: string;
}

/** Starts the app: pages of the site are shown without loading documents. */
export function startApp(scripts: SearchScripts, { root, controls, client }: AppContext): App {
  const first = readSite(root);
  const { analytics } = first.search;
  const trust = trustOf(window, ASSETS);
  if (analytics !== undefined) trust.allowScript(analytics.src);
  // Other versions have other settings.
  let printed = root.dataset['site'];
  let current = first;
  const site = (): ClientSite => {
    if (root.dataset['site'] !== printed) current = readSite(root);
    printed = root.dataset['site'];
    return current;
  };
  dropStaleVersions(first.search.sets);
  const visits = manageVisits({
    ...controls,
    root,
    site,
    client,
    trust,
    assets: ASSETS,
    leaving: controls.leave,
    shown: () => {
      controls.shown();
      document.dispatchEvent(new Event(PAGE_EVENT));
      search.shown();
    },
    arrived: () => search.shown(),
  });
  const search = manageSearch({
    root,
    site,
    trust,
    scripts,
    navigate: visits.navigate,
    loadPage: visits.loadPage,
    opening: () => {
      controls.leave();
      // Tells style rules that the scroll bar takes up space, so that they keep its width.
      const html = document.documentElement;
      html.toggleAttribute('data-scroll-bar', innerWidth > html.clientWidth);
    },
  });
  // Sent by `docs dev` when the page has been shown again after a change of the site.
  document.addEventListener(REFRESH_EVENT, () => {
    visits.renewed();
    search.renewed();
  });
  return { follow: visits.follow, openSearch: search.open, prepareSearch: search.prepare };
}
