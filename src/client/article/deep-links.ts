import { findAnchor, reveal } from '../navigation/anchor.ts';

/**
 * Shows what an address points at, wherever it is folded away: opens the `details` and selects the tabs around it.
 * Returns what does that for the present address, for a page that has just been shown.
 */
export function manageDeepLinks(page: Document): () => void {
  const show = (): HTMLElement | undefined => {
    const anchor = findAnchor(page, location.hash);
    return anchor !== undefined && reveal(anchor) ? anchor : undefined;
  };
  // What was folded away when the browser scrolled to it was nowhere.
  addEventListener('hashchange', () => show()?.scrollIntoView({ behavior: 'instant' }));
  return () => void show();
}
