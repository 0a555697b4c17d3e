import type { Dialect } from '../../../../src/dialects/dialect.ts';

/** A tool that does not exist. */
export const kite: Dialect<'kite'> = {
  id: 'kite',
  name: 'Kite',
  layout: {
    configs: ['kite.ini'],
    content: ['pages'],
    static: 'files',
    routeBase: '/kb',
    trailingSlash: false,
    rules: { 'page-not-found': 'warning' },
  },
  keys: new Map([['caption', (entry) => [{ ...entry, key: 'sidebar_label' }]]]),
  constructs: [['tail', /\{\{~\S+\}\}/g, 'remove it']],
  docPath: (path) => path.replace(/^k-/, ''),
  linkFolders: new Map([['&/', 'pages/']]),
  slugify: (text) => `k-${text.length}`,
};
