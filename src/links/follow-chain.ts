import { MAX_REDIRECTS } from '../site/resolve-link.ts';

/**
 * Follows the redirects of pages from one on. Returns their targets in order: none if they never end; `isLoop` if they lead
 * back to the first page, or are too many.
 */
export function followChain<Page extends object, Target>(
  start: Page,
  targetOf: (page: Page) => Target | undefined,
  pageOf: (target: Target) => Page | undefined,
): { readonly targets: readonly Target[]; readonly isLoop: boolean } {
  const targets: Target[] = [];
  const seen = new Set<Page>();
  for (let page: Page | undefined = start; page !== undefined; ) {
    seen.add(page);
    const target = targetOf(page);
    if (target === undefined) break;
    targets.push(target);
    page = pageOf(target);
    const isLoop = page === start || targets.length > MAX_REDIRECTS;
    if (isLoop || (page !== undefined && seen.has(page))) return { targets: [], isLoop };
  }
  return { targets, isLoop: false };
}
