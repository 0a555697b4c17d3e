import { type Listed, listOf, type PutBack } from './lists.ts';
import { twinIndex } from './twins.ts';

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
export function holdScroll(root: Element): PutBack {
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
