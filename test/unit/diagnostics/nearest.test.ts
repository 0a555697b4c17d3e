import { describe, expect, it } from 'vitest';
import { boundedNearest, editDistance, nearest } from '../../../src/diagnostics/nearest.ts';

describe('editDistance', () => {
  it.each([
    ['', '', 0],
    ['abc', 'abc', 0],
    ['abc', 'abd', 1],
    ['abc', 'acb', 1],
    ['abc', 'ab', 1],
    ['abc', 'xabc', 1],
    ['kitten', 'sitting', 3],
  ])('%s to %s is %d', (a, b, distance) => {
    expect(editDistance(a, b, 10)).toBe(distance);
    expect(editDistance(b, a, 10)).toBe(distance);
  });

  it('gives up beyond the limit', () => {
    expect(editDistance('abcdef', 'uvwxyz', 2)).toBe(3);
    expect(editDistance('a', 'abcdef', 2)).toBe(3);
  });
});

describe('nearest', () => {
  it('finds a name with one letter wrong', () => {
    expect(nearest('titel', ['url', 'title', 'tagline'])).toBe('title');
  });
  it('prefers a difference in case to any other', () => {
    expect(nearest('Readme', ['readmes', 'README'])).toBe('README');
  });
  it('offers nothing when nothing is near', () => {
    expect(nearest('title', ['footer', 'i18n'])).toBeUndefined();
  });
  it('takes names that are properties of objects', () => {
    expect(nearest('constructr', ['__proto__', 'constructor'])).toBe('constructor');
  });
});

describe('boundedNearest', () => {
  const names = Array.from({ length: 1000 }, (_, index) => `name-${index}`);

  it('finds what nearest finds, then nothing after too many comparisons', () => {
    const find = boundedNearest();
    const found = Array.from({ length: 1000 }, () => find('nane-999', names));
    expect(new Set(found)).toEqual(new Set(['name-999', undefined]));
    expect(found.lastIndexOf('name-999')).toBe(found.indexOf(undefined) - 1);
    expect(found.indexOf(undefined)).toBeGreaterThan(20);
  });
});
