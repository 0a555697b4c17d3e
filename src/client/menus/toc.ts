import { delegate } from '../app/root.ts';
import { findAnchor } from '../navigation/arrival.ts';
import { scrollWithin } from './docs-sidebar.ts';
import { isMobile, onBreakpoint } from './mobile-menu.ts';

type TocEntry = Readonly<{ link: Element; heading: HTMLElement }>;

/**
 * Marks the entry of the current heading, keeps it in view, and closes the list after a choice. Returns a function to call
 * when another page is shown.
 */
export function manageToc(root: HTMLElement): () => void {
  let entries: readonly TocEntry[] = [];
  let frame: number | undefined;
  const mark = (): void => {
    frame = undefined;
    // Undefined for a hidden heading.
    const tops = entries.map(({ heading }) =>
      heading.checkVisibility() ? heading.getBoundingClientRect().top : undefined,
    );
    const header = document.querySelector('.header')?.getBoundingClientRect().bottom ?? 0;
    const area = { start: Math.max(0, header), middle: innerHeight / 2 };
    const active = entries[activeHeading(tops, area)]?.link;
    if (active === undefined || active.hasAttribute('aria-current')) return;
    for (const { link } of entries) link.removeAttribute('aria-current');
    active.setAttribute('aria-current', 'location');
    scrollWithin(active);
  };
  const schedule = (): void => {
    if (entries.length > 0) frame ??= requestAnimationFrame(mark);
  };
  addEventListener('scroll', schedule, { passive: true });
  // Opening or closing content changes the page's height.
  const resized = new ResizeObserver(schedule);
  resized.observe(root);
  resized.observe(document.documentElement);
  delegate(root, 'click', {
    '.toc-link': (link) => {
      const list = link.closest('details');
      if (list && isMobile()) list.open = false;
    },
  });
  onBreakpoint((mobile) => toggle(root, !mobile));
  return () => {
    entries = [...root.querySelectorAll('.toc-link')].flatMap((link) => {
      const heading = findAnchor(document, link.getAttribute('href') ?? '');
      return heading === undefined ? [] : [{ link, heading }];
    });
    // React reuses links that two pages have in common.
    for (const { link } of entries) link.removeAttribute('aria-current');
    if (!isMobile()) toggle(root, true);
    schedule();
  };
}

/**
 * The index of the current heading, by the distances of the headings from the top of the window: the first one below
 * the navbar (`start`) if it is in the upper half, else the one before it.
 */
export function activeHeading(
  tops: readonly (number | undefined)[],
  { start, middle }: Readonly<Record<'start' | 'middle', number>>,
): number {
  let before = -1;
  for (const [index, top] of tops.entries()) {
    if (top === undefined) continue;
    if (top >= start) return top < middle || before < 0 ? index : before;
    before = index;
  }
  return before;
}

/**
 * Opens or closes the list. Wide screens show it anyway, but link checkers and browsers that cannot show the content of
 * a closed `details` need it open.
 */
function toggle(root: HTMLElement, open: boolean): void {
  const list = root.querySelector<HTMLDetailsElement>('.toc details');
  if (list !== null) list.open = open;
}
