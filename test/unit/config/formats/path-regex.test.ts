import { describe, expect, it } from 'vitest';
import { checkPathRegex, hasNestedQuantifier } from '../../../../src/config/formats/formats.ts';

describe('hasNestedQuantifier', () => {
  it.each([
    '(a+)+',
    '(a*)*',
    '(?:a|b*){2,}',
    '((a+))+',
    '(x(?:y+)z)*',
    '(a?)+',
    '(a{1,3})*',
    '(?<n>a+)+',
    '(\\)a+)+',
    '([)]+)*',
  ])('is true of %s', (pattern) => expect(hasNestedQuantifier(pattern)).toBe(true));

  it.each([
    '^/docs/(api|sdk)/.*$',
    '(a+)?',
    '(a)+b+',
    '(?:a)(b+)',
    '(\\+)+',
    '([+*])+',
    '(?=a)+',
    '(?:ab)*',
    'a{2}',
    '(a{)+',
    '\\(a+\\)+',
    '',
  ])('is false of %s', (pattern) => expect(hasNestedQuantifier(pattern)).toBe(false));
});

describe('checkPathRegex', () => {
  it('gives the reason why a pattern does not compile', () => {
    expect(checkPathRegex('[a')?.reason).toBe(
      'is not a regular expression: Unterminated character class',
    );
    expect(checkPathRegex('a/:\n(')?.reason).toBe(
      'is not a regular expression: Unterminated group',
    );
  });

  it('accepts 200 characters', () => {
    expect(checkPathRegex('a'.repeat(200))).toBeUndefined();
    expect(checkPathRegex('a'.repeat(201))).toBeDefined();
  });
});
