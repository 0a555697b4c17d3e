import type { NavbarItem, SiteData } from 'docwright/theme';
import { describe, expect, it } from 'vitest';
import { element, renderLayout, type TestInput, url } from './render.tsx';

const ENGLISH = { code: 'en', label: 'English', htmlLang: 'en', dir: 'ltr' } as const;
const ARABIC = { code: 'ar', label: 'العربية', htmlLang: 'ar', dir: 'rtl' } as const;

const ITEMS: readonly NavbarItem[] = [
  { type: 'docsVersionDropdown', key: '0', setId: 'default', position: 'right' },
  { type: 'localeDropdown', key: '1', position: 'right' },
  {
    type: 'link',
    key: '2',
    label: 'Plain',
    href: url('/plain'),
    external: false,
    position: 'left',
  },
];

const version = (name: string) => ({ name, label: name, href: url(`/docs/${name}`) });

function menu(versions: readonly string[], parts: TestInput = {}): string {
  const site: Partial<SiteData> = {
    navbar: { title: 'Site', homeHref: url('/'), hideOnScroll: false, items: ITEMS },
    locales: [
      { ...ENGLISH, homeHref: url('/') },
      { ...ARABIC, homeHref: url('/ar') },
    ],
    docsSets: [{ id: 'default', versions: versions.map(version), last: versions[0] ?? '' }],
  };
  return renderLayout({ ...parts, site }).replace(/^.*id="dw-site-menu"/s, '');
}

const summaries = (html: string): readonly string[] =>
  [...html.matchAll(/<details( open="")?><summary class="navbar-link">([^<]+)/g)].map(
    ([, open, label]) => `${label}${open === undefined ? '' : ' open'}`,
  );

describe('the menus on small screens', () => {
  it('call the dropdowns Versions and Languages, collapsed, with all entries in them', () => {
    const html = menu(['2.0', '1.0']);
    expect(summaries(html)).toEqual(['Versions', 'Languages']);
    expect(html).toContain('>1.0</a>');
    expect(html).toContain('lang="ar"');
  });

  it('have a single version as a plain link', () => {
    expect(summaries(menu(['1.0']))).toEqual(['Languages']);
  });

  it('have a way from the docs sidebar to the main menu and back, on docs pages only', () => {
    const sidebar = [{ type: 'link', label: 'A', href: url('/a') }] as const;
    const html = menu(['1.0'], { page: { sidebarId: 'docs' }, sidebar });
    expect(element(html, 'button', 'data-menu="main"')).toContain('← Back to main menu');
    expect(element(html, 'button', 'data-menu="docs"')).toContain('Documentation');
    expect(html.indexOf('data-menu-panel="docs"')).toBeLessThan(
      html.indexOf('data-menu-panel="main"'),
    );
    expect(menu(['1.0'])).not.toContain('data-menu="docs"');
  });
});
