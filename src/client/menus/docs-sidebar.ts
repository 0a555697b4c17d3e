import { delegate } from '../app/root.ts';
import { writeStored } from '../app/storage.ts';

/** Local storage key of the reader's choice; used in head.ts too. */
const HIDDEN = 'docwright.sidebar.hidden';

/** Scrolls the sidebar to the page's entry if that is out of view. */
export function showCurrentEntry(root: HTMLElement): void {
  const current = root.querySelector('.sidebar [aria-current="page"]');
  if (current === null) return;
  scrollWithin(current);
  // Below an announcement, the end of the menu is below the screen: its last entries need room to go up.
  const below = current.getBoundingClientRect().bottom - innerHeight;
  const sidebar = current.closest<HTMLElement>('.sidebar');
  if (below <= 0 || sidebar === null) return;
  const padding = Number.parseFloat(getComputedStyle(sidebar).paddingBlockEnd);
  sidebar.style.paddingBlockEnd = `${padding + below}px`;
  scrollWithin(current);
}

/** Handles the buttons that hide and show the sidebar. Style rules depend on an attribute of `<html>`. */
export function manageSidebarSwitch(root: HTMLElement): void {
  delegate(root, 'click', {
    '[data-sidebar]': ({ dataset }) => {
      const isHiding = dataset['sidebar'] === 'hide';
      document.documentElement.toggleAttribute('data-sidebar-hidden', isHiding);
      writeStored(() => localStorage, HIDDEN, isHiding ? 'yes' : '');
      const other = isHiding ? 'show' : 'hide';
      root.querySelector<HTMLElement>(`[data-sidebar="${other}"]`)?.focus({ preventScroll: true });
      if (!isHiding) showCurrentEntry(root);
    },
  });
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
export function scrollerOf(element: Element): Element | undefined {
  let around = element.parentElement;
  while (around !== null && around !== document.body) {
    const scrolls = /auto|scroll/.test(getComputedStyle(around).overflowY);
    if (scrolls && around.scrollHeight > around.clientHeight) return around;
    around = around.parentElement;
  }
  return undefined;
}
