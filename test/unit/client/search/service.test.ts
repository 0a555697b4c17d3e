import { describe, expect, it } from 'vitest';
import type { SearchQuestion } from '../../../../src/client/search/messages.ts';
import { createSearchService, type SearchService } from '../../../../src/client/search/service.ts';
import { mergeAnswers } from '../../../../src/search/query/engine.ts';
import { openIndex } from '../../../../src/search/query/open-index.ts';
import { ENGLISH } from '../../../../src/search/query/words.ts';
import {
  indexFile,
  madeUpSections,
  type SlicedFiles,
  searchSection,
  slicedFiles,
} from '../../../support/search.ts';
import { answer, document, hit } from './documents.ts';

/** The responses of a server by URL: JSON, a status, or none. */
type Served = Map<string, unknown>;

interface Serving {
  readonly service: SearchService;
  readonly requests: string[];
  readonly served: Served;
  /** Queries that an index was asked, with the file's name. */
  readonly searched: string[];
}

function serving(files: Readonly<Record<string, unknown>>): Serving {
  const served: Served = new Map(Object.entries(files));
  const requests: string[] = [];
  const searched: string[] = [];
  const service = createSearchService({
    fetch: async (url) => {
      requests.push(url);
      const found = served.get(url);
      if (found === undefined) throw new TypeError('no network');
      return typeof found === 'number'
        ? new Response('{}', { status: found })
        : new Response(typeof found === 'string' ? found : JSON.stringify(found));
    },
    openIndex: ({ documents, index: postings }) => {
      if (postings === undefined) throw new TypeError('no index');
      const hits = documents.map((found) => hit(found, { terms: ['mint', 'a', 'minute'] }));
      return {
        language: ENGLISH,
        types: [...new Set(documents.map(({ type }) => type))],
        search: async (query) => {
          searched.push(`${documents[0]?.id} ${query}`);
          return answer(...hits);
        },
      };
    },
    mergeAnswers,
    pause: async () => {},
  });
  return { service, requests, served, searched };
}

const index = (id: string, type: 'docs' | 'blog' | 'others' = 'docs'): unknown => ({
  documents: [document({ id, type })],
  index: {},
});

const ask = (query: string, ...files: readonly string[]): SearchQuestion => ({
  query,
  files,
  options: { limit: 8 },
});

describe('createSearchService', () => {
  it('asks every index in scope, and tells the kinds of pages that there are', async () => {
    const { service } = serving({ '/a': index('a', 'others'), '/b': index('b') });
    const reply = await service.ask(ask('x', '/a', '/b'));
    expect(reply?.hits.map(({ document: { id } }) => id)).toEqual(['a', 'b']);
    expect(reply).toMatchObject({ types: ['docs', 'others'], incomplete: false });
  });

  it('requests each file only once', async () => {
    const { service, requests } = serving({ '/a': index('a'), '/b': index('b') });
    service.load(['/a', '/b']);
    await Promise.all([service.ask(ask('x', '/a', '/b')), service.ask(ask('y', '/a', '/b'))]);
    await service.ask(ask('z', '/a'));
    expect(requests).toEqual(['/a', '/b']);
  });

  it('requests files again after forget', async () => {
    const { service, requests, served } = serving({ '/a': index('a') });
    await service.ask(ask('x', '/a'));
    served.set('/a', index('b'));
    service.forget();
    const reply = await service.ask(ask('x', '/a'));
    expect(reply?.hits.map(({ document: { id } }) => id)).toEqual(['b']);
    expect(requests).toEqual(['/a', '/a']);
  });

  it('does not search for what a newer question has overtaken', async () => {
    const { service, searched } = serving({ '/a': index('a') });
    const replies = await Promise.all(
      ['m', 'mi', 'min'].map((query) => service.ask(ask(query, '/a'))),
    );
    expect(replies.map((reply) => reply === undefined)).toEqual([true, true, false]);
    expect(searched).toEqual(['a min']);
  });

  it.each([
    ['no network', undefined],
    ['a status', 503],
    ['no JSON', '<!doctype html>'],
    ['no documents', { index: {} }],
    ['no index', { documents: [] }],
    ['a list', []],
    ['nothing', 'null'],
  ])('takes %s for an empty index, and tries again', async (_, broken) => {
    const { service, served, requests } = serving({ '/a': index('a') });
    if (broken !== undefined) served.set('/b', broken);
    const first = await service.ask(ask('x', '/a', '/b'));
    expect(first).toMatchObject({ incomplete: true });
    expect(first?.hits).toHaveLength(1);
    served.set('/b', index('b'));
    const second = await service.ask(ask('x', '/a', '/b'));
    expect(second).toMatchObject({ incomplete: false });
    expect(second?.hits).toHaveLength(2);
    expect(requests).toEqual(['/a', '/b', '/b']);
  });

  it('tells only the terms that are worth a mark', async () => {
    const { service } = serving({ '/a': index('a') });
    const reply = await service.ask(ask('a mint', '/a'));
    expect(reply?.hits[0]?.terms).toEqual(['mint']);
  });
});

/** A service over a server with files, in a browser that caches them. */
function browsing() {
  const served = new Map<string, string>();
  const cached = new Map<string, string>();
  const requests: string[] = [];
  const service = createSearchService({
    fetch: async (url, cache) => {
      requests.push(url);
      const content = (cache === 'default' ? cached.get(url) : undefined) ?? served.get(url);
      if (content !== undefined) cached.set(url, content);
      return content === undefined ? new Response('', { status: 404 }) : new Response(content);
    },
    openIndex,
    mergeAnswers,
    pause: async () => {},
  });
  const deploy = (url: string, { content, slices }: SlicedFiles): void => {
    served.clear();
    served.set(url, content);
    for (const [name, slice] of slices) served.set(`/assets/search/${name}`, slice);
  };
  return { served, requests, service, deploy };
}

describe('an index in slices', () => {
  const FILE = '/search-index-docs.json';
  const site = (word: string): SlicedFiles =>
    slicedFiles([...madeUpSections(300), searchSection(`The ${word}`, 'Text.')]);
  const titles = async (service: SearchService, query: string): Promise<readonly string[]> => {
    const reply = await service.ask(ask(query, FILE));
    return (reply?.hits ?? []).map(({ document: { title } }) => title);
  };

  it('is loaded from its folder, as far as a question needs it', async () => {
    const { service, requests, deploy } = browsing();
    const files = site('lighthouse');
    deploy(FILE, files);
    expect(await titles(service, 'lighthouse')).toEqual(['The lighthouse']);
    expect(requests[0]).toBe(FILE);
    expect(requests.length - 1).toBeLessThan(files.slices.size);
  });

  it('is searched beside an index in one file', async () => {
    const { service, served, deploy } = browsing();
    deploy(FILE, site('lighthouse'));
    const other = [...madeUpSections(300), searchSection('Lighthouse', '')];
    served.set('/other.json', JSON.stringify(indexFile(other)));
    const reply = await service.ask(ask('lighthouse', FILE, '/other.json'));
    const found = (reply?.hits ?? []).map(({ document: { title } }) => title);
    expect(found.toSorted()).toEqual(['Lighthouse', 'The lighthouse']);
  });

  it('is loaded again once if a deployment has replaced its slices', async () => {
    const { service, requests, deploy } = browsing();
    deploy(FILE, site('lighthouse'));
    service.load([FILE]);
    await service.ask(ask('', FILE));
    deploy(FILE, site('windmill'));
    expect(await titles(service, 'windmill')).toEqual(['The windmill']);
    expect(requests.filter((url) => url === FILE)).toHaveLength(2);
    const reply = await service.ask(ask('lighthouse', FILE));
    expect(reply).toMatchObject({ incomplete: false });
    expect(requests.filter((url) => url === FILE)).toHaveLength(2);
  });

  it('is kept while neither a slice nor the file can be loaded', async () => {
    const { service, served, deploy } = browsing();
    const files = site('lighthouse');
    deploy(FILE, files);
    expect(await titles(service, 'lighthouse')).toEqual(['The lighthouse']);
    served.clear();
    const reply = await service.ask(ask('zebra', FILE));
    expect(reply).toMatchObject({ hits: [], incomplete: true });
    expect(await titles(service, 'lighthouse')).toEqual(['The lighthouse']);
    deploy(FILE, files);
    expect(await service.ask(ask('zebra', FILE))).toMatchObject({ incomplete: false });
  });

  it.each(['version', 'slices'])('is taken for an empty index with another %s', async (key) => {
    const { service, served, deploy } = browsing();
    const files = site('lighthouse');
    deploy(FILE, files);
    const { documents, index: map } = JSON.parse(files.content);
    served.set(FILE, JSON.stringify({ documents, index: { ...map, [key]: 2 } }));
    const reply = await service.ask(ask('lighthouse', FILE));
    expect(reply).toMatchObject({ hits: [], types: [], incomplete: true });
  });
});
