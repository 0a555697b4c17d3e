import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { COMMON_SYNONYMS } from '../../../../src/search/query/engine.ts';
import { createIndexBuilder } from '../../../../src/search/index/build-index.ts';
import type { Synonym } from '../../../../src/shared/page.ts';
import { FOLDER, openSliced, searchSection, titlesOf } from '../../../support/search.ts';
import { askSections, findTitles, type Section } from '../../../support/search-outcomes.ts';

const SECTIONS: readonly Section[] = [
  ['Test chain', 'Where badges cost nothing.'],
  ['Chain of events', 'One after the other.'],
  ['Test runs', 'How to test.'],
  ['Sign in', 'How players sign in.'],
  ['Limits', 'How many requests are allowed.'],
];
const SYNONYMS: readonly Synonym[] = [
  { from: 'testnet', to: ['test chain'] },
  { from: 'test chain', to: ['testnet'] },
  { from: 'login', to: ['sign in', 'single sign-on'] },
  { from: 'too many requests', to: ['limits'] },
  { from: '', to: ['limits'] },
  { from: '???', to: ['limits'] },
];

describe('everyday words', () => {
  const sections: readonly Section[] = [
    ['Delete a tenant', 'It is gone.'],
    ['Tenants', 'A tenant has players. Remove the dust.'],
    ['Sign in', 'How players sign in.'],
  ];
  const first = async (query: string, commonSynonyms = true): Promise<string | undefined> =>
    (await findTitles(sections, query, { commonSynonyms }))[0];

  it.each([
    ['remove a tenant', 'Delete a tenant'],
    ['removing tenants', 'Delete a tenant'],
    ['authentication of players', 'Sign in'],
    ['tenant', 'Tenants'],
  ])('find what documentation calls otherwise: %s', async (query, title) => {
    expect(await first(query)).toBe(title);
  });

  it('are not shown as synonyms, and searched only if they are wanted', async () => {
    const options = { commonSynonyms: true };
    expect((await askSections(sections, 'remove a tenant', options)).synonyms).toEqual([]);
    expect(await first('authentication', false)).toBeUndefined();
    const literal = { ...options, literal: true };
    expect(await findTitles(sections, 'authentication', literal)).toEqual([]);
  });

  it('are those of the manual', () => {
    const manual = readFileSync('manual/search.md', 'utf8');
    for (const { from, to } of COMMON_SYNONYMS)
      expect(rowsOf(manual)).toContainEqual([from, ...to].toSorted());
  });

  const rowsOf = (manual: string): readonly (readonly string[])[] =>
    [...manual.matchAll(/^\| ([a-z, ]+) \|$/gm)].map(([, row = '']) => row.split(', ').toSorted());
});

describe('synonyms', () => {
  it.each([
    ['testnet', 'Test chain', { typed: 'testnet', used: ['test chain'] }],
    ['Testnet badges', 'Test chain', { typed: 'testnet', used: ['test chain'] }],
    ['login', 'Sign in', { typed: 'login', used: ['sign in'] }],
    ['players login', 'Sign in', { typed: 'login', used: ['sign in'] }],
    ['too many requests', 'Limits', { typed: 'too many requests', used: ['limits'] }],
    ['help: too many requests!', 'Limits', { typed: 'too many requests', used: ['limits'] }],
  ])('find what they stand for, and say so: %s', async (query, first, substitution) => {
    const { hits, synonyms, corrections } = await askSections(SECTIONS, query, {
      synonyms: SYNONYMS,
    });
    expect(hits[0]?.document.title).toBe(first);
    expect(synonyms).toEqual([substitution]);
    expect(corrections).toEqual([]);
  });

  it('are not missing in what they find', async () => {
    const [hit] = (await askSections(SECTIONS, 'testnet badges', { synonyms: SYNONYMS })).hits;
    expect(hit).toMatchObject({ missing: [], terms: ['badges', 'chain', 'test'] });
  });

  it('need all of their words', async () => {
    const titles = await findTitles(SECTIONS, 'testnet', { synonyms: SYNONYMS });
    expect(titles[0]).toBe('Test chain');
    const { hits } = await askSections(SECTIONS, 'testnet', { synonyms: SYNONYMS });
    const events = hits.find(({ document }) => document.title === 'Chain of events');
    expect(events?.missing ?? ['testnet']).toEqual(['testnet']);
  });

  it('come after the word as typed', async () => {
    const sections: readonly Section[] = [['Test chain'], ['Testnet'], ['Other', 'testnet']];
    const { hits } = await askSections(sections, 'testnet', { synonyms: SYNONYMS });
    expect(hits.map(({ document }) => document.title).slice(0, 2)).toEqual([
      'Testnet',
      'Test chain',
    ]);
  });

  it('are one-way or two-way as they are given', async () => {
    const options = { synonyms: SYNONYMS };
    expect(await findTitles([['Testnet']], 'test chain', options)).toEqual(['Testnet']);
    expect(await findTitles([['Login']], 'sign in', options)).toEqual([]);
  });

  it('can be a list of words that stand for each other', async () => {
    const synonyms = [['login', 'sign in', 'sign-on']];
    for (const query of ['sign in', 'sign-on'])
      expect(await findTitles([['Login']], query, { synonyms })).toEqual(['Login']);
  });

  it('are those of the index, whole or in slices, unless a query has its own', async () => {
    for (const wholeLimit of [0, 1e6]) {
      const slices = new Map<string, string>();
      const builder = createIndexBuilder({
        wholeLimit,
        folder: FOLDER,
        synonyms: [['login', 'sign in']],
        put: ({ name, content }) => void slices.set(name, content),
      });
      builder.addPage({ key: '', sections: () => [searchSection('Login', '')] });
      const { search } = openSliced({ content: builder.finish().content, slices });
      expect(titlesOf(await search('sign in'))).toEqual(['Login']);
      expect(titlesOf(await search('sign in', { synonyms: [] }))).toEqual([]);
    }
  });

  it('are not named where they found nothing, nor for other words', async () => {
    const find = async (query: string) =>
      (await askSections(SECTIONS, query, { synonyms: SYNONYMS })).synonyms;
    expect(await find('limits')).toEqual([]);
    expect(await find('test')).toEqual([]);
    expect(await find('chain test')).toEqual([]);
    expect(await find('many requests')).toEqual([]);
  });

  it('are not used with literal', async () => {
    const options = { synonyms: SYNONYMS, literal: true };
    expect((await askSections(SECTIONS, 'login', options)).hits).toEqual([]);
  });
});

describe('the spelling of a compound', () => {
  const spellings = ['backend', 'back end', 'back-end', 'backEnd', 'back_end', 'Back-End'];

  it.each(spellings)('finds every other one: %s', async (query) => {
    for (const title of spellings)
      expect(await findTitles([[title], ['Frontend']], query), title).toEqual([title]);
  });

  it.each([
    ['who am i', 'whoami'],
    ['base url', 'baseUrl'],
    ['baseurl', 'baseUrl'],
    ['base-url', 'baseUrl'],
    ['web hooks', 'Webhooks'],
    ['web hook', 'Webhooks'],
    ['dead line', 'Deadline'],
    ['npm who am i', 'npm-whoami'],
  ])('finds one word for several: %s', async (query, title) => {
    const { hits } = await askSections(
      [
        ['Who is who', 'What am I?'],
        ['The base', 'A url.'],
        [title, 'Some text.'],
      ],
      query,
    );
    expect(hits[0]).toMatchObject({ missing: [], document: { title } });
  });
});

describe('an unusual synonym', () => {
  it.each([
    ['has accents', 'a\u0301bc', 'abc'],
    ['is longer than a query', 'quartz'.repeat(200), 'quartz'],
    ['ends with a space', 'charts ', 'charts'],
  ])('may find nothing where one %s', async (_, from, query) => {
    const synonyms = [{ from, to: ['graphs'] }];
    expect((await askSections(SECTIONS, query, { synonyms })).hits).toEqual([]);
  });

  it('may repeat a word', async () => {
    const synonyms = [{ from: 'one to one', to: ['limits'] }];
    const answer = await askSections(SECTIONS, 'one to one', { synonyms });
    expect(answer.synonyms).toEqual([{ typed: 'one to one', used: ['limits'] }]);
  });

  it('are not named where they are the same word', async () => {
    const synonyms = [{ from: 'Limits', to: ['limits', 'LIMITS', 'requests'] }];
    const answer = await askSections(SECTIONS, 'limits', { synonyms });
    expect(answer.synonyms).toEqual([{ typed: 'Limits', used: ['requests'] }]);
  });
});
