import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { levelsOf } from '../../../src/cli/site-flags.ts';
import { build } from '../../../src/index.ts';
import { siteOutput } from '../../support/site.ts';
import { tempSite } from '../config/temp-site.ts';

type Files = Readonly<Record<string, string>>;

/** Files of a repository whose origin is at an address. */
function repository(origin: string, head = 'ref: refs/heads/main\n'): Files {
  return {
    '.git/HEAD': head,
    '.git/config': `[core]\n\tbare = false\n[remote "origin"]\n\turl = ${origin}\n`,
  };
}

const GITHUB = repository('git@github.com:acme/tool.git');

/** Builds a folder of a repository. */
async function buildIn(folder: string, files: Files, strict = false) {
  const root = tempSite(files);
  const rules = levelsOf({ strict, rule: {} });
  const result = await build({ siteDir: join(root, folder), rules });
  const { ok, diagnostics, spared } = result;
  const output = siteOutput(() => join(root, folder, 'build'));
  const codes = diagnostics.map(({ code, severity }) => `${severity} ${code}`).toSorted();
  return { ok, codes, spared, root, output, result };
}

describe('a folder without a configuration', () => {
  const faults: Files = {
    'docs/a.md': '# A\n\n[b](./b.md) [c](#c) [x](javascript:alert) ![d](../d.png)\n',
    'docs/b/c.md': '---\ntitle: [\n---\n\n# C {#dw-root}\n\nText of c.\n',
    'docs/d.md': '---\nslug: /a\n---\n\n# D\n',
    'docs/e.mdx':
      'export const a = await fetch("https://docs.example.com");\n\n# E\n\nText of e.\n',
  };

  it('is published with all that can be shown, and --strict makes errors of what is wrong', async () => {
    const { ok, codes, spared, output } = await buildIn('docs', faults);
    expect(ok).toBe(true);
    expect(codes).toEqual([
      'warning anchor-not-found',
      'warning duplicate-route',
      'warning frontmatter-syntax',
      'warning mdx-syntax',
      'warning outside-root',
      'warning page-not-found',
      'warning reserved-id',
      'warning unsafe-scheme',
    ]);
    expect(spared).toBe(8);
    expect(output.page('/b/c')).toContain('Text of c.');
    expect(output.page('/e')).toContain('Text of e.');
    expect(output.page('/a')).not.toContain('javascript:');
    const strict = await buildIn('docs', faults, true);
    expect(strict.ok).toBe(false);
    expect(strict.codes.filter((code) => code.startsWith('error'))).toHaveLength(8);
  });

  it('takes static files from public/ unless another tool wrote it', async () => {
    const files = { 'docs/a.md': '# A\n\n![B](/b.svg)\n', 'public/b.svg': '<svg/>' };
    const { codes, output } = await buildIn('', files);
    expect(codes).toEqual([]);
    expect(output.file('b.svg')).toBe('<svg/>');
    const built = await buildIn('', { ...files, 'public/index.html': '<p>' });
    expect(built.codes).toEqual(['warning asset-not-found']);
  });

  it('shows the text of a link with an unknown scheme', async () => {
    const { codes, output } = await buildIn('', {
      'a.md': '# A\n\n[the flags](chrome://flags).\n',
    });
    expect(codes).toEqual(['warning unknown-scheme']);
    expect(output.page('/a')).toContain('<p><a>the flags</a>.</p>');
  });
});

describe('a file of the repository outside of the content', () => {
  const files: Files = {
    'docs/a.md':
      '# A\n\n[license](../LICENSE#l1) [code](../src/) [root](/src/x%20y.ts) ![image](../media/a.png)\n\n' +
      '[b](/docs/b.md) ![image](/media/a.png) [no](../no.md)\n',
    'docs/b.md': '# B\n',
    LICENSE: '',
    'src/x y.ts': '',
    'media/a.png': 'image',
  };

  it.each<[string, Files, string, string]>([
    [
      'GitHub',
      GITHUB,
      'https://github.com/acme/tool/blob/main',
      'https://github.com/acme/tool/tree/main',
    ],
    [
      'GitLab',
      repository('https://user@gitlab.com/a/b/tool.git', 'ref: refs/heads/x/y\n'),
      'https://gitlab.com/a/b/tool/-/blob/x/y',
      'https://gitlab.com/a/b/tool/-/tree/x/y',
    ],
    [
      'Codeberg',
      repository('ssh://git@codeberg.org:22/acme/tool'),
      'https://codeberg.org/acme/tool/src/branch/main',
      'https://codeberg.org/acme/tool/src/branch/main',
    ],
    [
      'Bitbucket, without a branch',
      repository('https://bitbucket.org/acme/tool/', '0123456789abcdef\n'),
      'https://bitbucket.org/acme/tool/src/HEAD',
      'https://bitbucket.org/acme/tool/src/HEAD',
    ],
  ])('is a link to %s, and images are copied', async (...[, git, file, folder]) => {
    const { codes, output } = await buildIn('docs', { ...git, ...files });
    expect(codes).toEqual(['warning link-form', 'warning outside-root']);
    const html = output.page('/a');
    expect(html).toContain(`href="${file}/LICENSE#l1"`);
    expect(html).toContain(`href="${folder}/src"`);
    expect(html).toContain(`href="${file}/src/x%20y.ts"`);
    expect(html).toContain('href="/b/"');
    const images = [...html.matchAll(/<img src="\/(dw-files\/a-\w+\.png)"/g)].map(
      ([, path]) => path,
    );
    expect(images).toHaveLength(2);
    expect(output.file(images[0] ?? '')).toBe('image');
  });

  it('is an error of a site with a configuration if there is no known host', async () => {
    const config = {
      'docs/site.config.ts': "export default { title: 'T', url: 'https://t.example' };\n",
    };
    const broken = await buildIn('docs', {
      ...repository('https://git.example/a/b'),
      ...config,
      ...files,
    });
    expect(broken.ok).toBe(false);
    const { 'docs/a.md': page = '', ...others } = files;
    const right = { ...others, 'docs/a.md': page.replace('[no](../no.md)', '') };
    const { ok, codes } = await buildIn('docs', { ...GITHUB, ...config, ...right });
    expect([ok, codes]).toEqual([true, ['warning link-form']]);
  });

  it('is not found if Git ignores it, and not shown if it is hidden', async () => {
    const { codes, output } = await buildIn('docs', {
      ...GITHUB,
      '.gitignore': 'secret.*\n',
      'secret.txt': '',
      'secret.png': '',
      '.hidden/a.png': '',
      'docs/a.md':
        '# A\n\n[s](../secret.txt) ![s](../secret.png) ![h](../.hidden/a.png) [g](../.git/config)\n',
    });
    expect(codes).toEqual(Array.from({ length: 4 }, () => 'warning outside-root'));
    expect(output.files().filter((file) => file.startsWith('dw-files/'))).toEqual([]);
  });
});

describe('a folder of the site of another tool', () => {
  const sites: readonly (readonly [string, Files, readonly string[], string])[] = [
    [
      'Starlight',
      {
        'astro.config.mjs':
          "import starlight from '@astrojs/starlight';\nexport default {\n  base: '/tool',\n  integrations: [starlight({ title: 'The tool' })],\n};\n",
        'src/content/docs/index.md':
          '---\ntitle: Start\n---\n\n![x](/tool/x.svg) [g](/tool/guides/a/)\n',
        'src/content/docs/guides/a.md': '---\ntitle: A\n---\n\n![y](~/assets/y.svg)\n',
        'public/x.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
        'src/assets/y.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      },
      ['', 'src/content/docs', 'src/content/docs/guides'],
      'guides/a/index.html',
    ],
    [
      'Docusaurus beside its docs',
      {
        'website/docusaurus.config.js':
          "module.exports = {\n\ttitle: 'The tool',\n  markdown: { format: 'detect' },\n  baseUrl: '/tool/',\n  presets: [['classic', { docs: { path: '../docs', routeBasePath: '/' } }]],\n};\n",
        'website/static/x.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
        'docs/guides/01-a.md': '# A\n\n![x](/x.svg) [b](/tool/guides/b)\n',
        'docs/guides/b.md': '# B {x}\n',
        'docs/guides/Part.tsx':
          "import { b } from 'not-installed';\nexport const Part = () => b;\n",
      },
      ['', 'docs', 'website', 'docs/guides'],
      'guides/a/index.html',
    ],
    [
      'MkDocs',
      {
        'mkdocs.yml': 'site_name: "The tool"\ndocs_dir: pages\n',
        'pages/guides/a.md': '# A\n\n!!! note\n    [b](b.md)\n',
        'pages/guides/b.md': '# B\n',
      },
      ['', 'pages', 'pages/guides'],
      'guides/a/index.html',
    ],
  ];

  it.each(sites)('is all of it: %s', async (...[, files, folders, page]) => {
    for (const folder of folders) {
      const { codes, output, result, root } = await buildIn(folder, { ...GITHUB, ...files });
      expect([folder, codes]).toEqual([folder, []]);
      expect([folder, output.files()]).toEqual([folder, expect.arrayContaining([page])]);
      expect(result.summary?.notes.join('\n')).toContain('the title is "The tool"');
      expect(result.summary?.outDir).toBe(join(root, folder, 'build'));
    }
  });

  it('is found up to the folder of the repository, never above it', async () => {
    const nested = tempSite({
      'mkdocs.yml': '',
      'site.config.ts': '',
      'repo/.git/HEAD': 'x\n',
      'repo/docs/a.md': '# A\n\n!!! note\n',
    });
    const result = await build({ siteDir: join(nested, 'repo/docs') });
    expect(result.diagnostics.map(({ code }) => code)).toEqual(['foreign-syntax']);
    expect(readFileSync(join(nested, 'repo/docs/build/a/index.html'), 'utf8')).toContain(
      '!!! note',
    );
  });
});

describe('the page of a folder', () => {
  const names = [
    'x/',
    './x',
    './x/index',
    'x/index.html',
    'x/index.md',
    'x/README',
    'x/README.html',
  ];
  const links = [...names, 'x/README.md', 'x/index/', '/x/index', '/x/index.html', '/x/README.md'];

  it.each(['docusaurus', 'vitepress', 'starlight', 'mkdocs', 'mdbook'])(
    'has all names that tools give it: %s',
    async (dialect) => {
      const { codes, output } = await buildIn('', {
        'site.config.ts': `export default { title: 'T', url: 'https://t.example', docs: [{ routeBase: '/' }], markdown: { dialects: ['${dialect}'] } };\n`,
        'content/a.md': `# A\n\n${links.map((href) => `[l](${href})`).join(' ')}\n`,
        'content/x/index.md': '# X\n',
      });
      expect(codes).toEqual([]);
      const found = [...output.page('/a').matchAll(/href="\/x\/?">l</g)];
      expect(found).toHaveLength(links.length);
    },
  );

  it.each(['vitepress', 'mkdocs', 'mdbook'])(
    'is one file with one address, also beside a page of its name: %s',
    async (dialect) => {
      const { codes, output } = await buildIn('', {
        'site.config.ts': `export default { title: 'T', url: 'https://t.example', trailingSlash: false, docs: [{ routeBase: '/' }], markdown: { dialects: ['${dialect}'] } };\n`,
        'content/x.md': '# Page\n\n[l](x/) [l](x/index.md) [l](/x/index.html) [l](y)\n',
        'content/x/index.md': '# Folder\n\n[l](../x.md) [l](../x.html) [l](/x) [l](z.md)\n',
        'content/x/z.md': '# Z\n\n[l](./) [l](index.html) [l](../x.md)\n',
        'content/y/index.md': '# Y\n',
      });
      expect(codes.filter((code) => code !== 'link-form')).toEqual([]);
      const hrefsIn = (route: string): readonly (string | undefined)[] =>
        [...output.file(route).matchAll(/href="([^"]*)">l</g)].map(([, href]) => href);
      expect(hrefsIn('x.html')).toEqual(['/x/', '/x/', '/x/', '/y/']);
      expect(hrefsIn('x/index.html')).toEqual(['/x', '/x', '/x', '/x/z']);
      expect(hrefsIn('x/z.html')).toEqual(['/x/', '/x/', '/x']);
      expect(output.file('x/index.html')).toContain('rel="canonical" href="https://t.example/x/"');
      expect(output.files()).toContain('x/index.md');
      expect(output.files()).not.toContain('y.html');
    },
  );

  it.each(['vitepress', 'mkdocs', 'mdbook'])(
    'is one file with one address at the base of docs and of a locale: %s',
    async (dialect) => {
      const { codes, output } = await buildIn('', {
        'site.config.ts': `export default { title: 'T', url: 'https://t.example', trailingSlash: false,
          i18n: { locales: [{ code: 'en' }, { code: 'zh' }] }, markdown: { dialects: ['${dialect}'] },
          docs: [{ path: 'content', routeBase: '/' }, { id: 'sdk', path: 'sdk', routeBase: '/sdk' }],
          navbar: { items: [{ label: 'Start', to: '/' }, { label: 'SDK', to: '/sdk' }] } };\n`,
        'content/index.md': '# Home\n\n[l](./a.md) [l](/sdk)\n',
        'content/a.md': '# A\n\n[l](./) [l](/sdk/)\n',
        'sdk/index.md': '# SDK\n',
        'i18n/zh/index.md': '# 首页\n\n[l](./a.md) [l](/sdk)\n',
        'i18n/zh/a.md': '# 甲\n\n[l](./) [l](/)\n',
      });
      expect(codes.filter((code) => code !== 'link-form')).toEqual([]);
      const pages = output.files().filter((file) => file.endsWith('.html'));
      expect(pages.filter((file) => !/404|site-index/.test(file))).toEqual([
        'a.html',
        'index.html',
        'sdk/index.html',
        'zh/a.html',
        'zh/index.html',
        'zh/sdk/index.html',
      ]);
      const home = output.file('zh/index.html');
      expect(home).toContain('rel="canonical" href="https://t.example/zh/"');
      expect(home).toMatch(/hreflang="en" href="https:\/\/t\.example\/"/);
      expect(home).toMatch(/<a [^>]*aria-current="page"[^>]*>Start</);
      expect(output.file('index.html')).toContain('hreflang="zh" href="https://t.example/zh/"');
      expect(output.file('zh/a.html').match(/href="\/zh\/">l</g)).toHaveLength(2);
      expect(output.file('a.html').match(/href="\/sdk\/">l</g)).toHaveLength(1);
      expect(output.file('sdk/index.html')).toContain('href="https://t.example/sdk/"');
    },
  );
});
