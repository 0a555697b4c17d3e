import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Files, project, section } from './project.ts';

const SITE: Files = {
  'website/docusaurus.config.js': `export default {
  title: 'Acme',
  url: 'https://acme.example',
  baseUrl: '/',
  markdown: { format: 'detect' },
  presets: [['classic', { docs: {
    path: '../docs',
    sidebarPath: './sidebars.js',
    versions: { current: { label: 'Next one' }, '1.0': { label: 'One', path: 'one', banner: 'none' } },
  } }]],
  themeConfig: { navbar: { items: [{ type: 'docsVersionDropdown' }] } },
};
`,
  'website/sidebars.js': `export default { main: ['intro', 'added'] };\n`,
  'website/versions.json': '["2.0", "1.0"]',
  'website/versioned_sidebars/version-2.0-sidebars.json': '{"main": ["intro", "setup"]}',
  'website/versioned_sidebars/version-1.0-sidebars.json':
    '{"version-1.0/main": [{"type": "category", "label": "Start", "items": [{"type": "doc", "id": "version-1.0/intro"}]}]}',
  'website/versioned_docs/version-2.0/intro.md': '# Intro two\n\n[Setup](./setup.md)\n',
  'website/versioned_docs/version-2.0/setup.md': '# Setup two\n\nThe {plain} text.\n',
  'website/versioned_docs/version-1.0/intro.md': '# Intro one\n\n[Same](./intro.md)\n',
  'website/versioned_docs/version-0.9/intro.md': '# Never published\n',
  'docs/intro.md': '# Intro\n\n[Added](./added.md)\n',
  'docs/added.md': '# Added\n',
  'docs/guides/up.md': '---\nslug: ../\n---\n# Up\n',
  'docs/guides/index.md': '---\nslug: all\n---\n# All guides\n\n[Up](./up.md)\n',
  'docs/guides/deep/down.md': '---\nslug: ../../down\n---\n# Down\n',
};

describe('the colors of Docusaurus', () => {
  const moved = async (css: string) => {
    const { docs, read } = project({
      'docusaurus.config.js': `export default { title: 'T', url: 'https://a.example', baseUrl: '/',
        presets: [['classic', { theme: { customCss: ['./missing.css', './src/css/custom.css'] } }]] };\n`,
      'docs/intro.md': '# Intro\n',
      'src/css/custom.css': css,
    });
    const { stdout } = await docs('init', '.', '--yes', '--from', '.');
    return { stdout, read };
  };

  it('become those of the site, and are mixed until links can be read', async () => {
    const { stdout, read } = await moved(
      '/* :root { --ifm-color-primary: #000; } */\n:root { --brand: #25c2a0; --ifm-color-primary: var(--brand); }\n[data-theme="dark"] { --ifm-color-primary: #FA0; }\n.x { --ifm-color-primary: #123456; }\n',
    );
    expect(read('templates/styles.css')).toBe(
      ':root {\n  --color-primary: light-dark(#25c2a0, #ffaa00);\n  --color-on-primary: #000000;\n  --color-accent: light-dark(#167460, #ffaa00);\n}\n',
    );
    expect(section(stdout, 'approximated').join('\n')).toContain(
      'its color is in templates/styles.css',
    );
  });

  it('are left if they cannot be read', async () => {
    const { stdout } = await moved(':root { --ifm-color-primary: var(--ifm-color-primary); }\n');
    expect(section(stdout, 'left').join('\n')).toContain('customCss: style sheets');
  });
});

describe('tags of Docusaurus', () => {
  const config = `export default { title: 'T', url: 'https://a.example', baseUrl: '/',
    presets: [['classic', { docs: { routeBasePath: 'learn' } }]] };\n`;

  it('have their pages below the docs', async () => {
    const { docs, read } = project({
      'docusaurus.config.js': config,
      'docs/intro.md': '---\ntags: [Web Hooks]\n---\n# Intro\n',
    });
    expect((await docs('init', '.', '--yes', '--from', '.')).status).toBe(0);
    expect(read('site.config.ts')).toContain("tags: '/learn/tags'");
    const { status, stdout } = await docs('build');
    expect(status, stdout).toBe(0);
    expect(read('build/learn/tags/web-hooks/index.html')).toContain('href="/learn/intro/"');
  });

  it('have none in docs without tags', async () => {
    const { docs, read } = project({
      'docusaurus.config.js': config,
      'docs/intro.md': '---\ntags: []\n---\n# Intro\n',
    });
    expect((await docs('init', '.', '--yes', '--from', '.')).status).toBe(0);
    expect(read('site.config.ts')).not.toContain('tags');
  });
});

it('keeps the dates and authors of pages of Docusaurus', async () => {
  const { docs, read } = project({
    'docusaurus.config.js': `export default { title: 'T', url: 'https://a.example', baseUrl: '/',
      presets: [['classic', { docs: { showLastUpdateTime: true } }]] };\n`,
    'docs/intro.md': '# Intro\n',
  });
  expect((await docs('init', '.', '--yes', '--from', '.')).status).toBe(0);
  expect(read('site.config.ts')).toContain('lastUpdate: { time: true, contributors: false }');
});

describe('docs of Docusaurus with versions', () => {
  it('are versions with their sidebars, labels and addresses', async () => {
    const { dir, docs, read } = project(SITE);
    const { stdout, status } = await docs('init', '.', '--yes', '--from', 'website');
    expect(status, stdout).toBe(0);
    expect(section(stdout, 'done')).toContainEqual(
      expect.stringMatching(/versions: 2\.0, 1\.0, read from versioned_docs/),
    );
    const config = read('site.config.ts');
    expect(config).toContain("current: { label: 'Next one' }");
    expect(config).toContain("{ type: 'docsVersionDropdown' }");
    const built = await docs('build', '--fail-on', 'warning');
    expect(built.status, built.stdout + built.stderr).toBe(0);
    expect(read('build/docs/intro/index.html')).toContain('Intro two');
    expect(read('build/docs/setup/index.html')).toContain('Setup two');
    expect(read('build/docs/setup/index.html')).toContain('The {plain} text.');
    expect(read('build/docs/next/added/index.html')).toContain('Next one');
    expect(read('build/docs/next/index.html')).toContain('>Up</h1>');
    expect(read('build/docs/next/guides/all/index.html')).toContain('href="/docs/next/"');
    expect(read('build/docs/next/down/index.html')).toContain('>Down</h1>');
    const oldest = read('build/docs/one/intro/index.html');
    expect(oldest).toContain('Intro one');
    expect(oldest).toMatch(/Start<[^]*aria-current="page"/);
    expect(existsSync(join(dir, 'build/docs/0.9'))).toBe(false);
  });

  it('are versions without a configuration, and get the next one from `docs version`', async () => {
    const { docs, read } = project(
      Object.fromEntries(
        Object.entries(SITE).map(([path, text]) => [path.replace('website/', ''), text]),
      ),
    );
    expect((await docs('build')).status).toBe(0);
    expect(read('build/docs/1.0/intro/index.html')).toContain('Intro one');
    expect((await docs('version', '3.0')).stdout).toContain('docs → versioned_docs/version-3.0');
    expect(JSON.parse(read('versions.json'))).toEqual(['3.0', '2.0', '1.0']);
    expect((await docs('build')).status).toBe(0);
    expect(read('build/docs/added/index.html')).toContain('Added');
    expect(read('build/docs/2.0/setup/index.html')).toContain('Setup two');
  });
});

describe('several docs plugins of Docusaurus', () => {
  const files: Files = {
    'website/docusaurus.config.js': `const help = {
  id: 'help', path: '../help', routeBasePath: '/', sidebarPath: require.resolve('./sidebarsHelp'),
  editUrl: 'https://github.com/acme/acme/edit/main/website/',
};
export default {
  title: 'Acme', url: 'https://acme.example', baseUrl: '/',
  presets: [['docusaurus-preset-other', { docs: { sidebarPath: './sidebars.js' } }]],
  plugins: [
    [require.resolve('@docusaurus/plugin-content-docs'), help],
    ['content-docs', {
      id: 'sdk', path: 'sdk', routeBasePath: 'sdk', lastVersion: 'current',
      versions: { current: { label: '2', path: 'v2' }, '1.0': { path: 'v1' } },
    }],
    ['@docusaurus/plugin-content-docs', { id: 'api', path: 'generated', routeBasePath: 'api' }],
  ],
  themeConfig: { docs: { sidebar: { hideable: true } }, navbar: { items: [
    { type: 'doc', docId: 'intro', label: 'Docs' },
    { type: 'docSidebar', sidebarId: 'all', docsPluginId: 'help', label: 'Help' },
    { type: 'docsVersionDropdown', docsPluginId: 'sdk' },
  ] } },
};
`,
    'website/sidebars.js': `export default { main: ['intro'] };\n`,
    'website/sidebarsHelp.js': `export default { all: ['ask', { type: 'category', label: 'More', items: ['more/pay'] }] };\n`,
    'website/docs/intro.md': '# Intro\n\n[Ask](/ask)\n',
    'help/ask.md': '# Ask\n\n[Pay](./more/pay.md), [intro](/docs/intro), ![A dot](./dot.svg)\n',
    'help/more/pay.md': '# Pay\n',
    'help/dot.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'website/sdk/start.md': '# Start two\n',
    'website/sdk_versions.json': '["1.0"]',
    'website/sdk_versioned_docs/version-1.0/start.md': '# Start one\n',
    'website/sdk_versioned_sidebars/version-1.0-sidebars.json': '{"sdk": ["start"]}',
  };

  it('are docs sets with their sidebars, versions and addresses', async () => {
    const { docs, read } = project(files);
    const { stdout, status } = await docs('init', '.', '--yes', '--from', 'website');
    expect(status, stdout).toBe(0);
    expect(section(stdout, 'done').join('\n')).toContain(
      'versions: 1.0, read from sdk_versioned_docs',
    );
    expect(section(stdout, 'done').join('\n')).toContain(
      'edit links: https://github.com/acme/acme/edit/main',
    );
    expect(section(stdout, 'left').join('\n')).toContain('there is no folder generated');
    const built = await docs('build', '--fail-on', 'warning');
    expect(built.status, built.stdout + built.stderr).toBe(0);
    expect(read('build/docs/intro/index.html')).toContain('<a href="/ask/">Ask</a>');
    const help = read('build/ask/index.html');
    expect(help).toContain('<a href="/docs/intro/">intro</a>');
    expect(help).toMatch(/<img src="\/dw-files\/[^"]*dot[^"]*\.svg"/);
    expect(help).toMatch(/aria-current="page"[^]*More<[^]*href="\/more\/pay\/"/);
    expect(help).toContain('edit/main/help/ask.md');
    expect(read('build/sdk/v2/start/index.html')).toContain('Start two');
    expect(read('build/sdk/v2/start/index.html')).toContain('href="/sdk/v1/start/"');
    expect(read('build/sdk/v1/start/index.html')).toContain('Start one');
  });

  it('are docs sets without a configuration', async () => {
    const { docs, read } = project(files);
    const built = await docs('build', 'website');
    expect(built.status, built.stdout + built.stderr).toBe(0);
    expect(read('website/build/docs/intro/index.html')).toContain('<a href="/ask/">Ask</a>');
    expect(read('website/build/more/pay/index.html')).toContain('Pay');
    expect(read('website/build/sdk/start/index.html')).toContain('Start two');
    expect(read('website/build/sdk/1.0/start/index.html')).toContain('Start one');
  });
});

describe('pages of Docusaurus in src/pages', () => {
  const files: Files = {
    ...SITE,
    'website/docusaurus.config.js':
      SITE['website/docusaurus.config.js']?.replace("'/'", "'/base/'") ?? '',
    'website/src/pages/about-us.md': '# About\n\n[Home](/)\n',
    'website/src/pages/index.js': `import Layout from '@theme/Layout';
import Link from '@docusaurus/Link';
import useDocusaurusContext from '@docusaurus/useDocusaurusContext';
import Translate, { translate } from '@docusaurus/Translate';
import { useThing } from '@docusaurus/theme-common';
import clsx from 'clsx';
import Own from '@theme/Own';
import Logo from '@site/static/logo.svg';
import styles from './index.module.css';

export default function Home() {
  const { siteConfig } = useDocusaurusContext();
  useThing();
  return (
    <Layout title="Start here" description="What it is">
      <h1 className={clsx('hero__title', styles.title, { [styles.off]: false })}>{siteConfig.title}</h1>
      <Logo className="logo" />
      <img src={require('@site/static/dot.png').default} alt={translate({ message: 'A {what}' }, { what: 'dot' })} />
      <Link to="/docs/setup"><Translate>Set up</Translate></Link>
      <Own />
    </Layout>
  );
}
`,
    'website/src/pages/broken.jsx': `export default () => { throw new Error('no browser'); };\n`,
    'docs/Part.tsx': 'export const Part = () => <p>Part</p>;\n',
    'website/src/pages/_part.js': 'export const part = 1;\n',
    'website/src/pages/index.module.css':
      ".title { background: url('@site/static/dot.png'); }\n.off { background: url(/img/old.png) }\n.gone { background: url('./gone.png') }\n",
    'website/src/theme/Own.js': 'export default () => <p>Own part</p>;\n',
    'website/static/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'website/static/dot.png': 'png',
  };

  it('are made in the build, with what they import', async () => {
    const { docs, read, dir } = project(files);
    expect((await docs('init', '.', '--yes', '--from', 'website')).status).toBe(0);
    const { stdout, stderr, status } = await docs('build');
    expect(status, stdout + stderr).toBe(0);
    const home = read('build/index.html');
    expect(home).toContain('<title>Start here | Acme</title>');
    expect(home).toContain('content="What it is"');
    expect(home).toMatch(/<h1 class="hero__title [\w-]*title[\w-]*">Acme<\/h1>/);
    expect(home).toMatch(/<img class="logo" alt="" src="\/base\/dw-assets\/logo-\w+\.svg"/);
    expect(home).toMatch(/<img src="\/base\/dw-assets\/dot-\w+\.png" alt="A dot"/);
    expect(home).toContain('<a href="/base/docs/setup/">Set up</a>');
    expect(home).toContain('Own part');
    expect(home.match(/<h1/g)).toHaveLength(1);
    expect(read('build/about-us/index.html')).toContain('<a href="/base/">Home</a>');
    expect(stdout + stderr).toContain('website/src/pages/broken.jsx:1:1');
    expect(stdout + stderr).toContain('no browser');
    expect(stdout + stderr).toContain('"./gone.png" is not found');
    expect(stdout + stderr).not.toMatch(/old\.png|docwright-missing/);
    expect(stdout + stderr).not.toContain('asset-not-found');
    expect(existsSync(join(dir, 'build/_part'))).toBe(false);
    // A reviewer sees them as code.
    writeFileSync(
      join(dir, 'site.config.ts'),
      read('site.config.ts').replace("dialects: ['docusaurus'],", '$& mdx: false,'),
    );
    expect((await docs('build')).status).toBe(0);
    expect(read('build/index.html')).toContain('Own part');
  });
});
