/** The dialog as the browser has it: open or closed, its focus, and where its rows are. */
export interface DialogWindow {
  /** Ref of the `dialog` element. */
  readonly attach: (dialog: HTMLDialogElement | null) => void;
  /** Opens the dialog, as soon as it is in the document. */
  readonly open: () => void;
  readonly close: () => void;
  readonly isOpen: () => boolean;
  /** Puts the focus on the search button that the reader came from, else on one that can be seen. */
  readonly focusButton: () => void;
  /** Scrolls a row into view. */
  readonly showRow: (id: string | undefined) => void;
  /** Opens an address in a tab or window of its own. */
  readonly openApart: (href: string, inWindow: boolean) => void;
}

const BUTTON = '[data-search]';

/** `dismissed` is called where the browser wants to close the dialog: Escape, or Back on a phone. */
export function createWindow(page: Document, dismissed: () => void): DialogWindow {
  let dialog: HTMLDialogElement | undefined;
  let wanted = false;
  let opener: HTMLElement | undefined;

  const show = (): void => {
    if (dialog === undefined || dialog.open) return;
    dialog.showModal();
    const input = dialog.querySelector('input');
    input?.focus();
    input?.select();
  };
  return {
    attach: (element) => {
      if (element === null || element === dialog) return;
      dialog = element;
      element.addEventListener('cancel', (event) => {
        event.preventDefault();
        dismissed();
      });
      followViewport(element, () => activeRow(element)?.scrollIntoView({ block: 'nearest' }));
      if (wanted) show();
    },
    open: () => {
      const { activeElement } = page;
      if (activeElement instanceof HTMLElement)
        opener = activeElement.closest<HTMLElement>(BUTTON) ?? undefined;
      wanted = true;
      show();
    },
    close: () => {
      wanted = false;
      dialog?.close();
    },
    isOpen: () => wanted,
    focusButton: () => {
      const buttons = [...page.querySelectorAll<HTMLElement>(BUTTON)];
      const seen = [opener, ...buttons].find((button) => button?.checkVisibility() === true);
      seen?.focus({ preventScroll: true });
    },
    showRow: (id) => page.getElementById(id ?? '')?.scrollIntoView({ block: 'nearest' }),
    openApart: (href, inWindow) => {
      const size = inWindow ? `,width=${innerWidth},height=${innerHeight}` : '';
      open(href, '_blank', `noopener${size}`);
    },
  };
}

function activeRow(dialog: HTMLElement): Element | null {
  return dialog.querySelector('[aria-selected="true"]');
}

/** Milliseconds after the last change of size (D6). */
const TRAIL = 20;

/** Custom property with the height that the keyboard of a phone leaves, in pixels. */
const HEIGHT = '--search-viewport';

/** Keeps a dialog as high as what can be seen of the page, and tells when that has changed. */
function followViewport(dialog: HTMLElement, changed: () => void): void {
  const viewport = window.visualViewport;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const apply = (): void => {
    dialog.style.setProperty(HEIGHT, `${viewport?.height ?? innerHeight}px`);
    changed();
  };
  (viewport ?? window).addEventListener('resize', () => {
    clearTimeout(timer);
    timer = setTimeout(apply, TRAIL);
  });
}
