import { describe, expect, it } from 'vitest';
import { createFailureLog } from '../../../../src/client/navigation/visits.ts';

function storage(): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    clear: () => items.clear(),
    getItem: (key) => items.get(key) ?? null,
    key: (index) => [...items.keys()][index] ?? null,
    removeItem: (key) => void items.delete(key),
    setItem: (key, value) => void items.set(key, value),
  };
}

const blocked = (): Storage => {
  throw new Error('blocked');
};

describe('createFailureLog', () => {
  it('knows a second failure within ten seconds, over document loads', () => {
    const clock = { time: 0 };
    const kept = storage();
    const open = (): ReturnType<typeof createFailureLog> =>
      createFailureLog(
        () => kept,
        () => clock.time,
      );
    expect(open().isRepeated('/a')).toBe(false);
    clock.time = 9_999;
    expect(open().isRepeated('/b')).toBe(false);
    expect(open().isRepeated('/a')).toBe(true);
    clock.time = 20_000;
    expect(open().isRepeated('/a')).toBe(false);
  });

  it('forgets an address, in every document', () => {
    const kept = storage();
    const open = (): ReturnType<typeof createFailureLog> =>
      createFailureLog(
        () => kept,
        () => 0,
      );
    const first = open();
    for (const address of ['/a', '/b']) first.isRepeated(address);
    open().forget('/a');
    expect(first.isRepeated('/a')).toBe(false);
    expect(first.isRepeated('/b')).toBe(true);
  });

  it('remembers for the life of the document where storage is blocked', () => {
    const log = createFailureLog(blocked, () => 0);
    expect(log.isRepeated('/a')).toBe(false);
    expect(log.isRepeated('/a')).toBe(true);
    expect(createFailureLog(blocked, () => 0).isRepeated('/a')).toBe(false);
  });

  it.each(['', 'null', '{', '{"a":1}', '[["/a"],["/a","1"],null,3]'])(
    'ignores %j in the storage',
    (text) => {
      const kept = storage();
      kept.setItem('docwright.failed', text);
      const log = createFailureLog(
        () => kept,
        () => 0,
      );
      expect(log.isRepeated('/a')).toBe(false);
      expect(log.isRepeated('/a')).toBe(true);
    },
  );

  it('does not believe a time that is still to come', () => {
    const kept = storage();
    kept.setItem('docwright.failed', '[["/a",99999]]');
    expect(
      createFailureLog(
        () => kept,
        () => 0,
      ).isRepeated('/a'),
    ).toBe(false);
  });
});
