import { describe, expect, it } from 'vitest';
import { slugify, uniqueSlug } from '../../../src/shared/slug.ts';

describe('slugify', () => {
  it('follows GitHub', () => {
    expect(slugify('Hello, World!')).toBe('hello-world');
    expect(slugify('Q & A')).toBe('q--a');
    expect(slugify('`fs.readFile(path)` v1.2')).toBe('fsreadfilepath-v12');
    expect(slugify('snake_case and-kebab')).toBe('snake_case-and-kebab');
    expect(slugify('ÀÉ ünï 日本語 мир')).toBe('àé-ünï-日本語-мир');
    expect(slugify('e\u0301')).toBe('e\u0301');
    expect(slugify('😀')).toBe('');
  });
});

describe('uniqueSlug', () => {
  it('takes the first free number', () => {
    const ids = new Set(['a', 'a-1', 'b-1', 'b']);
    const taken = { has: (id: string) => ids.has(id), next: new Map<string, number>() };
    const take = (slug: string): string => {
      const id = uniqueSlug(slug, taken);
      ids.add(id);
      return id;
    };
    expect(['a', 'a', 'b', 'c', 'a-1', '', ''].map(take)).toEqual([
      'a-2',
      'a-3',
      'b-2',
      'c',
      'a-1-1',
      'section',
      'section-1',
    ]);
  });
});
