import type { SidebarCategory, SidebarEntry } from 'docwright/theme';
import { describe, expect, it } from 'vitest';
import { DocsSidebar } from '../../../templates/DocsSidebar.tsx';
import { element, renderInPage, renderLayout, url } from './render.tsx';

const link = (label: string, route: string): SidebarEntry => ({
  type: 'link',
  label,
  href: url(route),
});

const category = (
  items: readonly SidebarEntry[],
  changes: Partial<SidebarCategory> = {},
): SidebarCategory => ({
  type: 'category',
  label: 'Part',
  collapsible: true,
  collapsed: true,
  items,
  ...changes,
});

const render = (...entries: SidebarEntry[]): string =>
  renderInPage(<DocsSidebar entries={entries} />);

/** The categories without a page, and whether they are open. */
const states = (html: string): readonly string[] =>
  [...html.matchAll(/<details[^>]*?( open="")?><summary[^>]*>([^<]+)/g)].map(
    ([, open, label]) => `${label} ${open === undefined ? 'closed' : 'open'}`,
  );

describe('the docs sidebar', () => {
  it('marks the link of the page, and only that one', () => {
    const html = render(link('A', '/a'), link('B', '/b'));
    expect(html.match(/aria-current/g)).toHaveLength(1);
    expect(element(html, 'a', 'href="/base/a/"')).toContain('aria-current="page"');
  });

  it('opens the categories above the page; others follow their configuration', () => {
    const html = render(
      category([category([link('A', '/a')], { label: 'Inner' })], { label: 'Active' }),
      category([link('B', '/b')], { label: 'Closed' }),
      category([link('C', '/c')], { label: 'Open', collapsed: false }),
    );
    expect(states(html)).toEqual(['Active open', 'Inner open', 'Closed closed', 'Open open']);
  });

  it('names the caret of a category with a page for its section', () => {
    const html = render(category([link('B', '/b')], { href: url('/part') }));
    expect(element(html, 'a', 'href="/base/part/"')).toContain('Part');
    expect(element(html, 'summary', 'class')).toContain('aria-label="Pages in Part"');
  });

  it('shows a closed or empty category as a link, or leaves it out', () => {
    const html = render(
      category([], { label: 'Closed', firstHref: url('/b') }),
      category([], { label: 'Empty', href: url('/empty') }),
      category([], { label: 'Nowhere' }),
    );
    expect(html).not.toContain('<details');
    expect(html).toContain('<li class="sidebar-category"><a href="/base/b/">Closed</a></li>');
    expect(html).toContain('>Empty</a>');
    expect(html).not.toContain('Nowhere');
  });

  it('keeps a category open that cannot be closed', () => {
    const html = render(category([link('B', '/b')], { collapsible: false }));
    expect(html).not.toContain('<details');
    expect(html).toContain('href="/base/b/"');
  });

  it('writes the method of an operation before its title, as separate text', () => {
    const html = render({
      type: 'link',
      label: 'Get it',
      href: url('/op'),
      badge: 'GET',
    });
    expect(html).toMatch(/badge-get">GET<\/span> Get it</);
  });

  it('groups the categories of a list where autoCollapse is on, and opens the active one', () => {
    const html = renderInPage(
      <DocsSidebar
        entries={[
          category([link('B', '/b')], { label: 'Open', collapsed: false }),
          category([category([link('A', '/a')], { label: 'Inner' })], { label: 'Active' }),
        ]}
      />,
      { site: { sidebar: { hideable: false, autoCollapse: true } } },
    );
    expect(states(html)).toEqual(['Open closed', 'Active open', 'Inner open']);
    const names = [...html.matchAll(/<details name="([^"]+)"/g)].map(([, name]) => name);
    expect(names[0]).toBe(names[1]);
    expect(names[2]).not.toBe(names[0]);
  });

  it('has the buttons that hide and show it where the configuration asks for them', () => {
    const html = (hideable: boolean): string =>
      renderLayout({
        site: { sidebar: { hideable, autoCollapse: true } },
        page: { sidebarId: 'docs' },
        sidebar: [link('A', '/a')],
      });
    expect(html(false)).not.toContain('sidebar-switch');
    expect(element(html(true), 'button', 'data-sidebar="hide"')).toContain('aria-expanded="true"');
    expect(element(html(true), 'button', 'data-sidebar="hide"')).toContain('Hide sidebar');
    expect(element(html(true), 'button', 'data-sidebar="show"')).toContain(
      'aria-expanded="false" aria-label="Show sidebar"',
    );
  });
});
