import { describe, expect, it } from 'vitest';
import { mayPrefetch } from '../../../src/client/prefetch.ts';
import { createPrefetchQueue, type PrefetchQueue } from '../../../src/client/prefetch-queue.ts';
import { type Route, toRoute } from '../../../src/shared/paths.ts';

interface Network {
  readonly queue: PrefetchQueue;
  readonly loaded: readonly string[];
  /** Lets every load end that is under way. */
  readonly settle: () => Promise<void>;
}

function network(): Network {
  const loaded: string[] = [];
  let open: (() => void)[] = [];
  const queue = createPrefetchQueue((route: Route) => {
    loaded.push(route);
    return new Promise((resolve) => open.push(resolve));
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
  it('loads four at a time, each once', async () => {
    const { queue, loaded, settle } = network();
    for (const route of [...routes(6), ...routes(6)]) queue.see(route);
    expect(loaded).toEqual(['/p0', '/p1', '/p2', '/p3']);
    await settle();
    expect(loaded).toEqual(['/p0', '/p1', '/p2', '/p3', '/p4', '/p5']);
    queue.reset();
    queue.see(toRoute('/p0'));
    queue.want(toRoute('/p5'));
    expect(loaded).toHaveLength(6);
  });

  it('lets go first what the reader turns to', async () => {
    const { queue, loaded, settle } = network();
    for (const route of routes(7)) queue.see(route);
    queue.want(toRoute('/p6'));
    queue.want(toRoute('/other'));
    await settle();
    expect(loaded.slice(4)).toEqual(['/other', '/p6', '/p4', '/p5']);
  });

  it('loads at most fifty links in view for a page, and begins anew on the next', async () => {
    const { queue, loaded, settle } = network();
    for (const route of routes(80)) queue.see(route);
    await settle();
    expect(loaded).toHaveLength(50);
    queue.want(toRoute('/p79'));
    queue.reset();
    for (const route of routes(80)) queue.see(route);
    await settle();
    expect(new Set(loaded).size).toBe(80);
    expect(loaded).toHaveLength(80);
  });

  it('forgets what waits when another page is shown', async () => {
    const { queue, loaded, settle } = network();
    for (const route of routes(6)) queue.see(route);
    queue.reset();
    await settle();
    expect(loaded).toHaveLength(4);
    queue.see(toRoute('/p5'));
    expect(loaded).toHaveLength(5);
  });
});

describe('mayPrefetch', () => {
  it.each([
    [{}, true],
    [{ connection: null }, true],
    [{ connection: { effectiveType: '4g', saveData: false } }, true],
    [{ connection: { effectiveType: '3g' } }, true],
    [{ connection: { effectiveType: '2g' } }, false],
    [{ connection: { effectiveType: 'slow-2g' } }, false],
    [{ connection: { effectiveType: '4g', saveData: true } }, false],
  ])('%o: %s', (browser, expected) => {
    expect(mayPrefetch(browser)).toBe(expected);
  });
});
