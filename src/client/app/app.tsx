import type { ComponentType } from 'react';
import { flushSync } from 'react-dom';
import type { EmbeddedPage, SiteFile } from '../../shared/page-data.ts';
import { siteMessages } from '../../shared/ui-messages.ts';
import { manageArticles } from '../article/article-tools.ts';
import { holdPosition, manageSidebarSwitch, showCurrentEntry } from '../menus/docs-sidebar.ts';
import { manageMobileMenu } from '../menus/mobile-menu.ts';
import { manageNavbar } from '../menus/navbar-menus.ts';
import { manageToc } from '../menus/toc.ts';
import { manageWholeSidebars } from '../menus/whole-sidebars.ts';
import { createAnnouncer } from '../navigation/arrival.ts';
import type { HistoryEntries } from '../navigation/history-entries.ts';
import { createPageAssets } from '../navigation/page-assets.ts';
import { manageVisits } from '../navigation/visits.ts';
import { createSearchButton, manageSearch, type SearchScripts } from '../search/launcher.tsx';
import { adoptArticle } from './adoption.ts';
import { manageColorMode } from './color-mode.ts';
import { manageRefresh } from './refresh.ts';
import {
  documentView,
  hydrateScreen,
  type LayoutComponent,
  pageView,
  type Render,
  type View,
} from './screen.tsx';
import { createSiteFiles, findRoot, readEmbeddedPage, type SiteFiles } from './site-file.ts';
import { writeStored } from './storage.ts';
import { createTrust, type Trust } from './trusted-html.ts';

/** The folder of the site's scripts, from this script's URL: pages cannot change it. */
const ASSETS = new URL('.', import.meta.url);

/**
 * Starts the app: pages of the site are shown without loading documents. Resolves when the page is interactive. If
 * something is missing, the page stays as it is, and its links load documents.
 */
export async function startApp(Layout: LayoutComponent, scripts: SearchScripts): Promise<void> {
  const root = findRoot(document);
  const embedded = root === null ? undefined : readEmbeddedPage(root);
  if (root === null || embedded === undefined) return;
  const siteFiles = createSiteFiles(embedded, new URL('..', ASSETS));
  const file = await siteFiles.load(embedded.siteFile);
  if (file === undefined) return;
  const { search } = file.site;
  const others = search.analytics === undefined ? [] : [search.analytics.src];
  const trust = createTrust(window, ASSETS, others);
  const { entry } = embedded.page;
  const Content = entry === undefined ? undefined : await importPage(trust, entry);
  await takeOver({ root, Layout, embedded, file, siteFiles, trust, Content, scripts });
}

interface Start {
  readonly root: HTMLElement;
  readonly Layout: LayoutComponent;
  readonly embedded: EmbeddedPage;
  readonly file: SiteFile;
  readonly siteFiles: SiteFiles;
  readonly trust: Trust;
  readonly Content: ComponentType | undefined;
  readonly scripts: SearchScripts;
}

async function takeOver(start: Start): Promise<void> {
  const { root, embedded, file, trust, Content } = start;
  const announce = createAnnouncer(document);
  manageAnnouncement(document);
  manageColorMode(file.site.colorMode);
  const articles = manageArticles(root, { announce, messages: siteMessages(file.site) });
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
  const navbar = manageNavbar(file.site);
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
    root,
    assets,
    head: embedded.head,
    file,
    siteFile: start.siteFiles.load,
    input: () => current.input,
    isNotFound: embedded.page.kind === 'notFound',
    policies: embedded.policies,
    announce,
    parse: trust.parse,
    importPage: (entry) => importPage(trust, entry),
    leaveDocument: adoption.end,
    show: (view) =>
      show({
        ...view,
        shown: () => {
          layout.leave();
          articles.apply();
          view.shown();
          layout.shown();
          navbar.shown();
          search.shown();
        },
      }),
    arrived: () => search.shown(),
  });
  const layout = manageLayout(root, visits.entries, whole.load);
  const search = manageSearch({
    ...start,
    ...visits,
    input: () => current.input,
    button: searchButton,
    opening: () => {
      layout.leave();
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
      articles.apply();
      assets.shown(page);
      layout.renewed();
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

/** Local storage key for the id of the closed announcement; used in head.ts too. */
const CLOSED = 'docwright.announcement.closed';

/**
 * Handles the close button of the announcement bar. An attribute of `<html>` hides the bar, which React does not change;
 * head.ts sets it before the first paint.
 */
function manageAnnouncement(page: Document): void {
  page.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('[data-close-announcement]') : null;
    const closing = button?.closest<HTMLElement>('[data-announcement]');
    if (closing === null || closing === undefined) return;
    const next = controlAfter(page, closing);
    page.documentElement.dataset['announcementClosed'] = '';
    writeStored(() => localStorage, CLOSED, closing.dataset['announcement'] ?? '');
    next?.focus();
  });
}

/** The first visible control after an element, in reading order. */
function controlAfter(page: Document, element: HTMLElement): HTMLElement | undefined {
  const controls = page.querySelectorAll<HTMLElement>('a[href], button:not([disabled])');
  return [...controls].find(
    (control) =>
      element.compareDocumentPosition(control) === Node.DOCUMENT_POSITION_FOLLOWING &&
      control.getClientRects().length > 0,
  );
}

/** Manages menus, sidebar and table of contents; the sidebar is part of the menu. */
function manageLayout(
  root: HTMLElement,
  entries: HistoryEntries,
  menuOpened: () => void,
): Readonly<Record<'leave' | 'shown' | 'renewed', () => void>> {
  const toc = manageToc(root);
  const shown = (): void => {
    showCurrentEntry(root);
    toc.apply();
  };
  const opened = (): void => {
    menuOpened();
    showCurrentEntry(root);
  };
  const { close } = manageMobileMenu({ entries, opened });
  manageSidebarSwitch(root);
  shown();
  return { leave: close, shown, renewed: toc.apply };
}
