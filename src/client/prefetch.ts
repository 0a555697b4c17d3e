import type { Route } from '../shared/paths.ts';
import { createPrefetchQueue } from './prefetch-queue.ts';

export interface Prefetch {
  /** Watches the links that are now below the root; called after every change of page. */
  readonly observe: () => void;
}

export interface PrefetchOptions {
  readonly root: HTMLElement;
  /** The page that a click on the link would show here; undefined where there is nothing to load. */
  readonly routeOf: (link: HTMLAnchorElement) => Route | undefined;
  readonly load: (route: Route) => Promise<void>;
}

/** Loads pages in advance: links that come into view, and those that a reader points at, reaches or touches (rule 28). */
export function managePrefetch({ root, routeOf, load }: PrefetchOptions): Prefetch {
  const queue = createPrefetchQueue(load);
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      const route = target instanceof HTMLAnchorElement ? routeOf(target) : undefined;
      if (route !== undefined && mayPrefetch(navigator)) queue.see(route);
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

/** False where the reader saves data or the connection is slow (Network Information API). */
export function mayPrefetch(browser: object): boolean {
  const connection = 'connection' in browser ? browser.connection : undefined;
  if (typeof connection !== 'object' || connection === null) return true;
  if ('saveData' in connection && connection.saveData === true) return false;
  return !('effectiveType' in connection && String(connection.effectiveType).includes('2g'));
}
