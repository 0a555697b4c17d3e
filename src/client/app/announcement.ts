import { writeStored } from './storage.ts';

/** Local storage key for the id of the closed announcement; used in head.ts too. */
const CLOSED = 'docwright.announcement.closed';

/**
 * Handles the close button of the announcement bar. An attribute of `<html>` hides the bar, which React does not change;
 * head.ts sets it before the first paint.
 */
export function manageAnnouncement(page: Document): void {
  page.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('[data-close-announcement]') : null;
    const closing = button?.closest<HTMLElement>('[data-announcement]');
    if (closing === null || closing === undefined) return;
    const next = controlAfter(page, closing);
    page.documentElement.dataset['announcementClosed'] = '';
    writeStored(() => localStorage, CLOSED, closing.dataset['announcement'] ?? '');
    next?.focus();
  });
}

/** The first visible control after an element, in reading order. */
function controlAfter(page: Document, element: HTMLElement): HTMLElement | undefined {
  const controls = page.querySelectorAll<HTMLElement>('a[href], button:not([disabled])');
  return [...controls].find(
    (control) =>
      element.compareDocumentPosition(control) === Node.DOCUMENT_POSITION_FOLLOWING &&
      control.getClientRects().length > 0,
  );
}
