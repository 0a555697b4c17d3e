import type { Route } from '../../shared/paths.ts';
import { createPrefetchQueue, type LoadAhead } from './prefetch-queue.ts';

export interface Prefetch {
  /** Watches the links that are now below the root; called after every change of page. */
  readonly observe: () => void;
}

export interface PrefetchOptions {
  readonly root: HTMLElement;
  /** The page that a click on the link would show here; undefined where there is nothing to load. */
  readonly routeOf: (link: HTMLAnchorElement) => Route | undefined;
  readonly load: LoadAhead;
}

/** Loads pages in advance: links that come into view, and those that a reader points at, reaches or touches (rule 28). */
export function managePrefetch({ root, routeOf, load }: PrefetchOptions): Prefetch {
  const queue = createPrefetchQueue(load, () => navigator.userActivation?.hasBeenActive === true);
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      const route = target instanceof HTMLAnchorElement ? routeOf(target) : undefined;
      if (route !== undefined && mayPrefetch(navigator, 'view')) queue.see(route);
    }
  });
  const turnTo = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest('a') : null;
    const route = link === null ? undefined : routeOf(link);
    if (route !== undefined && mayPrefetch(navigator)) queue.want(route);
  };
  for (const type of ['mouseover', 'focusin', 'touchstart'])
    root.addEventListener(type, turnTo, { passive: true });
  return {
    observe: () => {
      observer.disconnect();
      queue.reset();
      for (const link of root.querySelectorAll('a[href]')) observer.observe(link);
    },
  };
}

/**
 * False where the reader saves data or the connection is slow (Network Information API); where it is not fast or costs
 * money, false for what they have not turned to.
 */
export function mayPrefetch(browser: object, reason: 'view' | 'wish' = 'wish'): boolean {
  const connection = 'connection' in browser ? browser.connection : undefined;
  if (typeof connection !== 'object' || connection === null) return true;
  if ('saveData' in connection && connection.saveData === true) return false;
  const speed = 'effectiveType' in connection ? String(connection.effectiveType) : '';
  if (speed.includes('2g')) return false;
  const isCostly = speed === '3g' || ('type' in connection && connection.type === 'cellular');
  return reason === 'wish' || !isCostly;
}
