import { decodeSafely } from '../../shared/paths.ts';
import { showPanels } from '../article/tab-groups.ts';
import type { Position } from './history-entries.ts';

/**
 * Focus and scroll after a navigation: to the position, else to the anchor, else to the top. The style
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

/** The ids that a fragment may name, in the order of the HTML standard: literal, then decoded. */
export function anchorIds(hash: string): readonly string[] {
  const raw = hash.replace(/^#/, '');
  const decoded = decodeSafely(raw);
  return [raw, decoded ?? ''].filter((id) => id !== '');
}

/** The element that a fragment names, whatever the fragment is. */
export function findAnchor(page: Document, hash: string): HTMLElement | undefined {
  for (const id of anchorIds(hash)) {
    const found = page.getElementById(id);
    if (found !== null) return found;
  }
  return undefined;
}

/** Opens what an element is folded away in: `details` and panels of tabs. True where something was closed. */
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

/** Puts the focus on an element without scrolling; one that cannot have it gets it until it is left. */
function focusOn(element: HTMLElement): void {
  element.focus({ preventScroll: true });
  if (element.ownerDocument.activeElement === element) return;
  element.tabIndex = -1;
  element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  element.focus({ preventScroll: true });
}

/** Says a text to screen readers when they have finished what they say now. */
export type Announce = (text: string) => void;

/** Adds the page's one live region, outside of what React renders. */
export function createAnnouncer(page: Document): Announce {
  const region = page.createElement('div');
  region.className = 'live-region';
  region.setAttribute('role', 'status');
  page.body.append(region);
  // A new node is a change even when its text is the old one.
  return (text) => region.replaceChildren(page.createTextNode(text));
}
