import { closestTo } from '../app/root.ts';
import type { HistoryEntries } from '../navigation/history-entries.ts';
import { isPlainClick } from '../navigation/page-address.ts';

interface MobileMenuOptions {
  readonly entries: HistoryEntries;
  /** Called when the menu is shown. */
  readonly opened: () => void;
}

interface MobileMenu {
  readonly close: () => void;
  /** Makes the link to the menus of a page that has just been shown a button. */
  readonly apply: () => void;
}

/**
 * Makes the menus a dialog. An open menu has a history entry, so that the browser's Back closes it; otherwise closing
 * removes the entry, and a link in the menu replaces it.
 */
export function manageMobileMenu({ entries, opened }: MobileMenuOptions): MobileMenu {
  // The address of the page below the menu.
  let home = location.href;
  // The menu's history entry is being left: its `popstate` is not the reader's.
  let isLeaving = false;
  // The click on a link of the menu.
  let choice: Event | undefined;
  const show = (): void => {
    home = location.href;
    showMenu();
    opened();
  };
  const open = (): void => {
    if (isOpen()) return;
    entries.cover();
    show();
  };
  /** Removes the menu's history entry. */
  const uncover = (): void => {
    if (!entries.isCover(history.state) || isLeaving) return;
    isLeaving = true;
    history.back();
  };
  const close = (): void => {
    if (!isOpen()) return;
    hideMenu();
    uncover();
  };
  const answerClick = (event: MouseEvent): void => {
    const { target } = event;
    if (!isPlainClick(event) || !(target instanceof Element)) return;
    const command = closestTo(target, '[data-menu]')?.dataset['menu'];
    if (command === 'open') {
      event.preventDefault();
      open();
    } else if (command === 'close' || target.matches('#dw-site-menu[role]')) close();
    else if (command !== undefined) {
      // Its first control is the way back.
      const menu = menuElement();
      const panel = menu === null ? undefined : choosePanel(menu, command);
      panel?.querySelector('button')?.focus({ preventScroll: true });
    } else if (isOpen() && target.closest('#dw-site-menu a[href]:not([data-search])') !== null) {
      choice = event;
      hideMenu();
    }
  };
  // Runs before the router and the search, whose targets must not be inert.
  document.addEventListener('click', answerClick, { capture: true });
  // Runs after the router: a link to another page replaces the menu's history entry, at once or when the page is loaded.
  addEventListener('click', (event) => {
    if (event !== choice) return;
    choice = undefined;
    const link = closestTo<HTMLAnchorElement>(event.target, 'a');
    const leads = event.defaultPrevented
      ? link?.pathname !== location.pathname
      : link?.target !== '_blank';
    if (!leads) uncover();
  });
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented) return;
    if (event.key === 'Escape' && isOpen()) close();
    else if (event.key === ' ' && event.target === menuButton()) open();
    else return;
    event.preventDefault();
  });
  // Back closes the menu, Forward opens it again; the page stays the same.
  const travel = (event: PopStateEvent): void => {
    const isHere = location.href === home;
    const isBack = isHere && (isLeaving || isOpen());
    const isForward = isHere && !isBack && entries.isCover(event.state) && isMobile();
    isLeaving = false;
    hideMenu();
    if (!isBack && !isForward) return;
    if (isForward) show();
    entries.enter(event.state);
    event.stopImmediatePropagation();
  };
  addEventListener('popstate', travel, { capture: true });
  onBreakpoint((mobile) => mobile || close());
  // A document that is reloaded or restored has no open menu.
  addEventListener('pageshow', () => isOpen() || uncover());
  uncover();
  return { close, apply: () => setButtonState(isOpen()) };
}

/** Attribute of `<html>` while the menu is open: style rules lock the page's scrolling. */
const LOCK = 'data-menu-open';

/** Attribute of elements that the menu has made inert, and the elements to leave out. */
const UNDER = 'data-under-menu';
const LEFT_OUT = 'script, [role=status], [inert]';

function menuElement(): HTMLElement | null {
  return document.getElementById('dw-site-menu');
}

/** The link that the client turns into the menu's button. */
function menuButton(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-menu="open"]');
}

function isOpen(): boolean {
  return document.documentElement.hasAttribute(LOCK);
}

/** Turns the menu into a dialog: everything else is inert, and its first button has the focus. */
function showMenu(): void {
  const menu = menuElement();
  if (menu === null) return;
  const root = document.documentElement;
  // Keeps the width of a scroll bar that takes up space.
  root.setAttribute(LOCK, innerWidth > root.clientWidth ? 'gutter' : '');
  menu.setAttribute('role', 'dialog');
  menu.setAttribute('aria-modal', 'true');
  menu.setAttribute('aria-label', menu.dataset['label'] ?? '');
  for (const element of around(menu)) {
    element.inert = true;
    element.setAttribute(UNDER, '');
  }
  setButtonState(true);
  const docs = menu.querySelector('[data-menu-panel="docs"]');
  choosePanel(menu, docs === null ? 'main' : 'docs');
  menu.querySelector<HTMLElement>('[data-menu="close"]')?.focus({ preventScroll: true });
}

/** Turns the dialog into a part of the page again, and restores the focus. */
function hideMenu(): void {
  const menu = menuElement();
  if (menu === null || !isOpen()) return;
  // Hidden elements have already lost the focus.
  const { activeElement } = document;
  const hadFocus = menu.contains(activeElement) || activeElement === document.body;
  document.documentElement.removeAttribute(LOCK);
  for (const name of ['role', 'aria-modal', 'aria-label']) menu.removeAttribute(name);
  for (const panel of panelsOf(menu)) panel.inert = false;
  for (const element of document.querySelectorAll<HTMLElement>(`[${UNDER}]`)) {
    element.inert = false;
    element.removeAttribute(UNDER);
  }
  setButtonState(false);
  if (!hadFocus) return;
  const button = menuButton();
  const next = button?.checkVisibility() === true ? button : document.getElementById('dw-main');
  next?.focus({ preventScroll: true });
}

/** Turns the link to the menus into a button with a state. */
function setButtonState(isExpanded: boolean): void {
  const button = menuButton();
  const closing = menuElement()?.querySelector('[data-menu="close"]')?.getAttribute('aria-label');
  if (button === null) return;
  const opening = (button.dataset['label'] ??= button.getAttribute('aria-label') ?? '');
  button.setAttribute('role', 'button');
  button.setAttribute('aria-haspopup', 'dialog');
  button.setAttribute('aria-expanded', String(isExpanded));
  button.setAttribute('aria-label', isExpanded ? (closing ?? opening) : opening);
}

/** All siblings of an element and of its ancestors that can be made inert. */
function around(element: Element): readonly HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let inner = element; inner !== document.body; ) {
    const { parentElement } = inner;
    if (parentElement === null) break;
    for (const other of parentElement.children)
      if (other !== inner && other instanceof HTMLElement && !other.matches(LEFT_OUT))
        found.push(other);
    inner = parentElement;
  }
  return found;
}

function panelsOf(menu: HTMLElement): readonly HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[data-menu-panel]')];
}

/** Shows one panel; the others become inert. */
function choosePanel(menu: HTMLElement, name: string): HTMLElement | undefined {
  for (const panel of panelsOf(menu)) panel.inert = panel.dataset['menuPanel'] !== name;
  return panelsOf(menu).find((panel) => !panel.inert);
}

/** The widths of mobile layouts: the breakpoint of the style sheets. */
const MOBILE = '(max-width: 996px)';

export function isMobile(): boolean {
  return matchMedia(MOBILE).matches;
}

/** Calls back when the window crosses the breakpoint. */
export function onBreakpoint(changed: (mobile: boolean) => void): void {
  matchMedia(MOBILE).addEventListener('change', ({ matches }) => changed(matches));
}
