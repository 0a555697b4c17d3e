import { describe, expect, it } from 'vitest';
import { boundOf } from '../../../src/shared/request/number-bounds.ts';

describe('boundOf', () => {
  it.each([
    ['a limit', { minimum: 3 }, { key: 'minimum', at: 3, isOpen: false }],
    ['a flag', { maximum: 3, exclusiveMaximum: true }, { at: 3, isOpen: true }],
    ['a flag that is off', { minimum: 3, exclusiveMinimum: false }, { isOpen: false }],
    ['the stricter one', { minimum: 3, exclusiveMinimum: 5 }, { at: 5, isOpen: true }],
    ['the closed one', { maximum: 3, exclusiveMaximum: 5 }, { at: 3, isOpen: false }],
    ['the open one of equals', { minimum: 3, exclusiveMinimum: 3 }, { isOpen: true }],
    ['a length', { maxLength: 8 }, { key: 'maxLength', at: 8, isOpen: false }],
  ])('reads %s', (_, schema, bound) => {
    const [key = ''] = Object.keys(schema);
    expect(boundOf(schema, key)).toMatchObject(bound);
  });

  it('finds no limit in a flag alone, or in a text', () => {
    expect(boundOf({ exclusiveMinimum: true }, 'minimum')).toBeUndefined();
    expect(boundOf({ minimum: '3' }, 'minimum')).toBeUndefined();
  });
});
