import type { Route } from '../shared/paths.ts';

/** Loads at the same time. */
const AT_ONCE = 4;
/** Loads for links that only came into view, for each page that is shown. */
const IN_VIEW = 50;

export interface PrefetchQueue {
  /** A link came into view. */
  readonly see: (route: Route) => void;
  /** The reader turned to a link: it goes first, and does not count. */
  readonly want: (route: Route) => void;
  /** Another page is shown: what waits is forgotten, and counting begins anew. */
  readonly reset: () => void;
}

/** Loads each route once, a few at a time. `load` never rejects. */
export function createPrefetchQueue(load: (route: Route) => Promise<void>): PrefetchQueue {
  const done = new Set<Route>();
  let waiting: readonly Route[] = [];
  let running = 0;
  let seen = 0;

  const next = (): void => {
    const [route, ...others] = waiting;
    if (route === undefined || running >= AT_ONCE) return;
    waiting = others;
    done.add(route);
    running += 1;
    void load(route).then(() => {
      running -= 1;
      next();
    });
    next();
  };

  return {
    see: (route) => {
      if (done.has(route) || waiting.includes(route) || seen >= IN_VIEW) return;
      seen += 1;
      waiting = [...waiting, route];
      next();
    },
    want: (route) => {
      if (done.has(route)) return;
      waiting = [route, ...waiting.filter((other) => other !== route)];
      next();
    },
    reset: () => {
      waiting = [];
      seen = 0;
    },
  };
}
