import { describe, expect, it } from 'vitest';
import { entryKey, readPositions } from '../../../../src/client/navigation/history-entries.ts';

describe('entryKey', () => {
  it('finds the key in an entry that was marked', () => {
    expect(entryKey({ docwright: 'k-1', other: 1 })).toBe('k-1');
  });

  it.each([null, undefined, 'k', {}, { docwright: 1 }])('finds none in %o', (state) => {
    expect(entryKey(state)).toBeUndefined();
  });
});

describe('readPositions', () => {
  it('reads what was stored, and leaves out what is no position', () => {
    const text = '[["a",{"left":0,"top":12.5}],["b",{"left":1}],["c"],"d",[1,{"left":0,"top":0}]]';
    expect(readPositions(text)).toEqual([['a', { left: 0, top: 12.5 }]]);
  });

  it.each([null, '', '{', '{}', 'null'])('reads nothing in %o', (text) => {
    expect(readPositions(text)).toEqual([]);
  });
});
