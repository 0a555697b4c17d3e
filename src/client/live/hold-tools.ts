import { type Listed, listOf, type PutBack, pairs } from './lists.ts';

/** Keeps the selected tabs, by the tools of the page itself. */
export function holdTabs(root: Element): PutBack {
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
export function holdCode(root: Element): PutBack {
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
