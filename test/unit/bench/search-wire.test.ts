import { describe, expect, it } from 'vitest';
import { createWire } from '../../../bench/search-wire.ts';

const SIZES = new Map([
  ['first', 10],
  ['left', 20],
  ['right', 30],
]);

describe('createWire', () => {
  it('counts loads at the same time as one round, and loads that wait for others as the next', async () => {
    const { load, settle, traffic } = createWire(SIZES, (path) => path);
    const task = load('first').then(() => Promise.all([load('left'), load('right')]));
    expect(await settle(task)).toEqual(['left', 'right']);
    expect(traffic()).toEqual({ bytes: 60, requests: 3, rounds: 2 });
  });

  it('counts a file once', async () => {
    const { load, settle, traffic } = createWire(SIZES, (path) => path);
    await settle(load('first'));
    await settle(load('first'));
    expect(traffic()).toEqual({ bytes: 10, requests: 1, rounds: 1 });
  });

  it('rejects a file that is not there', async () => {
    const { load, settle } = createWire(SIZES, (path) => path);
    await expect(settle(load('other'))).rejects.toThrow('no file other');
  });
});
