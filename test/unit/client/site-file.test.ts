import { describe, expect, it } from 'vitest';
import { pageInput, showsWholeSidebar, sidebarOf } from '../../../src/client/site-file.ts';
import type { PageData, SidebarEntry } from '../../../src/shared/page.ts';
import { BUNDLE_SCHEMA, type SiteFile } from '../../../src/shared/page-bundle.ts';
import { printRoute, toRoute } from '../../../src/shared/paths.ts';

const style = { baseUrl: '/', trailingSlash: true };

function link(name: string): SidebarEntry {
  const href = printRoute(toRoute(name), style);
  return { type: 'link', label: name, href, external: false };
}

function category(name: string, count: number): SidebarEntry {
  const items = Array.from({ length: count }, (_, index) => link(`/${name}/${index}`));
  return { type: 'category', label: name, collapsible: true, collapsed: true, items };
}

const file: SiteFile = {
  schema: BUNDLE_SCHEMA,
  generation: 'g',
  site: {
    ...style,
    title: 'Site',
    tagline: '',
    locale: { code: 'en', label: 'English', htmlLang: 'en', dir: 'ltr' },
    navbar: {
      title: 'Site',
      homeHref: printRoute(toRoute('/'), style),
      hideOnScroll: false,
      items: [],
    },
    searchHref: printRoute(toRoute('/site-index'), style),
    colorMode: { default: 'dark', disableSwitch: true, respectPrefersColorScheme: false },
  },
  sidebars: {
    'docs/short': [link('/a')],
    'docs/long': [category('one', 100), category('two', 100)],
  },
};

function page(changes: Partial<PageData>): PageData {
  const route = changes.route ?? toRoute('/a');
  return {
    kind: 'doc',
    route,
    href: printRoute(route, style),
    title: 'A',
    description: '',
    toc: [],
    breadcrumbs: [],
    pager: {},
    activeItems: {},
    searchTag: 'default',
    ...changes,
  };
}

describe('sidebarOf', () => {
  it('gives a short sidebar whole', () => {
    const short = page({ sidebarId: 'docs/short' });
    expect(sidebarOf(file, short, 'trimmed')).toBe(file.sidebars['docs/short']);
    expect(showsWholeSidebar(file, short)).toBe(true);
  });

  it('gives of a long one the branch of the page, or everything', () => {
    const long = page({ sidebarId: 'docs/long', route: toRoute('/two/5') });
    expect(showsWholeSidebar(file, long)).toBe(false);
    const counts = sidebarOf(file, long, 'trimmed').map((entry) =>
      entry.type === 'category' ? entry.items.length : 0,
    );
    expect(counts).toEqual([0, 100]);
    expect(sidebarOf(file, long, 'whole')).toBe(file.sidebars['docs/long']);
  });

  it('gives a home page all sidebars, and other pages none', () => {
    expect(sidebarOf(file, page({ kind: 'home' }), 'trimmed')).toHaveLength(3);
    expect(showsWholeSidebar(file, page({ kind: 'home' }))).toBe(true);
    for (const parts of [{}, { sidebarId: 'constructor' }])
      expect(sidebarOf(file, page(parts), 'whole')).toEqual([]);
  });
});

describe('pageInput', () => {
  it('puts the parts together', () => {
    const input = pageInput(file, page({}), { html: '<p>', part: 'whole' });
    expect(input).toEqual({ site: file.site, page: page({}), sidebar: [], html: '<p>' });
  });
});
