import { type Listed, listOf, type PutBack, pairs } from './patch-article.ts';

const FOCUSABLE = 'a[href], button, summary, input, textarea, select, iframe, [tabindex]';

/** Gives the focus back to what stands for the element that had it, if that is gone. */
export function holdFocus(root: Element): PutBack {
  const { activeElement } = root.ownerDocument;
  if (activeElement === null || !root.contains(activeElement)) return () => undefined;
  const before = list(root);
  return () => {
    if (activeElement.isConnected) return;
    for (const { now } of pairs(before, list(root), (element) => element === activeElement))
      now.focus({ preventScroll: true });
  };
}

function list(root: Element): Listed<HTMLElement> {
  return listOf(
    root.querySelectorAll<HTMLElement>(FOCUSABLE),
    (element) => `${element.localName} ${element.textContent}`,
  );
}
