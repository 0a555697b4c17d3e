import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import lunr from 'lunr';
import { expect, it, onTestFinished } from 'vitest';
import type { SearchIndexFile } from '../../../src/search/query/search-index.ts';
import { type SiteDriver, site } from '../../support/site.ts';

const MANUAL = resolve(import.meta.dirname, '../../../manual/search-index.md');
const INDEX = 'search-index-docs-default-current.json';

const MORE = Array.from({ length: 20 }, (_, page) => [
  `content/docs/more/page-${page}.md`,
  `# Page ${page}\n\nA client number${page}.\n\n## Install the client\n\n${'Again a client. '.repeat(page)}\n`,
]);

const PAGES = {
  ...Object.fromEntries(MORE),
  'content/docs/install.md':
    '---\ntags: [client, setup]\n---\n\n# Install\n\nThe client. Über `fs.readFile`.\n\n## Linux\n\nThe client.\n\n## Client\n\nRun it.\n',
};

async function siteWith(wholeLimit: number): Promise<SiteDriver> {
  const config = { title: 'T', url: 'https://docs.example.com', search: { wholeLimit } };
  const driver = site({
    ...PAGES,
    'site.config.ts': `export default ${JSON.stringify(config)};\n`,
  });
  onTestFinished(driver.dispose);
  return driver.build();
}

/** The weights of sections with a word, by the client in the manual. */
function askDocumented(driver: SiteDriver, word: string): ReadonlyMap<string, number> {
  const { stdout, stderr } = spawnSync(process.execPath, ['sections.mjs', word], {
    cwd: driver.dir,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  const lines = stdout.split('\n').filter((line) => line !== '');
  return new Map(
    lines.map((line) => {
      const [address = '', weight] = line.split(' ');
      return [address, Number(weight)];
    }),
  );
}

it('lets the client of the manual find what lunr finds', async () => {
  const [, client = ''] =
    /```js title="sections\.mjs"\n(.*?)```/s.exec(readFileSync(MANUAL, 'utf8')) ?? [];
  const [sliced, whole] = [await siteWith(0), await siteWith(256)];
  sliced.write('sections.mjs', client);
  const { documents, index }: SearchIndexFile = JSON.parse(whole.file(INDEX));
  const routes = new Map(documents.map(({ id, sectionRoute }) => [id, sectionRoute]));
  const lunrIndex = lunr.Index.load(index);
  for (const word of ['client', 'install', 'linux', 'readfile', 'setup', 'uber', 'missing']) {
    const expected = new Map(
      lunrIndex.search(word).map(({ ref, score }) => [routes.get(ref) ?? '', score]),
    );
    const found = askDocumented(sliced, word);
    expect([word, ...found.keys()].toSorted()).toEqual([word, ...expected.keys()].toSorted());
    // Both forms round.
    for (const [route, weight] of found)
      expect(weight / (expected.get(route) ?? 0)).toBeCloseTo(1, 0);
  }
});
