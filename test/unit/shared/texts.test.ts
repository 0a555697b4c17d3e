import { describe, expect, it } from 'vitest';
import { fillText } from '../../../src/shared/texts.ts';

describe('fillText', () => {
  it('fills the named places', () => {
    expect(fillText('{a} of {b}', { a: '1', b: '{a}' })).toBe('1 of {a}');
  });

  it('leaves a place without a value, whatever its name', () => {
    expect(fillText('{a} {constructor}', {})).toBe('{a} {constructor}');
  });
});
