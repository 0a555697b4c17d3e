import { describe, expect, it } from 'vitest';
import {
  checkExpectations,
  type QueryOutcome,
  type SearchQuery,
  scoreOutcomes,
} from '../../../../src/search/evaluate/evaluation.ts';
import {
  findingsOf,
  measureSearch,
  type OpenIndex,
  runQueries,
  type SiteSearch,
} from '../../../../src/search/evaluate/measure.ts';
import { classOf } from '../../../../src/search/evaluate/read-queries.ts';
import type { SearchHitDetails } from '../../../../src/search/query/search-index.ts';
import { searchSection } from '../../../support/search.ts';

const location = { file: 'q.json', line: 1, column: 1 };

function query(text: string, ...routes: readonly string[]): SearchQuery {
  return {
    query: text,
    class: classOf(text),
    expect: routes.map((route) => ({ route, location })),
    note: undefined,
    location,
  };
}

function hit(sectionRoute: string): SearchHitDetails {
  const { document } = searchSection('T', '', { id: sectionRoute, sectionRoute });
  return { document, score: 1, terms: [], missing: [] };
}

/** A search that knows these answers and nothing else. */
function answers(table: Readonly<Record<string, readonly string[]>>): SiteSearch {
  return async (text, limit) => (table[text] ?? []).slice(0, limit).map(hit);
}

function run(
  queries: readonly SearchQuery[],
  search: SiteSearch,
  baseUrl = '/',
): Promise<readonly QueryOutcome[]> {
  return runQueries({ queries, search, baseUrl });
}

const TEN = Array.from({ length: 10 }, (_, index) => `/p${index + 1}`);

describe('the scores of a search', () => {
  it('count the first place, the first eight and the reciprocal rank', async () => {
    const search = answers({ a: TEN, b: TEN, c: TEN, d: TEN });
    const outcomes = await run(
      [query('a', '/p1'), query('b', '/p4'), query('c', '/p8'), query('d', '/p9')],
      search,
    );
    expect(outcomes.map(({ rank }) => rank)).toEqual([1, 4, 8, 9]);
    expect(scoreOutcomes(outcomes)).toEqual({
      queries: 4,
      success1: 0.25,
      success8: 0.75,
      mrr: (1 + 1 / 4 + 1 / 8) / 4,
      gaps: 0,
    });
  });

  it('take the best of several sections, and count nothing found as nothing', async () => {
    const outcomes = await run(
      [query('a', '/nowhere', '/p3', '/p2'), query('zzz', '/p1')],
      answers({ a: TEN }),
    );
    expect(outcomes.map(({ rank, first }) => [rank, first?.sectionRoute])).toEqual([
      [2, '/p1'],
      [undefined, undefined],
    ]);
    expect(scoreOutcomes(outcomes)).toMatchObject({ success1: 0, success8: 0.5, mrr: 0.25 });
    expect(scoreOutcomes([])).toBeUndefined();
  });

  it('compare sections without base path, final slash and percent encoding', async () => {
    const search = answers({ a: ['/base/d/caf%C3%A9#sch%C3%B6n'], b: ['/base/'] });
    const outcomes = await run([query('a', '/d/café/#schön'), query('b', '/')], search, '/base/');
    expect(outcomes.map(({ rank }) => rank)).toEqual([1, 1]);
  });
});

/** An index of the sections of a table, whose answers may lack a part. */
function openIndex(
  table: Readonly<Record<string, readonly string[]>>,
  incomplete = false,
): OpenIndex {
  return {
    routes: Object.values(table).flat(),
    search: async (text, limit) => {
      const hits = (table[text] ?? []).slice(0, limit).map(hit);
      return { hits, corrections: [], synonyms: [], incomplete };
    },
  };
}

describe('the report of a site', () => {
  const queries = [query('a', '/p1'), query('b c', '/p2'), { ...query('d', '/p2'), class: 'noun' }];

  it('has scores for each class', async () => {
    const index = openIndex({ a: TEN, 'b c': TEN, d: TEN });
    const { report } = await measureSearch({ indexes: [index], queries, baseUrl: '/' });
    expect(report?.scores).toMatchObject({ queries: 3, success1: 1 / 3 });
    expect(report?.classes).toEqual([
      { class: 'noun', queries: 1, success1: 0, success8: 1, mrr: 0.5, gaps: 0 },
      { class: 'phrase', queries: 1, success1: 0, success8: 1, mrr: 0.5, gaps: 0 },
      { class: 'word', queries: 1, success1: 1, success8: 1, mrr: 1, gaps: 0 },
    ]);
  });

  it('is missing where a part of an index could not be loaded', async () => {
    const indexes = [openIndex({ a: TEN }), openIndex({}, true)];
    const { diagnostics, report } = await measureSearch({ indexes, queries, baseUrl: '/' });
    expect(diagnostics).toMatchObject([
      {
        code: 'search-incomplete',
        severity: 'error',
        message: 'a part of the search index could not be loaded for "a"',
      },
    ]);
    expect(report).toBeUndefined();
  });
});

describe('a query that is typed', () => {
  it('has a gap where results vanish and come back', async () => {
    const search = answers({ get: ['/x'], getT: [], getTo: [], getTok: ['/x'], getToken: ['/x'] });
    const [outcome] = await run([query('getToken', '/x')], search);
    expect(outcome?.gaps).toEqual(['getT', 'getTo', 'getToke']);
  });

  it('has none before its first result, below three letters, or where the whole finds nothing', async () => {
    const search = answers({ ge: ['/x'], to: ['/x'], token: ['/x'], non: ['/x'] });
    const outcomes = await run([query('token', '/x'), query('nonsense', '/x')], search);
    expect(outcomes.map(({ gaps }) => gaps)).toEqual([[], []]);
  });

  it('is not asked for a space alone', async () => {
    const asked: string[] = [];
    const search: SiteSearch = async (text) => {
      asked.push(text);
      return [hit('/x')];
    };
    await run([query('abc de ', '/x')], search);
    expect(asked).toEqual(['abc de ', 'abc', 'abc d']);
  });
});

describe('findings', () => {
  it('tell what came first instead, by how bad it is', async () => {
    const search = answers({ late: TEN, deep: TEN, lost: TEN });
    const outcomes = await run(
      [query('late', '/p2'), query('deep', '/p10'), query('lost', '/q', '/r'), query('none', '/q')],
      search,
    );
    expect(outcomes.flatMap(findingsOf).map(({ code, message }) => `${code} ${message}`)).toEqual([
      'search-late "late" [word]: /p2 comes 2nd, /p1 comes first',
      'search-miss "deep" [word]: /p10 comes 10th, /p1 comes first',
      'search-miss "lost" [word]: /q or /r is not found, /p1 comes first',
      'search-miss "none" [word]: /q is not found, nothing is',
    ]);
  });

  it('tell of gaps, and nothing of a query with its answer first', async () => {
    const search = answers({ tok: TEN, token: TEN });
    const outcomes = await run([query('token', '/p1'), query('tok', '/p1')], search);
    expect(outcomes.flatMap(findingsOf).map(({ code, message }) => `${code} ${message}`)).toEqual([
      'search-gap "token" [word] shows nothing while it is typed: "toke"',
    ]);
  });
});

describe('expected sections', () => {
  const sections = ['/', '/docs/a', '/docs/a#one', '/docs/a#two-three', '/docs/banana'];
  const hintFor = (route: string): string | undefined =>
    checkExpectations([query('q', route)], sections)[0]?.hint;

  it('that exist are fine in every way to write them', () => {
    const routes = ['/', '/docs/a', '/docs/a/', '/docs/a/#one', '/docs/a#two%2Dthree'];
    expect(checkExpectations([query('q', ...routes)], sections)).toEqual([]);
  });

  it('that do not are errors with the nearest one', () => {
    expect(hintFor('/docs/a#two-tree')).toBe('did you mean "/docs/a#two-three"?');
    expect(hintFor('/docs/bananas')).toBe('did you mean "/docs/banana"?');
    expect(hintFor('/docs/bananas#one')).toBe('did you mean "/docs/banana"?');
    expect(hintFor('/docs/a#nothing-near')).toBe('the page has #one, #two-three');
    expect(checkExpectations([query('q', '/elsewhere/entirely')], sections)).toMatchObject([
      { code: 'queries-target', message: 'the search has no section "/elsewhere/entirely"' },
    ]);
  });
});
