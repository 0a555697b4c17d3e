import { REFRESH_EVENT } from '../../shared/live.ts';
import { PAGE_EVENT } from '../../shared/page-data.ts';
import { findRoot } from '../app/root.ts';
import { trustOf } from '../app/trusted-html.ts';
import { branchesToOpen, openBranch } from '../menus/sidebar-branches.ts';
import { addStyleSheet, assetsIn, findStyleSheet } from '../navigation/page-assets.ts';
import { isApart, swapHead } from '../navigation/swap.ts';
import type { Morph } from './morph.ts';

/** Shows the page again as the server has it now. Rejects if its document has to be loaded. */
export async function renewPage(page: Document, morph: Morph): Promise<void> {
  const { href } = location;
  const folder = new URL('../dw-assets/', import.meta.url);
  const { parse } = trustOf(window, folder);
  const load = async (url: string): Promise<Document | undefined> => {
    const response = await fetch(url, { cache: 'no-store', headers: { Accept: 'text/html' } });
    return response.ok ? parse(await response.text()) : undefined;
  };
  const next = await load(href);
  if (next !== undefined) await openBranches(next, page, load);
  // The reader has gone to another page.
  if (location.href !== href) return;
  const [root, nextRoot] = [page, next ?? page].map(findRoot);
  const isSame = root?.dataset['route'] === nextRoot?.dataset['route'];
  if (next === undefined || !root || !nextRoot || !isSame || isApart(page, next))
    throw new Error('the page needs another document');
  const run = new Set(assetsIn(page, folder).scripts.map((script) => script.href));
  if (assetsIn(next, folder).scripts.some((script) => !run.has(script.href)))
    throw new Error('the page has other scripts');
  const removeOld = await addStyles(page, next, folder);
  const restore = holdScroll(page);
  swapHead(page, next);
  morph(root, nextRoot);
  removeOld();
  page.dispatchEvent(new Event(REFRESH_EVENT));
  page.dispatchEvent(new Event(PAGE_EVENT));
  // After the controls, which change heights.
  restore();
}

/** Gives a new document the entries of the categories that the reader has opened. */
async function openBranches(
  next: Document,
  page: Document,
  load: (url: string) => Promise<Document | undefined>,
): Promise<void> {
  const failed = new Set<HTMLAnchorElement>();
  for (;;) {
    const control = branchesToOpen(next, page).find((one) => !failed.has(one));
    if (control === undefined) return;
    const branch = await load(control.href);
    if (branch === undefined || !openBranch(control, branch)) failed.add(control);
  }
}

/** The style sheet of all pages. */
const OF_ALL = /\/styles-\w+\.css$/;

/**
 * Adds the new style sheets of a page, except for that of all pages, which is replaced elsewhere. Returns a function that
 * removes the old ones.
 */
async function addStyles(page: Document, next: Document, folder: URL): Promise<() => void> {
  const [shown = [], coming = []] = [page, next].map((one) =>
    assetsIn(one, folder).styles.filter(({ href }) => !OF_ALL.test(href)),
  );
  const added = coming.filter(({ href }) => !shown.some((style) => style.href === href));
  const gone = shown.filter(({ href }) => !coming.some((style) => style.href === href));
  await Promise.all(added.map((style) => addStyleSheet(page, style).loaded));
  return () => {
    for (const { href } of gone) findStyleSheet(page, href)?.remove();
  };
}

const BLOCKS = 'h1, h2, h3, h4, h5, h6, p, pre, li, dt, dd, tr, summary, img, svg, video, iframe';

/**
 * Returns a function that moves the first block below the header to the height that it had; if it is gone, the one before.
 * Browsers do so only for changes above it.
 */
function holdScroll(page: Document): () => void {
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
