import { readLines } from '../../shared/code-lines.ts';
import { decodeSafely } from '../../shared/paths.ts';
import { element } from '../app/root.ts';
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

/** The ids that a fragment can refer to, in the order of the HTML standard: literal, then decoded; the first of several lines. */
export function anchorIds(hash: string): readonly string[] {
  const raw = hash.replace(/^#/, '');
  const decoded = decodeSafely(raw) ?? '';
  const lines = readLines(decoded);
  const first = lines === undefined ? '' : `${lines.start}${lines.first}`;
  return [raw, decoded, first].filter((id) => id !== '');
}

/** The element that a fragment refers to; accepts any fragment. */
export function findAnchor(page: Document, hash: string): HTMLElement | undefined {
  const elements = anchorIds(hash).map((id) => page.getElementById(id));
  return elements.find((found) => found !== null) ?? undefined;
}

/** Opens the `details` and tab panels around an element. True if one was closed. */
export function reveal(target: HTMLElement): boolean {
  let changed = showPanels(target);
  let folded = target.closest('details');
  while (folded !== null) {
    changed ||= !folded.open;
    folded.open = true;
    folded = folded.parentElement?.closest('details') ?? null;
  }
  return changed;
}

/** Focuses an element without scrolling; if it is not focusable, makes it so until it loses the focus. */
function focusOn(target: HTMLElement): void {
  target.focus({ preventScroll: true });
  if (target.ownerDocument.activeElement === target) return;
  target.tabIndex = -1;
  target.addEventListener('blur', () => target.removeAttribute('tabindex'), { once: true });
  target.focus({ preventScroll: true });
}

/** Announces a text to screen readers, politely. */
export type Announce = (text: string) => void;

/** Adds the page's only live region, outside of React's root. */
export function createAnnouncer({ body }: Document): Announce {
  const region = element('div', 'live-region');
  region.setAttribute('role', 'status');
  body.append(region);
  // A new node is announced even if its text is the same.
  return (text) => region.replaceChildren(text);
}
