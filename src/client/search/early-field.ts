import { closestTo, element } from '../app/root.ts';

/**
 * The field that takes the reader's keys until the dialog is loaded. The client opens it before the app runs, the app before
 * the dialog is loaded: they share no module, so its element holds the state.
 */
const FIELD = 'body > .search-early';

/** The text and state of the field. */
export interface TypedAhead {
  readonly text: string;
  /** Start and end of the selection. */
  readonly selection: readonly [number, number];
  /** Enter was pressed: the first result is wanted. */
  readonly entered: boolean;
}

function earlyField(): HTMLDialogElement | null {
  return document.querySelector<HTMLDialogElement>(FIELD);
}

export function isEarlyFieldOpen(): boolean {
  return earlyField() !== null;
}

export function isInEarlyField(target: EventTarget | null): boolean {
  return closestTo(target, FIELD) !== null;
}

/** Opens the field, unless it is open. */
export function openEarlyField(text = ''): void {
  if (isEarlyFieldOpen()) return;
  const root = document.documentElement;
  const label = document.querySelector('.search-button-text')?.textContent ?? '';
  const dialog = element('dialog', 'search-dialog search-early');
  const panel = element('div', 'search-panel');
  const row = element('div', 'search-field');
  const input = element('input', 'search-input');
  for (const labeled of [dialog, input]) labeled.setAttribute('aria-label', label);
  const keyboard = { autocomplete: 'off', autocapitalize: 'none', spellcheck: false };
  Object.assign(input, { value: text, placeholder: label, ...keyboard });
  row.append(element('span', 'icon icon-search'), input, element('span', 'search-progress'));
  panel.append(row);
  dialog.append(panel);
  const { dataset } = dialog;
  dialog.addEventListener('cancel', cancel);
  dialog.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('.search-field') === null) cancel();
  });
  dialog.addEventListener('keydown', ({ key, keyCode, isComposing }) => {
    if (isComposing || keyCode === COMPOSING) return;
    // The browser moves on from the button.
    if (key === 'Tab') cancel();
    if (key === 'Enter') dataset['entered'] = '';
  });
  dialog.addEventListener('input', () => delete dataset['entered']);
  dialog.addEventListener('compositionstart', () => (dataset['composing'] = ''));
  dialog.addEventListener('compositionend', () => delete dataset['composing']);
  // As the app does before it opens the dialog.
  root.toggleAttribute('data-scroll-bar', innerWidth > root.clientWidth);
  document.body.append(dialog);
  dialog.showModal();
  input.focus();
}

/** Safari's code for the key that ends a composition. */
export const COMPOSING = 229;

/** Closes the field, because the reader has changed their mind. */
function cancel(): void {
  // Restores the focus, which `remove` does not.
  earlyField()?.close();
  closeEarlyField();
  focusSearchButton(document.activeElement);
}

/** Removes the field; true if it was open. */
export function closeEarlyField(): boolean {
  const dialog = earlyField();
  dialog?.remove();
  return dialog !== null;
}

/** Reads the field when no composition is in progress; undefined if it is closed by then. */
export async function readEarlyField(): Promise<TypedAhead | undefined> {
  const dialog = earlyField();
  const input = dialog?.querySelector('input');
  if (dialog === null || input === null || input === undefined) return undefined;
  const { dataset } = dialog;
  if (dataset['composing'] !== undefined) {
    await new Promise((resolve) => dialog.addEventListener('compositionend', resolve));
    return readEarlyField();
  }
  const { value: text, selectionStart, selectionEnd } = input;
  const end = text.length;
  return {
    text,
    selection: [selectionStart ?? end, selectionEnd ?? end],
    entered: dataset['entered'] !== undefined,
  };
}

/** Takes what is typed into the field to the list of all pages, which opens the search for it. */
export async function leaveEarlyField(list: string): Promise<void> {
  const typed = await readEarlyField();
  if (!closeEarlyField()) return;
  const url = new URL(list, location.href);
  if (typed !== undefined && typed.text !== '') url.searchParams.set('q', typed.text);
  // The list itself would only try again.
  if (url.pathname !== location.pathname) location.assign(url);
}

/** Focuses the search button around an element, else a visible one. */
export function focusSearchButton(opener: Element | null | undefined): void {
  const buttons = [...document.querySelectorAll<HTMLElement>('[data-search]')];
  const own = buttons.find((button) => button.contains(opener ?? null));
  const seen = [own, ...buttons].find((button) => button?.checkVisibility() === true);
  seen?.focus({ preventScroll: true });
}
