/** A header that is higher than this part of the viewport scrolls away with the page. */
const MOST = 1 / 3;

const PROPERTY = '--header-height';

/**
 * Tells the style sheet how high the header is where it takes more than one row, for anchors and everything
 * that sticks below it.
 */
export function manageHeaderHeight(page: Document): void {
  const header = page.querySelector<HTMLElement>('.header');
  const bar = header?.firstElementChild;
  if (header === null || bar === null || bar === undefined) return;
  const { style, dataset } = page.documentElement;
  const measure = (): void => {
    const height = header.offsetHeight;
    const isOneRow = height <= Number.parseFloat(getComputedStyle(bar).minBlockSize) + 1;
    const scrollsAway = !isOneRow && height > innerHeight * MOST;
    if (scrollsAway) dataset['highHeader'] = '';
    else delete dataset['highHeader'];
    // A property of the root styles the whole page anew: only where it says something.
    if (!isOneRow) style.setProperty(PROPERTY, scrollsAway ? '0px' : `${height}px`);
    else if (style.getPropertyValue(PROPERTY) !== '') style.removeProperty(PROPERTY);
  };
  new ResizeObserver(measure).observe(header);
  addEventListener('resize', measure);
}
