import { createFolds } from './folds.ts';
import { holdFocus } from './hold-focus.ts';
import {
  type ArticleChange,
  createArticlePatch,
  type Listed,
  listOf,
  type PutBack,
  pairs,
  twinIndex,
} from './patch-article.ts';

const BLOCKS = 'h1, h2, h3, h4, h5, h6, p, pre, li, dt, dd, tr, summary, img, svg, video, iframe';

/** A block of the page that can be seen or has been scrolled past. */
interface Passed {
  readonly block: Element;
  readonly index: number;
  readonly top: number;
}

/**
 * Keeps the text that is read where it is: the first block below the header stands at the same height afterwards,
 * however much has come or gone above it, and where it is gone itself, the one before it does. Browsers do this
 * by themselves only while the blocks stay the same elements.
 */
function holdScroll(root: Element): PutBack {
  if (scrollY === 0) return () => undefined;
  const before = list(root);
  const passed = passedBlocks(before, root);
  return () => {
    const after = list(root);
    for (const { block, index, top } of passed.toReversed()) {
      const twin = after.elements[twinIndex(before.names, after.names, index) ?? -1];
      const now = block.isConnected ? block : twin;
      if (now === undefined || now.getClientRects().length === 0) continue;
      const moved = now.getBoundingClientRect().top - top;
      if (moved !== 0) scrollBy({ top: moved, behavior: 'instant' });
      return;
    }
  };
}

/** The blocks above the header's end and the first one below it, which is the last of the list. */
function passedBlocks({ elements }: Listed<Element>, root: Element): readonly Passed[] {
  const header = root.ownerDocument.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  const passed: Passed[] = [];
  for (const [index, block] of elements.entries()) {
    const { top, bottom, height } = block.getBoundingClientRect();
    const isPast = bottom <= Math.max(0, header);
    if (height === 0 || (!isPast && isStuck(block, root))) continue;
    passed.push({ block, index, top });
    if (!isPast) break;
  }
  return passed;
}

/** True for what does not scroll with the page. */
function isStuck(block: Element, root: Element): boolean {
  for (let around: Element | null = block; around !== null; around = around.parentElement) {
    if (/sticky|fixed/.test(getComputedStyle(around).position)) return true;
    if (around === root) break;
  }
  return false;
}

function list(root: Element): Listed<Element> {
  return listOf(
    root.querySelectorAll(BLOCKS),
    ({ localName, textContent }) => `${localName} ${textContent}`,
  );
}

/** Keeps the selected tabs, by the tools of the page itself. */
function holdTabs(root: Element): PutBack {
  const before = tabs(root);
  const selected = new Set(before.elements.filter(isSelected));
  return () => {
    for (const { now } of pairs(before, tabs(root), (tab) => selected.has(tab)))
      if (!isSelected(now)) now.click();
  };
}

function tabs(root: Element): Listed<HTMLElement> {
  return listOf(
    root.querySelectorAll<HTMLElement>('[data-tabs] [role="tab"]'),
    (tab) => `${tab.parentElement?.textContent} ${tab.textContent}`,
  );
}

function isSelected(tab: Element): boolean {
  return tab.getAttribute('aria-selected') === 'true';
}

/** Keeps the wrapping of code, and how far blocks are scrolled to the side. */
function holdCode(root: Element): PutBack {
  const before = blocks(root);
  const places = new Map(before.elements.map((block) => [block, block.scrollLeft]));
  return () => {
    const isChanged = (block: Element): boolean => isWrapped(block) || places.get(block) !== 0;
    for (const { old, now } of pairs(before, blocks(root), isChanged)) {
      if (isWrapped(old) && !isWrapped(now))
        now.closest('[data-code]')?.querySelector<HTMLElement>('[data-wrap-code]')?.click();
      now.scrollLeft = places.get(old) ?? 0;
    }
  };
}

function blocks(root: Element): Listed<Element> {
  return listOf(root.querySelectorAll('pre'), (block) => block.textContent ?? '');
}

function isWrapped(block: Element): boolean {
  return block.closest('[data-wrap]') !== null;
}

/**
 * Takes the change of an article into the document, calls `render` for all the rest, and keeps what the reader has
 * done to the page. Where the argument of `render` is false, it has to make the article anew, too.
 */
export type Keep = (article: ArticleChange, render: (isDone: boolean) => void) => void;

/**
 * Changes as little as there is to change, and then puts back what the reader has done to what is new: what is
 * folded open, the tabs and the focus; the text that they look at stays where it is on the screen.
 */
export function createKeeper(page: Document): Keep {
  const folds = createFolds(page);
  const patch = createArticlePatch(page);
  return (article, render) => {
    const root = page.querySelector('#dw-root article') ?? page.querySelector('main') ?? page.body;
    const held = [folds.hold(root), holdTabs(root), holdCode(root), holdFocus(root)];
    // What changes heights comes before the place that is scrolled to.
    held.push(holdScroll(root));
    render(patch(article));
    for (const putBack of held) putBack();
  };
}
