import { describe, expect, it } from 'vitest';
import { createEngine, type SearchEngine } from '../../../../src/search/query/engine.ts';
import { createSearch } from '../../../../src/search/query/index.ts';
import type { SearchOptions } from '../../../../src/search/query/search-index.ts';
import { indexFile, madeUpSections, searchSection } from '../../../support/search.ts';

function titles(engine: SearchEngine, query: string, options?: SearchOptions): readonly string[] {
  return engine.search(query, options).hits.map(({ document }) => document.title);
}

const PAGE = { pageTitle: 'Logger', sectionRoute: '/docs/logger' };
const FILE = indexFile([
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
    type: 'others',
    tags: ['GET', '/tenants/{tenantId}', '/v1/tenants/{tenantId}', 'GET /v1/tenants/{tenantId}'],
  }),
  searchSection('List tenants', 'Reads all tenants. GET /v1/tenants/{tenantId} reads one tenant.', {
    type: 'others',
    tags: ['GET', '/tenants', '/v1/tenants', 'GET /v1/tenants'],
  }),
  searchSection('Create tenant', 'Makes one.', {
    type: 'others',
    tags: ['POST', '/tenants', '/v1/tenants', 'POST /v1/tenants'],
  }),
  searchSection('Minting', 'How minting works, with nftGating and NFT gating.'),
  searchSection('Read files', 'Call fs.readFile(path) or fs.promises.readFile(path).'),
  searchSection('Get all', 'What is on.'),
  searchSection('Badges', 'A badge is kept in a wallet.', { tags: ['achievement'] }),
  searchSection('设置语言', '在设置中选择语言。'),
]);
const ENGINE = createEngine(FILE);

describe('createEngine', () => {
  it('puts the title that is the query first, also together with its page', () => {
    expect(titles(ENGINE, 'logger')[0]).toBe('Logger');
    expect(ENGINE.search('logger options').hits[0]?.document.sectionRoute).toBe(
      '/docs/logger#options',
    );
    expect(ENGINE.search('server options').hits[0]?.document.pageTitle).toBe('Server');
    expect(titles(ENGINE, 'get')[0]).toMatch(/^Get/);
    expect(titles(ENGINE, 'what is on get all')[0]).toBe('Get all');
  });

  it('keeps the order of documents for equal hits', () => {
    const routes = ENGINE.search('options', { types: ['docs'] }).hits.map(
      ({ document }) => document.sectionRoute,
    );
    expect(routes.slice(0, 2)).toEqual(['/docs/logger#options', '/docs/server#options']);
  });

  it.each([
    ['POST /v1/tenants', 'Create tenant'],
    ['post /tenants/', 'Create tenant'],
    ['GET /v1/tenants', 'List tenants'],
    ['GET /v1/tenants/{tenantId}', 'Get tenant'],
    ['get /tenants/:id', 'Get tenant'],
    ['GET https://api.example.com/v1/tenants/4711?x=1', 'Get tenant'],
    ['/v1/tenants/{id}', 'Get tenant'],
  ])('finds the operation of %s first', (query, title) => {
    expect(titles(ENGINE, query)[0]).toBe(title);
  });

  it.each(['readfile', 'fs.readFile', 'fs.read', 'readFile(', 'promises'])(
    'finds an identifier by %s',
    (query) => {
      expect(titles(ENGINE, query)[0]).toBe('Read files');
    },
  );

  it.each(['nftgating', 'gating', 'NFT gating', 'nft-gating'])(
    'finds a compound by %s',
    (query) => {
      expect(titles(ENGINE, query)).toEqual(['Minting']);
    },
  );

  it('finds Chinese by any two letters, and by one', () => {
    for (const query of ['设置', '语言', '设置语言', '言', '选择'])
      expect(titles(ENGINE, query)[0], query).toBe('设置语言');
  });

  it('tells what matched and what is missing', () => {
    const [hit] = ENGINE.search('badge wallet unicorns').hits;
    expect(hit?.terms).toEqual(['badge', 'badges', 'wallet']);
    expect(hit?.missing).toEqual(['unicorns']);
    expect(ENGINE.search('the badge').hits[0]?.missing).toEqual([]);
  });

  it('leaves stop words out of what matched, unless there is nothing else', () => {
    const [hit] = ENGINE.search('what is a badge in a').hits;
    expect(hit?.terms).toEqual(['badge', 'badges']);
    expect(ENGINE.search('all').hits[0]?.terms).toEqual(['all']);
  });

  it('corrects a word that the index does not have, and says so', () => {
    const { hits, corrections } = ENGINE.search('pakage');
    expect(hits[0]?.document.title).toBe('Logger');
    expect(corrections).toEqual([{ typed: 'pakage', used: ['package'] }]);
    expect(ENGINE.search('pakage', { literal: true })).toEqual({ hits: [], corrections: [] });
    expect(ENGINE.search('package').corrections).toEqual([]);
    expect(ENGINE.search('fs.readFlie').corrections).toEqual([
      { typed: 'fs.readflie', used: ['fs.readfile'] },
    ]);
  });

  it('finds another form of an English word', () => {
    expect(titles(ENGINE, 'minted')).toEqual(['Minting']);
    expect(titles(ENGINE, 'achievements')).toEqual(['Badges']);
    expect(titles(ENGINE, 'tenants')).toContain('Get tenant');
    expect(titles(ENGINE, 'tenants', { literal: true })).not.toContain('Create tenant options');
  });

  it('filters by type and cuts at the limit', () => {
    expect(titles(ENGINE, 'get', { types: ['docs'] })).toEqual(['Get all']);
    expect(titles(ENGINE, 'reads', { types: [] })).toEqual([]);
    expect(titles(ENGINE, 'tenant', { limit: 1 })).toHaveLength(1);
    expect(titles(ENGINE, 'tenant', { limit: 0 })).toEqual([]);
    const many = createEngine(indexFile(madeUpSections(60)));
    expect(many.search('conga').hits.length).toBeLessThanOrEqual(8);
  });

  it('reads 512 characters', () => {
    expect(titles(ENGINE, `${' '.repeat(512)}logger`)).toEqual([]);
    expect(titles(ENGINE, `logger${' x'.repeat(1000)}`)[0]).toBe('Logger');
  });

  it('refuses what is not an index of lunr', () => {
    for (const index of [{}, { fieldVectors: 1, invertedIndex: [] }, []])
      expect(() => createEngine({ documents: [], index })).toThrow('not an index of lunr');
    for (const number of [null, {}, 'x', undefined]) {
      const index = { fieldVectors: [], invertedIndex: [['word', number]] };
      expect(() => createEngine({ documents: [], index })).toThrow('a word without a number');
    }
    const { documents, index } = FILE;
    for (const vector of [
      ['title/x', [0, 1]],
      ['title/0', 'x'],
      ['title/0', ['x']],
    ]) {
      const broken = { ...index, fieldVectors: [vector] };
      expect(() => createEngine({ documents, index: broken })).toThrow(
        'not a vector of a document',
      );
    }
  });
});

const HOSTILE =
  `title: ^ ~ * + - +a -b ~1 ^10 "" ( ) [ ] { } \\ / // :// .. -- __proto__ constructor hasOwnProperty
  title:x^2~1* \u0000 \ud800 a\udc00b \u202eabc مرحبا 🚀 👩‍👩‍👧 e\u0301 ﷺ İ ß 𝒳𝒴 /{ /{}/ GET % (?: $& getTenantById`
    .split(/\s+/)
    .concat('GET /', '\n\t ', '\u200b', '9'.repeat(40), '-'.repeat(600), 'a.'.repeat(5000))
    .concat('.a/'.repeat(400), 'x'.repeat(10_000), '語'.repeat(600), 'aA'.repeat(256));

describe('whatever is typed', () => {
  const engine = createEngine(FILE);
  const empty = createEngine(indexFile([]));

  it('is answered', () => {
    for (const left of HOSTILE) {
      for (const right of ['', ...HOSTILE]) {
        for (const query of [`${left}${right}`, `${left} tenant ${right}`]) {
          const { hits } = engine.search(query);
          expect(hits.length).toBeLessThanOrEqual(8);
          for (const { score } of hits) expect(score).toBeGreaterThan(0);
        }
        expect(empty.search(`${left}${right}`).hits).toEqual([]);
      }
    }
  });

  it('gives nothing where there is no word', () => {
    for (const query of ['', ' ', '\n\t', '...', '()', '🚀', '\ud800', '--'])
      expect(engine.search(query)).toEqual({ hits: [], corrections: [] });
  });
});

describe('while a word is typed', () => {
  it.each([
    ['made-up sections', indexFile(madeUpSections(200))],
    ['identifiers', FILE],
  ])('results never become none and return: %s', (_, file) => {
    const engine = createEngine(file);
    const words = new Map<string, number>();
    for (const { document } of engine.search('').hits) words.set(document.title, 0);
    for (const { title, content, tags } of file.documents)
      for (const word of `${title} ${content} ${tags.join(' ')}`.split(/\s+/)) words.set(word, 0);
    for (const word of words.keys()) {
      if (engine.search(word).hits.length === 0) continue;
      for (let length = 3; length <= word.length; length += 1) {
        const typed = word.slice(0, length);
        expect(engine.search(typed).hits.length, typed).toBeGreaterThan(0);
      }
    }
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
});

describe('a word that is wrong before it is finished', () => {
  const engine = createEngine(
    indexFile([
      searchSection('Raffles', 'A raffle picks winners out of a list.'),
      searchSection('Lists', 'Pages of things.'),
    ]),
  );

  it.each(['raff', 'rafl', 'rafle', 'raffel'])('finds something at every letter: %s', (typed) => {
    expect(engine.search(typed).hits[0]?.document.title).toBe('Raffles');
  });

  it('is corrected only as the last word, and not with literal', () => {
    expect(engine.search('rafl list').corrections).toEqual([]);
    expect(engine.search('rafl', { literal: true }).hits).toEqual([]);
    expect(engine.search('list rafl').corrections).toEqual([
      { typed: 'rafl', used: ['raffle', 'raffles'] },
    ]);
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

  it('decides the order: title, tags, categories, content', () => {
    const { content, category, tag, title } = fields;
    const engine = createEngine(indexFile([content, category, tag, title, ...filler]));
    expect(titles(engine, 'lighthouse')).toEqual(['Lighthouse', 'Gamma', 'Beta', 'Alpha']);
  });
});
