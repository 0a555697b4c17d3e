import { afterAll, describe, expect, it } from 'vitest';
import { type SiteDriver, site } from '../../support/site.ts';

const sites: SiteDriver[] = [];
afterAll(() => sites.forEach((driver) => driver.dispose()));

async function searchOf(config: string, files: Readonly<Record<string, string>>) {
  const driver = site({
    'site.config.ts': `export default { title: 'T', url: 'https://t.example', ${config} };`,
    ...files,
  });
  sites.push(await driver.build());
  expect(driver.diagnostics()).toEqual([]);
  const { search } = JSON.parse(driver.file('site.json')).site;
  return { search, files: driver.files(), driver };
}

describe('what the browser knows of the search', () => {
  it('names the index files that there are, with the base path, and one version of each docs set', async () => {
    const { search, files } = await searchOf(
      `baseUrl: '/base/', docs: [
        { id: 'main', path: 'content/docs', routeBase: '/docs' },
        { id: 'sdk', path: 'content/sdk', routeBase: '/sdk' },
      ], search: { maxSearchResults: 5, hotkeys: false }`,
      { 'content/index.md': '# Home\n', 'content/docs/a.md': '# A\n', 'content/sdk/b.md': '# B\n' },
    );
    expect(search).toEqual({
      limit: 5,
      hotkeys: false,
      commonSynonyms: true,
      indexes: {
        default: '/base/search-index-default.json',
        'docs-main-current': '/base/search-index-docs-main-current.json',
        'docs-sdk-current': '/base/search-index-docs-sdk-current.json',
      },
      sets: [
        { id: 'main', versions: { current: 'docs-main-current' }, last: 'current' },
        { id: 'sdk', versions: { current: 'docs-sdk-current' }, last: 'current' },
      ],
    });
    for (const url of Object.values<string>(search.indexes))
      expect(files).toContain(url.replace('/base/', ''));
  });

  it('names no index of a docs set without pages, and analytics only where they are configured', async () => {
    const analytics = { src: 'https://cdn.example/a.js', endpoint: 'https://events.example/' };
    const { search, files } = await searchOf(
      `docs: [{ id: 'main', path: 'content/docs', routeBase: '/docs' }], search: { analytics: ${JSON.stringify(analytics)} }`,
      { 'content/index.md': '# Home\n', 'content/docs/_part.md': 'A part.\n' },
    );
    expect(Object.keys(search.indexes)).toEqual(['default']);
    expect(search.sets).toEqual([]);
    expect(search.analytics).toEqual(analytics);
    expect(files.filter((path) => path.startsWith('search-index'))).toEqual([
      'search-index-default.json',
    ]);
  });

  it('finds synonyms in the index', async () => {
    const { driver } = await searchOf(
      `search: { synonyms: [['login', 'sign in', 'sign-on'], { from: 'k8s', to: ['kubernetes'] }] }`,
      { 'content/index.md': '# Home\n' },
    );
    expect(
      JSON.parse(driver.file('search-index-docs-default-current.json')).index.synonyms,
    ).toEqual([['login', 'sign in', 'sign-on'], { from: 'k8s', to: ['kubernetes'] }]);
  });

  it('leads to an index above the limit, whose slices are beside the scripts', async () => {
    const driver = site({
      'site.config.ts': `export default { title: 'T', url: 'https://t.example', baseUrl: '/base/', search: { wholeLimit: 0 } };`,
      'content/index.md': '# Home\n\nSome words.\n',
    });
    sites.push(await driver.build());
    expect(driver.diagnostics()).toEqual([]);
    const { documents, index } = JSON.parse(driver.file('search-index-docs-default-current.json'));
    expect(documents).toEqual([]);
    const names: readonly string[] = [
      ...index.slices.words.map(([, name]: readonly [string, string]) => name),
      ...index.slices.documents,
    ];
    expect(names.length).toBeGreaterThan(1);
    for (const name of names) expect(driver.files()).toContain(index.folder + name);
  });
});
