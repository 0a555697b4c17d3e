import lunr from 'lunr';
import { describe, expect, it } from 'vitest';
import {
  createIndexBuilder,
  type IndexedSection,
} from '../../../../src/search/index/build-index.ts';
import { FIELD_BOOSTS } from '../../../../src/search/query/lunr-weights.ts';
import { tokenize } from '../../../../src/search/query/tokenize.ts';
import { isStopWord } from '../../../../src/search/query/words.ts';
import {
  buildSearchIndex,
  madeUpSections,
  pagesOf,
  SEARCH_FIELDS,
  searchSection,
} from '../../../support/search.ts';

interface Serialized {
  readonly version: string;
  readonly fields: readonly string[];
  readonly fieldVectors: readonly (readonly [string, readonly number[]])[];
  readonly invertedIndex: readonly (readonly [
    string,
    { readonly _index: number; readonly [field: string]: object | number },
  ])[];
}

const SECTIONS: readonly IndexedSection[] = [
  searchSection('Get tenant', 'Reads a tenant by its id. A tenant has a name.', {
    tags: ['GET', '/v1/tenants/{tenantId}', 'getTenant'],
  }),
  searchSection('NFT gating', 'Let players in because of the tokens they hold', {
    sidebarParentCategories: ['Guides', 'Access'],
  }),
  searchSection('__proto__', 'constructor toString hasOwnProperty tenant tenant tenant'),
  searchSection('Ünïcode', 'Straße naïve 日本語 2.0 fs.readFile(path)'),
  searchSection('Empty', ''),
  ...madeUpSections(40),
];

/** Pages that have every field: lunr counts empty ones into the average length, this index does not. */
const FULL: readonly IndexedSection[] = SECTIONS.map(({ document, text }, at) => ({
  text: `${text} filled`,
  document: {
    ...document,
    sectionRoute: `/docs/${at}`,
    tags: [...document.tags, 'tagged'],
    sidebarParentCategories: [...document.sidebarParentCategories, 'Above'],
  },
}));

/** The index that lunr itself makes of the same words. */
function lunrIndex(sections: readonly IndexedSection[]): Serialized {
  const builder = new lunr.Builder();
  builder.ref('id');
  for (const [name, boost] of Object.entries(FIELD_BOOSTS)) builder.field(name, { boost });
  const toTokens = (words: unknown): lunr.Token[] =>
    String(words)
      .split(' ')
      .map((word) => new lunr.Token(word, {}));
  builder.tokenizer = Object.assign(toTokens, { separator: / / });
  for (const [id, { document, text }] of sections.entries()) {
    const fields = {
      title: tokenize(document.title),
      content: tokenize(text).filter((word) => !isStopWord(word)),
      tags: tokenize(document.tags.join(' ')),
      sidebarParentCategories: tokenize(document.sidebarParentCategories.join(' ')),
    };
    const present = Object.entries(fields);
    builder.add({
      id,
      ...Object.fromEntries(present.map(([name, words]) => [name, words.join(' ')])),
    });
  }
  return JSON.parse(JSON.stringify(builder.build()));
}

/** Each vector's weights by word. */
function weights({ fieldVectors, invertedIndex }: Serialized): Map<string, Map<string, number>> {
  const words = new Map(invertedIndex.map(([word, { _index }]) => [_index, word]));
  return new Map(
    fieldVectors.map(([ref, elements]) => [
      ref,
      new Map(
        elements.flatMap((number, at) =>
          at % 2 === 0 ? [[words.get(number) ?? '?', elements[at + 1] ?? 0] as const] : [],
        ),
      ),
    ]),
  );
}

/** Each word's sections by field. */
function postings({ invertedIndex }: Serialized): unknown {
  return invertedIndex.map(([word, entry]) => [
    word,
    Object.fromEntries(SEARCH_FIELDS.map((field) => [field, Object.keys(entry[field] ?? {})])),
  ]);
}

describe('buildSearchIndex', () => {
  const file: { index: Serialized } = JSON.parse(buildSearchIndex(FULL));
  const expected = lunrIndex(FULL);

  it('writes the words and postings that lunr itself makes', () => {
    expect(file.index.version).toBe(lunr.version);
    expect(file.index.fields).toEqual(expected.fields);
    expect(postings(file.index)).toEqual(postings(expected));
  });

  it("writes lunr's weights in steps of 2^¼, in ascending numbers", () => {
    const own = weights(file.index);
    const lunrs = weights(expected);
    expect([...own.keys()].toSorted()).toEqual([...lunrs.keys()].toSorted());
    for (const [ref, vector] of lunrs) {
      expect([...(own.get(ref)?.keys() ?? [])].toSorted()).toEqual([...vector.keys()].toSorted());
      for (const [word, weight] of vector) {
        const steps = Math.log2((own.get(ref)?.get(word) ?? 0) / weight) * 4;
        // Half a step, and the rounding to two digits.
        expect(Math.abs(steps)).toBeLessThanOrEqual(0.5 + 0.3);
      }
    }
    for (const [, elements] of file.index.fieldVectors) {
      const numbers = elements.filter((_, at) => at % 2 === 0);
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    }
  });

  it('is read and searched by lunr', () => {
    const { index }: { index: object } = JSON.parse(buildSearchIndex(SECTIONS));
    const loaded = lunr.Index.load(index);
    const found = (term: string): readonly string[] =>
      loaded
        .query((query) => {
          query.term(term, { fields: [...SEARCH_FIELDS] });
          query.term(term, {
            fields: [...SEARCH_FIELDS],
            wildcard: lunr.Query.wildcard.TRAILING,
          });
        })
        .map(({ ref }) => ref);
    expect(found('tenant')[0]).toBe('0');
    expect(found('get')).toEqual(['0']);
    expect(found('gat')).toEqual(['1']);
    expect(found('access')).toEqual(['1']);
    expect(found('tostring')).toEqual(['2']);
    expect(found('readfile')).toEqual(['3']);
    expect(loaded.search('title:tenant').map(({ ref }) => ref)).toEqual(['0']);
  });

  it('keeps stop words of titles, tags and categories, not of content', () => {
    const { index }: { index: Serialized } = JSON.parse(
      buildSearchIndex([searchSection('On this', 'it is in the house', { tags: ['all of it'] })]),
    );
    expect(index.invertedIndex.map(([word]) => word)).toEqual([
      'all',
      'house',
      'it',
      'of',
      'on',
      'this',
    ]);
  });

  it('numbers documents, and leaves out fields without words', () => {
    const { documents, index }: { documents: { id: string }[]; index: Serialized } = JSON.parse(
      buildSearchIndex([searchSection('One', '...'), searchSection('Two', 'is')]),
    );
    expect(documents.map(({ id }) => id)).toEqual(['0', '1']);
    expect(index.fieldVectors.map(([ref]) => ref)).toEqual(['title/0', 'title/1']);
  });

  it('is the same for sections on one page and on many, and empty for none', () => {
    const builder = createIndexBuilder({ wholeLimit: 1e6, folder: '', put: () => {} });
    for (const page of pagesOf(SECTIONS)) builder.addPage({ key: '', sections: () => page });
    expect(builder.finish().content).toBe(buildSearchIndex([...SECTIONS]));
    expect(JSON.parse(buildSearchIndex([])).documents).toEqual([]);
  });

  it('finds the categories above a page in its first section', () => {
    const sections = ['', '#a', '#b'].map((anchor) =>
      searchSection('Boxes', 'A box.', {
        sectionRoute: `/boxes${anchor}`,
        sidebarParentCategories: ['Harbor'],
      }),
    );
    const { index }: { index: Serialized } = JSON.parse(buildSearchIndex(sections));
    const [, entry] = index.invertedIndex.find(([word]) => word === 'harbor') ?? [];
    expect(entry).toMatchObject({ sidebarParentCategories: { 0: 0 } });
    expect(Object.keys(entry?.['sidebarParentCategories'] ?? {})).toEqual(['0']);
  });

  it('has a weight for a word of every title', () => {
    const sections = Array.from({ length: 600 }, (_, at) => searchSection(`Guide ${at}a`, ''));
    const { index }: { index: Serialized } = JSON.parse(buildSearchIndex(sections));
    for (const vector of weights(index).values()) expect(vector.get('guide')).toBeGreaterThan(0);
  });

  it('finds the words of a repeated parameter in the first of them, its name in all', () => {
    const key = (page: number, text: string): IndexedSection =>
      searchSection('Request-Key', text, {
        kind: 'parameter',
        sectionRoute: `/api/${page}#header.Request-Key`,
      });
    const sections = [key(0, 'Unique for you.'), key(1, 'Unique for you.'), key(2, 'Different.')];
    const { index }: { index: Serialized } = JSON.parse(buildSearchIndex(sections));
    const found = (word: string): readonly string[] =>
      index.invertedIndex.flatMap(([other, { title, content }]) =>
        other === word ? [...Object.keys(title ?? {}), ...Object.keys(content ?? {})] : [],
      );
    expect(found('unique')).toEqual(['0']);
    expect(found('different')).toEqual(['2']);
    expect(found('requestkey')).toEqual(['0', '1', '2']);
  });
});
