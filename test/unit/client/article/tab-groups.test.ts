import { describe, expect, it } from 'vitest';
import { tabIndexAfter } from '../../../../src/client/article/tab-groups.ts';

describe('tabIndexAfter', () => {
  it.each([
    ['ArrowRight', 0, 1],
    ['ArrowRight', 2, 0],
    ['ArrowLeft', 0, 2],
    ['ArrowLeft', 2, 1],
    ['Home', 2, 0],
    ['End', 0, 2],
  ])('%s leads from %i to %i of three', (key, index, next) => {
    expect(tabIndexAfter(key, { index, count: 3, isRtl: false })).toBe(next);
  });

  it('turns the arrows around where the text runs from right to left', () => {
    expect(tabIndexAfter('ArrowRight', { index: 0, count: 3, isRtl: true })).toBe(2);
    expect(tabIndexAfter('ArrowLeft', { index: 0, count: 3, isRtl: true })).toBe(1);
  });

  it.each(['Tab', 'Enter', 'ArrowDown', 'a'])('%s leads nowhere', (key) => {
    expect(tabIndexAfter(key, { index: 0, count: 3, isRtl: false })).toBeUndefined();
  });
});
