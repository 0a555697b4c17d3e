import { isPlainClick } from '../navigation/page-address.ts';

/** Time (ms) in which the pointer may leave and come back. */
const GRACE = 180;

/** Opens and closes the dropdowns of the navbar, with delegated events. `shown` must be called when another page is shown. */
export function manageDropdowns(page: Document): { readonly shown: () => void } {
  const dropdowns = createDropdowns();
  const hold = answerToPointers(page, dropdowns);
  answerToKeys(page, dropdowns);
  page.addEventListener('focusin', ({ target }) => {
    if (isOutside(dropdowns.opened(), target)) dropdowns.close();
  });
  addEventListener('resize', () => {
    const opened = dropdowns.opened();
    if (opened?.button.checkVisibility() === false) dropdowns.close();
    else if (opened !== undefined) fitInViewport(opened.menu);
  });
  // Before, the style sheet has opened the dropdown under the pointer.
  const hovered = dropdownAt(page.querySelector('[data-dropdown]:hover'));
  if (hovered !== undefined) dropdowns.open(hovered, 'hovered');
  page.documentElement.dataset['dropdowns'] = '';
  return {
    shown: () => {
      dropdowns.close();
      hold();
    },
  };
}

function createDropdowns(): Dropdowns {
  let opened: Dropdown | undefined;
  let pinned = false;
  const close = (): void => {
    if (opened === undefined) return;
    const { button, menu } = opened;
    opened = undefined;
    if (menu.contains(document.activeElement)) button.focus({ preventScroll: true });
    button.setAttribute('aria-expanded', 'false');
    releaseFromViewport(menu);
  };
  return {
    opened: () => opened,
    isPinned: () => pinned,
    close,
    open: (dropdown, how) => {
      if (opened?.item !== dropdown.item) close();
      opened = dropdown;
      pinned = how === 'pinned';
      dropdown.button.setAttribute('aria-expanded', 'true');
      fitInViewport(dropdown.menu);
    },
  };
}

/** Returns a function to call when another page is shown. */
function answerToPointers(page: Document, dropdowns: Dropdowns): () => void {
  let leaving: ReturnType<typeof setTimeout> | undefined;
  const enter = ({ target, relatedTarget, pointerType }: PointerEvent): void => {
    const over = dropdownAt(target);
    // On touch screens, only clicks open dropdowns.
    if (over === undefined || pointerType === 'touch') return;
    clearTimeout(leaving);
    const enters = isOutside(over, relatedTarget);
    if (enters && dropdowns.opened()?.item !== over.item) dropdowns.open(over, 'hovered');
  };
  // A page that has just been shown comes under a pointer that does not move.
  let isStill = false;
  page.addEventListener('pointerover', (event) => {
    if (!isStill) enter(event);
  });
  page.addEventListener('pointermove', (event) => {
    if (!isStill) return;
    isStill = false;
    enter(event);
  });
  page.addEventListener('pointerout', ({ relatedTarget, pointerType }) => {
    const opened = dropdowns.opened();
    if (!isOutside(opened, relatedTarget) || pointerType === 'touch') return;
    clearTimeout(leaving);
    leaving = setTimeout(() => {
      const stays = dropdowns.isPinned() || opened?.menu.contains(page.activeElement);
      if (dropdowns.opened() === opened && !stays) dropdowns.close();
    }, GRACE);
  });
  const down = ({ target }: Event): void => {
    if (isOutside(dropdowns.opened(), target)) dropdowns.close();
  };
  for (const type of ['pointerdown', 'mousedown', 'touchstart'])
    page.addEventListener(type, down, { capture: true, passive: true });
  page.addEventListener('click', (event) => click(event, dropdowns));
  return () => {
    isStill = true;
  };
}

function click(event: MouseEvent, dropdowns: Dropdowns): void {
  const { target, detail } = event;
  const clicked = dropdownAt(target);
  if (clicked === undefined || !(target instanceof Element)) return;
  const isOpen = dropdowns.opened()?.item === clicked.item;
  if (clicked.button.contains(target)) {
    // A mouse click follows `pointerover`, which has opened the dropdown already; a key (`detail` is 0) has not.
    if (isOpen && (dropdowns.isPinned() || detail === 0)) dropdowns.close();
    else dropdowns.open(clicked, 'pinned');
  } else if (isOpen && target.closest('a') !== null && isChoice(event)) dropdowns.close();
}

/** True for an unmodified click, even if the router has handled it. */
function isChoice({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented: false });
}

/** Handles keys in dropdowns. Enter and Space cause clicks. */
function answerToKeys(page: Document, dropdowns: Dropdowns): void {
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

/** Closes the open dropdown; the focus returns to the button unless it is elsewhere on the page. */
function dismiss({ activeElement, body }: Document, dropdowns: Dropdowns): boolean {
  const opened = dropdowns.opened();
  if (opened === undefined) return false;
  dropdowns.close();
  const isElsewhere = activeElement !== null && activeElement !== body;
  if (!isElsewhere || opened.item.contains(activeElement)) opened.button.focus();
  return true;
}

function answerInside(page: Document, event: KeyboardEvent, dropdowns: Dropdowns): boolean {
  const dropdown = dropdownAt(event.target);
  if (dropdown === undefined || isField(event.target)) return false;
  const isOpen = dropdowns.opened()?.item === dropdown.item;
  if (event.key === 'Tab') return isOpen && leave(event, dropdown, dropdowns);
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

/** Tab moves to the control after the list, Shift+Tab back to the button; from there, into the list. */
function leave({ shiftKey }: KeyboardEvent, { menu }: Dropdown, { close }: Dropdowns): boolean {
  if (!menu.contains(document.activeElement)) return false;
  close();
  return shiftKey;
}

/** The index of the entry that a key moves to, from the one at an index, or from the button (-1). */
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

/** Minimum distance from the edges of the viewport, in CSS pixels. */
const EDGE = 8;

/** Minimum height of a list that scrolls, in CSS pixels. */
const LEAST_HEIGHT = 96;

/** Moves an open list into the viewport, and makes it scroll if it is too high. */
function fitInViewport(menu: HTMLElement): void {
  releaseFromViewport(menu);
  const { left, right, top } = menu.getBoundingClientRect();
  const shift = shiftInside({ left, right }, document.documentElement.clientWidth);
  if (shift !== 0) menu.style.translate = `${shift}px`;
  menu.style.maxBlockSize = `${Math.max(innerHeight - top - EDGE, LEAST_HEIGHT)}px`;
}

function releaseFromViewport({ style }: HTMLElement): void {
  style.translate = '';
  style.maxBlockSize = '';
}

/** The horizontal shift that moves a box into a width; if it does not fit, its left edge stays visible. */
export function shiftInside(
  { left, right }: { readonly left: number; readonly right: number },
  width: number,
): number {
  return Math.max(Math.min(width - EDGE - right, 0), EDGE - left);
}

interface Dropdown {
  readonly item: HTMLElement;
  readonly button: HTMLElement;
  readonly menu: HTMLElement;
}

interface Dropdowns {
  readonly opened: () => Dropdown | undefined;
  readonly isPinned: () => boolean;
  /** Opens a dropdown and closes others. A pinned one stays open when the pointer leaves it. */
  readonly open: (dropdown: Dropdown, how: 'pinned' | 'hovered') => void;
  /** Closes the open dropdown; a focus inside returns to the button. */
  readonly close: () => void;
}

/** The dropdown that contains an element. */
function dropdownAt(target: EventTarget | null): Dropdown | undefined {
  const item = target instanceof Element ? target.closest<HTMLElement>('[data-dropdown]') : null;
  const [button, menu] = item?.children ?? [];
  if (item === null || !(button instanceof HTMLElement) || !(menu instanceof HTMLElement))
    return undefined;
  return { item, button, menu };
}

/** True if there is a dropdown that does not contain the element. */
function isOutside(dropdown: Dropdown | undefined, target: EventTarget | null): boolean {
  return dropdown !== undefined && !(target instanceof Node && dropdown.item.contains(target));
}
