import { REFRESH_EVENT } from '../../shared/live.ts';
import { PAGE_EVENT } from '../../shared/page-data.ts';
import { findRoot } from '../app/root.ts';
import { trustOf } from '../app/trusted-html.ts';
import { branchesToOpen, openBranch } from '../menus/sidebar-branches.ts';
import { assetsIn } from '../navigation/page-assets.ts';
import { isApart, swapHead } from '../navigation/swap.ts';
import { holdScroll } from './hold-scroll.ts';
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
  if (next === undefined || !root || !nextRoot || !isSame || hasOthers(page, next, folder))
    throw new Error('the page needs another document');
  const restore = holdScroll(page);
  swapHead(page, next);
  morph(root, nextRoot);
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

/** True if a document has scripts or style sheets that the page does not have; that of all pages is not replaced here. */
function hasOthers(page: Document, next: Document, folder: URL): boolean {
  const [shown, coming] = [page, next].map((one) => {
    const { scripts, styles } = assetsIn(one, folder);
    return [...scripts, ...styles.slice(1)].map(({ href }) => href);
  });
  return isApart(page, next) || coming?.some((href) => shown?.includes(href) !== true) === true;
}
