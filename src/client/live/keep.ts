import { type ArticleChange, createArticlePatch, positionIn } from './patch-article.ts';

/**
 * Applies the change of an article to the document, calls `render` for everything else, and preserves the reader's state
 * of the page. If the argument of `render` is false, it has to render the article too.
 */
export type Keep = (article: ArticleChange, render: (isDone: boolean) => void) => void;

/** Preserves `details`, tabs, code, focus and scroll position. */
export function createKeeper(page: Document): Keep {
  const holdFolds = createFolds(page);
  const patch = createArticlePatch(page);
  // Changes of heights must precede the scroll position.
  const holds = [holdFolds, holdTabs, holdCode, holdFocus, holdScroll];
  return (article, render) => {
    const root = page.querySelector('#dw-root article') ?? page.querySelector('main') ?? page.body;
    const restores = holds.map((hold) => hold(root));
    render(patch(article));
    for (const restore of restores) restore();
  };
}

/** Restores the reader's state on the updated page. */
type Restore = () => void;

/** The elements that match a selector, and their later replacements. */
interface Tracked<Kind extends Element> {
  readonly elements: readonly Kind[];
  readonly pairs: (wanted: (old: Kind) => boolean) => readonly { old: Kind; now: Kind }[];
}

/** Tracks elements by name, to find replacements on the updated page. */
function track<Kind extends Element = HTMLElement>(
  root: Element,
  selector: string,
  nameOf: (element: Kind) => string,
): Tracked<Kind> {
  const elements = [...root.querySelectorAll<Kind>(selector)];
  const names = elements.map(nameOf);
  return {
    elements,
    pairs: (wanted) => {
      const after = [...root.querySelectorAll<Kind>(selector)];
      const namesAfter = after.map(nameOf);
      return elements.flatMap((old, index) => {
        if (!wanted(old)) return [];
        const now = old.isConnected ? old : after[positionIn(namesAfter, names, index) ?? -1];
        return now === undefined ? [] : [{ old, now }];
      });
    },
  };
}

function nameAndText({ localName, textContent }: Element): string {
  return `${localName} ${textContent}`;
}

/** Preserves `details` that the reader has opened or closed; others follow the author's changes. */
function createFolds(page: Document): (root: Element) => Restore {
  const touched = new WeakSet<Element>();
  page.addEventListener('click', ({ target }) => {
    const fold = target instanceof Element ? target.closest('summary')?.parentElement : undefined;
    if (fold) touched.add(fold);
  });
  return (root) => {
    const { pairs } = track<HTMLDetailsElement>(
      root,
      'details',
      (fold) => fold.querySelector('summary')?.textContent ?? '',
    );
    return () => {
      for (const { old, now } of pairs((fold) => touched.has(fold))) {
        now.open = old.open;
        touched.add(now);
      }
    };
  };
}

/** Preserves the selected tabs, with the page's own tools. */
function holdTabs(root: Element): Restore {
  const { elements, pairs } = track(
    root,
    '[data-tabs] .tab',
    (tab) => `${tab.parentElement?.textContent} ${tab.textContent}`,
  );
  const isSelected = (tab: Element): boolean => tab.getAttribute('aria-selected') === 'true';
  const selected = new Set(elements.filter(isSelected));
  return () => {
    for (const { now } of pairs((tab) => selected.has(tab))) if (!isSelected(now)) now.click();
  };
}

/** Preserves the wrapping of code, and the horizontal scroll position of blocks. */
function holdCode(root: Element): Restore {
  const { elements, pairs } = track(root, 'pre', ({ textContent }) => textContent ?? '');
  const isWrapped = (block: Element): boolean => block.closest('[data-wrap]') !== null;
  const offsets = new Map(elements.map((block) => [block, block.scrollLeft]));
  return () => {
    for (const { old, now } of pairs((block) => isWrapped(block) || offsets.get(block) !== 0)) {
      if (isWrapped(old) && !isWrapped(now))
        now.closest('[data-code]')?.querySelector<HTMLElement>('[data-wrap-code]')?.click();
      now.scrollLeft = offsets.get(old) ?? 0;
    }
  };
}

const FOCUSABLE = 'a[href], button, summary, input, textarea, select, iframe, [tabindex]';

/** Focuses the replacement of the focused element, if that is gone. */
function holdFocus(root: Element): Restore {
  const { activeElement } = root.ownerDocument;
  if (activeElement === null || !root.contains(activeElement)) return () => undefined;
  const { pairs } = track<HTMLElement>(root, FOCUSABLE, nameAndText);
  return () => {
    if (activeElement.isConnected) return;
    for (const { now } of pairs((element) => element === activeElement))
      now.focus({ preventScroll: true });
  };
}

const BLOCKS = 'h1, h2, h3, h4, h5, h6, p, pre, li, dt, dd, tr, summary, img, svg, video, iframe';

/**
 * Keeps the first block below the header at its height; if it is gone, the one before. Browsers do so only while the
 * blocks are the same elements.
 */
function holdScroll(root: Element): Restore {
  if (scrollY === 0) return () => undefined;
  const { elements, pairs } = track<Element>(root, BLOCKS, nameAndText);
  const tops = passedBlocks(elements, root);
  return () => {
    for (const { old, now } of pairs((block) => tops.has(block)).toReversed()) {
      if (now.getClientRects().length === 0) continue;
      const moved = now.getBoundingClientRect().top - (tops.get(old) ?? 0);
      if (moved !== 0) scrollBy({ top: moved, behavior: 'instant' });
      return;
    }
  };
}

/** The tops of the blocks above the header's end, and of the first one below it. */
function passedBlocks(blocks: readonly Element[], root: Element): ReadonlyMap<Element, number> {
  const header = root.ownerDocument.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  const passed = new Map<Element, number>();
  for (const block of blocks) {
    const { top, bottom, height } = block.getBoundingClientRect();
    const isPast = bottom <= Math.max(0, header);
    if (height === 0 || (!isPast && isStuck(block, root))) continue;
    passed.set(block, top);
    if (!isPast) break;
  }
  return passed;
}

/** True for elements that do not scroll with the page. */
function isStuck(block: Element, root: Element): boolean {
  for (let around: Element | null = block; around !== null; around = around.parentElement) {
    if (/sticky|fixed/.test(getComputedStyle(around).position)) return true;
    if (around === root) break;
  }
  return false;
}
