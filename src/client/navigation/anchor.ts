import { decodeSafely } from '../../shared/paths.ts';
import { showPanels } from '../article/tab-groups.ts';

/** The ids that a fragment may name, in the order of the HTML standard: as it stands, then decoded. */
export function anchorIds(hash: string): readonly string[] {
  const raw = hash.replace(/^#/, '');
  const decoded = decodeSafely(raw);
  return [raw, decoded ?? ''].filter((id) => id !== '');
}

/** The element that a fragment names; undefined where there is none, whatever the fragment is. */
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
export function focusOn(element: HTMLElement): void {
  element.focus({ preventScroll: true });
  if (element.ownerDocument.activeElement === element) return;
  element.tabIndex = -1;
  element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  element.focus({ preventScroll: true });
}
