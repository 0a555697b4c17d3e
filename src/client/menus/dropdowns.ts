import { isPlainClick } from '../navigation/page-address.ts';
import { type Dropdown, type Dropdowns, dropdownAt, isOutside } from './dropdown.ts';
import { answerToKeys } from './dropdown-keys.ts';
import { fitInViewport, releaseFromViewport } from './dropdown-position.ts';

/** How long a pointer may be outside on its way back, in milliseconds. */
const GRACE = 180;

/**
 * Opens and closes the dropdowns of the navbar (rule 14). By delegation from the document, and by attributes
 * that React leaves alone: `aria-expanded` is a constant to it.
 */
export function manageDropdowns(page: Document): Dropdowns {
  const dropdowns = createDropdowns();
  answerToPointers(page, dropdowns);
  answerToKeys(page, dropdowns);
  page.addEventListener('focusin', ({ target }) => {
    if (isOutside(dropdowns.opened(), target)) dropdowns.close();
  });
  addEventListener('resize', () => {
    const opened = dropdowns.opened();
    if (opened?.button.checkVisibility() === false) dropdowns.close();
    else if (opened !== undefined) fitInViewport(opened.menu);
  });
  // Until now the style sheet has opened what the pointer is over.
  const hovered = dropdownAt(page.querySelector('[data-dropdown]:hover'));
  if (hovered !== undefined) dropdowns.open(hovered, 'hovered');
  page.documentElement.dataset['dropdowns'] = '';
  return dropdowns;
}

/** Dropdowns that also know how they were opened. */
interface HoveredDropdowns extends Dropdowns {
  readonly isPinned: () => boolean;
}

function createDropdowns(): HoveredDropdowns {
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

function answerToPointers(page: Document, dropdowns: HoveredDropdowns): void {
  let leaving: ReturnType<typeof setTimeout> | undefined;
  page.addEventListener('pointerover', ({ target, relatedTarget, pointerType }) => {
    const over = dropdownAt(target);
    // A finger is over what it taps: the click answers to that.
    if (over === undefined || pointerType === 'touch') return;
    clearTimeout(leaving);
    const enters = isOutside(over, relatedTarget);
    if (enters && dropdowns.opened()?.item !== over.item) dropdowns.open(over, 'hovered');
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
}

function click(event: MouseEvent, dropdowns: HoveredDropdowns): void {
  const { target, detail } = event;
  const clicked = dropdownAt(target);
  if (clicked === undefined || !(target instanceof Element)) return;
  const isOpen = dropdowns.opened()?.item === clicked.item;
  if (clicked.button.contains(target)) {
    // The pointer that clicks has opened it by coming; a key (`detail` is 0) finds it as it is said to be.
    if (isOpen && (dropdowns.isPinned() || detail === 0)) dropdowns.close();
    else dropdowns.open(clicked, 'pinned');
  } else if (isOpen && target.closest('a') !== null && isChoice(event)) dropdowns.close();
}

/** A modified click opens a link elsewhere: the reader may want another one. The router may have answered to it. */
function isChoice({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented: false });
}
