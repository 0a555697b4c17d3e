import { describe, expect, it } from 'vitest';
import { checkExternal } from '../../../../src/links/external/check-external.ts';
import {
  DEFAULT_EXTERNAL_OPTIONS,
  type ExternalOptions,
  type ExternalOutcome,
} from '../../../../src/links/external/external-check.ts';
import {
  createVirtualWorld,
  type Reply,
  type Sent,
  type VirtualWorld,
} from '../../../support/link-server/virtual-world.ts';

function check(
  world: VirtualWorld,
  urls: readonly string[],
  options: Partial<ExternalOptions> = {},
): Promise<ReadonlyMap<string, ExternalOutcome>> {
  const targets = urls.map((url) => ({ url, wantsIds: false }));
  return world.clock.run(
    checkExternal(targets, { ...DEFAULT_EXTERNAL_OPTIONS, ...options }, world),
  );
}

const urlsOf = (host: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `https://${host}/${index}`);

const of = (sent: readonly Sent[], host: string): readonly Sent[] =>
  sent.filter((request) => request.host === host);

const gaps = (sent: readonly Sent[]): readonly number[] =>
  sent.slice(1).map(({ at }, index) => at - (sent[index]?.at ?? 0));

const kinds = (outcomes: ReadonlyMap<string, ExternalOutcome>): readonly string[] =>
  [...outcomes.values()].map(({ kind }) => kind);

const ok = (): Reply => ({ status: 200 });
const refusal = (after?: string): Reply => ({
  status: 429,
  headers: after === undefined ? {} : { 'retry-after': after },
});

describe('the pace', () => {
  it('has at most two requests of a host in flight, a tenth of a second apart', async () => {
    const world = createVirtualWorld(() => ({ takesMs: 1000 }));
    await check(world, urlsOf('a.test', 9));
    expect(world.sent).toHaveLength(9);
    expect(Math.max(...world.sent.map(({ inFlight }) => inFlight))).toBe(2);
    expect(Math.min(...gaps(world.sent))).toBe(100);
    expect(world.elapsed()).toBe(5000);
  });

  it('has at most 32 requests in flight', async () => {
    const world = createVirtualWorld(() => ({ takesMs: 1000 }));
    const urls = Array.from({ length: 40 }, (_, index) => urlsOf(`h${index}.test`, 2)).flat();
    await check(world, urls);
    expect(Math.max(...world.sent.map(({ allInFlight }) => allInFlight))).toBe(32);
    expect(world.elapsed()).toBeLessThanOrEqual(3200);
  });

  it('begins with the longest queue', async () => {
    const world = createVirtualWorld(ok);
    await check(world, ['https://short.test/', ...urlsOf('long.test', 3)], { concurrency: 1 });
    expect(world.sent[0]?.host).toBe('long.test');
  });

  it('counts redirects and second requests as requests', async () => {
    const world = createVirtualWorld(({ pathname }) =>
      pathname.endsWith('/end') ? {} : { status: 302, headers: { location: '/end' } },
    );
    const outcomes = await check(world, urlsOf('a.test', 4));
    expect(kinds(outcomes)).toEqual(['ok', 'ok', 'ok', 'ok']);
    expect(Math.max(...world.sent.map(({ inFlight }) => inFlight))).toBeLessThanOrEqual(2);
    expect(Math.min(...gaps(world.sent))).toBeGreaterThanOrEqual(100);
  });

  it('requests an address once, however often and in whatever form it is given', async () => {
    const world = createVirtualWorld(ok);
    const urls = [
      'https://a.test',
      'https://A.test/',
      'https://a.test:443/',
      'https://a.test/x/..',
    ];
    const outcomes = await check(world, [...urls, ...urls]);
    expect(world.sent).toHaveLength(1);
    expect([...outcomes.keys()]).toEqual(urls);
  });

  it('asks once for an address to which redirects lead', async () => {
    const world = createVirtualWorld(({ pathname }) =>
      pathname === '/end' ? {} : { status: 302, headers: { location: '/end' } },
    );
    const outcomes = await check(world, [...urlsOf('a.test', 5), 'https://a.test/end']);
    expect(kinds(outcomes)).toEqual(Array.from({ length: 6 }, () => 'ok'));
    expect(world.sent).toHaveLength(6);
  });

  it('gives outcomes in the order of the addresses', async () => {
    const world = createVirtualWorld(({ pathname }) => ({ takesMs: pathname === '/0' ? 900 : 10 }));
    const urls = [...urlsOf('a.test', 3), ...urlsOf('b.test', 3)];
    expect([...(await check(world, urls)).keys()]).toEqual(urls);
  });
});

describe('a host that asks to wait', () => {
  it('gets no request before its time', async () => {
    const world = createVirtualWorld((_, { at }) => ({
      ...(at < 5000 ? refusal('5') : ok()),
      takesMs: 150,
    }));
    const outcomes = await check(world, urlsOf('a.test', 6));
    expect(new Set(kinds(outcomes))).toEqual(new Set(['ok']));
    // The second request was under way when the host refused the first one: it asks to wait from then on.
    const after = [0, 1, 2, 3, 4, 5].map((index) => 5250 + index * 100);
    expect(world.sent.map(({ at }) => at)).toEqual([0, 100, ...after]);
  });

  it('understands dates', async () => {
    const world: VirtualWorld = createVirtualWorld((_, { nth }) =>
      nth === 1 ? refusal(new Date(world.clock.now() + 30_000).toUTCString()) : ok(),
    );
    await check(world, urlsOf('a.test', 1));
    expect(world.sent.map(({ at }) => at)).toEqual([0, 30_000]);
  });

  it('does not hold up other hosts', async () => {
    const world = createVirtualWorld(({ hostname }, { at }) =>
      hostname === 'busy.test' && at < 20_000 ? refusal('20') : ok(),
    );
    await check(world, [...urlsOf('busy.test', 5), ...urlsOf('free.test', 20)]);
    expect(of(world.sent, 'free.test').map(({ at }) => at)).toEqual(
      Array.from({ length: 20 }, (_, index) => index * 100),
    );
    expect(of(world.sent, 'busy.test').at(-1)?.at).toBeGreaterThanOrEqual(20_000);
  });

  it('is asked more seldom when it refuses again', async () => {
    // Two requests a second, and refusals that do not say for how long.
    const times: number[] = [];
    const world = createVirtualWorld((_, { at }) => {
      const isTooFast = times.filter((time) => at - time < 1000).length >= 2;
      if (!isTooFast) times.push(at);
      return isTooFast ? refusal() : ok();
    });
    const outcomes = await check(world, urlsOf('a.test', 20));
    expect(new Set(kinds(outcomes))).toEqual(new Set(['ok']));
    expect(world.sent.length).toBeLessThan(40);
  });

  it('makes longer pauses where refusals follow each other', async () => {
    const world = createVirtualWorld(() => refusal());
    const outcomes = await check(world, urlsOf('a.test', 1));
    expect(kinds(outcomes)).toEqual(['unverified']);
    const [first = 0, second = 0] = gaps(world.sent);
    expect(world.sent).toHaveLength(3);
    expect(first).toBeGreaterThanOrEqual(600);
    expect(second).toBeGreaterThanOrEqual(1100);
  });

  it('is left alone when it asks for more patience than there is', async () => {
    const world = createVirtualWorld(() => ({ ...refusal('3600'), takesMs: 150 }));
    const outcomes = await check(world, urlsOf('a.test', 50));
    expect(outcomes.get('https://a.test/49')).toEqual({
      kind: 'unverified',
      cause: 'rate-limit',
      reason: 'a.test asks for longer pauses than are waited for',
    });
    expect(world.sent).toHaveLength(2);
    expect(world.elapsed()).toBe(250);
  });

  it('does not get more than the longest wait in all', async () => {
    const world = createVirtualWorld(() => refusal('7'));
    const outcomes = await check(world, urlsOf('a.test', 100));
    expect(new Set(kinds(outcomes))).toEqual(new Set(['unverified']));
    expect(world.elapsed()).toBeLessThanOrEqual(62_000);
    expect(world.clock.pending()).toBe(0);
  });

  it('is within 1.3 of the best schedule: 200 addresses on 20 hosts, one of them refusing', async () => {
    const world = createVirtualWorld(({ hostname }, { at }) =>
      hostname === 'h7.test' && at < 1000 ? refusal('1') : ok(),
    );
    const urls = Array.from({ length: 20 }, (_, index) => urlsOf(`h${index}.test`, 10)).flat();
    const outcomes = await check(world, urls);
    expect(kinds(outcomes).filter((kind) => kind !== 'ok')).toEqual([]);
    // The refusal, its pause, ten requests a tenth of a second apart, the last answer.
    const best = 100 + 1000 + 9 * 100 + 100;
    expect(world.elapsed()).toBeLessThanOrEqual(best * 1.3);
    expect(of(world.sent, 'h6.test').at(-1)?.at).toBe(900);
  });
});

describe('a host that fails', () => {
  const dead: Reply = {
    failure: {
      kind: 'broken',
      cause: 'dns',
      reason: 'no such name',
      scope: 'dead',
    },
  };
  const silent: Reply = {
    takesMs: 10_000,
    failure: {
      kind: 'broken',
      cause: 'timeout',
      reason: 'silence',
      scope: 'once',
    },
  };

  it('gets no request for its other addresses when no connection can be made', async () => {
    const world = createVirtualWorld(() => dead);
    const outcomes = await check(world, urlsOf('a.test', 30), { perHost: 1 });
    expect(new Set(kinds(outcomes))).toEqual(new Set(['broken']));
    expect(world.sent).toHaveLength(1);
    expect(world.elapsed()).toBeLessThanOrEqual(200);
  });

  it('is not blamed for a machine without a network', async () => {
    const urls = ['https://a.test/', 'https://b.test/', 'https://c.test/'];
    const offline = await check(
      createVirtualWorld(() => dead),
      urls,
    );
    expect(kinds(offline)).toEqual(['unverified', 'unverified', 'unverified']);
    const two = await check(
      createVirtualWorld(() => dead),
      urls.slice(1),
    );
    expect(kinds(two)).toEqual(['broken', 'broken']);
    const mixed = createVirtualWorld(({ hostname }) =>
      hostname === 'd.test' ? { status: 404 } : dead,
    );
    expect(new Set(kinds(await check(mixed, [...urls, 'https://d.test/'])))).toEqual(
      new Set(['broken']),
    );
  });

  it('is not waited for again and again', async () => {
    const world = createVirtualWorld(() => ({ ...silent, takesMs: 10_000 }));
    const outcomes = await check(world, urlsOf('a.test', 30));
    expect(kinds(outcomes).filter((kind) => kind === 'broken').length).toBeLessThanOrEqual(4);
    expect(outcomes.get('https://a.test/29')).toMatchObject({
      kind: 'unverified',
      cause: 'silent-host',
    });
    expect(world.elapsed()).toBeLessThanOrEqual(75_000);
  });

  it('is asked on when it answers in between', async () => {
    const world = createVirtualWorld(({ pathname }) =>
      Number(pathname.slice(1)) % 3 ? silent : ok(),
    );
    const outcomes = await check(world, urlsOf('a.test', 12), { perHost: 1 });
    expect(kinds(outcomes).filter((kind) => kind === 'ok')).toHaveLength(4);
    expect(kinds(outcomes).filter((kind) => kind === 'broken')).toHaveLength(8);
  });

  it('is tried again after pauses that double', async () => {
    const world = createVirtualWorld(() => ({ status: 500 }));
    await check(world, urlsOf('a.test', 1));
    const [first = 0, second = 0, ...more] = gaps(world.sent);
    expect(more).toEqual([]);
    expect(first).toBeGreaterThanOrEqual(500);
    // With the time that an answer takes.
    expect(first).toBeLessThanOrEqual(1100);
    expect(second).toBeGreaterThanOrEqual(1000);
    expect(second).toBeLessThanOrEqual(2100);
  });

  it('lets others go on while it is tried again', async () => {
    const world = createVirtualWorld(({ pathname }) => ({ status: pathname === '/0' ? 500 : 200 }));
    await check(world, urlsOf('a.test', 5));
    const tries = world.sent.filter(({ url }) => url === 'https://a.test/0');
    const others = world.sent.filter(({ url }) => url !== 'https://a.test/0');
    expect(others.at(-1)?.at).toBeLessThan(tries[2]?.at ?? 0);
  });
});

describe('private hosts', () => {
  const hosts = [
    '127.0.0.1',
    'localhost',
    '[::1]',
    '2130706433',
    '0x7f.1',
    '[::ffff:10.0.0.1]',
    '10.1.2.3',
  ];

  it.each(hosts)('does not ask %s', async (host) => {
    const world = createVirtualWorld(ok);
    const outcomes = await check(world, [`http://${host}:8080/x`]);
    expect([...outcomes.values()]).toMatchObject([{ kind: 'unverified', cause: 'private' }]);
    expect(world.sent).toEqual([]);
  });

  it.each(hosts)('is not led to %s', async (host) => {
    const location = `http://${host}/secret`;
    const world = createVirtualWorld(() => ({ status: 302, headers: { location } }));
    const outcomes = await check(world, ['https://a.test/']);
    expect([...outcomes.values()]).toMatchObject([{ kind: 'unverified', cause: 'private' }]);
    expect(world.sent.map((request) => request.host)).toEqual(['a.test']);
  });

  it('asks them when that is allowed', async () => {
    const world = createVirtualWorld(ok);
    expect(kinds(await check(world, ['http://10.0.0.1/'], { allowPrivate: true }))).toEqual(['ok']);
  });
});

describe('redirects to other hosts', () => {
  it('proposes the other scheme', async () => {
    const world = createVirtualWorld(({ protocol, hostname }) =>
      protocol === 'http:'
        ? { status: 301, headers: { location: `https://${hostname}/` } }
        : { status: 200 },
    );
    expect((await check(world, ['http://a.test/'])).get('http://a.test/')).toMatchObject({
      kind: 'moved',
      movedTo: 'https://a.test/',
    });
  });

  it('takes no cookies along', async () => {
    const world = createVirtualWorld(({ hostname }) =>
      hostname === 'a.test'
        ? { status: 302, headers: { location: 'https://b.test/' }, setCookies: ['id=1'] }
        : {},
    );
    await check(world, ['https://a.test/']);
    expect(world.sent.map(({ cookies }) => cookies)).toEqual(['', '']);
  });
});

describe('an abort', () => {
  it('aborts everything and returns the known outcomes', async () => {
    const abort = new AbortController();
    const world = createVirtualWorld(({ hostname }) => ({
      takesMs: hostname === 'fast.test' ? 50 : 5000,
    }));
    world.clock.after(1000, () => abort.abort());
    const urls = ['https://fast.test/', ...urlsOf('slow.test', 10)];
    const outcomes = await check(world, urls, { signal: abort.signal });
    expect([...outcomes.keys()]).toEqual(['https://fast.test/']);
    expect(world.elapsed()).toBe(1000);
  });

  it('starts nothing when it has come before', async () => {
    const world = createVirtualWorld(ok);
    const outcomes = await check(world, ['https://a.test/'], { signal: AbortSignal.abort() });
    expect(outcomes.size).toBe(0);
    expect(world.sent).toEqual([]);
  });
});
