import type { SiteFiles } from '../../support/site.ts';
import { navbarSite } from './navbar-site.ts';

const doc = (title: string, links = ''): string =>
  `# ${title}\n\n${links}\n\n${'Words to fill the page.\n\n'.repeat(80)}\n## Usage\n\nText.\n`;

/**
 * Three versions (1.0, 2.0 and what is worked on), a docs set without versions, and three locales, of which two are in
 * the same language. One doc exists only in French.
 */
export const VERSIONS_SITE: SiteFiles = navbarSite({
  navbar: {
    items: [
      { type: 'docsVersion', label: 'Docs' },
      { type: 'docsVersionDropdown', position: 'right' },
      { type: 'docsVersionDropdown', docsPluginId: 'team', position: 'right' },
      { type: 'localeDropdown', position: 'right' },
    ],
  },
  config: {
    docs: [
      { id: 'default', path: 'content/docs', routeBase: '/docs', sidebars: { docs: 'auto' } },
      { id: 'team', path: 'content/team', routeBase: '/team', sidebars: { team: 'auto' } },
    ],
    i18n: {
      defaultLocale: 'en',
      locales: [
        { code: 'en' },
        { code: 'fr' },
        { code: 'en-GB', label: 'Simple English', htmlLang: 'en' },
      ],
    },
    rules: { 'empty-locale': 'off' },
  },
  files: {
    'content/docs/index.md': doc('Next start'),
    'content/docs/first.md': doc('Next first'),
    'content/docs/second.md': doc('Next second'),
    'content/team/index.md': '# Team\n',
    'versions/2.0/index.md': doc('Start of two'),
    'versions/2.0/first.md': doc('First of two'),
    'versions/1.0/index.md': doc('Start of one'),
    'versions/1.0/first.md': doc('First of one', '[Gone](./gone.md)'),
    'versions/1.0/gone.md': doc('Gone since'),
    'i18n/fr/versions/2.0/first.md': doc('Premier'),
  },
});
