import { writeStored } from './storage.ts';

/** Local storage key of the id of the announcement that the reader has closed; head.ts reads it too. */
const CLOSED = 'docwright.announcement.closed';

/**
 * Answers to the close button of the announcement bar (rule 8). The bar is hidden by an attribute of
 * `<html>`, which no render touches; head.ts sets the same attribute before the first paint.
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

/** The first visible control behind an element, in reading order. */
function controlAfter(page: Document, element: HTMLElement): HTMLElement | undefined {
  const controls = page.querySelectorAll<HTMLElement>('a[href], button:not([disabled])');
  return [...controls].find(
    (control) =>
      element.compareDocumentPosition(control) === Node.DOCUMENT_POSITION_FOLLOWING &&
      control.getClientRects().length > 0,
  );
}
