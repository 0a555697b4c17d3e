import { describe, expect, it } from 'vitest';
import { errorChain } from '../../../../src/client/app/panel.ts';

describe('errorChain', () => {
  it('tells an error and every cause', () => {
    const error = new Error('outer', { cause: new TypeError('middle', { cause: 'plain' }) });
    expect(errorChain(error)).toEqual(['outer', 'middle', 'plain']);
  });

  it('ends where causes go round', () => {
    const first = new Error('first');
    const second = new Error('second', { cause: first });
    first.cause = second;
    expect(errorChain(second)).toEqual(['second', 'first']);
    const own = new Error('own');
    own.cause = own;
    expect(errorChain(own)).toEqual(['own']);
  });

  it('ends where a getter makes up new causes', () => {
    class Endless extends Error {
      override get cause(): Endless {
        return new Endless('again');
      }
    }
    expect(errorChain(new Endless('again')).length).toBeLessThan(100);
  });

  it.each([
    ['text', 'text'],
    [42, '42'],
    [undefined, 'undefined'],
    [null, 'null'],
    [Symbol('mark'), 'Symbol(mark)'],
    [{ code: 7 }, '{"code":7}'],
    [new RangeError(), 'RangeError'],
  ])('tells %o, whatever was thrown', (thrown, message) => {
    expect(errorChain(thrown)).toEqual([message]);
  });

  it('handles values that cannot be printed', () => {
    const round: { self?: unknown } = {};
    round.self = round;
    expect(errorChain(round)).toEqual(['object']);
  });
});
