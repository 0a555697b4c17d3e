import { describe, expect, it } from 'vitest';
import { createSearch, openSearch } from '../../../../src/search/query/index.ts';
import { openIndex, type SearchIndex } from '../../../../src/search/query/open-index.ts';
import type { SearchOptions } from '../../../../src/search/query/search-index.ts';
import {
  indexFile,
  madeUpSections,
  openSections,
  openSliced,
  searchSection,
  slicedFiles,
  sliceLoader,
  titlesOf,
} from '../../../support/search.ts';

const NO_LOAD = async (): Promise<never> => {
  throw new Error('a whole index has no slices');
};

const PAGE = { pageTitle: 'Logger', sectionRoute: '/docs/logger' };
const SECTIONS = [
  searchSection(
    'Logger',
    'Writes what happens. Options say where. See package and packaging.',
    PAGE,
  ),
  searchSection('Options', 'level, name', { ...PAGE, sectionRoute: '/docs/logger#options' }),
  searchSection('Server', 'Listens.', { sectionRoute: '/docs/server' }),
  searchSection('Options', 'port, host', {
    pageTitle: 'Server',
    sectionRoute: '/docs/server#options',
  }),
  searchSection('Get tenant', 'Reads a tenant.', {
    tags: ['GET', '/tenants/{tenantId}', '/v1/tenants/{tenantId}', 'GET /v1/tenants/{tenantId}'],
  }),
  searchSection('List tenants', 'Reads all tenants. GET /v1/tenants/{tenantId} reads one tenant.', {
    tags: ['GET', '/tenants', '/v1/tenants', 'GET /v1/tenants'],
  }),
  searchSection('Create tenant', 'Makes one.', {
    tags: ['POST', '/tenants', '/v1/tenants', 'POST /v1/tenants'],
  }),
  searchSection('Minting', 'How minting works, with nftGating and NFT gating.'),
  searchSection('Read files', 'Call fs.readFile(path) or fs.promises.readFile(path).'),
  searchSection('Get all', 'What is on.'),
  searchSection('Badges', 'A badge is kept in a wallet.', { tags: ['achievement'] }),
  searchSection('设置语言', '在设置中选择语言。'),
];
const FILE = indexFile(SECTIONS);

describe.each([
  ['one file', openIndex(FILE, NO_LOAD)],
  ['slices', openSliced(slicedFiles(SECTIONS))],
])('an index in %s', (_, index) => {
  const titles = async (query: string, options?: SearchOptions): Promise<readonly string[]> =>
    titlesOf(await index.search(query, options));
  const routes = async (query: string, options?: SearchOptions): Promise<readonly string[]> =>
    (await index.search(query, options)).hits.map(({ document }) => document.sectionRoute);

  it('puts the title that is the query first, also together with its page', async () => {
    expect((await titles('logger'))[0]).toBe('Logger');
    expect((await routes('logger options'))[0]).toBe('/docs/logger#options');
    expect((await routes('server options'))[0]).toBe('/docs/server#options');
    expect((await titles('get'))[0]).toMatch(/^Get/);
    expect((await titles('what is on get all'))[0]).toBe('Get all');
  });

  it('keeps the order of documents for equal hits', async () => {
    expect((await routes('options')).slice(0, 2)).toEqual([
      '/docs/logger#options',
      '/docs/server#options',
    ]);
  });

  it.each([
    ['POST /v1/tenants', 'Create tenant'],
    ['post /tenants/', 'Create tenant'],
    ['GET /v1/tenants', 'List tenants'],
    ['GET /v1/tenants/{tenantId}', 'Get tenant'],
    ['get /tenants/:id', 'Get tenant'],
    ['GET https://api.example.com/v1/tenants/4711?x=1', 'Get tenant'],
    ['/v1/tenants/{id}', 'Get tenant'],
  ])('finds the operation of %s first', async (query, title) => {
    expect((await titles(query))[0]).toBe(title);
  });

  it.each(['readfile', 'fs.readFile', 'fs.read', 'readFile(', 'promises', 'read-file'])(
    'finds an identifier by %s',
    async (query) => {
      expect((await titles(query))[0]).toBe('Read files');
    },
  );

  it.each(['nftgating', 'gating', 'NFT gating', 'nft-gating'])(
    'finds a compound by %s',
    async (query) => {
      expect(await titles(query)).toEqual(['Minting']);
    },
  );

  it('finds Chinese by any two letters, and by one', async () => {
    for (const query of ['设置', '语言', '设置语言', '言', '选择'])
      expect((await titles(query))[0], query).toBe('设置语言');
  });

  it('tells what matched and what is missing', async () => {
    const [hit] = (await index.search('badge wallet unicorns')).hits;
    expect(hit?.terms).toEqual(['badge', 'badges', 'wallet']);
    expect(hit?.missing).toEqual(['unicorns']);
    expect((await index.search('the badge')).hits[0]?.missing).toEqual([]);
  });

  it('leaves stop words out of what matched, unless there is nothing else', async () => {
    const [hit] = (await index.search('what is a badge in a')).hits;
    expect(hit?.terms).toEqual(['badge', 'badges']);
    expect((await index.search('all')).hits[0]?.terms).toEqual(['all']);
  });

  it('finds another form of an English word', async () => {
    expect(await titles('minted')).toEqual(['Minting']);
    expect(await titles('achievements')).toEqual(['Badges']);
    expect(await titles('tenants')).toContain('Get tenant');
  });

  it('cuts at the limit', async () => {
    expect(await titles('tenant', { limit: 1 })).toHaveLength(1);
    expect(await titles('tenant', { limit: 0 })).toEqual([]);
    expect(await titles('tenant', { limit: -1 })).toEqual([]);
  });

  it('reads 512 characters', async () => {
    expect(await titles(`${' '.repeat(512)}logger`)).toEqual([]);
    expect((await titles(`logger${' x'.repeat(1000)}`))[0]).toBe('Logger');
  });

  it('gives nothing where there is no word', async () => {
    for (const query of ['', ' ', '\n\t', '...', '()', '🚀', '\ud800', '--'])
      expect(await index.search(query)).toEqual(NOTHING);
  });

  it('lists hits by score', async () => {
    for (const query of ['tenant', 'options', 'get', 'reads a tenant', 'logger package']) {
      const scores = (await index.search(query)).hits.map(({ score }) => score);
      expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    }
  });
});

const NOTHING = { hits: [], corrections: [], synonyms: [], incomplete: false };

describe('the types of documents', () => {
  it.each([
    ['one file', openIndex(FILE, NO_LOAD)],
    ['slices', openSliced(slicedFiles(SECTIONS))],
  ])('are one in %s, and chosen by it', async (_, index) => {
    expect(index.types).toEqual(['docs']);
    expect(titlesOf(await index.search('logger', { types: ['blog', 'docs'] }))[0]).toBe('Logger');
    expect(await index.search('logger', { types: ['blog'] })).toEqual(NOTHING);
    expect(await index.search('logger', { types: [] })).toEqual(NOTHING);
    const mixed = openSections([
      searchSection('Posts', '', { type: 'blog' }),
      searchSection('Posts of others', '', { type: 'others' }),
    ]);
    expect(titlesOf(await mixed.search('posts', { types: ['blog'] }))).toEqual(['Posts']);
  });
});

describe('what is not an index', () => {
  it.each<[index: object, message: string]>([
    [{}, 'not an index of lunr'],
    [[], 'not an index of lunr'],
    [{ fieldVectors: 1, invertedIndex: [] }, 'not an index of lunr'],
    ...[null, {}, 'x', undefined].map((number): [object, string] => [
      { fieldVectors: [], invertedIndex: [['word', number]] },
      'a word without a number',
    ]),
    [{ ...FILE.index, fieldVectors: [['title/0', 'x']] }, 'not a vector of a document'],
    [{ ...FILE.index, fieldVectors: [['title/0', ['x']]] }, 'not a vector of a document'],
    [{ slices: {} }, 'slices of another version'],
    [{ version: 2, slices: { words: [] } }, 'slices of another version'],
    [{ version: 1, slices: null }, 'not an index in slices'],
    [{ version: 1, slices: { words: 'x' } }, 'not an index in slices'],
  ])('is refused: %j', (index, message) => {
    const open = (): SearchIndex => openIndex({ documents: FILE.documents, index }, NO_LOAD);
    expect(open).toThrow(TypeError);
    expect(open).toThrow(message);
  });
});

const HOSTILE =
  `title: ^ ~ * + - +a -b ~1 ^10 "" ( ) [ ] { } \\ / // :// .. -- __proto__ constructor hasOwnProperty
  title:x^2~1* \u0000 \ud800 a\udc00b \u202eabc مرحبا 🚀 👩‍👩‍👧 e\u0301 ﷺ İ ß 𝒳𝒴 /{ /{}/ GET % (?: $& getTenantById`
    .split(/\s+/)
    .concat('GET /', '\n\t ', '\u200b', '9'.repeat(40), '-'.repeat(600), 'a.'.repeat(5000))
    .concat('.a/'.repeat(400), 'x'.repeat(10_000), '語'.repeat(600), 'aA'.repeat(256));

describe.each([
  ['one file', openIndex(FILE, NO_LOAD), openSections([])],
  ['slices', openSliced(slicedFiles(SECTIONS)), openSliced(slicedFiles([]))],
])('whatever is typed in %s', (_, index, empty) => {
  it('is answered', async () => {
    for (const [at, left] of HOSTILE.entries()) {
      for (const right of ['', ...HOSTILE.filter((...[, other]) => other % 4 === at % 4)]) {
        const { hits, incomplete } = await index.search(`${left}${right} tenant ${right}`);
        expect(incomplete).toBe(false);
        expect(hits.length).toBeLessThanOrEqual(8);
        for (const { score } of hits) expect(score).toBeGreaterThan(0);
        expect((await empty.search(`${left}${right}`)).hits).toEqual([]);
      }
    }
  });
});

describe('while a word is typed', () => {
  it.each([
    ['made-up sections', madeUpSections(200)],
    ['identifiers', SECTIONS],
  ])('results never become none and return: %s', async (_, sections) => {
    const index = openSections(sections);
    const words = new Set(
      sections.flatMap(({ document: { title, tags }, text }) =>
        `${title} ${text} ${tags.join(' ')}`.split(/\s+/),
      ),
    );
    const gaps: string[] = [];
    for (const word of words) {
      if ((await index.search(word)).hits.length === 0) continue;
      for (let length = 3; length <= word.length; length += 1) {
        const typed = word.slice(0, length);
        if ((await index.search(typed)).hits.length === 0) gaps.push(typed);
      }
    }
    expect(gaps).toEqual([]);
  });
});

describe('createSearch', () => {
  it('gives hits with document, score and terms, best first', () => {
    const hits = createSearch(FILE)('tenant');
    expect(hits.map(({ score }) => score)).toEqual(
      hits.map(({ score }) => score).toSorted((a, b) => b - a),
    );
    expect(Object.keys(hits[0] ?? {})).toEqual(['document', 'score', 'terms']);
    expect(createSearch(FILE)('pakage', { literal: true })).toEqual([]);
  });

  it('refuses an index in slices, which openSearch takes', async () => {
    const files = slicedFiles(SECTIONS);
    const file = JSON.parse(files.content);
    expect(() => createSearch(file)).toThrow(TypeError);
    const hits = await openSearch(file, sliceLoader(files))('tenant');
    expect(hits[0]?.document.title).toContain('tenant');
    expect(Object.keys(hits[0] ?? {})).toEqual(['document', 'score', 'terms']);
    await expect(openSearch(file, NO_LOAD)('tenant')).rejects.toThrow('could not be loaded');
  });
});

describe('the field of a word', () => {
  const filler = Array.from({ length: 20 }, (_, at) =>
    searchSection(`Other ${at}`, `Something else about number ${at} and its neighbors.`),
  );
  const fields = {
    content: searchSection('Alpha', 'All about the lighthouse and its keeper.'),
    category: searchSection('Beta', 'All about the coast and its keeper.', {
      sidebarParentCategories: ['Lighthouse'],
    }),
    tag: searchSection('Gamma', 'All about the harbour and its keeper.', { tags: ['lighthouse'] }),
    title: searchSection('Lighthouse', 'All about the tower and its keeper.'),
  };

  it('decides the order: title, tags, categories, content', async () => {
    const { content, category, tag, title } = fields;
    const index = openSections([content, category, tag, title, ...filler]);
    expect(titlesOf(await index.search('lighthouse'))).toEqual([
      'Lighthouse',
      'Gamma',
      'Beta',
      'Alpha',
    ]);
  });
});
