import type { HistoryEntries } from '../navigation/history-entries.ts';
import { isPlainClick } from '../navigation/page-address.ts';
import { hideMenu, isOpen, menuButton, showMenu, tellButton, turnTo } from './menu-dialog.ts';
import { isMobile, whenTurned } from './mobile.ts';

export interface MobileMenuOptions {
  readonly entries: HistoryEntries;
  /** Called when the menu is shown, before the reader has turned to an entry. */
  readonly opened: () => void;
}

export interface MobileMenu {
  /** Takes the menu away, if it is there: something else is shown. */
  readonly close: () => void;
}

interface MenuContext extends MobileMenuOptions {
  readonly state: {
    /** The address under the menu. */
    home: string;
    /** The menu's entry is being left: what the browser says of it is no reader's Back. */
    isLeaving: boolean;
    /** The click that has chosen a link of the menu. */
    choice: Event | undefined;
  };
}

/**
 * Makes the menus a dialog (rules 15 to 17). An open menu has an entry of the history of its own, so that the
 * browser's Back closes it; closed otherwise, it takes the entry away, and a link that is chosen in it takes
 * the entry's place.
 */
export function manageMobileMenu(options: MobileMenuOptions): MobileMenu {
  const state: MenuContext['state'] = { home: location.href, isLeaving: false, choice: undefined };
  const context: MenuContext = { ...options, state };
  // Before the router and the search answer to it: what they lead to must not be inert any more.
  document.addEventListener('click', (event) => answerClick(context, event), { capture: true });
  addEventListener('click', (event) => followChoice(context, event));
  document.addEventListener('keydown', (event) => answerKey(context, event));
  addEventListener('popstate', (event) => travel(context, event), { capture: true });
  whenTurned((mobile) => {
    if (!mobile) close(context);
  });
  // A document that is loaded anew, or comes back, has no open menu.
  addEventListener('pageshow', () => isOpen() || uncover(context));
  uncover(context);
  tellButton(false);
  return { close: () => close(context) };
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

/** Takes the menu's entry away. */
function uncover({ entries, state }: MenuContext): void {
  if (!entries.isCover(history.state) || state.isLeaving) return;
  state.isLeaving = true;
  history.back();
}

function answerClick(context: MenuContext, event: MouseEvent): void {
  const { target } = event;
  if (!isPlainClick(event) || !(target instanceof Element)) return;
  const wish = target.closest<HTMLElement>('[data-menu]')?.dataset['menu'];
  if (wish === 'open') {
    event.preventDefault();
    open(context);
  } else if (wish === 'close' || target.matches('#dw-site-menu[role]')) close(context);
  else if (wish !== undefined) turnTo(wish);
  else if (isOpen() && target.closest('#dw-site-menu a[href]:not([data-search])') !== null) {
    context.state.choice = event;
    hideMenu();
  }
}

/** Once the router has answered: a link to another page takes the menu's entry, now or when the page is there. */
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

/** Back closes the menu, Forward opens it again; the page stays as it is. */
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
