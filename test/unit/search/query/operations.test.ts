import { describe, expect, it } from 'vitest';
import { openSections, openSliced, searchSection, slicedFiles } from '../../../support/search.ts';

describe('an operation', () => {
  const operation = (title: string, ...tags: readonly string[]) =>
    searchSection(title, '', { tags });
  const sections = [
    operation('Read', 'GET', 'summary', '/v1/boxes/{id}', '/boxes/{id}'),
    operation('Own', 'GET', '/boxes/mine'),
    operation('Write', 'POST', '/boxes'),
    operation('Guide', '/boxes'),
    operation('Root', 'DELETE', '/'),
    operation('Version', 'GET', '/boxes/{id}/v{number}.json'),
    operation('Boxes of get', 'boxes', 'get boxes'),
  ];

  describe.each([
    ['one file', openSections(sections)],
    ['slices', openSliced(slicedFiles(sections))],
  ])('in %s', (_, index) => {
    const titles = async (query: string): Promise<readonly string[]> =>
      (await index.search(query)).hits.map(({ document }) => document.title);

    it.each([
      ['/boxes/{id}', 'Read'],
      ['/boxes/:other', 'Read'],
      ['/BOXES/{other', 'Read'],
      ['get  https://api.example/boxes/7?q#h', 'Read'],
      ['/v1/boxes/{id}/', 'Read'],
      ['/boxes/mine', 'Own'],
      ['/boxes/mi', 'Read'],
      ['/boxes', 'Write'],
      ['post /bo', 'Write'],
      ['POST /boxes', 'Write'],
      ['/boxes/1/v2.json', 'Version'],
      ['DELETE /', 'Root'],
    ])('is found first by %s', async (query, first) => {
      expect((await titles(query))[0]).toBe(first);
    });

    it('is found by the beginning of its path before others', async () => {
      expect((await titles('GET /boxes')).slice(0, 3).toSorted()).toEqual([
        'Own',
        'Read',
        'Version',
      ]);
    });

    it('is not found by every beginning', async () => {
      expect(await titles('/')).toEqual(['Root']);
      expect(await titles('/cars')).toEqual([]);
    });

    it.each(['/cars/{id}', 'GET /', 'fetch /cars'])('is not found by %s', async (query) => {
      const { hits } = await index.search(query);
      expect(hits.every(({ score }) => score < 1000)).toBe(true);
    });
  });
});
