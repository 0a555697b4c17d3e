import { type Dropdown, type Dropdowns, dropdownAt } from './dropdown.ts';

/** Answers to keys in dropdowns (rule 14). Enter and Space are clicks already. */
export function answerToKeys(page: Document, dropdowns: Dropdowns): void {
  const answer = (event: KeyboardEvent): void => {
    const { key, altKey, ctrlKey, metaKey } = event;
    if (altKey || ctrlKey || metaKey || event.isComposing) return;
    const isAnswered =
      key === 'Escape' ? dismiss(page, dropdowns) : answerInside(page, event, dropdowns);
    if (!isAnswered) return;
    event.preventDefault();
    event.stopPropagation();
  };
  page.addEventListener('keydown', answer, { capture: true });
}

/** Closes what is open; the focus returns to the button unless it is elsewhere on the page. */
function dismiss({ activeElement, body }: Document, dropdowns: Dropdowns): boolean {
  const opened = dropdowns.opened();
  if (opened === undefined) return false;
  dropdowns.close();
  const isElsewhere = activeElement !== null && activeElement !== body;
  if (!isElsewhere || opened.item.contains(activeElement)) opened.button.focus();
  return true;
}

/** True where the key is answered: the browser does nothing more. */
function answerInside(page: Document, event: KeyboardEvent, dropdowns: Dropdowns): boolean {
  const dropdown = dropdownAt(event.target);
  if (dropdown === undefined || isField(event.target)) return false;
  const isOpen = dropdowns.opened()?.item === dropdown.item;
  if (event.key === 'Tab') return isOpen && leave(page, event, { dropdown, dropdowns });
  const entries = [
    ...dropdown.menu.querySelectorAll<HTMLElement>('a[href], button:not([disabled])'),
  ];
  const at = entries.findIndex((entry) => entry === page.activeElement);
  const next = nextEntry(event.key, at, entries.length);
  const opens = event.key === 'ArrowDown' || event.key === 'ArrowUp';
  if (next === undefined || !(isOpen || opens)) return false;
  if (!isOpen || at < 0) dropdowns.open(dropdown, 'pinned');
  entries[next]?.focus();
  return true;
}

/** Tab goes on to what comes after the list, Shift+Tab back to the button. */
function leave(
  { activeElement }: Document,
  { shiftKey }: KeyboardEvent,
  { dropdown, dropdowns }: { readonly dropdown: Dropdown; readonly dropdowns: Dropdowns },
): boolean {
  // From the button, the list is next.
  if (!dropdown.menu.contains(activeElement)) return false;
  dropdowns.close();
  return shiftKey;
}

/** The entry that a key leads to, from the one at an index, or from the button (-1). */
function nextEntry(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count;
    case 'ArrowUp':
      return at <= 0 ? count - 1 : at - 1;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select') !== null;
}
