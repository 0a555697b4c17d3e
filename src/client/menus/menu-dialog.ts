/** Attribute of `<html>` while the menu is open: style rules lock the page's scrolling by it. */
const LOCK = 'data-menu-open';

/** Attribute of what the menu has made inert. */
const UNDER = 'data-under-menu';

function menuElement(): HTMLElement | null {
  return document.getElementById('dw-site-menu');
}

/** The link that the app makes the menu's button. */
export function menuButton(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-menu="open"]');
}

export function isOpen(): boolean {
  return document.documentElement.hasAttribute(LOCK);
}

/** Makes the menu a dialog: everything else is inert, and the focus is on its first button. */
export function showMenu(): void {
  const menu = menuElement();
  if (menu === null) return;
  const root = document.documentElement;
  // The place of a scroll bar is kept where there is one.
  root.setAttribute(LOCK, innerWidth > root.clientWidth ? 'gutter' : '');
  menu.setAttribute('role', 'dialog');
  menu.setAttribute('aria-modal', 'true');
  menu.setAttribute('aria-label', menu.dataset['label'] ?? '');
  for (const element of around(menu)) {
    element.inert = true;
    element.setAttribute(UNDER, '');
  }
  tellButton(true);
  const docs = menu.querySelector('[data-menu-panel="docs"]');
  choosePanel(menu, docs === null ? 'main' : 'docs');
  menu.querySelector<HTMLElement>('[data-menu="close"]')?.focus({ preventScroll: true });
}

/** Makes the dialog a part of the page again, and gives the focus back. */
export function hideMenu(): void {
  const menu = menuElement();
  if (menu === null || !isOpen()) return;
  // What has gone has lost the focus already.
  const { activeElement } = document;
  const hadFocus = menu.contains(activeElement) || activeElement === document.body;
  document.documentElement.removeAttribute(LOCK);
  for (const name of ['role', 'aria-modal', 'aria-label']) menu.removeAttribute(name);
  for (const panel of panelsOf(menu)) panel.inert = false;
  for (const element of document.querySelectorAll<HTMLElement>(`[${UNDER}]`)) {
    element.inert = false;
    element.removeAttribute(UNDER);
  }
  tellButton(false);
  if (!hadFocus) return;
  const button = menuButton();
  const next = button?.checkVisibility() === true ? button : document.getElementById('dw-main');
  next?.focus({ preventScroll: true });
}

/** Makes the link to the menus a button with a state. */
export function tellButton(isExpanded: boolean): void {
  const button = menuButton();
  const closing = menuElement()?.querySelector('[data-menu="close"]')?.getAttribute('aria-label');
  if (button === null) return;
  const opening = (button.dataset['label'] ??= button.getAttribute('aria-label') ?? '');
  button.setAttribute('role', 'button');
  button.setAttribute('aria-haspopup', 'dialog');
  button.setAttribute('aria-expanded', String(isExpanded));
  button.setAttribute('aria-label', isExpanded ? (closing ?? opening) : opening);
}

/** Everything beside an element and what it stands in, but for what is only heard, and what is inert already. */
function around(element: Element): readonly HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let inner = element; inner !== document.body; ) {
    const { parentElement } = inner;
    if (parentElement === null) break;
    for (const other of parentElement.children)
      if (other !== inner && other instanceof HTMLElement && mayBeInert(other)) found.push(other);
    inner = parentElement;
  }
  return found;
}

function mayBeInert(element: HTMLElement): boolean {
  return !element.matches('script, [role=status], [inert]');
}

function panelsOf(menu: HTMLElement): readonly HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[data-menu-panel]')];
}

/** Shows one panel; the other one is inert. */
function choosePanel(menu: HTMLElement, name: string): HTMLElement | undefined {
  for (const panel of panelsOf(menu)) panel.inert = panel.dataset['menuPanel'] !== name;
  return panelsOf(menu).find((panel) => !panel.inert);
}

/** Switches to the other panel, and puts the focus on its first control: the way back. */
export function turnTo(name: string): void {
  const menu = menuElement();
  if (menu === null) return;
  choosePanel(menu, name)?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true });
}
