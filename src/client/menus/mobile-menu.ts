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

interface MenuContext extends MobileMenuOptions {
  readonly state: {
    /** The address of the page below the menu. */
    home: string;
    /** The menu's history entry is being left: its `popstate` is not the reader's. */
    isLeaving: boolean;
    /** The click on a link of the menu. */
    choice: Event | undefined;
  };
}

/**
 * Makes the menus a dialog. An open menu has a history entry, so that the browser's Back closes it; otherwise closing
 * removes the entry, and a link in the menu replaces it.
 */
export function manageMobileMenu(options: MobileMenuOptions): MobileMenu {
  const state: MenuContext['state'] = { home: location.href, isLeaving: false, choice: undefined };
  const context: MenuContext = { ...options, state };
  // Runs before the router and the search, whose targets must not be inert.
  document.addEventListener('click', (event) => answerClick(context, event), { capture: true });
  addEventListener('click', (event) => followChoice(context, event));
  document.addEventListener('keydown', (event) => answerKey(context, event));
  addEventListener('popstate', (event) => travel(context, event), { capture: true });
  onBreakpoint((mobile) => {
    if (!mobile) close(context);
  });
  // A document that is reloaded or restored has no open menu.
  addEventListener('pageshow', () => isOpen() || uncover(context));
  uncover(context);
  return { close: () => close(context), apply: () => setButtonState(isOpen()) };
}

function show({ state, opened }: MenuContext): void {
  state.home = location.href;
  showMenu();
  opened();
}

function open(context: MenuContext): void {
  if (isOpen()) return;
  context.entries.cover();
  show(context);
}

function close(context: MenuContext): void {
  if (!isOpen()) return;
  hideMenu();
  uncover(context);
}

/** Removes the menu's history entry. */
function uncover({ entries, state }: MenuContext): void {
  if (!entries.isCover(history.state) || state.isLeaving) return;
  state.isLeaving = true;
  history.back();
}

function answerClick(context: MenuContext, event: MouseEvent): void {
  const { target } = event;
  if (!isPlainClick(event) || !(target instanceof Element)) return;
  const command = target.closest<HTMLElement>('[data-menu]')?.dataset['menu'];
  if (command === 'open') {
    event.preventDefault();
    open(context);
  } else if (command === 'close' || target.matches('#dw-site-menu[role]')) close(context);
  else if (command !== undefined) switchPanel(command);
  else if (isOpen() && target.closest('#dw-site-menu a[href]:not([data-search])') !== null) {
    context.state.choice = event;
    hideMenu();
  }
}

/** Runs after the router: a link to another page replaces the menu's history entry, at once or when the page is loaded. */
function followChoice(context: MenuContext, event: MouseEvent): void {
  if (event !== context.state.choice || !(event.target instanceof Element)) return;
  context.state.choice = undefined;
  const link = event.target.closest('a');
  const leads = event.defaultPrevented
    ? link?.pathname !== location.pathname
    : link?.target !== '_blank';
  if (!leads) uncover(context);
}

function answerKey(context: MenuContext, event: KeyboardEvent): void {
  if (event.defaultPrevented) return;
  if (event.key === 'Escape' && isOpen()) close(context);
  else if (event.key === ' ' && event.target === menuButton()) open(context);
  else return;
  event.preventDefault();
}

/** Back closes the menu, Forward opens it again; the page stays the same. */
function travel(context: MenuContext, event: PopStateEvent): void {
  const { entries, state } = context;
  const isHere = location.href === state.home;
  const isBack = isHere && (state.isLeaving || isOpen());
  const isForward = isHere && !isBack && entries.isCover(event.state) && isMobile();
  state.isLeaving = false;
  hideMenu();
  if (!isBack && !isForward) return;
  if (isForward) show(context);
  entries.enter(event.state);
  event.stopImmediatePropagation();
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

/** Switches to another panel and focuses its first control, the way back. */
function switchPanel(name: string): void {
  const menu = menuElement();
  if (menu === null) return;
  choosePanel(menu, name)?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true });
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
