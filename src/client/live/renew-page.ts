import { REFRESH_EVENT } from '../../shared/live.ts';
import { PAGE_EVENT } from '../../shared/page-data.ts';
import { findRoot } from '../app/root.ts';
import { trustOf } from '../app/trusted-html.ts';
import { swapDocument } from '../navigation/swap.ts';

/** Shows the page again as the server has it now. Rejects if its document has to be loaded. */
export async function renewPage(page: Document): Promise<void> {
  const { href } = location;
  const response = await fetch(href, { cache: 'no-store', headers: { Accept: 'text/html' } });
  const text = await response.text();
  // The reader has gone to another page.
  if (location.href !== href) return;
  const trust = trustOf(window, new URL('../dw-assets/', import.meta.url));
  const next = trust.parse(text);
  const [root, nextRoot] = [findRoot(page), findRoot(next)];
  const isSame = root?.dataset['route'] === nextRoot?.dataset['route'];
  if (!response.ok || !isSame || root === null) throw new Error('the page needs another document');
  swapDocument(page, next);
  page.dispatchEvent(new Event(REFRESH_EVENT));
  page.dispatchEvent(new Event(PAGE_EVENT));
}
