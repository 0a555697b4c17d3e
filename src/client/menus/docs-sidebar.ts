import { writeStored } from '../app/storage.ts';

/** Local storage key of the reader's choice; used in head.ts too. */
const HIDDEN = 'docwright.sidebar.hidden';

const CURRENT = '.sidebar [aria-current="page"]';
const CONTROLS = '.sidebar a, .sidebar summary';

/** Scrolls the sidebar to the page's entry if that is out of view. */
export function showCurrentEntry(root: HTMLElement): void {
  const current = root.querySelector(CURRENT);
  if (current !== null) scrollWithin(current);
}

/** Handles the buttons that hide and show the sidebar. Style rules depend on an attribute of `<html>`. */
export function manageSidebarSwitch(root: HTMLElement): void {
  root.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-sidebar]') : null;
    if (button === null) return;
    const isHiding = button.dataset['sidebar'] === 'hide';
    document.documentElement.toggleAttribute('data-sidebar-hidden', isHiding);
    writeStored(() => localStorage, HIDDEN, isHiding ? 'yes' : '');
    const other = isHiding ? 'show' : 'hide';
    root.querySelector<HTMLElement>(`[data-sidebar="${other}"]`)?.focus({ preventScroll: true });
    if (!isHiding) showCurrentEntry(root);
  });
}

/**
 * Remembers the position of the entry that the reader looks at, before the sidebar is rendered again. Returns a function
 * that scrolls the entry back to it and restores its focus.
 */
export function holdPosition(root: HTMLElement): () => void {
  const controls = [...root.querySelectorAll<HTMLElement>(CONTROLS)];
  const { activeElement } = document;
  const focused = controls.find((control) => control === activeElement);
  const held = focused ?? controls.find((control) => control.matches(':hover'));
  const entry = held ?? root.querySelector<HTMLElement>(CURRENT);
  if (entry === null) return () => undefined;
  const { top } = entry.getBoundingClientRect();
  return () => {
    const now = entry.isConnected ? entry : findAgain(entry, root);
    if (now === undefined) return;
    if (entry === focused && now !== focused) now.focus({ preventScroll: true });
    const scroller = scrollerOf(now);
    if (scroller !== undefined) scroller.scrollTop += now.getBoundingClientRect().top - top;
  };
}

/** The replacement of an entry: a category may have become a link, or vice versa. */
function findAgain(entry: Element, root: HTMLElement): HTMLElement | undefined {
  const found = [...root.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    ({ textContent }) => textContent === entry.textContent,
  );
  const href = entry.getAttribute('href');
  return found.find((control) => control.getAttribute('href') === href) ?? found[0];
}

/** Scrolls an element that is out of view to the middle of its scroll container; never the page itself. */
export function scrollWithin(element: Element): void {
  const scroller = scrollerOf(element);
  if (scroller === undefined || element.getClientRects().length === 0) return;
  const frame = scroller.getBoundingClientRect();
  // Below an announcement, the end of the container may be out of view.
  const [top, bottom] = [Math.max(frame.top, 0), Math.min(frame.bottom, innerHeight)];
  const box = element.getBoundingClientRect();
  if (box.top >= top && box.bottom <= bottom) return;
  scroller.scrollTop += (box.top + box.bottom - top - bottom) / 2;
}

/** The nearest scroll container of an element; undefined if it is the page itself. */
function scrollerOf(element: Element): Element | undefined {
  let around = element.parentElement;
  while (around !== null && around !== document.body) {
    const scrolls = /auto|scroll/.test(getComputedStyle(around).overflowY);
    if (scrolls && around.scrollHeight > around.clientHeight) return around;
    around = around.parentElement;
  }
  return undefined;
}
