import { describe, expect, it } from 'vitest';
import {
  type Comparison,
  compareReports,
  findingsOfChanges,
} from '../../../../src/search/evaluate/compare.ts';
import { measureSearch, type SearchReport } from '../../../../src/search/evaluate/measure.ts';
import { readQueries } from '../../../../src/search/evaluate/read-queries.ts';
import { searchSection } from '../../../support/search.ts';

type Ranks = Readonly<Record<string, number | undefined>>;

/** A report of a site where the section `/<query>` has the given rank for its query. */
async function reportOf(ranks: Ranks, missing: readonly string[] = []): Promise<SearchReport> {
  const entries = Object.keys(ranks).map((query) => ({
    query,
    class: query.startsWith('n') ? 'noun' : 'word',
    expect: [`/${query}`, `/${query}#more`],
  }));
  const { queries } = readQueries('q.json', JSON.stringify(entries));
  const sections = entries.flatMap(({ expect: routes }) => routes);
  const documentOf = (sectionRoute: string) =>
    searchSection('T', '', { id: sectionRoute, sectionRoute }).document;
  const index = {
    routes: sections.filter((route) => !missing.includes(route)),
    search: async (query: string, limit: number) => {
      const routes = Array.from({ length: 100 }, (_, place) =>
        ranks[query] === place + 1 ? `/${query}` : `/other${place}`,
      );
      const hits = routes
        .slice(0, limit)
        .map((route) => ({ document: documentOf(route), score: 1, terms: [], missing: [] }));
      return { hits, corrections: [], synonyms: [], incomplete: false };
    },
  };
  const { report } = await measureSearch({ indexes: [index], queries, baseUrl: '/' });
  if (report === undefined) throw new Error('there is no report');
  return report;
}

async function compare(before: Ranks, after: Ranks, missing?: readonly string[]) {
  return compareReports(await reportOf(before, missing), await reportOf(after));
}

describe('a comparison', () => {
  it('says for each query what became of its rank', async () => {
    const { changes } = await compare(
      { a: 3, b: 1, c: 9, d: undefined, e: 8, f: 2, g: 1, h: 40, i: 20 },
      { a: 1, b: 8, c: 8, d: 2, e: 9, f: undefined, g: 1, h: 30, i: undefined },
    );
    expect(changes.map(({ after, change }) => `${after.query.query} ${change}`)).toEqual([
      'a better',
      'b worse',
      'c found',
      'd found',
      'e lost',
      'f lost',
      'g unchanged',
      'h better',
      'i worse',
    ]);
  });

  it('gives the scores of both sides, in total and by class', async () => {
    const { scores, classes } = await compare({ a: 2, n: 1, n2: 1 }, { a: 1, n: 1, n2: 2 });
    expect(scores).toMatchObject({
      before: { queries: 3, success1: 2 / 3 },
      after: { queries: 3, success1: 2 / 3 },
    });
    expect(classes).toMatchObject([
      { class: 'noun', before: { success1: 1 }, after: { success1: 0.5 } },
      { class: 'word', before: { success1: 0 }, after: { success1: 1 } },
    ]);
  });

  it('leaves queries out of the scores whose sections did not exist, and names missing sections', async () => {
    const { scores, changes } = await compare({ a: undefined, b: 2 }, { a: 1, b: 1 }, [
      '/a',
      '/a#more',
      '/b#more',
    ]);
    expect(scores).toMatchObject({ before: { queries: 1 }, after: { queries: 1, success1: 1 } });
    expect(changes).toMatchObject([
      { change: 'new', missing: ['/a', '/a#more'] },
      { change: 'better', missing: ['/b#more'] },
    ]);
    expect((await compare({ a: 1 }, { a: 1 }, ['/a', '/a#more'])).scores).toBeUndefined();
  });

  it('reports the queries that were answered better', async () => {
    const compared = await compare({ a: 1, b: 1, c: 2 }, { a: 3, b: undefined, c: 1 });
    const comparison: Comparison = { ref: 'main', hash: '0', ...compared };
    expect(findingsOfChanges(comparison)).toMatchObject([
      { code: 'search-worse', message: '"a" [word]: rank 1 at main, 3 now' },
      { code: 'search-worse', message: '"b" [word]: rank 1 at main, none now' },
    ]);
  });
});
