import type { ComponentType } from 'react';
import { flushSync } from 'react-dom';
import type { EmbeddedPage, SiteFile } from '../../shared/page-data.ts';
import { siteTexts } from '../../shared/texts.ts';
import { manageArticles } from '../article/article-tools.ts';
import { holdPlace, manageSidebarSwitch, showCurrentEntry } from '../menus/docs-sidebar.ts';
import { type MobileMenuOptions, manageMobileMenu } from '../menus/mobile-menu.ts';
import { manageNavbar } from '../menus/navbar-menus.ts';
import { manageToc } from '../menus/toc.ts';
import { manageWholeSidebars } from '../menus/whole-sidebars.ts';
import { createAnnouncer } from '../navigation/arrival.ts';
import { manageVisits } from '../navigation/visits.ts';
import type { SearchButtonStore } from '../search/hotkeys.ts';
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

/** The folder of the site's scripts: where this one comes from, whatever a page says. */
const ASSETS = new URL('.', import.meta.url);

/**
 * Takes the page over: from here on, pages of the site are shown without loading documents. Resolves
 * when the page answers to the reader. Where something is missing, the page stays as it is, and its
 * links load documents.
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
  /** The component of a React page. */
  readonly Content: ComponentType | undefined;
  readonly scripts: SearchScripts;
}

async function takeOver(start: Start): Promise<void> {
  const { root, embedded, file, trust, Content } = start;
  const announce = createAnnouncer(document);
  manageAnnouncement(document);
  manageColorMode(file.site.colorMode);
  const articles = manageArticles(root, { announce, texts: siteTexts(file.site) });
  const adoption = adoptArticle(root, articles.apply);
  let current: View = { ...documentView(file, embedded, Content), shown: () => {} };
  const searchButton = createSearchButton(file.site.search);
  const render = await hydrate(start, {
    view: current,
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
    loaded: () => show({ ...current, shown: holdPlace(root) }),
  });
  const visits = manageVisits({
    root,
    file,
    siteFile: start.siteFiles.load,
    isNotFound: embedded.page.kind === 'notFound',
    announce,
    parse: trust.parse,
    importPage: (entry) => importPage(trust, entry),
    leaveDocument: adoption.end,
    show: (view) =>
      show({
        ...view,
        shown: () => {
          chrome.leave();
          articles.apply();
          view.shown();
          chrome.shown();
          navbar.shown();
          search.shown();
        },
      }),
    arrived: () => search.shown(),
  });
  const chrome = manageChrome({ root, entries: visits.entries, turnToSidebar: whole.load });
  const search = manageSearch({
    ...start,
    ...visits,
    input: () => current.input,
    button: searchButton,
    opening: () => {
      chrome.leave();
      noteScrollBar(document.documentElement);
    },
  });
  visits.refresh();
  manageRefresh({
    input: () => current.input,
    // The page is asked for first.
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
    shown: () => {
      articles.apply();
      chrome.renewed();
      visits.refresh();
    },
  });
}

/** Style rules keep the place of the scroll bar where there is one. */
function noteScrollBar(html: HTMLElement): void {
  html.toggleAttribute('data-scroll-bar', innerWidth > html.clientWidth);
}

interface Hydration {
  /** What the document shows. */
  readonly view: View;
  readonly attachArticle: (article: HTMLElement | null) => void;
  readonly searchButton: SearchButtonStore;
}

/** Resolves when React has taken over what the document shows. */
function hydrate({ root, Layout, trust }: Start, { view, ...parts }: Hydration): Promise<Render> {
  return new Promise((resolve) => {
    const first = { ...view, shown: (): void => resolve(show) };
    const show = hydrateScreen({ root, Layout, trustHtml: trust.html, ...parts, view: first });
  });
}

async function importPage(trust: Trust, entry: string): Promise<ComponentType> {
  const { default: Page }: { default: ComponentType } = await import(trust.scriptUrl(entry));
  return Page;
}

/** Local storage key of the id of the announcement that the reader has closed; head.ts reads it too. */
const CLOSED = 'docwright.announcement.closed';

/**
 * Answers to the close button of the announcement bar (rule 8). The bar is hidden by an attribute of
 * `<html>`, which no render touches; head.ts sets the same attribute before the first paint.
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

/** The first visible control behind an element, in reading order. */
function controlAfter(page: Document, element: HTMLElement): HTMLElement | undefined {
  const controls = page.querySelectorAll<HTMLElement>('a[href], button:not([disabled])');
  return [...controls].find(
    (control) =>
      element.compareDocumentPosition(control) === Node.DOCUMENT_POSITION_FOLLOWING &&
      control.getClientRects().length > 0,
  );
}

interface ChromeOptions {
  readonly root: HTMLElement;
  readonly entries: MobileMenuOptions['entries'];
  /** Called when the reader has opened the menu, where the sidebar is. */
  readonly turnToSidebar: () => void;
}

/** What stands around the article: menus, sidebar, table of contents. */
interface Chrome {
  /** Something else is about to be shown. */
  readonly leave: () => void;
  /** A page is shown. */
  readonly shown: () => void;
  /** What is shown has other headings. */
  readonly renewed: () => void;
}

function manageChrome({ root, entries, turnToSidebar }: ChromeOptions): Chrome {
  const toc = manageToc(root);
  const shown = (): void => {
    showCurrentEntry(root);
    toc.apply();
  };
  const opened = (): void => {
    turnToSidebar();
    showCurrentEntry(root);
  };
  const { close } = manageMobileMenu({ entries, opened });
  manageSidebarSwitch(root);
  shown();
  return { leave: close, shown, renewed: toc.apply };
}
