import type { SiteFiles } from '../../support/site.ts';

const LONG = Array.from(
  { length: 40 },
  (_, index) => `Paragraph ${index}.\n\n${'Words to fill the page. '.repeat(12)}\n`,
).join('\n');

interface NavbarSite {
  /** The `navbar` of the configuration, without title. */
  readonly navbar: Readonly<Record<string, unknown>>;
  /** Further keys of the configuration. */
  readonly config?: Readonly<Record<string, unknown>>;
  readonly files?: SiteFiles;
}

/** A small site with a navbar. */
export function navbarSite({ navbar, config = {}, files = {} }: NavbarSite): SiteFiles {
  const settings = {
    title: 'Navbar',
    url: 'https://docs.example.com',
    baseUrl: '/base/',
    favicon: 'favicon.svg',
    docs: [{ id: 'default', path: 'content/docs', routeBase: '/docs', sidebars: { docs: 'auto' } }],
    navbar: { title: 'Navbar', ...navbar },
    colorMode: { default: 'dark', disableSwitch: false, respectPrefersColorScheme: false },
    ...config,
  };
  return {
    'site.config.ts': `export default ${JSON.stringify(settings)};\n`,
    'static/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'content/index.md': '# Start\n\n[First](./docs/first.md)\n',
    'content/docs/first.md': `# First\n\n[To the anchor](./second.md#deep-part) [Second](./second.md) [Down](#end-of-first)\n\n${LONG}\n## End of first\n\n${LONG}\n`,
    'content/docs/second.md': `# Second\n\n${LONG}\n## Deep part\n\n${LONG}\n\n[First again](./first.md)\n`,
    ...files,
  };
}

/** Items of every kind that needs no second version or locale. */
export const ITEMS = [
  { label: 'Start', to: '/' },
  {
    label: 'Guides',
    items: [
      { label: 'First', to: '/docs/first' },
      { label: 'Second', to: '/docs/second' },
      { type: 'html', value: '<hr>' },
      { label: 'Elsewhere', href: 'https://elsewhere.example' },
    ],
  },
  { type: 'doc', docId: 'second' },
  { type: 'html', value: '<em>New</em> <a href="/base/docs/first/">here</a>' },
  { type: 'localeDropdown', position: 'right' },
  {
    label: 'More',
    position: 'right',
    items: [
      { label: 'A page with a label that is rather long, but fits', to: '/docs/second' },
      { label: 'Start', to: '/' },
    ],
  },
];

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="32"><rect width="120" height="32" fill="#c60"/></svg>`;

/** A bar with a logo, a long title and twenty items, some with labels of sixty characters. */
export const CROWDED: SiteFiles = navbarSite({
  navbar: {
    title: 'A long title of a site that nobody would choose but somebody will',
    logo: { src: '/logo.svg', alt: 'Logo' },
    items: Array.from({ length: 20 }, (_, index) => {
      const position = index % 2 === 0 ? 'left' : 'right';
      if (index % 5 !== 4) return { label: `Item ${index}`, to: '/', position };
      const label = `A menu with a label of nearly sixty characters, number ${index}`;
      const items = [
        { label: 'Entry', to: '/' },
        { label: 'Another entry with a label that needs two lines in any list', to: '/docs/first' },
      ];
      return { label, position, items };
    }),
  },
  files: { 'static/logo.svg': LOGO },
});
