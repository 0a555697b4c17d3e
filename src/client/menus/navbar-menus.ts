import { closestTo } from '../app/root.ts';
import { manageDropdowns } from './dropdowns.ts';

/** Returns a function to call when another page is shown. */
export function manageNavbar(page: Document): () => void {
  const hides = page.querySelector('[data-hide-on-scroll]') !== null;
  // Passes the height of a header with several rows to the style sheet, for anchors and sticky elements. Returns a function
  // that does so for a page that has just been shown.
  const { style, dataset } = page.documentElement;
  const measure = (): void => {
    const header = headerOf(page);
    const bar = header?.firstElementChild;
    if (!header || !bar) return;
    const height = header.offsetHeight;
    const isOneRow = height <= Number.parseFloat(getComputedStyle(bar).minBlockSize) + 1;
    const scrollsAway = !isOneRow && height > innerHeight * MOST;
    if (scrollsAway) dataset['highHeader'] = '';
    else delete dataset['highHeader'];
    // A property of the root restyles the whole page, so it is set only if needed.
    if (!isOneRow) style.setProperty(PROPERTY, scrollsAway ? '0px' : `${height}px`);
    else if (style.getPropertyValue(PROPERTY) !== '') style.removeProperty(PROPERTY);
  };
  const observer = new ResizeObserver(measure);
  const watch = (): void => {
    observer.disconnect();
    const header = headerOf(page);
    if (header !== null) observer.observe(header);
  };
  watch();
  addEventListener('resize', measure);
  const parts = [watch, manageDropdowns(page), hides ? manageHideOnScroll(page) : () => undefined];
  return () => {
    for (const shown of parts) shown();
  };
}

function headerOf(page: Document): HTMLElement | null {
  return page.querySelector<HTMLElement>('.header');
}

/** Set on `<html>` while the header is hidden. */
const HIDDEN = 'navbarHidden';

/** Shorter scrolls are ignored, in CSS pixels. */
const LEAST_SCROLL = 4;

/** Events that start a scroll by the reader. */
const OWN_SCROLLS = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/** Hides the header while the reader scrolls down, and shows it while they scroll up. */
function manageHideOnScroll(page: Document): () => void {
  const { documentElement: root } = page;
  let last = scrollY;
  // Jumps to anchors do not count as scrolling in a direction.
  let jumping = false;
  let scrolled = false;

  const follow = (): void => {
    scrolled = true;
    const most = root.scrollHeight - innerHeight;
    // Browsers can overscroll at both ends.
    const position = Math.min(Math.max(scrollY, 0), most);
    const way = position - last;
    const header = headerOf(page);
    const height = header?.offsetHeight ?? 0;
    // It has the focus or an open menu.
    const isInUse = header?.querySelector(':focus-visible, [aria-expanded="true"]');
    const above = page.querySelector<HTMLElement>('.announcement-bar')?.offsetHeight ?? 0;
    if (position <= above + height) show();
    else if (jumping || Math.abs(way) < LEAST_SCROLL) {
      if (jumping) last = position;
      return;
    } else if (way > 0 && !isInUse) root.dataset[HIDDEN] = '';
    else if (way < 0 && position < most - height) show();
    last = position;
  };
  const show = (): void => {
    delete root.dataset[HIDDEN];
  };
  const jump = (): void => {
    jumping = true;
    scrolled = false;
    // If the jump does not scroll, the next scroll is the reader's.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (!scrolled || !('onscrollend' in window)) settle();
      }),
    );
  };
  const settle = (): void => {
    jumping = false;
  };

  addEventListener('scroll', follow, { passive: true });
  addEventListener('scrollend', settle);
  addEventListener('popstate', jump);
  for (const type of OWN_SCROLLS) addEventListener(type, settle, { capture: true, passive: true });
  page.addEventListener('click', ({ target }) => {
    if (closestTo(target, 'a[href*="#"]') !== null) jump();
  });
  page.addEventListener('focusin', ({ target }) => {
    if (target instanceof Node && headerOf(page)?.contains(target)) show();
  });
  // The browser scrolls to the target of the address.
  jump();
  return () => {
    if (location.hash === '') show();
    jump();
  };
}

/** A header that is higher than this share of the viewport scrolls with the page. */
const MOST = 1 / 3;

const PROPERTY = '--header-height';
