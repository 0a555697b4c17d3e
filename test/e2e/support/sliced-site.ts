import { type Preview, preview } from '../../../src/server/preview/preview.ts';
import type { StaticServer } from '../../support/serve.ts';
import { type SiteDriver, type SiteFiles, site } from '../../support/site.ts';
import type { Host } from '../../support/suite.ts';

const SYLLABLES = 'bacon define gala into kilo lumen merit north paris quest'.split(' ');

/** Made-up words from all over the alphabet: the words of the site are in several slices. */
const FILLER = SYLLABLES.flatMap((start) =>
  SYLLABLES.flatMap((middle) => SYLLABLES.map((end) => start + middle.slice(0, 3) + end)),
).join(' ');

/** A site in two languages whose index is in slices, however small it is. */
export const SLICED_SITE: SiteFiles = {
  'site.config.ts': `export default {
    title: 'Harbour',
    url: 'https://docs.example.com',
    baseUrl: '/base/',
    favicon: 'favicon.svg',
    i18n: { defaultLocale: 'en', locales: [{ code: 'en' }, { code: 'fr' }] },
    docs: [{ id: 'default', path: 'content/docs', routeBase: '/docs', sidebars: { docs: 'auto' } }],
    search: { wholeLimit: 0 },
  };\n`,
  'static/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'content/index.md': '# Start\n\nHere begins everything about a lighthouse.\n',
  'content/docs/anchors.md':
    '# Anchors\n\nAn aardvark holds the ship.\n\n## Chains\n\nAnother aardvark.\n',
  'content/docs/knots.md': '# Knots\n\nA bowline.\n\n## Uses\n\nTie a bowline.\n',
  'content/docs/sails.md': '# Sails\n\nA zeppelin needs none.\n\n## Mending\n\nWith a needle.\n',
  'content/docs/words.md': `# Words\n\n${FILLER}\n`,
  'i18n/fr/index.md': '# Accueil\n',
  'i18n/fr/docs/anchors.md': '# Ancres\n\nLe navire est tenu par une baleine.\n',
};

export interface Previewed extends Host {
  readonly driver: SiteDriver;
  /** Path of the slice with a word of the docs, below the base path. */
  readonly sliceOf: (word: string) => string;
}

/** Builds the site, and serves it as `docs preview` does. */
export async function previewSite(files: SiteFiles = SLICED_SITE): Promise<Previewed> {
  const driver = await site(files).build();
  const server = serverOf(await preview({ siteDir: driver.dir, port: 0 }));
  return {
    driver,
    server,
    sliceOf: (word) => sliceOf(driver.file('search-index-docs-default-current.json'), word),
    dispose: async () => {
      await server.close();
      driver.dispose();
    },
  };
}

function serverOf(started: Preview): StaticServer {
  if (started.kind === 'failed') throw new Error('the preview did not start');
  return { url: started.url, requests: [], close: () => started.close() };
}

/** Finds a word's slice as the manual says: the last one whose first word is not behind it. */
function sliceOf(file: string, word: string): string {
  const { index } = JSON.parse(file);
  const words: readonly (readonly [first: string, name: string])[] = index.slices.words;
  const [, name = ''] = words.findLast(([first]) => first <= word) ?? [];
  return index.folder + name;
}
