import { describe, expect, it } from 'vitest';
import { measureText } from '../../../bench/search-figures.ts';
import { makeSections } from '../../../bench/search-sites.ts';
import { typedQueries } from '../../../bench/search-typed.ts';
import { makeVocabulary } from '../../../bench/words.ts';

const words = makeVocabulary();
const site = [...makeSections(words, { pages: 300 })];

describe('makeSections', () => {
  it('is the same every time', () => {
    expect([...makeSections(words, { pages: 300 })]).toEqual(site);
  });

  it('makes the pages asked for, with seven sections of sixty words on average', () => {
    const pages = new Set(site.map(({ document }) => document.sectionRoute.split('#')[0]));
    expect(pages.size).toBe(300);
    expect(site.length / 300).toBeCloseTo(7, 0);
    const written = site.reduce((sum, { text }) => sum + text.split(' ').length, 0);
    expect(written / site.length).toBeGreaterThan(55);
    expect(written / site.length).toBeLessThan(65);
  });

  it('gives every section an address of its own', () => {
    const routes = site.map(({ document }) => document.sectionRoute);
    expect(new Set(routes).size).toBe(routes.length);
  });

  it('distributes words as documentation does', () => {
    const { plain, compound } = measureText(site);
    expect(compound.share).toBeCloseTo(0.13, 1);
    expect(plain.growth).toBeGreaterThan(0.4);
    expect(plain.growth).toBeLessThan(0.6);
    expect(plain.hapaxes).toBeGreaterThan(0.2);
    expect(plain.hapaxes).toBeLessThan(0.4);
    expect(compound.growth).toBeGreaterThan(0.75);
    expect(compound.hapaxes).toBeGreaterThan(0.5);
    expect(plain.ranks[0]).toBeGreaterThan(0.5);
    expect(plain.ranks[3]).toBeLessThan(0.02);
  });

  it('repeats the words of a title in its section', () => {
    const repeating = site.filter(({ document, text }) =>
      document.title
        .toLowerCase()
        .split(' ')
        .some((word) => text.toLowerCase().includes(word)),
    );
    expect(repeating.length / site.length).toBeGreaterThan(0.6);
  });
});

describe('typedQueries', () => {
  it('gives queries of each kind, the same every time', () => {
    const queries = typedQueries(site, 300);
    expect(queries.length).toBeGreaterThanOrEqual(200);
    expect(new Set(queries.map(({ kind }) => kind)).size).toBe(5);
    expect(typedQueries(makeSections(words, { pages: 300 }), 300)).toEqual(queries);
  });
});
