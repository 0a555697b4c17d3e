import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type SiteDriver, type SiteFiles, site } from '../../support/site.ts';

let driver: SiteDriver | undefined;
afterEach(() => driver?.dispose());

async function built(files: SiteFiles): Promise<SiteDriver> {
  driver = await site(files).build();
  return driver;
}

const config = (body: string): string =>
  `export default { title: 'Test site', url: 'https://docs.example.com', ${body} };\n`;

describe('a folder with a configuration and one Markdown file', () => {
  it('is a site', async () => {
    const result = await built({ 'guide.md': '# Guide\n\nHello.\n' });
    expect(result.diagnostics()).toEqual([]);
    expect(result.page('/guide')).toContain('<h1');
    expect(result.page('/')).toContain('href="/guide/"');
    expect(result.page('/404')).toContain('<title>Page Not Found | Test site</title>');
    expect(result.files()).toEqual(
      expect.arrayContaining([
        'sitemap.xml',
        'robots.txt',
        'search-index-docs-default-current.json',
      ]),
    );
  });
});

describe('routes', () => {
  it('are content paths; an index is its folder', async () => {
    const result = await built({
      'content/index.md': '# Home\n',
      'content/about.md': '# About\n',
      'content/docs/x/y.md': '# Y\n',
      'content/docs/x/index.md': '# X\n',
      'content/docs/z/_index.md': '# Z\n\n[Y](../x/y.md)\n',
      'content/docs/z/a.md': '# A\n\n[Z](./_index.md), [Z](./)\n',
      'content/docs/_parts/_index.md': '# Part\n',
    });
    for (const route of ['/', '/about', '/docs/x', '/docs/x/y', '/docs/z'])
      expect(result.page(route)).toContain('<article');
    expect(result.page('/docs/z/a')).toContain(
      '<a href="/docs/z/">Z</a>, <a href="/docs/z/">Z</a>',
    );
    expect(result.diagnostics()).toEqual([]);
  });

  it('are those of each docs set, also outside of the content folder', async () => {
    const result = await built({
      'site.config.ts': config(
        `i18n: { locales: [{ code: 'en' }, { code: 'de' }] },
         docs: [{ path: 'content', routeBase: '/' }, { id: 'help', path: 'help', routeBase: '/support' }]`,
      ),
      'content/guide.md': '# Guide\n\n[Ask](../help/ask.md)\n',
      'help/ask.md': '# Ask\n\n![A dot](./dot.svg)\n',
      'help/dot.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'i18n/de/guide.md': '# Anleitung\n',
      'i18n/de/help/ask.md': '# Fragen\n',
    });
    expect(result.diagnostics()).toEqual([]);
    expect(result.page('/guide')).toContain('href="/support/ask/"');
    expect(result.page('/support/ask')).toMatch(/src="\/dw-files\/[^"]*dot[^"]*\.svg"/);
    expect(result.page('/de/support/ask')).toContain('Fragen');
  });

  it('follow the docs set, the slug and the base path', async () => {
    const result = await built({
      'site.config.ts': config(
        `baseUrl: '/base/', docs: [{ path: 'content/handbook', routeBase: '/help' }]`,
      ),
      'content/handbook/a.md': '---\nslug: renamed\n---\n# A\n\n[b](./b.md)\n',
      'content/handbook/deep/b.md': '---\nslug: /top/b\n---\n# B\n',
      'content/handbook/b.md': '# B2\n',
    });
    expect(result.diagnostics()).toEqual([]);
    expect(result.page('/help/renamed')).toContain('href="/base/help/b/"');
    expect(result.page('/top/b')).toContain(
      '<link rel="canonical" href="https://docs.example.com/base/top/b/">',
    );
  });

  it('that two files claim are an error in each later file', async () => {
    const result = await built({
      'content/a.md': '# A\n',
      'content/b.md': '---\nslug: a\n---\n# B\n',
    });
    expect(result.diagnostics()).toEqual(['content/b.md:2:7 duplicate-route']);
    result.remove('content/b.md').write('content/0.md', '---\nslug: /a\n---\n# 0\n');
    expect((await result.rebuild()).diagnostics()).toEqual(['content/0.md:2:7 duplicate-route']);
    expect(result.files()).toEqual([]);
  });

  it('without a final slash are files beside each other', async () => {
    const result = await built({
      'site.config.ts': config('trailingSlash: false'),
      'content/docs/a.md': '# A\n\n[b](./b.md#part) [home](/)\n',
      'content/docs/b.md': '# B\n\n## Part\n',
    });
    expect(result.files()).toContain('docs/a.html');
    expect(result.page('/docs/a')).toContain('href="/docs/b#part"');
  });
});

describe('drafts, unlisted docs and docs outside the sidebar', () => {
  it('are built, listed and found as their frontmatter asks', async () => {
    const result = await built({
      'content/docs/a.md': '# Alpha\n',
      'content/docs/draft.md': '---\ndraft: true\n---\n# Draft\n',
      'content/docs/hidden.md': '---\nunlisted: true\n---\n# Hidden\n',
      'content/docs/loose.md': '---\nsidebar: false\n---\n# Loose\n',
    });
    const sitemap = result.file('sitemap.xml');
    const index = result.file('search-index-docs-default-current.json');
    expect(result.files().some((file) => file.includes('draft'))).toBe(false);
    expect(result.page('/docs/hidden')).toContain('<meta name="robots" content="noindex">');
    expect(sitemap).not.toContain('hidden');
    expect(index).not.toContain('Hidden');
    expect(result.page('/docs/a')).not.toContain('/docs/hidden/');
    expect(sitemap).toContain('https://docs.example.com/docs/loose/');
    expect(index).toContain('/docs/loose');
    expect(result.page('/docs/a')).not.toContain('/docs/loose/');
    expect(result.page('/docs/loose')).not.toContain('aria-label="Documentation"');
    expect(result.page('/docs/loose')).not.toContain('aria-label="Breadcrumbs"');
  });
});

describe('React pages', () => {
  it('are rendered to HTML with a separate script, and are searched and link-checked', async () => {
    const result = await built({
      'content/docs/a.md': '# A\n\n## Part\n',
      'content/index.tsx': `import { Link } from 'docwright/theme';
export const meta = { title: 'Start', description: 'Where to begin' };
export default function Home() {
  return <section><h1>Begin here</h1><p>Some words.</p><h2 id="more">More</h2><p>Deep words.</p>
    <Link to="/docs/a#part">A</Link></section>;
}
`,
    });
    expect(result.diagnostics()).toEqual([]);
    const html = result.page('/');
    expect(html).toContain('<title>Start | Test site</title>');
    expect(html).toContain('Begin here');
    expect(html).toContain('href="/docs/a/#part"');
    expect(html).toMatch(/<dw-island [^>]*data-module="\/dw-assets\/island-index-[\w-]+\.js"/);
    expect(html.match(/<script type="module"/g)).toHaveLength(2);
    const { documents } = JSON.parse(result.file('search-index-default.json'));
    expect(documents).toEqual([
      expect.objectContaining({
        sectionRoute: '/',
        pageTitle: 'Start',
        type: 'others',
        content: 'Some words.',
      }),
      expect.objectContaining({
        sectionRoute: '/#more',
        sectionTitle: 'More',
        content: 'Deep words. A',
      }),
    ]);
  });

  it('with a broken link name the string in their source', async () => {
    const result = await built({
      'content/docs/a.md': '# A\n',
      'content/index.tsx': `export const meta = { title: 'Start' };
export default function Home() {
  return <a href="/docs/b">B</a>;
}
`,
    });
    expect(result.diagnostics()).toEqual(['content/index.tsx:3:19 page-not-found']);
  });
});

describe('names and links of the file system', () => {
  it('are followed inside the site and refused outside', async () => {
    driver = site({ 'content/docs/a.md': '# A\n', 'shared/b.md': '# B\n' });
    symlinkSync('../../shared', join(driver.dir, 'content/docs/linked'));
    symlinkSync('..', join(driver.dir, 'content/docs/up'));
    symlinkSync('/etc/passwd', join(driver.dir, 'content/docs/secret.md'));
    await driver.build();
    expect(driver.diagnostics()).toEqual([
      'content/docs/secret.md:1:1 path-outside-root',
      'content/docs/up:1:1 path-outside-root',
    ]);
    rmSync(join(driver.dir, 'content/docs/secret.md'));
    rmSync(join(driver.dir, 'content/docs/up'));
    await driver.rebuild();
    expect(driver.page('/docs/linked/b')).toContain('<article');
  });

  it('do not let the content folder itself lead out', async () => {
    const outside = site({ 'content/x.md': '# X\n' });
    driver = site({});
    symlinkSync(join(outside.dir, 'content'), join(driver.dir, 'content'));
    await driver.build();
    expect(driver.diagnostics()).toContain('content:1:1 path-outside-root');
    outside.dispose();
  });

  it('publish dot files of the static folder', async () => {
    const result = await built({
      'index.md': '# A\n',
      'static/.nojekyll': '',
      'static/.well-known/x.txt': 'x',
    });
    expect(result.files()).toEqual(expect.arrayContaining(['.nojekyll', '.well-known/x.txt']));
  });

  it('may be the names of object properties', async () => {
    const result = await built({
      'content/docs/__proto__.md': '# Proto\n',
      'content/docs/constructor.md': '# Constructor\n\n[p](./__proto__.md)\n',
    });
    expect(result.diagnostics()).toEqual([]);
    expect(result.page('/docs/constructor')).toContain('href="/docs/__proto__/"');
  });

  it('may end like an output file', async () => {
    const result = await built({
      'content/docs/x.html.md': '# X\n\n[x](/docs/x.html) [top](#dw-main)\n',
    });
    expect(result.diagnostics()).toEqual([]);
  });
});

describe('a template that throws', () => {
  it('is one finding at its own place', async () => {
    const result = await built({
      'content/docs/a.md': '# A\n',
      'content/docs/b.md': '# B\n',
      'templates/Footer.tsx': `export function Footer() {\n  throw new Error('no footer');\n}\n`,
    });
    expect(result.diagnostics()).toEqual(['templates/Footer.tsx:2:9 template-error']);
    expect(result.result().diagnostics[0]?.message).toContain('no footer');
  });

  it('names the missing export of an override', async () => {
    const result = await built({
      'index.md': '# A\n',
      'templates/Footer.tsx': 'export default 1;\n',
    });
    expect(result.diagnostics()).toEqual(['templates/Footer.tsx:1:1 bundle-error']);
    expect(result.result().diagnostics[0]?.message).toBe(
      'templates/Footer.tsx has no export named "Footer"',
    );
  });

  it('says where a page fails while it is loaded', async () => {
    const result = await built({
      'content/top.tsx':
        'const x = 1;\nwindow.alert(x);\nexport default function Top() {\n  return null;\n}\n',
    });
    expect(result.diagnostics()).toEqual(['content/top.tsx:2:1 template-error']);
  });
});
