/** Moves the focus on from the announcement bar when it is closed; head.ts hides the bar and remembers that. */
export function manageAnnouncement(page: Document): void {
  page.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('[data-close-announcement]') : null;
    const closing = button?.closest<HTMLElement>('[data-announcement]');
    if (closing) controlAfter(page, closing)?.focus();
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
