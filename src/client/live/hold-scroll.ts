const BLOCKS = 'h1, h2, h3, h4, h5, h6, p, pre, li, dt, dd, tr, summary, img, svg, video, iframe';

/**
 * Returns a function that moves the first block below the header to the height that it had; if it is gone, the one before.
 * Browsers do so only for changes above it.
 */
export function holdScroll(page: Document): () => void {
  const main = page.querySelector('main');
  if (scrollY === 0 || main === null) return () => undefined;
  const header = page.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  const tops: (readonly [Element, number])[] = [];
  for (const block of main.querySelectorAll(BLOCKS)) {
    const { top, bottom, height } = block.getBoundingClientRect();
    const isPast = bottom <= Math.max(0, header);
    if (height === 0 || (!isPast && isStuck(block, main))) continue;
    tops.push([block, top]);
    if (!isPast) break;
  }
  return () => {
    const found = tops.findLast(([block]) => block.getClientRects().length > 0);
    if (found === undefined) return;
    const [block, top] = found;
    const moved = block.getBoundingClientRect().top - top;
    if (moved !== 0) scrollBy({ top: moved, behavior: 'instant' });
  };
}

/** True for elements that do not scroll with the page. */
function isStuck(block: Element, main: Element): boolean {
  for (let around: Element | null = block; around !== null; around = around.parentElement) {
    if (/sticky|fixed/.test(getComputedStyle(around).position)) return true;
    if (around === main) break;
  }
  return false;
}
