import { describe, expect, it } from 'vitest';
import {
  consultCache,
  DEFAULT_OK_TTL_MS,
  type ExternalCache,
  printCache,
  readCache,
  updateCache,
} from '../../../../src/links/external/external-findings.ts';
import type { ExternalOutcome } from '../../../../src/links/external/external-check.ts';

const DAY = 24 * 60 * 60 * 1000;
const MS = 1 / DAY;
const START = Date.UTC(2026, 0, 5, 12);
const URL_A = 'https://a.test/';
const NONE: ExternalCache = new Map();

const reached = { kind: 'ok', status: 200, finalUrl: URL_A } as const;
const read = { ...reached, ids: ['y', 'x'] } as const;
const moved = { ...reached, kind: 'moved', permanent: 308, movedTo: 'https://b.test/' } as const;
const notFound = { kind: 'broken', cause: 'status', status: 404, reason: 'HTTP 404' } as const;
const failing = { kind: 'broken', cause: 'status', status: 502, reason: 'HTTP 502' } as const;
const walled = { kind: 'unverified', cause: 'bot-wall', status: 403, reason: 'HTTP 403' } as const;

const after = (outcome: ExternalOutcome, cache = NONE): ExternalCache =>
  updateCache(cache, new Map([[URL_A, outcome]]), START);

function look(cache: ExternalCache, days = 0, wantsIds = false): ExternalOutcome | undefined {
  const rules = { now: START + days * DAY, okTtlMs: DEFAULT_OK_TTL_MS };
  return consultCache(cache, [{ url: URL_A, wantsIds }], rules).get(URL_A);
}

describe('how long an outcome is good for', () => {
  it.each([reached, moved])('a week where the address works ($kind)', (outcome) => {
    expect(look(after(outcome), 7 - MS)).toEqual(outcome);
    expect(look(after(outcome), 7)).toBeUndefined();
  });

  it('a day where it is broken', () => {
    expect(look(after(notFound), 1 - MS)).toEqual(notFound);
    expect(look(after(notFound), 1)).toBeUndefined();
  });

  it('not at all if it may be temporary, or nothing is known', () => {
    for (const status of [500, 502, 599])
      expect(look(after({ ...failing, status }))).toBeUndefined();
    const last = { ...failing, status: 499 };
    expect(look(after(last))).toEqual(last);
    const silent = { kind: 'broken', cause: 'dns', reason: 'no name' } as const;
    expect(look(after(silent))).toEqual(silent);
    expect(look(after(walled, after(notFound)))).toBeUndefined();
  });

  it('not at all if it comes from the future', () => {
    expect(look(after(reached), -MS)).toBeUndefined();
    expect(look(after(reached), 0)).toEqual(reached);
  });
});

it('an outcome without ids is not used if they are requested', () => {
  expect(look(after(reached), 0, true)).toBeUndefined();
  expect(look(after(read), 0, true)).toEqual(read);
  expect(look(after(read))).toEqual(read);
  expect(look(after(notFound), 0, true)).toEqual(notFound);
});

describe('the file', () => {
  const full = [reached, moved, notFound, read].reduce(
    (cache, outcome, index) =>
      updateCache(cache, new Map([[`https://${index}.test/`, outcome]]), START + index + 0.4),
    NONE,
  );

  it('gives back the cache', () => {
    expect(readCache(printCache(full))).toEqual(full);
  });

  it('names its version, and has an entry a line', () => {
    expect(printCache(after(reached)).split('\n')).toEqual([
      '{"schemaVersion":2,"entries":[',
      JSON.stringify({ url: URL_A, checkedAt: '2026-01-05T12:00:00.000Z', outcome: reached }),
      ']}',
      '',
    ]);
  });

  it('does not depend on the order', () => {
    const turned = new Map([...full].toReversed());
    expect(printCache(turned)).toBe(printCache(full));
    expect(printCache(full).split('\n')).toHaveLength(full.size + 3);
  });

  it.each(['', '{', '[]', 'null', '{"schemaVersion":1,"entries":[]}', '{"schemaVersion":2}'])(
    'is not used where it is damaged or of another version: %j',
    (text) => {
      expect(readCache(text)).toBeUndefined();
    },
  );

  it('loses damaged entries only', () => {
    const text = printCache(full)
      .replace('"status":200', '"status":"200"')
      .replace('https://b.test/', 'b');
    expect(readCache(text)?.size).toBe(full.size - 2);
  });

  it.each([
    ['a sound entry', {}, true],
    ['a broken outcome', { outcome: notFound }, true],
    ['a page with ids', { outcome: read }, true],
    ['a move', { outcome: moved }, true],
    ['no address', { url: 7 }, false],
    ['no time', { checkedAt: 'soon' }, false],
    ['no outcome', { outcome: null }, false],
    ['an unknown kind', { outcome: { ...reached, kind: 'x' } }, false],
    ['an unknown kind with a target', { outcome: { ...moved, kind: 'x' } }, false],
    ['no cause', { outcome: { ...notFound, cause: 1 } }, false],
    ['no reason', { outcome: { ...notFound, reason: 1 } }, false],
    ['no final address', { outcome: { ...reached, finalUrl: 1 } }, false],
    ['ids that are no list', { outcome: { ...reached, ids: 'x' } }, false],
    ['ids that are no texts', { outcome: { ...reached, ids: ['x', 1] } }, false],
    ['no target of a move', { outcome: { ...moved, movedTo: 1 } }, false],
  ])('with %s', (_, changes, isKept) => {
    const entry = { url: URL_A, checkedAt: new Date(START).toISOString(), outcome: reached };
    const entries = [{ ...entry, ...changes }, { ...entry, url: 'https://z.test/' }, 7];
    const cache = readCache(JSON.stringify({ schemaVersion: 2, entries }));
    expect([...(cache?.keys() ?? [])]).toEqual([...(isKept ? [URL_A] : []), 'https://z.test/']);
  });

  it('forgets addresses that were not requested for two months', () => {
    const kept = (ms: number) =>
      updateCache(after(reached), new Map(), START + 60 * DAY + ms).has(URL_A);
    expect([kept(0), kept(1)]).toEqual([true, false]);
  });
});
