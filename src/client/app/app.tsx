import type { ComponentType } from 'react';
import { flushSync } from 'react-dom';
import type { EmbeddedPage, SiteFile } from '../../shared/page-data.ts';
import { holdPosition } from '../menus/docs-sidebar.ts';
import { dropStaleVersions } from '../menus/preferred-version.ts';
import { manageWholeSidebars } from '../menus/whole-sidebars.ts';
import { createPageAssets } from '../navigation/page-assets.ts';
import { manageVisits } from '../navigation/visits.ts';
import { createSearchButton, manageSearch, type SearchScripts } from '../search/launcher.tsx';
import { adoptArticle, findRoot } from './adoption.ts';
import type { Controls } from './controls.ts';
import { manageRefresh } from './refresh.ts';
import {
  documentView,
  hydrateScreen,
  type LayoutComponent,
  pageView,
  type Render,
  type View,
} from './screen.tsx';
import { createSiteFiles, readEmbeddedPage, type SiteFiles } from './site-file.ts';
import { createTrust, type Trust } from './trusted-html.ts';

/** The folder of the site's scripts, from this script's URL: pages cannot change it. */
const ASSETS = new URL('.', import.meta.url);

/** The parts of the app that the build adds. */
export interface AppParts {
  readonly Layout: LayoutComponent;
  readonly scripts: SearchScripts;
}

/**
 * Starts the app: pages of the site are shown without loading documents. Resolves when the page is interactive; to false
 * if something is missing: the page stays as it is, and its links load documents.
 */
export async function startApp(parts: AppParts, controls: Controls): Promise<boolean> {
  const root = findRoot(document);
  const embedded = root === null ? undefined : readEmbeddedPage(root);
  if (root === null || embedded === undefined) return false;
  const siteFiles = createSiteFiles(embedded, new URL('..', ASSETS));
  const file = await siteFiles.load(embedded.siteFile);
  if (file === undefined) return false;
  const { search } = file.site;
  const others = search.analytics === undefined ? [] : [search.analytics.src];
  const trust = createTrust(window, ASSETS, others);
  const { entry } = embedded.page;
  const Content = entry === undefined ? undefined : await importPage(trust, entry);
  await takeOver({ ...parts, controls, root, embedded, file, siteFiles, trust, Content });
  return true;
}

interface Start extends AppParts {
  readonly controls: Controls;
  readonly root: HTMLElement;
  readonly embedded: EmbeddedPage;
  readonly file: SiteFile;
  readonly siteFiles: SiteFiles;
  readonly trust: Trust;
  readonly Content: ComponentType | undefined;
}

async function takeOver(start: Start): Promise<void> {
  const { root, embedded, file, trust, Content, controls } = start;
  const { articles } = controls;
  dropStaleVersions(file.site.docsSets);
  const adoption = adoptArticle(root, articles.apply);
  let current: View = { ...documentView(file, embedded, Content), shown: () => {} };
  const searchButton = createSearchButton(file.site.search);
  const render = await hydrateScreen(root, {
    Layout: start.Layout,
    view: current,
    trustHtml: trust.html,
    attachArticle: adoption.attach,
    searchButton,
  });
  const show: Render = (view, run) => {
    current = view;
    render({ ...view, input: whole.apply(view.input) }, run);
  };
  const whole = manageWholeSidebars({
    root,
    site: () => current.input.site,
    loaded: () => show({ ...current, shown: holdPosition(root) }),
  });
  const assets = createPageAssets({ page: document, folder: ASSETS, first: embedded, ...trust });
  const visits = manageVisits({
    ...controls,
    root,
    assets,
    head: embedded.head,
    file,
    siteFile: start.siteFiles.load,
    input: () => current.input,
    isNotFound: embedded.page.kind === 'notFound',
    policies: embedded.policies,
    parse: trust.parse,
    importPage: (entry) => importPage(trust, entry),
    leaveDocument: adoption.end,
    show: (view) =>
      show({
        ...view,
        shown: () => {
          controls.leave();
          articles.apply();
          view.shown();
          controls.shown();
          search.shown();
        },
      }),
    arrived: () => search.shown(),
  });
  controls.watchMenu(whole.load);
  start.siteFiles.watch(whole.renew);
  const search = manageSearch({
    ...start,
    ...visits,
    input: () => current.input,
    button: searchButton,
    opening: () => {
      controls.leave();
      noteScrollBar(document.documentElement);
    },
  });
  visits.refresh();
  manageRefresh({
    input: () => current.input,
    // The page request comes first.
    renew: () => {
      const page = visits.renew(current.input.page.route);
      start.siteFiles.renew();
      return page.finally(() => {
        whole.renew();
        search.renew();
      });
    },
    trustHtml: trust.html,
    viewOf: pageView,
    leaveDocument: adoption.end,
    show: (view) => show(view, flushSync),
    shown: (page) => {
      controls.renewed();
      assets.shown(page);
      visits.refresh();
    },
  });
}

/** Tells style rules that the scroll bar takes up space, so that they keep its width. */
function noteScrollBar(html: HTMLElement): void {
  html.toggleAttribute('data-scroll-bar', innerWidth > html.clientWidth);
}

async function importPage(trust: Trust, entry: string): Promise<ComponentType> {
  const { default: Page }: { default: ComponentType } = await import(trust.scriptUrl(entry));
  return Page;
}
