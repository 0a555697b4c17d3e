import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientSiteOf, linksIn } from '../../support/page-data.ts';
import { type SiteDriver, site } from '../../support/site.ts';

const CONFIG = `export default {
  title: 'Orchard', url: 'https://orchard.example', baseUrl: '/base/',
  docs: [{ versions: {
    '1.0': { noindex: true, label: 'First' },
  } }, { id: 'team', path: 'content/team', routeBase: '/team' }],
  navbar: { items: [
    { type: 'docSidebar', sidebarId: 'docs', label: 'Guide' },
    { type: 'docsVersionDropdown' },
    { type: 'docsVersionDropdown', docsPluginId: 'team' },
  ] },
};
`;

const files = {
  'site.config.ts': CONFIG,
  'content/plain.md': '# Plain\n\nText.\n',
  'content/team/index.md': '# Team\n\nText.\n',
  'content/docs/index.md': '# Start of next\n\n[Set-up](./setup.md)\n',
  'content/docs/setup.md': '# Set-up\n\nText of next.\n',
  'content/docs/new.md': '# New\n\nOnly in next.\n',
  'versions/2.0/index.md': '# Start of two\n\n[Set-up](./setup.md) [Plain](../plain.md)\n',
  'versions/2.0/setup.md': '# Set-up\n\nText of two.\n',
  'versions/1.0/index.md': '# Start of one\n\n[Set-up](./setup.md)\n',
  'versions/1.0/setup.md': '# Set-up\n\nText of one.\n',
};

let made: SiteDriver;
beforeAll(async () => {
  made = await site(files).build();
});
afterAll(() => made.dispose());

const versions = (route: string) => linksIn(made.page(route), 'Versions');

describe('a site with two versions and an unreleased one', () => {
  it('has each at a separate address', () => {
    expect(made.diagnostics()).toEqual([]);
    expect(made.page('/docs')).toContain('Start of two</h1>');
    expect(made.page('/docs/next')).toContain('Start of next</h1>');
    expect(made.page('/docs/1.0')).toContain('Start of one</h1>');
  });

  it('keeps relative links inside the version', () => {
    expect(made.page('/docs/1.0')).toContain('href="/base/docs/1.0/setup/">Set-up</a></p>');
    expect(made.page('/docs/next')).toContain('href="/base/docs/next/setup/">Set-up</a></p>');
  });

  it('lets a frozen version name what lies outside of its docs set as the set itself does', () => {
    expect(made.page('/docs')).toContain('<a href="/base/plain/">Plain</a>');
  });

  it('gives each version its own sidebar, and only that one reaches its pages', () => {
    const sidebar = (route: string) => linksIn(made.page(route), 'Documentation');
    expect(sidebar('/docs/setup')).toEqual([
      ['/base/docs/', 'Start of two'],
      ['/base/docs/setup/', 'Set-up'],
    ]);
    expect(sidebar('/docs/next/setup')).toEqual([
      ['/base/docs/next/', 'Start of next'],
      ['/base/docs/next/new/', 'New'],
      ['/base/docs/next/setup/', 'Set-up'],
    ]);
    expect(sidebar('/docs/1.0/setup')).toEqual([
      ['/base/docs/1.0/', 'Start of one'],
      ['/base/docs/1.0/setup/', 'Set-up'],
    ]);
    expect(sidebar('/plain')).toEqual([]);
  });

  it('leads the items of the navbar into the version that is read', () => {
    const guide = (route: string): string | undefined =>
      /<a href="([^"]+)" class="navbar-link"[^>]*>Guide/.exec(made.page(route))?.[1];
    expect(guide('/docs/1.0/setup')).toBe('/base/docs/1.0/');
    expect(guide('/docs/next/new')).toBe('/base/docs/next/');
    expect(guide('/plain')).toBe('/base/docs/');
  });

  it('tells each page of the same doc in the other versions', () => {
    expect(versions('/docs/setup')).toEqual([
      ['/base/docs/next/setup/', 'Next'],
      ['/base/docs/setup/', '2.0'],
      ['/base/docs/1.0/setup/', 'First'],
    ]);
    expect(versions('/docs/next/new')).toEqual([
      ['/base/docs/next/new/', 'Next'],
      ['/base/docs/', '2.0'],
      ['/base/docs/1.0/', 'First'],
    ]);
    const note = (route: string) => /<p class="page-note"[^>]*>([^<]*)/.exec(made.page(route))?.[1];
    expect(note('/docs/next/new')).toContain('which is not released yet');
    expect(note('/docs/setup')).toBeUndefined();
    expect(note('/team')).toBeUndefined();
  });

  it('lists the versions newest first, by label, with their main docs', () => {
    expect(versions('/team')).toEqual([
      ['/base/docs/next/', 'Next'],
      ['/base/docs/', '2.0'],
      ['/base/docs/1.0/', 'First'],
    ]);
    // A set with one version has a link.
    expect(made.page('/plain')).toContain('<a href="/base/team/" class="navbar-link">Current</a>');
  });

  it('asks search engines to leave a version out that is configured so', () => {
    expect(made.page('/docs/1.0/setup')).toContain('<meta name="robots" content="noindex">');
    expect(made.page('/docs/next')).not.toContain('noindex');
    expect(made.file('sitemap.xml')).not.toContain('/docs/1.0/');
    expect(made.file('sitemap.xml')).toContain('/docs/next/setup/');
  });

  it('has an index file for each version', () => {
    expect(made.file('search-index-docs-default-1.0.json')).toContain('Text of one');
    expect(made.file('search-index-docs-default-2.0.json')).not.toContain('Text of one');
    expect(clientSiteOf(made.page('/plain')).search.sets[0]).toEqual({
      id: 'default',
      versions: {
        current: 'docs-default-current',
        '2.0': 'docs-default-2.0',
        '1.0': 'docs-default-1.0',
      },
      last: '2.0',
    });
  });
});

describe('a version', () => {
  it('does not borrow what it lacks from the current docs', async () => {
    const broken = await site({
      ...files,
      'versions/1.0/index.md': '# One\n\n[New](./new.md)\n',
    }).build();
    expect(broken.diagnostics()).toEqual(['versions/1.0/index.md:3:7 page-not-found']);
    broken.dispose();
  });

  it('links to an API reference that belongs to another version', async () => {
    const api =
      "openapi: 3.1.0\ninfo: { title: Pets, version: '1' }\npaths: { /pets: { get: { responses: { '200': { description: ok } } } } }\n";
    const driver = await site({
      'site.config.ts': `export default { title: 'T', url: 'https://t.example', openapi: [{ spec: 'api.yaml' }], docs: [{ sidebars: { docs: ['index', { type: 'openapi' }] } }] };`,
      'api.yaml': api,
      'content/docs/index.md': '# New\n',
      'versions/2.0/index.md': '# Two\n',
      'versions/1.0/index.md': '# One\n',
    }).build();
    expect(driver.diagnostics()).toEqual([]);
    const links = (route: string) =>
      [...driver.page(route).matchAll(/<li[^>]*><a href="(\/docs\/api\/[^"]*)"/g)].map(
        ([, href]) => href,
      );
    expect(links('/docs')).toEqual(['/docs/api/pets/', '/docs/api/get-pets/']);
    expect(links('/docs/next')).toEqual(['/docs/api/pets/']);
    expect(links('/docs/1.0')).toEqual([]);
    driver.dispose();
  });

  it('says which API descriptions a sidebar may name', async () => {
    const driver = await site({
      'site.config.ts': `export default { title: 'T', url: 'https://t.example', docs: [{ sidebars: { docs: ['index', { type: 'openapi' }] } }] };`,
      'content/docs/index.md': '# New\n',
    }).build();
    expect(driver.result().diagnostics).toMatchObject([
      {
        message: 'the site has no API description',
        hint: "add openapi: [{ spec: 'openapi/api.yaml' }] to the configuration",
      },
    ]);
    driver.dispose();
  });

  it('has the sidebars of its set without the docs that it does not have, or its own', async () => {
    const config = (own: string): string => `export default {
      title: 'T', url: 'https://t.example',
      docs: [{ sidebars: { docs: ['index', 'setup', 'new'] }, versions: { '1.0': { ${own} } } }],
    };`;
    const files1 = { ...files, 'versions/2.0/new.md': '# New\n\nx\n' };
    const shared = await site({ ...files1, 'site.config.ts': config('') }).build();
    expect(shared.diagnostics()).toEqual([]);
    expect(linksIn(shared.page('/docs/1.0'), 'Documentation')).toEqual([
      ['/docs/1.0/', 'Start of one'],
      ['/docs/1.0/setup/', 'Set-up'],
    ]);
    const own = "sidebars: { docs: ['setup', 'gone'] }";
    shared.write('site.config.ts', config(own));
    await shared.rebuild();
    expect(shared.diagnostics()).toEqual(['site.config.ts:3:112 sidebar-unknown-doc']);
    shared.dispose();
  });
});
