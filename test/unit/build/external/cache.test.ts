import { describe, expect, it } from 'vitest';
import {
  consultCache,
  DEFAULT_CACHE_TTL,
  type ExternalCache,
  updateCache,
  withGrace,
} from '../../../../src/build/external/cache.ts';
import { printCache, readCache } from '../../../../src/build/external/cache-file.ts';
import type { ExternalOutcome } from '../../../../src/build/external/types.ts';

const DAY = 24 * 60 * 60 * 1000;
const START = Date.UTC(2026, 0, 5, 12);
const URL_A = 'https://a.test/';
const NONE: ExternalCache = new Map();

const reached = {
  kind: 'ok',
  status: 200,
  finalUrl: URL_A,
  method: 'HEAD',
  missing: [],
  soft404: false,
} as const;
const read = { ...reached, method: 'GET', ids: ['y', 'x'] } as const;
const moved = { ...reached, kind: 'moved', permanent: 308, movedTo: 'https://b.test/' } as const;
const notFound = { kind: 'broken', cause: 'status', status: 404, reason: 'HTTP 404' } as const;
const failing = { kind: 'broken', cause: 'status', status: 502, reason: 'HTTP 502' } as const;
const walled = { kind: 'unverified', cause: 'bot-wall', status: 403, reason: 'HTTP 403' } as const;

const after = (outcome: ExternalOutcome, cache = NONE, now = START): ExternalCache =>
  updateCache(cache, new Map([[URL_A, outcome]]), now);

function look(
  cache: ExternalCache,
  { days = 0, grace = 0, anchors = false, method = 'auto', fragments = ['x'] }: Look = {},
): ExternalOutcome | undefined {
  const rules = { ...DEFAULT_CACHE_TTL, now: START + days * DAY, grace, anchors, method };
  const { known, open } = consultCache(cache, [{ url: URL_A, fragments }], rules);
  expect(open).toHaveLength(known.size === 0 ? 1 : 0);
  return known.get(URL_A);
}

interface Look {
  readonly days?: number;
  readonly grace?: number;
  readonly anchors?: boolean;
  readonly method?: 'auto' | 'get';
  readonly fragments?: readonly string[];
}

describe('how long an outcome is good for', () => {
  it.each([reached, moved])('a week where the address works ($kind)', (outcome) => {
    expect(look(after(outcome), { days: 6.9 })).toEqual(outcome);
    expect(look(after(outcome), { days: 7 })).toBeUndefined();
  });

  it('a day where it is broken', () => {
    expect(look(after(notFound), { days: 0.9 })).toEqual(notFound);
    expect(look(after(notFound), { days: 1 })).toBeUndefined();
  });

  it('not at all where it may pass, or nothing is known', () => {
    expect(look(after(failing))).toBeUndefined();
    expect(look(after(walled))).toBeUndefined();
  });

  it('not at all where it comes from the future', () => {
    expect(look(after(reached), { days: -1 })).toBeUndefined();
  });
});

describe('what an outcome answers', () => {
  it('HEAD and GET both say that an address works', () => {
    expect(look(after(read))).toMatchObject({ kind: 'ok' });
    expect(look(after(reached), { method: 'get' })).toBeUndefined();
    expect(look(after(read), { method: 'get' })).toMatchObject({ kind: 'ok' });
  });

  it('fragments are checked against the ids of the page', () => {
    const cache = after(read);
    expect(look(cache, { anchors: true, fragments: ['x', 'z'] })).toMatchObject({ missing: ['z'] });
    expect(look(after(reached), { anchors: true })).toBeUndefined();
    expect(look(after(reached), { anchors: true, fragments: [''] })).toMatchObject({ kind: 'ok' });
    const { ids: _, ...unread } = read;
    expect(look(after(unread), { anchors: true })).toBeUndefined();
  });

  it('only one of HEAD and GET is kept', () => {
    expect([...after(read, after(reached)).keys()]).toEqual([`GET ${URL_A}`]);
    expect([...after(notFound, after(reached)).keys()]).toEqual([`GET ${URL_A}`]);
  });
});

describe('grace', () => {
  it('lets an address fail in so many runs', () => {
    let cache = NONE;
    const seen = [1, 2, 3].map(() => {
      cache = after(notFound, cache);
      return withGrace(new Map([[URL_A, notFound]]), cache, 2).get(URL_A);
    });
    expect(seen).toEqual([
      {
        ...notFound,
        kind: 'unverified',
        cause: 'grace',
        reason: 'HTTP 404 (run 1 of 2 that may fail)',
      },
      {
        ...notFound,
        kind: 'unverified',
        cause: 'grace',
        reason: 'HTTP 404 (run 2 of 2 that may fail)',
      },
      notFound,
    ]);
  });

  it('asks again while an address may fail, then keeps to the day', () => {
    const once = after(notFound);
    expect(look(once, { grace: 1 })).toBeUndefined();
    expect(look(after(notFound, once), { grace: 1 })).toEqual(notFound);
  });

  it('begins anew after a success, and not after a wall', () => {
    const twice = after(notFound, after(notFound));
    expect(after(notFound, after(walled, twice)).get(`GET ${URL_A}`)?.failures).toBe(3);
    expect(after(notFound, after(reached, twice)).get(`GET ${URL_A}`)?.failures).toBe(1);
  });
});

describe('the file', () => {
  const full = [
    reached,
    moved,
    notFound,
    failing,
    { ...read, schemes: 'http to https' } as const,
  ].reduce(
    (cache, outcome, index) =>
      updateCache(cache, new Map([[`https://${index}.test/`, outcome]]), START + index + 0.4),
    NONE,
  );

  it('gives back what was put in', () => {
    expect(readCache(printCache(full))).toEqual({ cache: full });
  });

  it('does not depend on the order', () => {
    const turned = new Map([...full].toReversed());
    expect(printCache(turned)).toBe(printCache(full));
    expect(printCache(full).split('\n')).toHaveLength(full.size + 3);
  });

  it.each(['', '{', '[]', 'null', '{"schemaVersion":1}', '{"schemaVersion":1,"entries":{}}'])(
    'ignores the damaged file %j with a note',
    (text) => {
      expect(readCache(text)).toEqual({
        cache: NONE,
        note: 'The cache file is damaged and is not used.',
      });
    },
  );

  it('ignores a file of another version', () => {
    const text = printCache(full).replace('"schemaVersion":1', '"schemaVersion":2');
    expect(readCache(text)).toMatchObject({
      cache: NONE,
      note: expect.stringContaining('version'),
    });
  });

  it('ignores damaged entries only', () => {
    const text = printCache(full)
      .replace('"status":404', '"status":"404"')
      .replace('"HEAD"', '"PUT"');
    const { cache, note } = readCache(text);
    expect(note).toBe('The cache file has 1 entry that cannot be read.');
    expect(cache.size).toBe(full.size - 1);
  });

  it('forgets what nobody asks for any more', () => {
    const later = updateCache(full, new Map([[URL_A, reached]]), START + 61 * DAY);
    expect([...later.keys()]).toEqual([`HEAD ${URL_A}`]);
  });
});
