/** Local storage key of the id of the announcement that the reader has closed. */
const CLOSED = 'docwright.announcement.closed';

/** Hides an announcement that the reader has closed, and remembers when it is closed (rule 8). */
export function manageAnnouncement(page: Document): void {
  const bar = page.querySelector('[data-announcement]');
  if (!(bar instanceof HTMLElement)) return;
  const id = bar.dataset['announcement'] ?? '';
  bar.hidden = readClosed() === id;
  bar.querySelector('[data-close-announcement]')?.addEventListener('click', () => {
    bar.hidden = true;
    rememberClosed(id);
    page.querySelector<HTMLElement>('.navbar a')?.focus();
  });
}

// With storage blocked the bar stays closed for the page's life.
function readClosed(): string | null {
  try {
    return localStorage.getItem(CLOSED);
  } catch {
    return null;
  }
}

function rememberClosed(id: string): void {
  try {
    localStorage.setItem(CLOSED, id);
  } catch {
    // Nothing to do: the choice is lost with the page.
  }
}
