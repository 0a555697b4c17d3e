import lunr from 'lunr';
import { describe, expect, it } from 'vitest';
import {
  buildSearchIndex,
  FIELD_BOOSTS,
  type IndexedSection,
} from '../../../../src/build/search/build-index.ts';
import { createSearch } from '../../../../src/shared/search/index.ts';
import { tokenize } from '../../../../src/shared/search/tokenize.ts';
import type { SearchDocument } from '../../../../src/shared/search/types.ts';

let nextId = 0;

/** A section with the next id; `fields` may hold any field of its document. */
function section(
  title: string,
  text: string,
  fields: Partial<SearchDocument> = {},
): IndexedSection {
  const id = String(fields.id ?? nextId++);
  const document: SearchDocument = {
    id,
    title,
    content: text,
    tags: [],
    sidebarParentCategories: [],
    type: 'docs',
    sectionTitle: title,
    pageTitle: title,
    sectionRoute: `/docs/${id}`,
    ...fields,
  };
  return { document, text };
}

const SECTIONS = [
  section('Get tenant', 'Reads a tenant by its id. A tenant has a name.', {
    tags: ['GET', '/v1/tenants/{tenantId}', 'getTenant'],
  }),
  section('NFT gating', 'Let players in because of the tokens they hold', {
    sidebarParentCategories: ['Guides', 'Access'],
  }),
  section('__proto__', 'constructor toString hasOwnProperty tenant tenant tenant'),
  section('Ünïcode', 'Straße naïve 日本語 2.0 fs.readFile(path)'),
  section('Empty', ''),
];

/** The index that lunr itself makes of the same words. */
function lunrIndex(sections: readonly IndexedSection[]): object {
  const builder = new lunr.Builder();
  builder.ref('id');
  for (const [name, boost] of Object.entries(FIELD_BOOSTS)) builder.field(name, { boost });
  const toTokens = (text: unknown): lunr.Token[] =>
    tokenize(String(text)).map((word) => new lunr.Token(word, {}));
  builder.tokenizer = Object.assign(toTokens, { separator: /\s+/ });
  for (const { document, text } of sections) {
    const fields = {
      title: document.title,
      content: text,
      tags: document.tags.join(' '),
      sidebarParentCategories: document.sidebarParentCategories.join(' '),
    };
    builder.add({
      id: document.id,
      ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '')),
    });
  }
  return JSON.parse(JSON.stringify(builder.build()));
}

describe('buildSearchIndex', () => {
  it('writes what lunr itself makes of the same words', () => {
    const full = ['Get tenant', 'NFT gating', 'Level up'].map((title, id) =>
      section(title, `About ${title} and the tenant's badges, ${'level '.repeat(id)}`, {
        id: String(id),
        tags: ['GET', `/v1/x/${id}`, 'getTenant'],
        sidebarParentCategories: ['Guides', title],
      }),
    );
    const { index } = JSON.parse(buildSearchIndex(full));
    const expected = JSON.parse(JSON.stringify(lunrIndex(full)));
    expect(index.invertedIndex).toEqual(expected.invertedIndex);
    expect(index.fields).toEqual(expected.fields);
    expect(index.version).toBe(lunr.version);
    expect(index.fieldVectors.map(([ref]: [string]) => ref)).toEqual(
      expected.fieldVectors.map(([ref]: [string]) => ref),
    );
    for (const [place, [, vector]] of expected.fieldVectors.entries()) {
      const own = index.fieldVectors[place][1];
      for (const [at, value] of vector.entries()) {
        // Word numbers are equal, weights to two significant digits.
        expect(Math.abs(own[at] - value)).toBeLessThanOrEqual(
          at % 2 === 0 ? 0 : value * 0.051 + 0.001,
        );
      }
    }
  });

  it('loads, finds and ranks by field', () => {
    const search = createSearch(JSON.parse(buildSearchIndex(SECTIONS)));
    expect(search('tenant')[0]?.document.title).toBe('Get tenant');
    expect(search('get')[0]?.document.title).toBe('Get tenant');
    expect(search('gat')[0]?.document.title).toBe('NFT gating');
    expect(search('access')[0]?.document.title).toBe('NFT gating');
    expect(search('readfile')[0]?.document.title).toBe('Ünïcode');
    expect(search('tostring')[0]?.document.title).toBe('__proto__');
  });

  it('answers whatever is typed', () => {
    const search = createSearch(JSON.parse(buildSearchIndex(SECTIONS)));
    for (const query of [
      '',
      '   ',
      'title:',
      '^',
      '~',
      '*',
      '+a -b',
      'a'.repeat(600),
      'zzz',
      '__proto__',
      '\u0000',
    ]) {
      expect(search(query).length).toBeLessThanOrEqual(8);
    }
    expect(search('  ')).toEqual([]);
  });

  it('is the same for the same sections, and empty for none', () => {
    expect(buildSearchIndex(SECTIONS)).toBe(buildSearchIndex([...SECTIONS]));
    expect(createSearch(JSON.parse(buildSearchIndex([])))('x')).toEqual([]);
  });
});
