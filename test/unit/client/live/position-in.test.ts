import { describe, expect, it } from 'vitest';
import { positionIn } from '../../../../src/client/live/patch-article.ts';

describe('positionIn', () => {
  const positions = (before: string, after: string): readonly (number | undefined)[] =>
    [...before].map((_, index) => positionIn([...after], [...before], index));

  it.each([
    ['the same list', ['abc', 'abc'], [0, 1, 2]],
    ['one that is changed', ['abc', 'axc'], [0, 1, 2]],
    ['one that has come at the start', ['abc', 'xabc'], [1, 2, 3]],
    ['some that have come in the middle', ['abc', 'axybc'], [0, 3, 4]],
    ['one that is gone', ['abc', 'ac'], [0, undefined, 1]],
    ['one that is gone where another is changed', ['abcd', 'axd'], [0, undefined, undefined, 2]],
    ['two that have changed places', ['abcd', 'acbd'], [0, 2, 1, 3]],
    ['equal ones', ['aaab', 'aaaab'], [0, 1, 2, 4]],
    ['an empty list', ['ab', ''], [undefined, undefined]],
    ['a list that was empty', ['', 'ab'], []],
  ])('knows %s', (_, [before = '', after = ''], expected) => {
    expect(positions(before, after)).toEqual(expected);
  });
});
