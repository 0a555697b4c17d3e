import { closestTo } from '../app/root.ts';
import { indexAfter } from '../article/tab-groups.ts';
import { isPlainClick } from '../navigation/page-address.ts';

/** Time (ms) in which the pointer may leave and come back. */
const GRACE = 180;

/** Opens and closes the dropdowns of the navbar, with delegated events. Returns a function to call when another page is shown. */
export function manageDropdowns(page: Document): () => void {
  let opened: Dropdown | undefined;
  // A pinned one stays open when the pointer leaves it.
  let isPinned = false;
  let leaving: ReturnType<typeof setTimeout> | undefined;
  // A page that has just been shown comes under a pointer that does not move.
  let isStill = false;

  /** Closes the open dropdown; a focus inside returns to the button. */
  const close = (): void => {
    if (opened === undefined) return;
    const { button, menu } = opened;
    opened = undefined;
    if (menu.contains(document.activeElement)) button.focus({ preventScroll: true });
    button.setAttribute('aria-expanded', 'false');
    releaseFromViewport(menu);
  };
  /** Opens a dropdown and closes others. */
  const open = (dropdown: Dropdown, pinned: boolean): void => {
    if (opened?.item !== dropdown.item) close();
    opened = dropdown;
    isPinned = pinned;
    dropdown.button.setAttribute('aria-expanded', 'true');
    fitInViewport(dropdown.menu);
  };
  const closeOutside = ({ target }: Event): void => {
    if (isOutside(opened, target)) close();
  };
  const enter = ({ target, relatedTarget, pointerType }: PointerEvent): void => {
    const over = dropdownAt(target);
    // On touch screens, only clicks open dropdowns.
    if (over === undefined || pointerType === 'touch') return;
    clearTimeout(leaving);
    if (isOutside(over, relatedTarget) && opened?.item !== over.item) open(over, false);
  };
  page.addEventListener('pointerover', (event) => {
    if (!isStill) enter(event);
  });
  page.addEventListener('pointermove', (event) => {
    if (isStill) enter(event);
    isStill = false;
  });
  page.addEventListener('pointerout', ({ relatedTarget, pointerType }) => {
    const left = opened;
    if (!isOutside(left, relatedTarget) || pointerType === 'touch') return;
    clearTimeout(leaving);
    leaving = setTimeout(() => {
      const stays = isPinned || left?.menu.contains(page.activeElement);
      if (opened === left && !stays) close();
    }, GRACE);
  });
  for (const type of ['pointerdown', 'mousedown', 'touchstart'])
    page.addEventListener(type, closeOutside, { capture: true, passive: true });
  page.addEventListener('focusin', closeOutside);
  page.addEventListener('click', (event) => {
    const { target, detail, button, metaKey, ctrlKey, shiftKey, altKey } = event;
    const clicked = dropdownAt(target);
    if (clicked === undefined || !(target instanceof Element)) return;
    const isOpen = opened?.item === clicked.item;
    // Even if the router has handled it.
    const click = { button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented: false };
    if (clicked.button.contains(target)) {
      // A mouse click follows `pointerover`, which has opened the dropdown already; a key (`detail` is 0) has not.
      if (isOpen && (isPinned || detail === 0)) close();
      else open(clicked, true);
    } else if (isOpen && target.closest('a') !== null && isPlainClick(click)) close();
  });
  addEventListener('resize', () => {
    if (opened?.button.checkVisibility() === false) close();
    else if (opened !== undefined) fitInViewport(opened.menu);
  });
  manageKeys(page, { opened: () => opened, open, close });
  // Before, the style sheet has opened the dropdown under the pointer.
  const hovered = dropdownAt(page.querySelector('[data-dropdown]:hover'));
  if (hovered !== undefined) open(hovered, false);
  page.documentElement.dataset['dropdowns'] = '';
  return () => {
    close();
    isStill = true;
  };
}

interface Dropdowns {
  readonly opened: () => Dropdown | undefined;
  readonly open: (dropdown: Dropdown, pinned: boolean) => void;
  readonly close: () => void;
}

const ARROWS = ['ArrowUp', 'ArrowDown'] as const;

/** Handles keys in dropdowns. Enter and Space cause clicks. */
function manageKeys(page: Document, { opened, open, close }: Dropdowns): void {
  /** Closes the open dropdown; the focus returns to the button unless it is elsewhere on the page. */
  const dismiss = (): boolean => {
    const { activeElement, body } = page;
    const left = opened();
    close();
    const isElsewhere = activeElement !== null && activeElement !== body;
    if (!isElsewhere || left?.item.contains(activeElement)) left?.button.focus();
    return left !== undefined;
  };
  const answerInside = ({ key, target, shiftKey }: KeyboardEvent): boolean => {
    const dropdown = dropdownAt(target);
    if (dropdown === undefined || closestTo(target, 'input, textarea, select') !== null)
      return false;
    const isOpen = opened()?.item === dropdown.item;
    const { menu } = dropdown;
    if (key === 'Tab') {
      // To the control after the list, or back to the button; from the button, into the list.
      if (!isOpen || !menu.contains(document.activeElement)) return false;
      close();
      return shiftKey;
    }
    const entries = [...menu.querySelectorAll<HTMLElement>('a[href], button:not([disabled])')];
    const index = entries.findIndex((entry) => entry === page.activeElement);
    const next = indexAfter(key, { index, count: entries.length, keys: ARROWS });
    if (next === undefined || !(isOpen || ARROWS.some((arrow) => arrow === key))) return false;
    if (!isOpen || index < 0) open(dropdown, true);
    entries[next]?.focus();
    return true;
  };
  const answer = (event: KeyboardEvent): void => {
    const { key, altKey, ctrlKey, metaKey, isComposing } = event;
    if (altKey || ctrlKey || metaKey || isComposing) return;
    if (!(key === 'Escape' ? dismiss() : answerInside(event))) return;
    event.preventDefault();
    event.stopPropagation();
  };
  page.addEventListener('keydown', answer, { capture: true });
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

/** The dropdown that contains an element. */
function dropdownAt(target: EventTarget | null): Dropdown | undefined {
  const item = closestTo(target, '[data-dropdown]');
  const [button, menu] = item?.children ?? [];
  if (item === null || !(button instanceof HTMLElement) || !(menu instanceof HTMLElement))
    return undefined;
  return { item, button, menu };
}

/** True if there is a dropdown that does not contain the element. */
function isOutside(dropdown: Dropdown | undefined, target: EventTarget | null): boolean {
  return dropdown !== undefined && !(target instanceof Node && dropdown.item.contains(target));
}
