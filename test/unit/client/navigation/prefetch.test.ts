import { describe, expect, it } from 'vitest';
import {
  createPrefetchQueue,
  mayPrefetch,
  type PrefetchQueue,
} from '../../../../src/client/navigation/prefetch.ts';

import { type Route, toRoute } from '../../../../src/shared/paths.ts';

/** Bytes of a page that nothing is said of. */
const BYTES = 1000;

interface Network {
  readonly queue: PrefetchQueue;
  readonly loaded: readonly string[];
  /** Lets every load end that is under way. */
  readonly settle: () => Promise<void>;
}

interface NetworkOptions {
  /** Bytes of pages, by their route. */
  readonly sizes?: Readonly<Record<string, number>>;
}

function network({ sizes = {} }: NetworkOptions = {}): Network {
  const loaded: string[] = [];
  let open: (() => void)[] = [];
  const queue = createPrefetchQueue((route: Route, limit) => {
    const bytes = sizes[route] ?? BYTES;
    loaded.push(bytes > limit ? `left ${route}` : route);
    return new Promise((resolve) => {
      open.push(() => resolve(bytes > limit ? undefined : bytes));
    });
  });
  const settle = async (): Promise<void> => {
    while (open.length > 0) {
      const ending = open;
      open = [];
      for (const end of ending) end();
      await new Promise((resume) => setImmediate(resume));
    }
  };
  return { queue, loaded, settle };
}

const routes = (count: number): readonly Route[] =>
  Array.from({ length: count }, (_, index) => toRoute(`/p${index}`));

describe('createPrefetchQueue', () => {
  it('loads links in view one after the other, each once', async () => {
    const { queue, loaded, settle } = network();
    for (const route of [...routes(6), ...routes(6)]) queue.see(route);
    expect(loaded).toEqual(['/p0']);
    await settle();
    expect(loaded).toEqual(['/p0', '/p1', '/p2', '/p3', '/p4', '/p5']);
    queue.reset();
    queue.see(toRoute('/p0'));
    queue.want(toRoute('/p5'));
    expect(loaded).toHaveLength(6);
  });

  it('loads links that the reader points at first, the last one before others, four at a time', async () => {
    const { queue, loaded, settle } = network();
    for (const route of routes(7)) queue.see(route);
    for (const name of ['/a', '/b', '/c', '/d', '/p6']) queue.want(toRoute(name));
    expect(loaded).toEqual(['/p0', '/a', '/b', '/c']);
    await settle();
    expect(loaded.slice(4)).toEqual(['/p6', '/d', '/p1', '/p2', '/p3', '/p4', '/p5']);
  });

  it('loads at most 30 kB of pages in view besides what is wanted, and begins again on the next page', async () => {
    const { queue, loaded, settle } = network({
      sizes: { '/p0': 18_000, '/p1': 9000, '/p2': 4000, '/wanted': 90_000 },
    });
    for (const route of routes(6)) queue.see(route);
    await settle();
    expect(loaded).toEqual(['/p0', '/p1', 'left /p2']);
    queue.want(toRoute('/wanted'));
    await settle();
    expect(loaded.slice(3)).toEqual(['/wanted']);
    queue.reset();
    for (const route of routes(6)) queue.see(route);
    await settle();
    expect(loaded.slice(4)).toEqual(['/p3', '/p4', '/p5']);
  });

  it('leaves pages of more than 20 kB that only came into view', async () => {
    const { queue, loaded, settle } = network({ sizes: { '/p0': 20_000, '/p1': 20_001 } });
    for (const route of routes(2)) queue.see(route);
    await settle();
    queue.see(toRoute('/p1'));
    await settle();
    expect(loaded).toEqual(['/p0', 'left /p1']);
    for (let turn = 0; turn < 2; turn++) queue.want(toRoute('/p1'));
    await settle();
    expect(loaded).toEqual(['/p0', 'left /p1', '/p1']);
  });

  it('forgets what waits when another page is shown', async () => {
    const { queue, loaded, settle } = network();
    for (const route of routes(6)) queue.see(route);
    queue.reset();
    await settle();
    expect(loaded).toHaveLength(1);
    queue.see(toRoute('/p5'));
    expect(loaded).toHaveLength(2);
  });
});

describe('mayPrefetch', () => {
  it.each([
    [{}, true, true],
    [{ connection: null }, true, true],
    [{ connection: { effectiveType: '4g', saveData: false } }, true, true],
    [{ connection: { effectiveType: '3g' } }, true, false],
    [{ connection: { effectiveType: '4g', type: 'cellular' } }, true, false],
    [{ connection: { effectiveType: '2g' } }, false, false],
    [{ connection: { effectiveType: 'slow-2g' } }, false, false],
    [{ connection: { effectiveType: '4g', saveData: true } }, false, false],
  ])('%o: %s where the reader has turned to the link, else %s', (browser, wish, view) => {
    expect(mayPrefetch(browser)).toBe(wish);
    expect(mayPrefetch(browser, 'view')).toBe(view);
  });
});
