import { describe, expect, it } from 'vitest';
import {
  consultCache,
  DEFAULT_OK_TTL_MS,
  type ExternalCache,
  printCache,
  readCache,
  updateCache,
} from '../../../../src/links/external/cache-file.ts';
import type { ExternalOutcome } from '../../../../src/links/external/external-check.ts';

const DAY = 24 * 60 * 60 * 1000;
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
    expect(look(after(outcome), 6.9)).toEqual(outcome);
    expect(look(after(outcome), 7)).toBeUndefined();
  });

  it('a day where it is broken', () => {
    expect(look(after(notFound), 0.9)).toEqual(notFound);
    expect(look(after(notFound), 1)).toBeUndefined();
  });

  it('not at all if it may be temporary, or nothing is known', () => {
    expect(look(after(failing))).toBeUndefined();
    expect(look(after(walled, after(notFound)))).toBeUndefined();
  });

  it('not at all if it comes from the future', () => {
    expect(look(after(reached), -1)).toBeUndefined();
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

  it('forgets addresses that were not requested for two months', () => {
    const later = updateCache(full, new Map([[URL_A, reached]]), START + 61 * DAY);
    expect([...later.keys()]).toEqual([URL_A]);
  });
});
