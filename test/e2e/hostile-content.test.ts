import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { follow, type Reader } from '../support/reader.ts';
import type { SiteFiles } from '../support/site.ts';
import { STRICT_POLICY } from '../support/strict-policy.ts';
import { siteSuite } from '../support/suite.ts';

/** What a hostile script leaves behind. */
const MARK = 'globalThis.hostile = true;';
const EVIL = 'https://evil.example';

/** The name of a linked file in the output. */
function published(stem: string, extension: string, content: string): string {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 10);
  return `${stem}-${hash}${extension}`;
}

/** What the app would have to believe to load a site file and a script of the attacker's. */
function claimed(siteFile: string, entry: string): string {
  const page = { kind: 'react', route: '/x', href: '/x/', title: 'X', description: '', entry };
  const rest = { toc: [], breadcrumbs: [], pager: {}, activeItems: {}, searchTag: 'default' };
  return JSON.stringify({ generation: 'g', siteFile, page: { ...page, ...rest } });
}

function ownSite(baseUrl: string): string {
  return JSON.stringify({
    schema: 1,
    generation: 'g',
    site: {
      baseUrl,
      trailingSlash: true,
      title: 'X',
      tagline: '',
      locale: { code: 'en', label: 'English', htmlLang: 'en', dir: 'ltr' },
      locales: [],
      localeBase: '/',
      docsSets: [],
      searchHref: '/',
      search: { limit: 8, hotkeys: true, indexes: {}, sets: [] },
      navbar: { title: 'X', homeHref: '/', hideOnScroll: false, items: [] },
      colorMode: { default: 'dark', disableSwitch: true, respectPrefersColorScheme: false },
    },
    sidebars: {},
  });
}

const FILES = { 'evil.json': ownSite('/'), 'entry.js': `${MARK}export default () => null;\n` };
const LINKS = '[Data](./evil.json) [Script](./entry.js)';

/** Page data that names the two linked files, wherever they are published. */
function linkedFiles(folder: string): string {
  const json = published('evil', '.json', FILES['evil.json']);
  return claimed(
    `/${folder}/${json}`,
    `/${folder}/${published('entry', '.js', FILES['entry.js'])}`,
  );
}

const DATA_BASE = 'data:text/javascript,0;//';
/** Page data that needs no file at all. */
const INLINE = claimed(
  `data:application/json,${encodeURIComponent(ownSite(DATA_BASE))}`,
  `${DATA_BASE}dw-assets/%0a${encodeURIComponent(`${MARK}export default () => null;`)}`,
);
const FOREIGN = claimed(`${EVIL}/site.json`, `${EVIL}/entry.js`);

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

const FORMER_IDS = ['root', 'main', 'page-data', 'site-menu', 'navbar-menu-0', 'search-results'];
const GLOBALS = [
  'document location history navigator window self top parent fetch origin name event trustedTypes',
  'requestIdleCallback localStorage sessionStorage CSS Highlight URL Worker Reflect performance',
  'getElementById querySelector querySelectorAll body head documentElement scripts currentScript',
  'createElement addEventListener dispatchEvent activeElement readyState title baseURI forms links',
  '__REACT_DEVTOOLS_GLOBAL_HOOK__ setImmediate reportError MessageChannel navigation docwright',
].flatMap((names) => names.split(' '));

const raw = (json: string): string => `<p id="page-data">${escaped(json)}</p>`;
const heading = (json: string): string => `## \`${json}\` {#page-data}`;
const script = (json: string): string =>
  `<script type="application/json" id="page-data">${json}</script>`;

/** Ways to say something of the page before the page's own data, by name. */
const CLAIMS: Readonly<Record<string, string>> = {
  'raw-linked': ['dw-assets', 'dw-files'].map((folder) => raw(linkedFiles(folder))).join('\n\n'),
  'raw-files': raw(linkedFiles('dw-files')),
  'raw-inline': raw(INLINE),
  'raw-foreign': raw(FOREIGN),
  'heading-linked': heading(linkedFiles('dw-assets')),
  'heading-files': heading(linkedFiles('dw-files')),
  'heading-inline': heading(INLINE),
  'script-linked': script(linkedFiles('dw-assets')),
  'in-root': `<div id="root"><div id="root"></div></div>\n\n${raw(INLINE)}`,
  'anchor-name': `<a name="page-data">${escaped(INLINE)}</a>`,
  'tab-name': `::::tabs\n:::tab[page-data]{value="page-data"}\n${raw(INLINE)}\n:::\n:::tab[dw-root]\nx\n:::\n::::`,
  ids: [...FORMER_IDS, ...GLOBALS].map((id) => `<span id="${id}">x</span>`).join('\n'),
  'heading-ids': [...FORMER_IDS, ...GLOBALS].map((id) => `## H ${id} {#${id}}`).join('\n\n'),
  'anchor-names': [...FORMER_IDS, ...GLOBALS].map((id) => `<a name="${id}">x</a>`).join('\n'),
  names: GLOBALS.map((name) =>
    ['form', 'img src="/favicon.svg"', 'object', 'embed', 'iframe', 'input', 'a']
      .map((element) => `<${element} name="${name}">`)
      .join(''),
  ).join('\n\n'),
  collections:
    '<a id="trustedTypes">x</a><a id="trustedTypes" name="createPolicy" href="https://example.com">y</a>',
  slugs: '## dw-root\n\n## DW main\n\n## dw-page-data\n\n## Main\n\n## Root',
  roles:
    '<div class="header sidebar search-button" data-search data-menu="open" data-menu-panel="docs" data-dropdown data-state="{}">x</div>\n\n<main><article>y</article></main>',
};

/** HTML of the configuration comes before the content, too. */
function configured(html: string): SiteFiles {
  return {
    'site.config.ts': `export default {
      title: 'Hostile',
      url: 'https://docs.example.com',
      favicon: 'favicon.svg',
      navbar: { items: [
        { label: 'Menu', items: [{ label: 'Start', to: '/' }] },
        { type: 'html', value: ${JSON.stringify(html)} },
      ] },
      announcementBar: { content: ${JSON.stringify(html)} },
      footer: { copyright: ${JSON.stringify(`<i id="root">${escaped(INLINE)}</i>`)} },
      openapi: [{ id: 'api', spec: 'openapi/api.json', routeBase: '/api' }],
      links: { rules: { 'duplicate-id': 'off' } },
    };\n`,
    'content/index.md': '# Start\n\n[Next](./dw-root.md)\n',
    'static/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'content/dw-root.md': '# Next\n\n## dw-main\n',
    ...API,
  };
}

const API: SiteFiles = {
  'openapi/api.json': JSON.stringify({
    openapi: '3.1.0',
    info: {
      title: 'root',
      version: '1',
      description: `# About {#page-data}\n\n${raw(INLINE)}\n\n${heading(INLINE)}`,
    },
    paths: {
      '/root': {
        get: {
          operationId: 'page-data',
          summary: 'dw-root',
          description: raw(INLINE),
          parameters: ['page-data', 'dw-root', 'dw-main', 'body'].map((name) => ({
            in: 'query',
            name,
            description: raw(INLINE),
            schema: { type: 'string' },
          })),
          responses: { 200: { description: heading(INLINE) } },
        },
      },
    },
  }),
};

const SITE: SiteFiles = {
  ...configured('<b id="main">x</b>'),
  ...Object.fromEntries(
    Object.entries(CLAIMS).map(([name, text]) => [
      `content/${name}.md`,
      `---\ntitle: ${JSON.stringify(raw(INLINE))}\ndescription: ${JSON.stringify(`</script>${raw(INLINE)}`)}\n---\n\n# Hostile\n\n[Next](./dw-root.md)\n\n${LINKS}\n\n${text}\n`,
    ]),
  ),
  'content/evil.json': FILES['evil.json'],
  'content/entry.js': FILES['entry.js'],
};

const PAGES = [...Object.keys(CLAIMS), 'api/root', 'api/get-page-data'];

const OTHER = configured(`<span id="page-data">${escaped(INLINE)}</span><a name="root">x</a>`);

const HOSTS: readonly [string, Readonly<Record<string, string>>][] = [
  ['without a policy', {}],
  ['with the strict policy', { 'Content-Security-Policy': STRICT_POLICY }],
];

describe.each(HOSTS)('on a host %s', (_, headers) => {
  // Content that is left out is reported.
  const hostile = siteSuite(SITE, { headers, problems: /./ });
  const configuredSite = siteSuite(OTHER, { headers, problems: /./ });

  it('no page runs a script of its content, and the app starts on each', async () => {
    expect(await visitAll(hostile, PAGES)).toEqual(PAGES.map((name) => `${name} works`));
  }, 120_000);

  it('HTML of the configuration runs no script', async () => {
    expect(await visitAll(configuredSite, ['', 'dw-root'])).toEqual([' works', 'dw-root works']);
  }, 60_000);
});

/** Visits pages as a reader does who searches and follows a link; says of each how that went. */
async function visitAll(
  suite: ReturnType<typeof siteSuite>,
  names: readonly string[],
): Promise<readonly string[]> {
  const states: string[] = [];
  await suite.visit({}, async (reader) => {
    reader.page.setDefaultTimeout(5000);
    for (const [index, name] of names.entries()) {
      const state = await visit(reader, name).then(
        () => 'works',
        () => 'fails',
      );
      // Not a mere element with that id.
      const isHostile = await reader.page.evaluate('globalThis.hostile === true');
      const isOne = reader.documents() === index + 1;
      const doubts = `${isHostile ? ' and is hostile' : ''}${isOne ? '' : ' and loads documents'}`;
      states.push(`${name} ${state}${doubts}`);
    }
  });
  return states;
}

async function visit({ page, open }: Reader, name: string): Promise<void> {
  await open(name === '' ? '' : `${name}/`);
  await page.keyboard.press('Control+k');
  await page.locator('dialog.search-dialog[open]').waitFor();
  await page.keyboard.press('Escape');
  if (name === '' || name in CLAIMS) await follow(page, 'Next', 'Next');
}
