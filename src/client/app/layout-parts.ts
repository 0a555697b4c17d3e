import { manageSidebarSwitch, showCurrentEntry } from '../menus/docs-sidebar.ts';
import { type MobileMenuOptions, manageMobileMenu } from '../menus/mobile-menu.ts';
import { manageToc } from '../menus/toc.ts';

interface ChromeOptions {
  readonly root: HTMLElement;
  readonly entries: MobileMenuOptions['entries'];
  /** Called when the reader has opened the menu, where the sidebar is. */
  readonly turnToSidebar: () => void;
}

/** What stands around the article: menus, sidebar, table of contents. */
export interface Chrome {
  /** Something else is about to be shown. */
  readonly leave: () => void;
  /** A page is shown. */
  readonly shown: () => void;
  /** What is shown has other headings. */
  readonly renewed: () => void;
}

export function manageChrome({ root, entries, turnToSidebar }: ChromeOptions): Chrome {
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
