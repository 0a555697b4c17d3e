import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { navEntries } from '../../support/html.ts';
import { type SiteDriver, type SiteFiles, site } from '../../support/site.ts';

let driver: SiteDriver | undefined;
afterEach(() => driver?.dispose());

/** The configuration files that identify the tools. */
const CONFIGS: SiteFiles = {
  docusaurus: 'docusaurus.config.js',
  starlight: 'astro.config.mjs',
};

/** Builds an excerpt of documentation that was written for another tool, without a change. */
async function moved(tool: string, more: SiteFiles = {}): Promise<SiteDriver> {
  const folder = join('test/corpora', tool);
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const files = Object.fromEntries(
    paths.map((path) => [relative(folder, path), readFileSync(path, 'utf8')]),
  );
  const config = { [CONFIGS[tool] ?? '']: 'export default { integrations: [starlight()] };\n' };
  driver = await site({ ...files, ...config, ...more }).build();
  return driver;
}

/** The article without attributes for accessibility, on one line. */
function article(html: string): string {
  const start = html.indexOf('<article');
  return html
    .slice(start, html.indexOf('</article>', start))
    .replace(/ (?:role|aria-[a-z]+|tabindex|data-tabs)="[^"]*"/g, '')
    .replace(/\s*\n\s*/g, '');
}

const pagesOf = ({ files }: SiteDriver): readonly string[] =>
  files().filter((file) => /(?<!404|site-index\/index)\.html$/.test(file));

describe('documentation of Docusaurus', () => {
  it('keeps its addresses, sidebar and words', async () => {
    const built = await moved('docusaurus');
    expect(built.diagnostics()).toEqual([
      'docs/01-intro.mdx:9:1 unknown-component',
      'docs/01-intro.mdx:44:23 component-options',
    ]);
    expect(pagesOf(built)).toEqual([
      'docs/api/index.html',
      'docs/guides/folding/index.html',
      'docs/guides/hidden/index.html',
      'docs/guides/overview/index.html',
      'docs/index.html',
      'index.html',
    ]);
    const html = built.page('/docs');
    expect(navEntries(html, 'Documentation')).toEqual([
      'Paper Boats /docs/',
      'All guides /docs/guides/overview/',
      'Folding /docs/guides/folding/',
      'API reference /docs/api/',
    ]);
    const shown = article(html);
    expect(shown).toContain(
      '<h1 id="start">Paper Boats</h1><p>Fold, float and <a href="/docs/guides/folding/">sail</a>.' +
        'See <a href="/docs/guides/folding/">folding</a>, <a href="/docs/guides/folding/">the same</a> ' +
        'and <a href="/docs/api/#fold">the reference</a>.</p>',
    );
    expect(shown).toContain('<p>Fold <strong>twice</strong>.</p><figure class="code"');
    expect(shown).toContain('<p class="admonition-title">Wet paper</p><p>Keep it dry.</p>');
    expect(shown).toContain(
      '<p class="admonition-title">Colored paper</p><p>It floats as well.</p>',
    );
    expect(shown).toContain('<summary>Which paper?</summary><p>Any paper that is <strong>thin');
    expect(shown).toContain('<p>All boats sail together.</p>');
    expect(shown.match(/<img src="\/img\/boat\.svg"/g)).toHaveLength(2);
    expect(shown).toContain('<a href="/img/boat.svg">Plans</a>');
    expect(html).not.toMatch(/@theme|harbor|Nobody/);
  });

  it('resolves paths of files below the docs, and reports targets that do not exist', async () => {
    const built = await moved('docusaurus', {
      'docs/3-api/more.md': [
        '[a](02-guides/overview.md) [b](@site/docs/3-api/index.md) ![c](../../static/img/boat.svg)',
        '',
        '<Link to="@site/docs/none.md">d</Link> [e](pathname:///none.pdf)',
        '',
      ].join('\n'),
    });
    expect(built.diagnostics().filter((line) => line.includes('more.md'))).toEqual([
      'docs/3-api/more.md:3:11 page-not-found',
      'docs/3-api/more.md:3:44 asset-not-found',
    ]);
  });

  it('shows the parts, code and images that a page imports', async () => {
    const built = await moved('docusaurus', {
      'docs/_parts/keel.mdx':
        "import Tabs from '@theme/Tabs';\n\nThe **keel**: [intro](../01-intro.mdx).\n",
      'docs/fold.js': 'fold(2);\n',
      'docs/keel.mdx': [
        "import Keel from './_parts/keel.mdx';",
        "import source from '!!raw-loader!./fold.js';",
        "import boat from '@site/static/img/boat.svg';",
        '',
        '# Keel',
        '',
        '<div>',
        '        <Keel size="2" />',
        '</div>',
        '',
        '<CodeBlock language="js" title="fold.js">{source}</CodeBlock>',
        '',
        '<img src={boat} alt="A boat" />',
        '',
      ].join('\n'),
    });
    expect(built.diagnostics().filter((line) => line.includes('keel'))).toEqual([]);
    const shown = article(built.page('/docs/keel'));
    expect(shown).not.toContain('import');
    expect(shown).toContain('<p>The <strong>keel</strong>: <a href="/docs/">intro</a>.</p>');
    expect(shown).toContain('<figcaption>fold.js</figcaption><pre><code class="language-js">');
    expect(shown).toContain(
      '<img src="/img/boat.svg" alt="A boat" width="8" height="8" fetchpriority="high"/>',
    );
  });

  it('says that the index of a category is not generated', async () => {
    const built = await moved('docusaurus', {
      'docs/3-api/_category_.json': '{ "label": "API", "link": { "type": "generated-index" } }',
    });
    expect(built.diagnostics()).toContain('docs/3-api/_category_.json:1:1 foreign-syntax');
  });
});

/** Icons of blocks and the look of a grid have no effect. */
const STARLIGHT_FINDINGS = [
  'src/content/docs/404.md:1:1 ignored-source',
  'src/content/docs/guides/First Kite.mdx:11:15 component-options',
  'src/content/docs/index.mdx:22:11 component-options',
];

describe('documentation of Starlight', () => {
  it('has titles of code in comments, heroes with the title of the page and icons of files', async () => {
    const built = await moved('starlight', {
      'tsconfig.json':
        '{ "compilerOptions": { "baseUrl": ".", "paths": { "@parts/*": ["src/content/docs/_parts/*"] } } }',
      'src/content/docs/_parts/call.mdx': 'Try it **now**.\n',
      'src/content/docs/code.mdx': [
        '---',
        'title: Code',
        'hero:',
        '  tagline: In short',
        '---',
        "import { Icon } from '@astrojs/starlight/components';",
        "import Call from '@parts/call.mdx';",
        '',
        '<Call />',
        '',
        '```js "b"',
        '// src/a.js',
        '',
        'a("b");',
        '```',
        '',
        '```js frame="none"',
        '// src/b.js',
        '```',
        '',
        'An <Icon name="seti:python" /> icon.',
        '',
        ':::section{.wide}',
        'Plain *text*.',
        ':::',
        '',
      ].join('\n'),
    });
    const found = built.diagnostics().filter((line) => line.includes('code.mdx'));
    expect(found).toEqual([]);
    const shown = article(built.page('/code'));
    expect(shown).toMatch(/<h1[^>]*>Code<\/h1>/);
    expect(shown).toContain('In short');
    expect(shown).toContain('<p>Try it <strong>now</strong>.</p>');
    expect(shown).toContain('<figcaption>src/a.js</figcaption>');
    expect(shown).toContain('<mark>b</mark>');
    expect(shown).toContain('// src/b.js');
    expect(shown).toContain('svg-icon');
    expect(shown).toMatch(/<div><p>Plain <em>text<\/em>\.<\/p><\/div>/);
  });

  it('keeps its addresses, sidebar and words', async () => {
    const built = await moved('starlight');
    expect(built.diagnostics()).toEqual(STARLIGHT_FINDINGS);
    expect(pagesOf(built)).toEqual([
      'fr/index.html',
      'guides/first-kite/index.html',
      'guides/second/index.html',
      'index.html',
    ]);
    const home = article(built.page('/'));
    expect(home).toContain('Build a kite');
    expect(home).toContain('href="/guides/first-kite/"');
    expect(home).toContain('<span>Light</span></p>');
    expect(home).toContain('<p>Paper and <em>two</em> sticks.</p>');
    const html = built.page('/guides/first-kite');
    expect(navEntries(html, 'Documentation').slice(-4)).toEqual([
      'Guides',
      'First kite /guides/first-kite/',
      'New /guides/first-kite/',
      'The second kite /guides/second/',
    ]);
    const shown = article(html);
    expect(shown).toContain('<p class="admonition-title">Wind</p>');
    expect(shown).toContain('<ol><li><p>Cross two sticks.</p><div class="tabs"');
    expect(shown).toMatch(/Add paper. <span class="label[^>]*>Fragile<\/span>/);
    expect(shown).toContain('<div class="file-tree"><ul><li>kite/<ul><li>paper</li>');
    expect(shown).toContain('<figcaption>fly.js</figcaption>');
    expect(shown).toMatch(/<a [^>]*href="\/guides\/second\/"[^>]*>[^]*Next/);
    expect(article(built.page('/guides/second'))).toContain('Markdown with {braces} stays.');
  });

  it('finds images outside of the content, and the original of a missing translation', async () => {
    const built = await moved('starlight', {
      'src/assets/a.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'src/content/docs/fr/b.md':
        '---\ntitle: B\n---\n\n![a](../../../assets/a.svg) ![a](~/assets/a.svg) [c](/fr/guides/second/)\n',
    });
    expect(built.diagnostics()).toEqual(STARLIGHT_FINDINGS);
    expect(built.page('/fr/b')).toContain('<a href="/guides/second/">c</a>');
  });
});

describe('files whose names begin with _', () => {
  it.each([
    ['mkdocs', ['/_a/', '/b/']],
    ['vitepress', ['/_a', '/b']],
    ['docusaurus', ['/b/']],
  ])('are pages where they are in the tool: %s', async (dialect, addresses) => {
    driver = await site({
      'site.config.mjs': `export default { title: 'T', url: 'https://t.example', markdown: { dialects: ['${dialect}'] }, docs: [{ routeBase: '/' }] };\n`,
      '_a.md': '# A\n\ntext\n',
      'b.md': '# B\n\ntext\n',
    }).build();
    const found = addresses.filter((address) =>
      driver?.file('sitemap.xml').includes(`example${address}<`),
    );
    expect(found).toEqual(addresses);
    expect(driver.file('sitemap.xml').includes('_a')).toBe(dialect !== 'docusaurus');
  });
});

it('leaves out the second of two pages with one address, and keeps a page beside the folder of its name', async () => {
  driver = await site({
    'site.config.mjs': `export default { title: 'T', url: 'https://t.example', markdown: { dialects: ['vitepress'] } };\n`,
    'guide/en.md': '# One\n\ntext\n',
    'guide/en/index.md': '# Two\n\ntext\n',
    'guide/en.mdx': '# Three\n\ntext\n',
    'tabs.md': '# T\n\n::: tabs key:a\ntext\n:::\n\n[a](chrome://inspect/)\n',
  }).build();
  expect(driver.diagnostics()).toEqual([
    'guide/en.mdx:1:1 ignored-source',
    'tabs.md:3:5 tabs-empty',
    'tabs.md:3:10 tab-options',
    'tabs.md:4:1 tabs-content',
    'tabs.md:7:5 unknown-scheme',
  ]);
  expect(driver.file('guide/en.html')).toContain('One');
  expect(driver.file('guide/en/index.html')).toContain('Two');
});

it('shows the HTML and the text that elements are given as Astro does', async () => {
  const { page, diagnostics } = await moved('starlight', {
    'src/content/docs/set.mdx': [
      '# Set',
      '',
      '<Fragment set:html={"<pre>one <b style=\\"color: red\\">two</b></pre>"} />',
      '',
      '<p set:html="<i>three</i>">gone</p>',
      '',
      '<p set:text={"<four>"} />',
      '',
    ].join('\n'),
  });
  const shown = article(page('/set')).replace(/ class="[^"]*"/g, '');
  expect(shown).toContain(
    '<div><pre>one <b>two</b></pre></div><p><i>three</i></p><p>&lt;four&gt;</p>',
  );
  expect(diagnostics().filter((line) => line.includes('set.mdx'))).toEqual([]);
});

it('follows links to x.md where the page is x.mdx', async () => {
  const { page, diagnostics } = await moved('starlight', {
    'src/content/docs/from.md': '# From\n\n[To](./to.md) and [gone](./gone.md)\n',
    'src/content/docs/to.mdx': '# To\n\nText.\n',
  });
  expect(article(page('/from'))).toContain('<a href="/to/">To</a>');
  expect(diagnostics().filter((line) => line.includes('from.md'))).toHaveLength(1);
});

it('generates a home page where that of the other tool has no content of its own', async () => {
  const { page } = await moved('starlight', {
    'src/content/docs/index.mdx':
      "---\ntitle: Stars\ntemplate: splash\n---\n\nimport Home from '../../Home.astro';\n\n<Home />\n",
  });
  expect(page('/')).toContain('main-home');
  expect(page('/')).toMatch(/<li class="card"><h2>/);
});

it('shows boxes and cards by their names in other tools, and the titles of components that are not known', async () => {
  driver = await site({
    'content/a.mdx': [
      '# A',
      '<Accordion title="one">two</Accordion>',
      '<CardGroup><Card title="three">four</Card></CardGroup>',
      '<Warning>five</Warning>',
      '<AccordionGroup><Expandable title="six">seven</Expandable></AccordionGroup>',
      '<Frame caption="eight">nine</Frame>',
      '<Field title="ten">eleven</Field>',
      '',
    ].join('\n\n'),
  }).build();
  expect(driver.file('a.md').replace(/^> .*\n\n/, '')).toBe(
    '# A\n\n<details>\n<summary>one</summary>\n\ntwo\n\n</details>\n\n**three**\n\nfour\n\n' +
      '> [!WARNING]\n> five\n\n<details>\n<summary>six</summary>\n\nseven\n\n</details>\n\nnine\n\neight\n\n**ten**eleven\n',
  );
  expect(driver.result().diagnostics.map(({ message }) => message)).toEqual([
    'the component <Field> is not found; its content is shown',
  ]);
});

it('names pages by their titles in the navbar, and those without one by their folders', async () => {
  driver = await site({
    'site.config.ts':
      "export default { title: 'T', url: 'https://t.example', docs: [{ routeBase: '/' }], navbar: { items: [{ type: 'doc', docId: 'index' }, { type: 'doc', docId: 'sea-ports/index' }, { type: 'doc', docId: 'tides' }] } };\n",
    'content/index.md': 'Text.\n',
    'content/sea-ports/index.md': 'Text.\n',
    'content/tides.md': '# High tides\n',
  }).build();
  const navbar = /<nav class="navbar"[^]*?<\/nav>/.exec(driver.page('/'))?.[0] ?? '';
  const labels = [...navbar.matchAll(/class="navbar-link[^>]*>([^<]+)/g)].map(([, label]) => label);
  expect(labels).toEqual(['Home', 'Sea ports', 'High tides']);
  expect(driver.page('/')).toContain('<h1>Home</h1>');
});
