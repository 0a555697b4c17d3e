import { defineConfig } from 'docwright';

export default defineConfig({
  title: 'Achievo Docs',
  tagline: 'Game achievements and on-chain rewards, by API and SDK',
  url: 'https://docs.achievo.example',
  baseUrl: '/',
  version: '1.0.1',
  favicon: 'favicon.svg',
  i18n: {
    defaultLocale: 'en',
    locales: [{ code: 'en', label: 'English', htmlLang: 'en', dir: 'ltr' }],
  },
  docs: [{ id: 'default', path: 'content/docs', routeBase: '/docs', sidebars: { docs: 'auto' } }],
  openapi: [
    {
      spec: 'openapi/achievo.yaml',
      routeBase: '/docs/api',
      strict: true,
      server: 'sandbox',
      samples: 'samples.ts',
      errors: '/docs/getting-started/errors#{code}',
    },
  ],
  navbar: {
    title: 'Achievo',
    items: [
      { type: 'docSidebar', sidebarId: 'docs', label: 'Documentation' },
      { type: 'docSidebar', sidebarId: 'api', label: 'API reference' },
      { label: 'Community', href: 'https://community.achievo.example', position: 'right' },
      { type: 'search', position: 'right' },
    ],
  },
  announcementBar: {
    content:
      'Building against test chains? Use the <a href="/docs/getting-started/overview">sandbox set-up</a> before you go live.',
    backgroundColor: '#1f2a44',
    textColor: '#e8edf7',
    isCloseable: true,
  },
  footer: {
    links: [
      {
        title: 'Documentation',
        items: [
          { label: 'Getting started', to: '/docs/getting-started/overview' },
          { label: 'NFT gating', to: '/docs/nft-gating/overview' },
          { label: 'Randomness', to: '/docs/randomness/overview' },
          { label: 'API client', to: '/docs/sdk/api-client' },
          { label: 'API reference', to: '/docs/api/achievo-api' },
        ],
      },
      {
        title: 'Community',
        items: [
          { label: 'Community', href: 'https://community.achievo.example' },
          { label: 'DAO', href: 'https://dao.achievo.example' },
        ],
      },
      {
        title: 'Partners',
        items: [{ label: 'Partner programme', href: 'https://partners.achievo.example' }],
      },
    ],
    copyright: '© 2024 Achievo',
  },
  colorMode: { default: 'dark', disableSwitch: true, respectPrefersColorScheme: false },
});
