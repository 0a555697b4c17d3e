import { describe, expect, it } from 'vitest';
import { fillMessage } from '../../../src/shared/ui-messages.ts';

describe('fillMessage', () => {
  it('fills named placeholders', () => {
    expect(fillMessage('{a} of {b}', { a: '1', b: '{a}' })).toBe('1 of {a}');
  });

  it('leaves a place without a value, whatever its name', () => {
    expect(fillMessage('{a} {constructor}', {})).toBe('{a} {constructor}');
  });
});
