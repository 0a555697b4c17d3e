import type { NavbarItem as Item, NavbarVersionLink, PageData, SiteData } from 'docwright/theme';
import { describe, expect, it, vi } from 'vitest';

vi.mock('../../../templates/navbar-kinds.tsx', () => ({
  navbarKinds: {
    'custom-status': ({ item }: { item: { config: { text: string } } }) => (
      <b>{item.config.text}</b>
    ),
    'custom-broken': () => {
      throw new TypeError('no status');
    },
  },
}));

// Other tests of the same worker may have loaded the templates without the mock.
vi.resetModules();
const { element, renderInPage, url } = await import('./render.tsx');
const { Navbar } = await import('../../../templates/Navbar.tsx');
const { NavbarItem } = await import('../../../templates/NavbarItem.tsx');

const custom = (kind: string, position: 'left' | 'right' = 'left'): Item => ({
  type: 'custom',
  key: '0',
  kind,
  config: { type: kind, text: 'Up' },
  position,
  className: 'own',
});

const docsSets: SiteData['docsSets'] = [
  {
    id: 'default',
    last: '2.0',
    versions: [
      { name: 'current', label: 'Next', href: url('/docs/next') },
      { name: '2.0', label: '2.0', href: url('/docs') },
      { name: '1.0', label: 'One', href: url('/docs/1.0') },
    ],
  },
  {
    id: 'team',
    last: 'current',
    versions: [{ name: 'current', label: 'Current', href: url('/team') }],
  },
];

const locales: SiteData['locales'] = [
  { code: 'en', label: 'English', htmlLang: 'en', dir: 'ltr', homeHref: url('/') },
  { code: 'ar', label: 'العربية', htmlLang: 'ar', dir: 'rtl', homeHref: url('/ar') },
];

const oldPage: Partial<PageData> = {
  href: url('/docs/1.0/a'),
  version: {
    setId: 'default',
    name: '1.0',
    hrefs: { '2.0': url('/docs/a'), '1.0': url('/docs/1.0/a') },
  },
};

const place = { key: '0', position: 'left' } as const;
const locale: Item = { type: 'localeDropdown', ...place };

function versionLink(changes: Partial<NavbarVersionLink> = {}): Item {
  return { type: 'docsVersion', setId: 'default', ...place, ...changes };
}

function versions(changes: { readonly setId?: string; readonly label?: string } = {}): Item {
  return { type: 'docsVersionDropdown', setId: 'default', ...place, ...changes };
}

function render(shown: Item, page: Partial<PageData> = {}, site: Partial<SiteData> = {}): string {
  return renderInPage(<NavbarItem item={shown} />, { site: { docsSets, locales, ...site }, page });
}

const links = (html: string): readonly (readonly string[])[] =>
  [...html.matchAll(/<a\b([^>]*)>([^<]*)</g)].map(([, attributes = '', label = '']) => [
    label,
    /href="([^"]*)"/.exec(attributes)?.[1] ?? '',
    /aria-current="([^"]*)"/.exec(attributes)?.[1] ?? '',
  ]);

describe('docsVersion', () => {
  it('leads to the main doc of the version of the page, else of the last one', () => {
    expect(links(render(versionLink()))).toEqual([['2.0', '/base/docs/', '']]);
    expect(links(render(versionLink(), oldPage))).toEqual([['One', '/base/docs/1.0/', '']]);
  });

  it('does not take a version of another docs set for its own', () => {
    const page = { version: { setId: 'team', name: '1.0', hrefs: {} } };
    expect(links(render(versionLink(), page))).toEqual([['2.0', '/base/docs/', '']]);
  });

  it('has the label or HTML, the class and the attributes that are configured', () => {
    const html = render(
      versionLink({ html: '<i>v</i>', className: 'own', attributes: { rel: 'x' } }),
    );
    expect(html).toContain('<i>v</i>');
    expect(html).toContain('class="navbar-link own"');
    expect(html).toContain('rel="x"');
    expect(render(versionLink({ label: 'Docs' }))).toContain('>Docs</a>');
  });

  it('is active on its very page', () => {
    const page = { ...oldPage, href: url('/docs/1.0') };
    expect(links(render(versionLink(), page))[0]?.[2]).toBe('page');
  });
});

describe('docsVersionDropdown', () => {
  it('leads to the same doc in each version, else to its main doc', () => {
    const html = render(versions(), oldPage);
    expect(links(html)).toEqual([
      ['Next', '/base/docs/next/', ''],
      ['2.0', '/base/docs/a/', ''],
      ['One', '/base/docs/1.0/a/', 'page'],
    ]);
    expect(html.match(/data-keep-address/g)).toHaveLength(3);
  });

  it('is called like the version of the page, else like the last one', () => {
    const label = (html: string): string => element(html, 'button', 'dropdown-button');
    expect(label(render(versions(), oldPage))).toContain('>One<');
    expect(label(render(versions()))).toContain('>2.0<');
    const own = versions({ label: 'Versions of it' });
    expect(label(render(own))).toContain('>Versions of it<');
  });

  it('is a plain link where there is one version', () => {
    const html = render(versions({ setId: 'team' }));
    expect(html).not.toContain('<button');
    expect(links(html)).toEqual([['Current', '/base/team/', '']]);
  });

  it('names the item where its docs set is not there', () => {
    const failing = (): string => render(versions({ setId: 'gone' }));
    expect(failing).toThrow(/navbar\.items\[0\] \{.*"setId":"gone"/);
  });
});

describe('localeDropdown', () => {
  it('leads to the same page in each locale, else to its home page', () => {
    const page = { localeHrefs: { en: url('/a'), ar: url('/ar/a') } };
    const html = render(locale, page);
    expect(links(html)).toEqual([
      ['English', '/base/a/', 'page'],
      ['العربية', '/base/ar/a/', ''],
    ]);
    expect(element(html, 'a', 'href="/base/ar/a/"')).toMatch(/lang="ar" hrefLang="ar"/i);
    expect(links(render(locale, { localeHrefs: { en: url('/a') } }))[1]?.[1]).toBe('/base/ar/');
  });

  it('is called like the locale of the page, and is there with one locale too', () => {
    const html = render(locale, {}, { locales: locales.slice(0, 1) });
    expect(element(html, 'button', 'dropdown-button')).toContain('>English<');
    expect(links(html)).toEqual([['English', '/base/a/', 'page']]);
  });

  it('leads from the page for unknown addresses to the home page', () => {
    const page = { kind: 'notFound', href: url('/404') } as const;
    expect(links(render(locale, page))[0]).toEqual(['English', '/base/', 'true']);
  });
});

describe('a kind of the site', () => {
  it.each(['left', 'right'] as const)('is rendered by its component, on the %s', (position) => {
    const navbar = {
      title: 'Site',
      homeHref: url('/'),
      hideOnScroll: false,
      items: [custom('custom-status', position)],
    };
    const html = renderInPage(<Navbar />, { site: { navbar } });
    expect(element(html, 'ul', `navbar-${position}`)).toContain(
      '<li class="navbar-item own"><b>Up</b></li>',
    );
  });

  it('may stand inside a dropdown', () => {
    const html = render({
      type: 'dropdown',
      key: '1',
      label: 'More',
      position: 'left',
      items: [custom('custom-status')],
    });
    expect(element(html, 'ul', 'dropdown-menu')).toContain('<b>Up</b>');
  });

  it('has to be registered', () => {
    expect(() => render(custom('custom-x'))).toThrow(
      'No NavbarItem component found for type "custom-x".',
    );
    expect(() => render(custom('toString'))).toThrow('No NavbarItem component found');
  });

  it('that fails prints the configuration of the item and has the cause', () => {
    try {
      render(custom('custom-broken'));
      expect.unreachable();
    } catch (error) {
      expect(String(error)).toContain('navbar.items[0] {"type":"custom-broken","text":"Up"}');
      expect(error).toHaveProperty('cause', new TypeError('no status'));
    }
  });
});
