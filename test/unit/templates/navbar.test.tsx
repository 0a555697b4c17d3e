import type { NavbarItem, SiteData } from 'docwright/theme';
import { describe, expect, it } from 'vitest';
import { Navbar } from '../../../templates/Navbar.tsx';
import { element, renderInPage, renderLayout, url } from './render.tsx';

const link = (key: string, label: string, href: string): NavbarItem => ({
  type: 'link',
  key,
  label,
  href,
  external: href.startsWith('http'),
  position: 'left',
});

const dropdown: NavbarItem = {
  type: 'dropdown',
  key: '1',
  label: 'More',
  position: 'right',
  items: [link('1.0', 'Inside', url('/inside'))],
};

function navbar(
  items: readonly NavbarItem[],
  changes: Partial<SiteData['navbar']> = {},
): SiteData['navbar'] {
  return { title: 'Site', homeHref: url('/'), hideOnScroll: false, items, ...changes };
}

function render(
  items: readonly NavbarItem[],
  activeItems: Record<string, 'page' | 'true'> = {},
): string {
  return renderInPage(<Navbar />, { site: { navbar: navbar(items) }, page: { activeItems } });
}

describe('the navbar', () => {
  it('marks the exact page with "page" and a section with "true"', () => {
    const items = [
      link('0', 'Exact', url('/a')),
      link('1', 'Section', url('/s')),
      link('2', 'Other', url('/o')),
    ];
    const html = render(items, { 0: 'page', 1: 'true' });
    expect(element(html, 'a', 'href="/base/a/"')).toContain('aria-current="page"');
    expect(element(html, 'a', 'href="/base/s/"')).toContain('aria-current="true"');
    expect(element(html, 'a', 'href="/base/o/"')).not.toContain('aria-current');
  });

  it('opens links that leave the site in a new tab, and says so', () => {
    const html = element(
      render([link('0', 'Chat', 'https://x.test/')]),
      'a',
      'href="https://x.test/"',
    );
    expect(html).toContain('target="_blank"');
    expect(html).toContain('rel="noopener noreferrer"');
    expect(html).toContain('role="img" aria-label="(opens in new tab)"');
  });

  it('discloses a dropdown with a button that controls its list', () => {
    const html = render([dropdown]);
    const button = element(html, 'button', 'aria-expanded="false"');
    const id = /aria-controls="([^"]+)"/.exec(button)?.[1];
    expect(button).toContain('More');
    expect(element(html, 'ul', `id="${id}"`)).toContain('Inside');
  });

  it('writes labels as text and configured HTML as HTML', () => {
    const html = render([
      link('0', '<b>', url('/a')),
      { type: 'html', key: '1', html: '<b>bold</b>', position: 'left' },
      {
        type: 'link',
        key: '2',
        html: '<i>i</i>',
        href: url('/i'),
        external: false,
        position: 'left',
      },
    ]);
    expect(html).toContain('&lt;b&gt;');
    expect(html).toContain('<b>bold</b></li>');
    expect(element(html, 'a', 'href="/base/i/"')).toContain('<i>i</i>');
  });

  it('passes attributes and class names on', () => {
    const html = render([
      {
        type: 'link',
        key: '0',
        label: 'A',
        href: url('/a'),
        external: false,
        position: 'left',
        className: 'own',
        attributes: { 'data-x': '1' },
      },
    ]);
    expect(html).toContain('data-x="1"');
    expect(html).toContain('class="navbar-link own"');
  });

  it('offers search last, or where it is configured', () => {
    const right: NavbarItem = { ...link('1', 'Right', url('/r')), position: 'right' };
    const search: NavbarItem = { type: 'search', key: '0', position: 'left' };
    const byDefault = render([right]);
    const configured = render([search, right]);
    const icon = 'search-button search-button-icon';
    expect(byDefault.indexOf('data-search')).toBeGreaterThan(byDefault.indexOf('Right'));
    expect(configured.indexOf('data-search')).toBeLessThan(configured.indexOf('Right'));
    // The other one is the icon of small screens.
    expect(configured.match(/data-search/g)).toHaveLength(2);
    for (const html of [byDefault, configured])
      expect(element(html, 'a', `class="${icon}"`)).toContain('href="/base/site-index/"');
    expect(element(byDefault, 'a', 'class="search-button"')).toContain('href="/base/site-index/"');
  });

  it('is styled as configured', () => {
    const html = renderInPage(<Navbar />, { site: { navbar: navbar([], { style: 'primary' }) } });
    expect(html).toContain('class="navbar navbar-primary"');
  });

  it('shows the logo with its size and its alternative text', () => {
    const logo = { src: url('/logo'), alt: 'Mark', width: 32, height: 24 };
    const html = renderInPage(<Navbar />, { site: { navbar: navbar([], { logo }) } });
    expect(html).toContain('alt="Mark" width="32" height="24"');
  });
});

describe('the site menu', () => {
  const menu = (activeItems: Record<string, 'true'>): string =>
    element(
      renderLayout({ site: { navbar: navbar([dropdown]) }, page: { activeItems } }),
      'nav',
      'Site menu',
    );

  it('has the items of the navbar, with dropdowns closed', () => {
    expect(menu({})).toContain('<details><summary');
    expect(menu({})).toContain('href="/base/inside/"');
  });

  it('opens a dropdown that has the active link', () => {
    expect(menu({ '1.0': 'true' })).toContain('<details open=""');
  });
});
