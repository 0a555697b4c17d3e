/** Least distance from the edges of the viewport, in CSS pixels. */
const EDGE = 8;

/** Least height of a list that has to scroll, in CSS pixels. */
const LEAST_HEIGHT = 96;

/** Moves an open list to where all of it is in the viewport, and lets it scroll where it is too high. */
export function fitInViewport(menu: HTMLElement): void {
  releaseFromViewport(menu);
  const { left, right, top } = menu.getBoundingClientRect();
  const shift = shiftInside({ left, right }, document.documentElement.clientWidth);
  if (shift !== 0) menu.style.translate = `${shift}px`;
  menu.style.maxBlockSize = `${Math.max(innerHeight - top - EDGE, LEAST_HEIGHT)}px`;
}

/** Undoes `fitInViewport`. */
export function releaseFromViewport({ style }: HTMLElement): void {
  style.translate = '';
  style.maxBlockSize = '';
}

/** How far a box has to move to the right (negative: left) to be inside a width; its left edge is the last to go. */
export function shiftInside(
  { left, right }: { readonly left: number; readonly right: number },
  width: number,
): number {
  return Math.max(Math.min(width - EDGE - right, 0), EDGE - left);
}
