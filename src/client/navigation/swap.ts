import { findRoot } from '../app/root.ts';
import { scrollerOf } from '../menus/docs-sidebar.ts';
import { updateSidebar } from '../menus/sidebar-branches.ts';

/** Elements that later pages take over, with their nodes and scroll positions, by key. */
const KEPT = '[data-keep]';

/** Entries of the head that describe a page: not its scripts and styles, nor what all pages share. */
const ENTRIES =
  'title, meta[name]:not([name="viewport"]), meta[property], link:not([rel="stylesheet"], [rel="modulepreload"], [rel~="icon"]), script[type="application/ld+json"]';

/** Shows the document of another page, whose nodes move into this one. Elements with the same key are kept. */
export function swapDocument(page: Document, next: Document): void {
  const root = findRoot(page);
  const nextRoot = findRoot(next);
  if (root === null || nextRoot === null) return;
  swapHead(page, next);
  for (const name of Object.keys(root.dataset))
    if (!(name in nextRoot.dataset)) delete root.dataset[name];
  Object.assign(root.dataset, { ...nextRoot.dataset });
  const restore = keepElements(root, nextRoot);
  root.replaceChildren(...nextRoot.childNodes);
  restore();
}

/** True if a page has another language or security policy than the document, so that it has to be loaded. */
export function isApart(page: Document, next: Document): boolean {
  const [shown, coming] = [page, next].map((one) => findRoot(one)?.dataset);
  return (
    next.documentElement.lang !== page.documentElement.lang ||
    coming?.['apart'] !== shown?.['apart'] ||
    coming?.['policies'] !== shown?.['policies']
  );
}

/**
 * Replaces what describes a page to browsers, and its data for islands. Structured data is left out: scripts with text are
 * sinks of Trusted Types, and crawlers load documents.
 */
export function swapHead(page: Document, next: Document): void {
  const entries = [...next.head.querySelectorAll(ENTRIES)].filter(
    (entry) => !entry.matches('script'),
  );
  const wanted = new Map(entries.map((entry) => [entry.outerHTML, entry]));
  for (const entry of page.head.querySelectorAll(ENTRIES))
    if (!wanted.delete(entry.outerHTML)) entry.remove();
  page.head.append(...wanted.values());
  page.querySelector(PAGE_DATA)?.remove();
  const data = next.querySelector(PAGE_DATA);
  if (data !== null) page.body.append(data);
}

const PAGE_DATA = '#dw-page-data';

/** Moves the kept elements into the next page; returns a function that restores their scroll positions. */
function keepElements(root: HTMLElement, next: HTMLElement): () => void {
  const shown = [...root.querySelectorAll<HTMLElement>(KEPT)];
  const kept = new Map(shown.map((element) => [element.dataset['keep'], element]));
  const positions: (() => void)[] = [];
  for (const place of next.querySelectorAll<HTMLElement>(KEPT)) {
    const element = kept.get(place.dataset['keep']);
    if (element === undefined) continue;
    // Notes the scroll positions in an element and of the container around it, which is another element in the next page.
    const inside = [element, ...element.querySelectorAll('*')].filter((part) => part.scrollTop > 0);
    const tops = inside.map((part) => [part, part.scrollTop] as const);
    const around = scrollerOf(element)?.scrollTop ?? 0;
    positions.push(() => {
      for (const [part, top] of tops) part.scrollTop = top;
      const scroller = around > 0 ? scrollerOf(element) : undefined;
      if (scroller !== undefined) scroller.scrollTop = around;
    });
    if (element.matches('.sidebar')) updateSidebar(element, place);
    place.replaceWith(element);
  }
  return () => {
    for (const restore of positions) restore();
  };
}
