import { describe, expect, it } from 'vitest';
import { hints as allHints, problems as allProblems, diagnose } from '../check-config.ts';

const problems = (...items: unknown[]) => allProblems({ navbar: { items } });
const hints = (...items: unknown[]) => allHints({ navbar: { items } });

describe('navbar items', () => {
  it('accepts every kind', () => {
    expect(
      problems(
        {
          label: 'A',
          to: '/a',
          activeBasePath: '/a',
          activeBaseRegex: '^/(a|b)',
          position: 'right',
          className: 'c',
        },
        { type: 'default', html: '<b>x</b>', href: 'https://a.example' },
        { type: 'doc', docId: 'intro', label: 'Intro', docsPluginId: 'default' },
        { type: 'docSidebar', sidebarId: 'main' },
        { type: 'docsVersion' },
        { type: 'docsVersionDropdown', docsPluginId: 'default' },
        { type: 'localeDropdown', position: 'right' },
        { type: 'search', className: 'c' },
        { type: 'html', value: '<b>x</b>' },
        { type: 'html', html: '<b>x</b>' },
        {
          label: 'More',
          items: [
            { label: 'B', to: '/b' },
            { type: 'html', value: '<hr>' },
          ],
        },
        { type: 'dropdown', label: 'More', items: [{ type: 'doc', docId: 'x' }] },
        { type: 'custom-badge', anything: 5, items: [] },
      ),
    ).toEqual([]);
  });

  it('refuses an unknown type with the fixed message', () => {
    const [problem, ...others] = diagnose({ navbar: { items: [{ type: 'docSidbar', to: '/x' }] } });
    expect(others).toEqual([]);
    expect(problem).toMatchObject({
      code: 'navbar-item',
      severity: 'error',
      message: 'No NavbarItem component found for type "docSidbar".',
      hint: 'did you mean "docSidebar"?',
      location: { pointer: 'navbar.items[0].type' },
    });
    expect(problems({ type: 'constructor' })).toEqual([
      'navbar-item No NavbarItem component found for type "constructor".',
    ]);
    expect(problems({ type: 'custom' })).toEqual([
      'navbar-item No NavbarItem component found for type "custom".',
    ]);
    expect(problems({ label: 'A', items: [{ type: 'x' }] })).toEqual([
      'navbar-item No NavbarItem component found for type "x".',
    ]);
  });

  it.each([
    [{ label: 'A' }, 'needs "to" or "href"'],
    [{ to: '/a' }, 'needs "label" or "html"'],
    [{ type: 'html' }, 'needs "value" or "html"'],
  ])('requires one of two keys: %j', (item, reason) => {
    expect(problems(item)).toEqual([`config-missing navbar.items[0] ${reason}`]);
  });

  it.each([
    [{ type: 'doc' }, 'docId'],
    [{ type: 'docSidebar' }, 'sidebarId'],
    [{ type: 'dropdown', label: 'A' }, 'items'],
    [{ items: [{ label: 'A', to: '/a' }] }, 'label'],
  ])('requires the keys of a kind: %j', (item, key) => {
    expect(problems(item)).toEqual([`config-missing navbar.items[0].${key} is required`]);
  });

  it.each([
    [{ label: 'A', to: '/a', href: 'https://a.example' }, 'href cannot be combined with "to"'],
    [{ label: 'A', html: '<b>', to: '/a' }, 'html cannot be combined with "label"'],
    [{ type: 'html', value: 'a', html: 'b' }, 'html cannot be combined with "value"'],
  ])('refuses keys that exclude each other: %j', (item, reason) => {
    expect(problems(item)).toEqual([`config-value navbar.items[0].${reason}`]);
  });

  it.each([
    [{ label: 'A', to: '/a', docId: 'x' }, 'docId', 'default'],
    [{ type: 'search', label: 'A' }, 'label', 'search'],
    [{ type: 'doc', docId: 'x', to: '/x' }, 'to', 'doc'],
    [
      {
        type: 'dropdown',
        label: 'A',
        items: [{ label: 'A', to: '/a' }],
        href: 'https://a.example',
      },
      'href',
      'dropdown',
    ],
    [{ type: 'default', label: 'A', to: '/a', items: [] }, 'items', 'default'],
  ])('refuses keys of other kinds: %j', (item, key, type) => {
    expect(problems(item)).toEqual([
      `config-value navbar.items[0].${key} has no meaning on an item of type "${type}"`,
    ]);
  });

  it('refuses items that a dropdown must not contain', () => {
    const inside = (item: unknown) => problems({ label: 'A', items: [item] });
    const path = 'navbar-item navbar.items[0].items[0]:';
    expect(inside({ label: 'B', items: [{ label: 'C', to: '/c' }] })).toEqual([
      `${path} dropdowns do not nest`,
    ]);
    for (const type of ['search', 'localeDropdown', 'docsVersionDropdown']) {
      expect(inside({ type })).toEqual([`${path} "${type}" cannot stand inside a dropdown`]);
    }
    expect(problems({ label: 'A', items: [] })).toEqual([
      'config-value navbar.items[0].items must not be empty',
    ]);
  });

  it('passes safe attributes through on links only', () => {
    const safe = {
      'data-x': '1',
      'aria-label': 'A',
      title: 't',
      lang: 'fr',
      rel: 'me',
      target: '_self',
    };
    expect(problems({ label: 'A', to: '/a', ...safe })).toEqual([]);
    expect(problems({ type: 'search', title: 't' })).toEqual([
      'config-unknown-key navbar.items[0].title is not a key of the configuration',
    ]);
  });

  it.each([
    'onclick',
    'onClick',
    'style',
    'srcdoc',
    'dangerouslySetInnerHTML',
    'children',
    'key',
    'data-',
    'DATA-X',
    '__proto__x',
    'ping',
    // It would stand twice on a page: in the bar and in the menu of narrow screens.
    'id',
  ])('refuses the attribute %s', (name) => {
    expect(problems({ label: 'A', to: '/a', [name]: 'x' })).toEqual([
      `config-value navbar.items[0].${name.includes('-') ? '' : name} is neither a key of a link nor an attribute that it may have`.replace(
        'items[0]. ',
        `items[0]["${name}"] `,
      ),
    ]);
  });

  it('names the key that was meant, else the attributes', () => {
    expect(hints({ lable: 'A', label: 'A', to: '/a' })).toEqual(['did you mean "label"?']);
    expect(hints({ onclick: 'A', label: 'A', to: '/a' })).toEqual([
      expect.stringContaining('data-* and aria-*'),
    ]);
  });

  it('wants strings as attributes', () => {
    expect(problems({ label: 'A', to: '/a', title: 5 })).toEqual([
      'config-type navbar.items[0].title: expected a string, found a number',
    ]);
  });

  it.each(
    'dir download hreflang lang referrerpolicy rel target title translate data-x aria-x'.split(' '),
  )('accepts the attribute %s', (name) => {
    expect(problems({ label: 'A', to: '/a', [name]: 'x' })).toEqual([]);
    expect(problems({ type: 'doc', docId: 'a', [name]: 'x' })).toEqual([]);
  });

  it('lists the attributes', () => {
    expect(hints({ zzzzzz: 'A', label: 'A', to: '/a' })).toEqual([
      'allowed: dir, download, hreflang, lang, referrerpolicy, rel, target, title, translate, data-* and aria-*',
    ]);
  });

  const LINK = 'label, html, activeBasePath, activeBaseRegex';
  it.each([
    [{ label: 'A', to: '/a' }, 'default', `${LINK}, to, href`],
    [{ type: 'doc', docId: 'a' }, 'doc', `docId, ${LINK}, docsPluginId`],
    [{ type: 'docSidebar', sidebarId: 'a' }, 'docSidebar', `sidebarId, ${LINK}, docsPluginId`],
    [{ type: 'docsVersion' }, 'docsVersion', `${LINK}, docsPluginId`],
    [{ type: 'html', value: 'a' }, 'html', 'value, html'],
    [{ type: 'search' }, 'search', ''],
    [{ type: 'localeDropdown' }, 'localeDropdown', 'label'],
    [{ type: 'docsVersionDropdown' }, 'docsVersionDropdown', 'label, docsPluginId'],
  ])('lists the keys of %j', (item, type, keys) => {
    const foreign = type === 'search' ? 'to' : 'items';
    const value = type === 'search' ? '/a' : [];
    const [problem] = diagnose({ navbar: { items: [{ type, ...item, [foreign]: value }] } }).filter(
      ({ code }) => code === 'config-value',
    );
    expect(problem?.hint).toBe(
      `its keys: type, position, className${keys === '' ? '' : `, ${keys}`}`,
    );
    for (const key of keys === '' ? [] : keys.split(', ')) {
      const reasons = problems({ type, ...item, [key]: 'x' }).join();
      expect(reasons).not.toContain('has no meaning');
    }
  });

  it.each([
    ['sdk', [], 'docs sets: default'],
    ['skd', [{ id: 'api' }, { id: 'sdk' }], 'did you mean "sdk"?'],
    ['other', [{ id: 'api' }, { id: 'sdk' }], 'docs sets: api, sdk'],
  ])('names the docs sets instead of %s', (docsPluginId, docs, hint) => {
    const navbar = { items: [{ type: 'docsVersion', docsPluginId }] };
    expect(allHints(docs.length === 0 ? { navbar } : { navbar, docs })).toContain(hint);
  });

  it('knows the docs sets', () => {
    expect(problems({ type: 'docsVersion', docsPluginId: 'sdk' })).toEqual([
      'config-value navbar.items[0].docsPluginId names the docs set "sdk", which does not exist',
    ]);
    const navbar = { items: [{ type: 'docsVersion', docsPluginId: 'sdk' }] };
    expect(allProblems({ navbar, docs: [{ id: 'sdk' }] })).toEqual([]);
  });

  it.each([
    [
      { href: 'javascript:alert(1)' },
      'unsafe-scheme navbar.items[0].href has the scheme "javascript:", which is refused',
    ],
    [
      { href: ' java\tscript:alert(1)' },
      'unsafe-scheme navbar.items[0].href has the scheme "javascript:", which is refused',
    ],
    [
      { to: 'data:text/html,x' },
      'unsafe-scheme navbar.items[0].to has the scheme "data:", which is refused',
    ],
    [
      { to: 'https://a.example' },
      'config-value navbar.items[0].to must be a path inside the site that starts with "/", found "https://a.example"',
    ],
    [
      { to: '//a.example' },
      'config-value navbar.items[0].to must be a path inside the site that starts with "/", found "//a.example"',
    ],
    [
      { to: '/\\a.example' },
      'config-value navbar.items[0].to must be a path inside the site that starts with "/", found "/\\a.example"',
    ],
    [
      { to: 'docs' },
      'config-value navbar.items[0].to must be a path inside the site that starts with "/", found "docs"',
    ],
    [{ to: '/../x' }, 'outside-root navbar.items[0].to climbs out of the site'],
    [
      { to: '/a', activeBaseRegex: '(' },
      'config-value navbar.items[0].activeBaseRegex is not a regular expression: Unterminated group',
    ],
    [
      { to: '/a', activeBaseRegex: '(a+)+' },
      'config-value navbar.items[0].activeBaseRegex repeats a group that repeats something itself, which can take exponential time',
    ],
    [
      { to: '/a', activeBaseRegex: 'a'.repeat(201) },
      'config-value navbar.items[0].activeBaseRegex must have at most 200 characters, found 201',
    ],
    [{ to: '/a', label: ' ' }, 'config-value navbar.items[0].label must not be empty'],
    [
      { to: '/a', position: 'center' },
      'config-value navbar.items[0].position must be "left" or "right", found "center"',
    ],
  ])('checks values: %j', (item, problem) => {
    expect(problems({ label: 'A', ...item })).toEqual([problem]);
  });
});
