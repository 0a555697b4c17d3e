import { decodeSafely } from '../../shared/paths.ts';
import { showPanels } from '../article/tab-groups.ts';
import type { Position } from './history-entries.ts';

/**
 * Sets focus and scroll position after a navigation: to the position, else to the anchor, else to the top. The style
 * sheet's `scroll-padding` keeps anchors clear of the header.
 */
export function arrive(page: Document, hash: string, position?: Position): void {
  const anchor = findAnchor(page, hash);
  const target = anchor ?? page.getElementById('dw-main');
  if (anchor !== undefined) reveal(anchor);
  if (target !== null) focusOn(target);
  if (position !== undefined) scrollTo({ ...position, behavior: 'instant' });
  else if (anchor !== undefined) anchor.scrollIntoView({ behavior: 'instant' });
  else scrollTo({ left: 0, top: 0, behavior: 'instant' });
}

/** The ids that a fragment can refer to, in the order of the HTML standard: literal, then decoded. */
export function anchorIds(hash: string): readonly string[] {
  const raw = hash.replace(/^#/, '');
  const decoded = decodeSafely(raw);
  return [raw, decoded ?? ''].filter((id) => id !== '');
}

/** The element that a fragment refers to; accepts any fragment. */
export function findAnchor(page: Document, hash: string): HTMLElement | undefined {
  for (const id of anchorIds(hash)) {
    const found = page.getElementById(id);
    if (found !== null) return found;
  }
  return undefined;
}

/** Opens the `details` and tab panels around an element. True if one was closed. */
export function reveal(element: HTMLElement): boolean {
  let changed = showPanels(element);
  for (
    let folded = element.closest('details');
    folded !== null;
    folded = folded.parentElement?.closest('details') ?? null
  ) {
    changed ||= !folded.open;
    folded.open = true;
  }
  return changed;
}

/** Focuses an element without scrolling; if it is not focusable, makes it so until it loses the focus. */
function focusOn(element: HTMLElement): void {
  element.focus({ preventScroll: true });
  if (element.ownerDocument.activeElement === element) return;
  element.tabIndex = -1;
  element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  element.focus({ preventScroll: true });
}

/** Announces a text to screen readers, politely. */
export type Announce = (text: string) => void;

/** Adds the page's only live region, outside of React's root. */
export function createAnnouncer(page: Document): Announce {
  const region = page.createElement('div');
  region.className = 'live-region';
  region.setAttribute('role', 'status');
  page.body.append(region);
  // A new node is announced even if its text is the same.
  return (text) => region.replaceChildren(page.createTextNode(text));
}
