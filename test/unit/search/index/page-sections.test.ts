import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openIndex, type SearchIndex } from '../../../../src/search/query/open-index.ts';
import { type SiteDriver, site } from '../../../support/site.ts';

describe('the sections of a site', () => {
  let driver: SiteDriver;
  let index: SearchIndex;

  beforeAll(async () => {
    driver = site({
      'site.config.ts': `export default { title: 'T', url: 'https://t.example' };`,
      'content/boxes.md':
        '---\ndescription: Containers with a lid.\ntags: [crate]\n---\n\n# Boxes\n\nThey hold things.\n\n## Sizes\n\nSmall and large.\n',
      'content/webhooks.md':
        '# Webhooks\n\nWebhooks tell you what happens. A bowline is a bowline.\n',
      'content/changelog/2-4.md': '# Webhooks in 2.4\n\nWebhooks have webhooks.\n',
      'content/hidden.md': '---\nunlisted: true\n---\n\n# Hidden\n\nNothing to see.\n',
      'content/rope-work.md': '# Knots\n\nTie.\n\n## Loops\n\nRound.\n\n##### Bowline\n\nPull.\n',
      'content/boats.md': '# Boats\n\nA boat has oars.\n',
      'content/reference/oars.md': '# Oar\n\nThe oars: oars, and oars.\n',
      'content/rivers.md':
        '---\ndescription: Rivers carry water.\n---\n\n# Rivers\n\nRivers carry water. Always.\n',
    });
    await driver.build();
    expect(driver.diagnostics()).toEqual([]);
    index = openIndex(
      JSON.parse(driver.file('search-index-docs-default-current.json')),
      async () => {
        throw new Error('no slices');
      },
    );
  });
  afterAll(() => driver.dispose());

  const routes = async (query: string): Promise<readonly string[]> =>
    (await index.search(query)).hits.map(({ document }) => document.sectionRoute);

  it('are found by their words, with their anchor', async () => {
    expect(await routes('small')).toEqual(['/boxes#sizes']);
    expect((await routes('box sizes'))[0]).toBe('/boxes#sizes');
  });

  it('are found by the description and the tags of their page in its first section', async () => {
    expect(await routes('containers')).toEqual(['/boxes']);
    expect(await routes('crate')).toEqual(['/boxes']);
    const [hit] = (await index.search('lid')).hits;
    expect(hit?.document.content).toBe('Containers with a lid. They hold things.');
  });

  it('are found by headings that start no section, before texts that mention them', async () => {
    expect(await routes('bowline')).toEqual(['/rope-work#loops', '/webhooks']);
  });

  it('are found by the address of their page', async () => {
    expect(await routes('rope')).toEqual(['/rope-work']);
  });

  it('are of a kind that the folder of their page tells', async () => {
    const { hits } = await index.search('oars');
    const kinds = hits.map(({ document: { sectionRoute, kind } }) => [sectionRoute, kind]);
    expect(kinds.toSorted()).toEqual([
      ['/boats', undefined],
      ['/reference/oars', 'reference'],
    ]);
  });

  it('show a description once if the text begins with it', async () => {
    const [hit] = (await index.search('rivers')).hits;
    expect(hit?.document.content).toBe('Rivers carry water. Always.');
  });

  it('come before release notes, unless their number is typed', async () => {
    expect((await routes('webhooks'))[0]).toBe('/webhooks');
    expect((await routes('webhooks 2.4'))[0]).toBe('/changelog/2-4');
  });

  it('are not those of unlisted pages', async () => {
    expect(await routes('hidden')).toEqual([]);
  });
});
