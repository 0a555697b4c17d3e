/**
 * Scrolls what an element scrolls in, and nothing around it, so that the element is in view: to its middle,
 * only where the element is out of view. An element that is not shown, and one that only the page scrolls,
 * stays as it is.
 */
export function scrollWithin(element: Element): void {
  const scroller = scrollerOf(element);
  if (scroller === undefined || element.getClientRects().length === 0) return;
  const frame = scroller.getBoundingClientRect();
  const box = element.getBoundingClientRect();
  if (box.top >= frame.top && box.bottom <= frame.bottom) return;
  scroller.scrollTop += box.top - frame.top - (frame.height - box.height) / 2;
}

/** The nearest element around another one that scrolls; undefined where it is the page itself. */
export function scrollerOf(element: Element): Element | undefined {
  let around = element.parentElement;
  while (around !== null && around !== document.body) {
    const scrolls = /auto|scroll/.test(getComputedStyle(around).overflowY);
    if (scrolls && around.scrollHeight > around.clientHeight) return around;
    around = around.parentElement;
  }
  return undefined;
}
