import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type SiteFiles, site } from '../../support/site.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>';

interface Built {
  /** The head of the page in a folder. */
  readonly head: (folder?: string) => string;
  readonly file: (path: string) => string;
  readonly files: readonly string[];
  readonly findings: readonly string[];
}

/** Builds a site; names that end in `.png` become a picture of 180 pixels. */
async function build(settings: string, files: SiteFiles = {}): Promise<Built> {
  const driver = site({
    'site.config.ts': `export default { title: 'A & B', tagline: 'All of it', url: 'https://docs.example.com', baseUrl: '/base/', ${settings} };\n`,
    'content/index.md': '# Home\n',
    ...files,
  });
  for (const path of Object.keys(files).filter((name) => name.endsWith('.png')))
    copyFileSync('static/apple-touch-icon.png', join(driver.dir, path));
  const built = await driver.build();
  const all = built.files();
  const texts = new Map(
    all.filter((path) => !path.endsWith('.png')).map((path) => [path, built.file(path)]),
  );
  const findings = built.diagnostics();
  built.dispose();
  return {
    head: (folder = '') => texts.get(`${folder}index.html`)?.split('</head>')[0] ?? '',
    file: (path) => texts.get(path) ?? '',
    files: all,
    findings,
  };
}

describe('the identity of a site', () => {
  it('comes from the names of static files', async () => {
    const { head, file, findings } = await build('', {
      'static/favicon.svg': SVG,
      'static/apple-touch-icon.png': '',
      'static/icon-192.png': '',
      'static/og.png': '',
    });
    expect(findings).toEqual([]);
    expect(head()).toContain('<link rel="icon" href="/base/favicon.svg">');
    expect(head()).toContain('<link rel="apple-touch-icon" href="/base/apple-touch-icon.png">');
    expect(head()).toContain('<link rel="manifest" href="/base/manifest.webmanifest">');
    expect(head()).toContain("manifest-src 'self'");
    expect(head()).toContain(
      '<meta property="og:image" content="https://docs.example.com/base/og.png">\n<meta property="og:image:width" content="180">\n<meta property="og:image:height" content="180">\n<meta name="twitter:card" content="summary_large_image">',
    );
    expect(JSON.parse(file('manifest.webmanifest'))).toEqual({
      name: 'A & B',
      description: 'All of it',
      lang: 'en',
      dir: 'ltr',
      start_url: '/base/',
      scope: '/base/',
      display: 'browser',
      icons: [
        { src: '/base/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
        { src: '/base/apple-touch-icon.png', sizes: '180x180', type: 'image/png' },
        { src: '/base/icon-192.png', sizes: '180x180', type: 'image/png' },
      ],
    });
  });

  it('comes from the configuration before that', async () => {
    const { head, file, findings } = await build(
      `favicon: 'x.svg', touchIcon: 'y.png', image: { src: 'z.png', alt: 'A "z"' }, themeColor: { light: '#fff', dark: 'black' }`,
      {
        'static/favicon.svg': SVG,
        'static/x.svg': SVG,
        'static/apple-touch-icon.png': '',
        'static/y.png': '',
        'static/z.png': '',
        'content/own.md': '---\nimage: /y.png\n---\n\n# Own\n',
      },
    );
    expect(findings).toEqual([]);
    expect(head()).toContain('<link rel="icon" href="/base/x.svg">');
    expect(head()).toContain('<link rel="apple-touch-icon" href="/base/y.png">');
    expect(head()).toContain(
      '<meta name="theme-color" content="#fff" media="(prefers-color-scheme: light)">\n<meta name="theme-color" content="black" media="(prefers-color-scheme: dark)">',
    );
    expect(head()).toMatch(/og:image" content="[^"]+\/base\/z\.png"/);
    expect(head()).toContain('<meta property="og:image:alt" content="A &quot;z&quot;">');
    expect(head('own/')).toMatch(/og:image" content="[^"]+\/base\/y\.png"/);
    expect(head('own/')).not.toContain('og:image:alt');
    expect(JSON.parse(file('manifest.webmanifest'))).toMatchObject({ theme_color: '#fff' });
  });

  it('has one color without a switch, and nothing without files', async () => {
    const { head, files } = await build(
      `themeColor: { light: '#fff', dark: '#000' }, colorMode: { default: 'dark', disableSwitch: true }`,
    );
    expect(head()).toContain('<meta name="theme-color" content="#000">');
    expect(head()).not.toMatch(/rel="(?:icon|apple-touch-icon|manifest)"|og:image|manifest-src/);
    expect(files).not.toContain('manifest.webmanifest');
  });

  it('leaves the site its own manifest and its own elements', async () => {
    const { head, file } = await build(
      `themeColor: 'red', head: [{ tag: 'meta', attributes: { name: 'theme-color', content: 'blue' } }]`,
      { 'static/site.webmanifest': '{}', 'static/apple-touch-icon.png': '' },
    );
    expect(head().match(/theme-color/g)).toHaveLength(1);
    expect(head()).toContain('content="blue"');
    expect(head()).toContain('<link rel="manifest" href="/base/site.webmanifest">');
    expect(file('manifest.webmanifest')).toBe('');
  });

  it('reports files that are missing', async () => {
    const { findings } = await build(
      `touchIcon: 'none.png', image: 'no.png', navbar: { logo: { src: 'a.svg', srcDark: 'b.svg' } }`,
      { 'static/a.svg': SVG },
    );
    expect(findings.map((finding) => finding.split(' ')[1])).toEqual([
      'asset-not-found',
      'asset-not-found',
      'asset-not-found',
    ]);
  });

  it('has a logo for each color mode', async () => {
    const files = { 'static/a.svg': SVG, 'static/b.svg': SVG };
    const { head, file } = await build(
      `navbar: { logo: { src: 'a.svg', srcDark: 'b.svg', width: 20 } }`,
      files,
    );
    expect(head()).not.toContain('a.svg');
    expect(file('index.html')).toContain(
      '<img class="navbar-logo light-only" src="/base/a.svg" loading="lazy" alt="" width="20"/><img class="navbar-logo dark-only" src="/base/b.svg" loading="lazy" alt="" width="20"/>',
    );
  });
});
