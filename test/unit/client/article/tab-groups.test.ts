import { describe, expect, it } from 'vitest';
import { indexAfter } from '../../../../src/client/article/tab-groups.ts';

const LINE = ['ArrowLeft', 'ArrowRight'] as const;
const COLUMN = ['ArrowUp', 'ArrowDown'] as const;

describe('indexAfter', () => {
  it.each([
    ['ArrowRight', 0, 1],
    ['ArrowRight', 2, 0],
    ['ArrowLeft', 0, 2],
    ['ArrowLeft', 2, 1],
    ['Home', 2, 0],
    ['End', 0, 2],
  ])('%s leads from %i to %i of three', (key, index, next) => {
    expect(indexAfter(key, { index, count: 3, keys: LINE })).toBe(next);
  });

  it.each([
    ['ArrowDown', 0],
    ['ArrowUp', 2],
    ['Home', 0],
    ['End', 2],
  ])('%s leads into the list from before it', (key, next) => {
    expect(indexAfter(key, { index: -1, count: 3, keys: COLUMN })).toBe(next);
  });

  it.each(['Tab', 'Enter', 'ArrowDown', 'a'])('%s leads nowhere', (key) => {
    expect(indexAfter(key, { index: 0, count: 3, keys: LINE })).toBeUndefined();
  });
});
