import { describe, expect, it } from 'vitest';
import { askSections, findTitles, type Section } from '../../../support/search-outcomes.ts';

/** The corrections of a query, as `typed: used`. */
async function corrected(titles: string, query: string): Promise<readonly string[]> {
  const sections = titles.split(', ').map((title): Section => [title]);
  const { corrections } = await askSections(sections, query);
  return corrections.map(({ typed, used }) => `${typed}: ${used.join(' ')}`);
}

describe('an unknown word', () => {
  it.each([
    ['a letter is missing', 'Package, Pack', 'pakage', ['pakage: package']],
    ['a letter is too many', 'Package, Pack', 'packaage', ['packaage: package']],
    ['letters are swapped', 'Webhooks', 'webhoosk', ['webhoosk: webhooks']],
    ['two of eight letters are wrong', 'Webhooks', 'wabhocks', ['wabhocks: webhooks']],
    [
      'two of many letters are wrong',
      'Authentication',
      'authentcaton',
      ['authentcaton: authentication'],
    ],
    ['it is a part of a compound', 'fs.readFiles', 'fs.readFiels', ['fsreadfiels: fsreadfiles']],
    [
      'a compound is unknown, but not its other part',
      'Foodie, Barn, Barns',
      'foodei-barns',
      ['foodei: foodie'],
    ],
  ])('is corrected where %s', async (...[, titles, query, expected]) => {
    expect(await corrected(titles, query)).toEqual(expected);
  });

  it('is split into two words that are known', async () => {
    const sections: readonly Section[] = [
      ['Back to the start'],
      ['The end'],
      ['Back end', 'A back end.'],
      ['Front end', 'A front end.'],
    ];
    const { hits, corrections } = await askSections(sections, 'backend');
    expect(corrections).toEqual([{ typed: 'backend', used: ['back end'] }]);
    expect(hits[0]).toMatchObject({ missing: [], document: { title: 'Back end' } });
    expect(await corrected('Back, Backends', 'backend')).toEqual([]);
    expect(await corrected('Back, Other', 'backend')).toEqual([]);
  });

  it('is corrected to a word that is more frequent than its halves', async () => {
    const titles = 'Snapshot, Snapshots, Snapshot files, Update a snapshot, Snap, Hot';
    expect(await corrected(titles, 'snaphot')).toEqual(['snaphot: snapshot']);
  });

  it.each([
    ['of four letters is no other word', 'Cross, Core', 'cors'],
    ['of three letters is no other word', 'Cars, Cat, Car', 'cta'],
    ['under eight letters has only one wrong letter', 'Tenants', 'tananto'],
    ['does not become a word of three letters', 'Cat, Cas', 'catss'],
    ['with digits is no other word', 'Node20x', 'node21x'],
    ['with marks is no other word', 'Other -grab', '-grav'],
  ])('%s', async (_, titles, query) => {
    expect(await corrected(titles, query)).toEqual([]);
  });

  it('has no hits rather than those of a short word', async () => {
    expect(await findTitles([['Cross-origin requests', 'Cross the bridge.']], 'cors')).toEqual([]);
    expect(await findTitles([['CORS'], ['Cross']], 'cors')).toEqual(['CORS']);
  });

  it('is no correction if the index has it, or words that begin with it', async () => {
    expect(await corrected('Packages, Pakage', 'pakage')).toEqual([]);
    expect(await corrected('Packages, Package', 'packa')).toEqual([]);
    expect(await corrected('Foo bar', 'foo-bar')).toEqual([]);
  });

  it('stays as it is with literal', async () => {
    const { hits, corrections } = await askSections([['Package']], 'pakage', { literal: true });
    expect({ hits, corrections }).toEqual({ hits: [], corrections: [] });
  });

  it('comes after the word as typed', async () => {
    const titles = await findTitles([['Install package'], ['Install']], 'install pakage');
    expect(titles).toEqual(['Install package', 'Install']);
  });

  it('is not missing where its correction is', async () => {
    const [hit] = (await askSections([['Install package']], 'install pakage')).hits;
    expect(hit).toMatchObject({ missing: [], terms: ['install', 'package'] });
  });

  it('finds other inflections of an English word', async () => {
    const sections: readonly Section[] = [['Minting', 'How it works.'], ['Mintmark']];
    expect((await findTitles(sections, 'minters'))[0]).toBe('Minting');
  });
});

describe('a word that is wrong before it is finished', () => {
  const raffles: readonly Section[] = [
    ['Raffles', 'A raffle picks winners out of a list.'],
    ['Lists', 'Pages of things.'],
  ];

  it.each(['raff', 'raffel', 'rafffl', 'rafle'])('finds something: %s', async (query) => {
    expect((await findTitles(raffles, query))[0]).toBe('Raffles');
  });

  it('is a beginning only as the last word', async () => {
    const sections: readonly Section[] = [['Notifications'], ['Lists']];
    expect((await askSections(sections, 'lists notifcat')).corrections).toEqual([
      { typed: 'notifcat', used: ['notifications'] },
    ]);
    expect((await askSections(sections, 'notifcat lists')).corrections).toEqual([]);
  });
});
