import { describe, expect, it } from 'vitest';
import { element, renderLayout, type TestInput, url } from './render.tsx';

const full: TestInput = {
  site: {
    version: '1.2.3',
    announcementBar: { id: 'a', html: 'News', isCloseable: true },
    footer: {
      columns: [
        {
          title: 'Links',
          items: [{ type: 'link', label: 'Chat', href: 'https://x.test', external: true }],
        },
      ],
      copyright: 'Copyright &copy; 2024',
    },
  },
  page: {
    sidebarId: 'docs',
    toc: [{ id: 'b c', html: 'B <code>c</code>', level: 2, children: [] }],
    breadcrumbs: [{ label: 'Part', href: url('/part') }, { label: 'A' }],
    pager: { next: { label: 'Next doc', href: url('/b') } },
    editUrl: 'https://edit.test/a.md',
  },
  sidebar: [{ type: 'link', label: 'A', href: url('/a') }],
  html: '<h1>A</h1><p>Text.</p>',
};

describe('the layout of a doc', () => {
  const html = renderLayout(full);

  it('offers the skip link before every other control', () => {
    expect(html.indexOf('href="#dw-main"')).toBe(html.indexOf('href="'));
    expect(element(html, 'a', 'href="#dw-main"')).toContain('Skip to main content');
    expect(html).toContain('<main id="dw-main" tabindex="-1"');
  });

  it('has each landmark once, by name', () => {
    const names = [...html.matchAll(/<nav [^>]*aria-label="([^"]+)"/g)].map(([, name]) => name);
    expect(names).toEqual([
      'Main',
      'Documentation',
      'Site menu',
      'On this page',
      'Breadcrumbs',
      'Pages',
    ]);
    expect(html.match(/<(header|main|footer)\b/g)).toEqual(['<header', '<main', '<footer']);
    expect(html).toContain('aria-label="Announcement"');
  });

  it('shows the article as it was built, with nothing added', () => {
    expect(html).toContain('<article class="article"><h1>A</h1><p>Text.</p></article>');
    expect(html.match(/<h1/g)).toHaveLength(1);
  });

  it('puts the menus before the article, in the order in which they are seen and reached', () => {
    expect(element(html, 'a', 'href="#dw-site-menu"')).toContain('aria-label="Open menu"');
    expect(html.indexOf('id="dw-site-menu"')).toBeGreaterThan(html.indexOf('</header>'));
    expect(html.indexOf('id="dw-site-menu"')).toBeLessThan(html.indexOf('<main'));
  });

  it('ends the breadcrumbs with the page as text', () => {
    const crumbs = element(html, 'nav', 'aria-label="Breadcrumbs"');
    expect(crumbs).toContain('<a href="/base/" aria-label="Home">');
    expect(crumbs).toContain('<a dir="auto" href="/base/part/">Part</a>');
    expect(crumbs).toContain('<span dir="auto" aria-current="page">A</span>');
  });

  it('links the headings with encoded anchors and keeps their markup', () => {
    expect(element(html, 'a', 'href="#b%20c"')).toContain('B <code>c</code>');
  });

  it('shows the copyright and the version', () => {
    const footer = element(html, 'footer', 'class');
    expect(footer).toContain('Copyright &copy; 2024');
    expect(footer).toContain('Version 1.2.3');
  });

  it('needs no inline style and no inline script', () => {
    expect(html).not.toMatch(/\sstyle=|<script|\son\w+=/);
  });
});

describe('pages without the docs chrome', () => {
  it('shows no sidebar, trail, neighbors or empty nav for a doc in no sidebar', () => {
    const html = renderLayout({
      page: { pager: { next: { label: 'B', href: url('/b') } }, breadcrumbs: [{ label: 'A' }] },
      sidebar: full.sidebar ?? [],
    });
    const names = [...html.matchAll(/<nav [^>]*aria-label="([^"]+)"/g)].map(([, name]) => name);
    expect(names).toEqual(['Main', 'Site menu']);
    expect(html).not.toMatch(/<nav[^>]*><\/nav>/);
  });

  it('puts the content of a React page into main', () => {
    const html = renderLayout({ page: { kind: 'react' }, html: '', children: <h1>Hello</h1> });
    expect(element(html, 'main', 'id="dw-main"')).toContain('<h1>Hello</h1>');
    expect(html).not.toContain('<article');
  });

  it('says that a page is not found, with ways home and to search', () => {
    const main = element(renderLayout({ page: { kind: 'notFound' } }), 'main', 'id="dw-main"');
    expect(main).toContain('<h1>Page Not Found</h1>');
    expect(main).toContain('href="/base/"');
    expect(main).toContain('href="/base/site-index/"');
  });

  it('shows the layout home as an article of full width', () => {
    const html = renderLayout({ page: { kind: 'landing' }, html: '<h1>Ship</h1>' });
    expect(element(html, 'main', 'id="dw-main"')).toMatch(
      /^<main [^>]*class="main main-home"[^>]*><article class="article"[^>]*><h1>Ship<\/h1>/,
    );
  });

  it('makes a home page of the sidebar, and shows it once', () => {
    const html = renderLayout({
      site: { tagline: 'All about it' },
      page: { kind: 'home' },
      sidebar: [
        {
          type: 'category',
          label: 'Guides',
          collapsible: true,
          collapsed: true,
          items: [{ type: 'link', label: 'First', href: url('/first') }],
        },
      ],
    });
    const main = element(html, 'main', 'id="dw-main"');
    expect(main).toContain('<h1>Site</h1>');
    expect(main).toContain('All about it');
    expect(main).toContain('<a href="/base/first/">First</a>');
    expect(html.match(/>First</g)).toHaveLength(1);
  });

  it('has no footer and no announcement unless configured', () => {
    const html = renderLayout({});
    expect(html).not.toContain('<footer');
    expect(html).not.toContain('Announcement');
  });

  it('has no close button on an announcement that cannot be closed', () => {
    const html = renderLayout({
      site: { announcementBar: { id: 'a', html: 'News', isCloseable: false } },
    });
    expect(html).toContain('News');
    expect(html).not.toContain('aria-label="Close"');
  });
});
