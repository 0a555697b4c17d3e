import { focusSearchButton, type TypedAhead } from './early-field.ts';

/** The `dialog` element with its focus and rows. */
export interface DialogWindow {
  readonly attach: (dialog: HTMLDialogElement | null) => void;
  /** Opens the dialog as soon as it is in the document. */
  readonly open: (opener: Element | undefined, typed: TypedAhead | undefined) => void;
  readonly close: () => void;
  readonly isOpen: () => boolean;
  /** Focuses the search button that opened the dialog, else a visible one. */
  readonly focusButton: () => void;
  readonly showRow: (id: string | undefined) => void;
  /** Opens an address in a new tab or window. */
  readonly openApart: (href: string, inWindow: boolean) => void;
}

/** `dismissed` is called when the browser wants to close the dialog: Escape, or Back on a phone. */
export function createWindow(page: Document, dismissed: () => void): DialogWindow {
  let dialog: HTMLDialogElement | undefined;
  let wanted = false;
  let opener: Element | undefined;
  let typed: TypedAhead | undefined;

  const show = (): void => {
    if (dialog === undefined || dialog.open) return;
    dialog.showModal();
    const input = dialog.querySelector('input');
    input?.focus();
    if (typed === undefined) input?.select();
    else input?.setSelectionRange(...typed.selection);
  };
  return {
    attach: (element) => {
      if (element === null || element === dialog) return;
      dialog = element;
      element.addEventListener('cancel', (event) => {
        event.preventDefault();
        dismissed();
      });
      // Fits the dialog to the area above a phone's keyboard, with its active row in view.
      const viewport = window.visualViewport;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const fit = (): void => {
        element.style.setProperty('--search-viewport', `${viewport?.height ?? innerHeight}px`);
        element.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
      };
      (viewport ?? window).addEventListener('resize', () => {
        clearTimeout(timer);
        timer = setTimeout(fit, TRAIL);
      });
      if (wanted) show();
    },
    open: (from, ahead) => {
      opener = from;
      typed = ahead;
      wanted = true;
      show();
    },
    close: () => {
      wanted = false;
      dialog?.close();
    },
    isOpen: () => wanted,
    focusButton: () => focusSearchButton(opener),
    showRow: (id) => page.getElementById(id ?? '')?.scrollIntoView({ block: 'nearest' }),
    openApart: (href, inWindow) => {
      const size = inWindow ? `,width=${innerWidth},height=${innerHeight}` : '';
      open(href, '_blank', `noopener${size}`);
    },
  };
}

/** Milliseconds after the last change of size. */
const TRAIL = 20;
