import type { ControlMessages } from '../../shared/control-messages.ts';
import { REFRESH_EVENT } from '../../shared/live.ts';
import { manageArticles, type StartTools } from '../article/article-tools.ts';
import { manageSidebarSwitch, showCurrentEntry } from '../menus/docs-sidebar.ts';
import { manageMobileMenu } from '../menus/mobile-menu.ts';
import { manageNavbar } from '../menus/navbar-menus.ts';
import { applyBranches } from '../menus/sidebar-branches.ts';
import { manageToc } from '../menus/toc.ts';
import { type Announce, createAnnouncer } from '../navigation/arrival.ts';
import { type HistoryEntries, manageHistory } from '../navigation/history-entries.ts';
import { applySearchButtons } from '../search/search-button.ts';
import { manageColorMode } from './color-mode.ts';
import { delegate } from './root.ts';

/** The controls of a page that need no data, as the app uses them. */
export interface Controls {
  /** The address of the document's page. */
  readonly url: URL;
  readonly entries: HistoryEntries;
  readonly announce: Announce;
  /** Starts tools of another script. */
  readonly addTools: (tools: StartTools) => void;
  /** Closes the menu, because the page is left or covered. */
  readonly leave: () => void;
  /** Adds the tools of the article, and applies the controls to the document's first page. */
  readonly begin: () => void;
  /** Applies the controls to another page that is in the document. */
  readonly shown: () => void;
}

/**
 * Starts the controls: they listen at the root and at the document, which stay when another page is shown. Tools of the
 * article are added by `begin`.
 */
export function createControls(root: HTMLElement, messages: ControlMessages): Controls {
  const announce = createAnnouncer(document);
  const entries = manageHistory(window);
  const articles = manageArticles(root, { announce, messages });
  const navbarShown = manageNavbar(document);
  const applyToc = manageToc(root);
  const applyMode = manageColorMode(document, messages);
  const menu = manageMobileMenu({ entries, opened: () => showCurrentEntry(root) });
  manageSidebarSwitch(root);
  delegate(root, 'click', {
    // head.ts hides the bar and remembers that; the focus moves on to the next visible control.
    '[data-close-announcement]': (button) => {
      const bar = button.closest('[data-announcement]') ?? button;
      const controls = root.querySelectorAll<HTMLElement>('a[href], button:not([disabled])');
      const next = [...controls].find(
        (control) =>
          bar.compareDocumentPosition(control) === Node.DOCUMENT_POSITION_FOLLOWING &&
          control.getClientRects().length > 0,
      );
      next?.focus();
    },
  });
  const applyLayout = (): void => {
    applyMode();
    applySearchButtons(document);
    applyBranches(root);
    menu.apply();
  };
  const renewed = (): void => {
    applyLayout();
    articles.apply();
    applyToc();
  };
  const begin = (): void => {
    renewed();
    showCurrentEntry(root);
  };
  applyLayout();
  // Sent by `docs dev` when the page has been shown again after a change of the site.
  document.addEventListener(REFRESH_EVENT, renewed);
  return {
    url: new URL(location.href),
    entries,
    announce,
    addTools: articles.add,
    leave: menu.close,
    begin,
    shown: () => {
      begin();
      navbarShown();
    },
  };
}
