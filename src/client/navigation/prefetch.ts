import { closestTo } from '../app/root.ts';
import type { Route } from '../../shared/paths.ts';

interface PrefetchOptions {
  readonly root: HTMLElement;
  /** The route of the page that a click on the link would show; undefined if there is nothing to load. */
  readonly routeOf: (link: HTMLAnchorElement) => Route | undefined;
  readonly load: LoadAhead;
}

/**
 * Loads pages in advance: links that come into view, and links that a reader points at, focuses or touches. Returns
 * a function that watches all links below the root.
 */
export function managePrefetch({ root, routeOf, load }: PrefetchOptions): () => void {
  const queue = createPrefetchQueue(load);
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      const route = target instanceof HTMLAnchorElement ? routeOf(target) : undefined;
      if (route !== undefined && mayPrefetch(navigator, 'view')) queue.see(route);
    }
  });
  const want = (link: HTMLAnchorElement | null): void => {
    const route = link === null ? undefined : routeOf(link);
    if (route !== undefined && mayPrefetch(navigator)) queue.want(route);
  };
  for (const type of ['pointerover', 'focusin', 'touchstart'])
    root.addEventListener(type, ({ target }) => want(closestTo(target, 'a')), { passive: true });
  // The reader may have pointed at it before.
  want(root.querySelector('a:hover'));
  return () => {
    observer.disconnect();
    queue.reset();
    for (const link of root.querySelectorAll('a[href]')) observer.observe(link);
  };
}

/**
 * False if the reader saves data or the connection is slow (Network Information API). For links that only came into
 * view, also false if the connection is not fast or is metered.
 */
export function mayPrefetch(browser: object, reason: 'view' | 'intent' = 'intent'): boolean {
  const connection = 'connection' in browser ? browser.connection : undefined;
  if (typeof connection !== 'object' || connection === null) return true;
  if ('saveData' in connection && connection.saveData === true) return false;
  const speed = 'effectiveType' in connection ? String(connection.effectiveType) : '';
  if (speed.includes('2g')) return false;
  const isCostly = speed === '3g' || ('type' in connection && connection.type === 'cellular');
  return reason === 'intent' || !isCostly;
}

/** Maximum number of simultaneous requests for pages that the reader pointed at. */
const AT_ONCE = 4;
/** Maximum size of a page that only came into view, in bytes. */
const PAGE = 20_000;
/** Maximum size of all such pages of one page, in bytes. */
const IN_VIEW = 30_000;

/** Loads a page of at most `limit` bytes. Resolves to its size, undefined for a larger page. Never rejects. */
type LoadAhead = (route: Route, limit: number) => Promise<number | undefined>;

export interface PrefetchQueue {
  /** Adds a link that came into view. */
  readonly see: (route: Route) => void;
  /** Adds a link that the reader pointed at: it takes precedence, and has no limit. */
  readonly want: (route: Route) => void;
  /** Clears the queue for another page. */
  readonly reset: () => void;
}

type Waiting = Readonly<{ route: Route; isWanted: boolean }>;

/** Loads each route once: wanted ones a few at a time, others one after the other. */
export function createPrefetchQueue(load: LoadAhead): PrefetchQueue {
  const done = new Set<Route>();
  const large = new Set<Route>();
  let waiting: readonly Waiting[] = [];
  let running = 0;
  let spent = 0;

  const start = async ({ route, isWanted }: Waiting, limit: number): Promise<void> => {
    done.add(route);
    running += 1;
    const bytes = await load(route, limit);
    running -= 1;
    if (bytes === undefined) large.add(route);
    // Part of a large page has been transferred before it was discarded.
    if (!isWanted) spent += bytes ?? limit;
    next();
  };
  const next = (): void => {
    const [first, ...others] = waiting;
    if (first === undefined) return;
    const limit = first.isWanted ? Infinity : Math.min(PAGE, IN_VIEW - spent);
    if (limit <= 0 || running >= (first.isWanted ? AT_ONCE : 1)) return;
    waiting = others;
    void start(first, limit);
    next();
  };

  return {
    see: (route) => {
      if (done.has(route) || waiting.some((other) => other.route === route)) return;
      waiting = [...waiting, { route, isWanted: false }];
      next();
    },
    want: (route) => {
      if (done.has(route) && !large.delete(route)) return;
      waiting = [{ route, isWanted: true }, ...waiting.filter((other) => other.route !== route)];
      next();
    },
    reset: () => {
      waiting = [];
      spent = 0;
    },
  };
}
