import { defineConfig } from 'docwright';

export default defineConfig({
  title: 'Achievo Docs',
  tagline: 'Game achievements and on-chain rewards, by API and SDK',
  url: 'https://docs.achievo.example',
  baseUrl: '/',
  version: '1.0.1',
  themeColor: { light: '#ffffff', dark: '#0e1014' },
  image: { src: 'social.png', alt: 'Achievo: put what players achieve on chain' },
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
      history: true,
    },
  ],
  samples: {
    hosts: ['ACHIEVO_BASE_URL'],
    env: ['ACHIEVO_API_KEY', 'ACHIEVO_SESSION'],
    clients: [{ import: '@achievo/api-client', module: 'api-client.ts' }],
  },
  navbar: {
    title: 'Achievo',
    logo: { src: '/logo.svg', alt: '', width: 28, height: 28 },
    items: [
      { type: 'docSidebar', sidebarId: 'docs', label: 'Documentation' },
      { type: 'docSidebar', sidebarId: 'api', label: 'API reference' },
      { label: 'Community', href: 'https://community.achievo.example', position: 'right' },
      { type: 'search', position: 'right' },
    ],
  },
  search: {
    synonyms: [
      ['backend', 'back end'],
      ['frontend', 'front end'],
      ['log in', 'login', 'sign in', 'signin'],
      ['languages', 'golang', 'rust', 'java', 'php', 'ruby'],
      ['whitelist', 'allowlist', 'allow list'],
      ['rate limit', 'throttling', 'throttle', 'per minute'],
      ['plan', 'pricing', 'billing', 'subscription'],
      ['changelog', 'release notes'],
      { from: 'jwt', to: ['session token'] },
      { from: 'access token', to: ['session token'] },
      { from: 'testnet', to: ['sandbox', 'sepolia', 'amoy'] },
      { from: 'staging', to: ['sandbox'] },
      { from: 'api token', to: ['api key'] },
      { from: 'organization', to: ['tenant'] },
      { from: 'workspace', to: ['tenant'] },
      { from: 'airdrop', to: ['batch mint'] },
      { from: 'xp', to: ['experience', 'level'] },
      { from: 'trophy', to: ['badge', 'achievement'] },
      { from: 'sbt', to: ['soulbound'] },
      { from: 'rng', to: ['randomness'] },
      { from: 'lottery', to: ['raffle'] },
      { from: 'gasless', to: ['paymaster'] },
      { from: 'metamask', to: ['browser wallet'] },
    ],
  },
  announcementBar: {
    content:
      'Every example here runs in the sandbox. <a href="/docs/getting-started/environments">Going live</a> has a checklist.',
    backgroundColor: '#15181d',
    textColor: '#cbd1da',
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
          { label: 'SDKs', to: '/docs/sdk/overview' },
          { label: 'API reference', to: '/docs/api/achievo-api' },
          { label: 'Changelog', to: '/docs/changelog' },
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
