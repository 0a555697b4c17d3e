import { describe, expect, it, onTestFinished } from 'vitest';
import { checkSearch } from '../../../src/pipeline/check-search.ts';
import { formatDiagnostics, type SiteDriver, type SiteFiles, site } from '../../support/site.ts';

const PAGES: SiteFiles = {
  'content/docs/apples.md': '# Apples\n\nThey grow.\n\n## Harvest\n\nPick them in autumn.\n',
  'content/docs/pears.md': '# Pears\n\nThey grow too.\n',
  'content/index.tsx': 'export default function Page() { return <h1>Orchard</h1>; }\n',
};

function siteOf(queries: string, files: SiteFiles = {}): SiteDriver {
  const driver = site({ ...PAGES, ...files, 'queries.json': queries });
  onTestFinished(driver.dispose);
  return driver;
}

async function check({ dir }: SiteDriver, queriesFile?: string) {
  const result = await checkSearch({
    siteDir: dir,
    ...(queriesFile === undefined ? {} : { queriesFile }),
    onProgress: () => {},
  });
  return { ...result, found: formatDiagnostics(result.diagnostics) };
}

describe('the search of a site', () => {
  it('is asked over all index files, and nothing is written', async () => {
    const driver = siteOf(
      '[{ "query": "harvest", "expect": "/docs/apples#harvest" }, { "query": "orchard", "expect": "/" }]',
    );
    const { found, report } = await check(driver);
    expect(found).toEqual([]);
    expect(report).toMatchObject({ scores: { success1: 1, success8: 1, mrr: 1 }, indexes: 2 });
    expect(driver.files()).toEqual([]);
  });

  it('is the one that a build publishes', async () => {
    const driver = siteOf('[{ "query": "autumn", "expect": "/docs/apples#harvest" }]');
    const { report } = await check(driver);
    await driver.build();
    const published: unknown[] = driver
      .files()
      .filter((file) => file.startsWith('search-index-'))
      .flatMap((file) => JSON.parse(driver.file(file)).documents);
    expect(report?.sections.length).toBe(published.length);
    expect(published).toContainEqual(report?.outcomes[0]?.first);
  });

  it('has the same scores with an index in slices', async () => {
    const queries = [
      ['harvest', '/docs/apples#harvest'],
      ['pick apples', '/docs/apples'],
      ['pear', '/docs/pears'],
      ['autmun', '/docs/apples#harvest'],
      ['fall', '/docs/apples#harvest'],
      ['ap', '/docs/apples'],
      ['grow', '/docs/pears'],
      ['orchard', '/'],
      ['cellar', '/docs/pears'],
    ].map(([query, section]) => ({ query, expect: section }));
    const [whole, sliced] = await Promise.all(
      [256, 0].map(async (wholeLimit) => {
        const config = {
          title: 'T',
          url: 'https://docs.example.com',
          baseUrl: '/v/',
          search: { wholeLimit, synonyms: [['fall', 'autumn']] },
        };
        const { found, report } = await check(
          siteOf(JSON.stringify(queries), {
            'site.config.ts': `export default ${JSON.stringify(config)};\n`,
            // Words are corrected to words that two sections have.
            'content/docs/pears.md': '# Pears\n\nThey grow too, until autumn.\n',
          }),
        );
        expect(found).toEqual([]);
        const ranks = report?.outcomes.map(({ query, rank }) => [query.query, rank]);
        return { ranks, scores: report?.scores, sections: report?.sections };
      }),
    );
    expect(sliced).toEqual(whole);
    expect(whole?.scores?.success8).toBeCloseTo(8 / 9);
  });

  it('takes expectations without the base path', async () => {
    const driver = siteOf('[{ "query": "pears", "expect": "/docs/pears/" }]', {
      'site.config.ts': `export default { title: 'T', url: 'https://docs.example.com', baseUrl: '/v/' };\n`,
    });
    const { found, report } = await check(driver);
    expect(found).toEqual([]);
    expect(report?.outcomes[0]).toMatchObject({
      rank: 1,
      first: { sectionRoute: '/v/docs/pears' },
    });
  });

  it('reports an expectation that no section fulfils, and scores the rest', async () => {
    const driver = siteOf(
      '[\n{ "query": "harvest", "expect": "/docs/apples#harvets" },\n{ "query": "pears", "expect": "/docs/pears" }]',
    );
    const { found, diagnostics, report } = await check(driver);
    expect(found).toEqual(['queries.json:2:34 queries-target']);
    expect(diagnostics[0]?.hint).toBe('did you mean "/docs/apples#harvest"?');
    expect(report?.scores.success1).toBe(0.5);
  });

  it('has no score where the site has errors, and tells them with those of the queries', async () => {
    const driver = siteOf('[{ "query": "a" }]', {
      'content/docs/b.md': '# B\n\n[x](nowhere.md)\n',
    });
    const { found, report, badUsage } = await check(driver);
    expect(found).toEqual([
      'content/docs/b.md:3:5 page-not-found',
      'queries.json:1:2 queries-invalid',
    ]);
    expect({ report, badUsage }).toEqual({ report: undefined, badUsage: false });
  });

  it('says what to write where there is no file of queries', async () => {
    const driver = siteOf('[]').remove('queries.json');
    const { found, diagnostics, badUsage } = await check(driver);
    expect(found).toEqual(['queries-not-found']);
    expect(diagnostics[0]?.hint).toContain('"expect"');
    expect(badUsage).toBe(true);
  });
});
