import { describe, it } from 'vitest';
import { expectMarked } from '../../support/marked-links.ts';
import type { SiteFiles } from '../../support/site.ts';

const P = '§page-not-found§';
const N = '§anchor-not-found§';
const sites: Record<string, SiteFiles> = {
  locales: {
    'site.config.ts': `export default { title: 'T', url: 'https://t.example', i18n: { defaultLocale: 'en', locales: [{ code: 'en' }, { code: 'fr' }] }, links: { rules: { 'orphan-page': 'off' } } };\n`,
    'content/docs/a.md': '# A\n\n## Hello\n\n[b](b.md#two) [fr](/fr/docs/b)\n',
    'content/docs/b.md': '# B\n\n## Two\n',
    'content/docs/only.md': '---\nslug: seul\n---\n# Only\n\n## Here\n',
    'content/docs/x.png': 'x',
    'content/index.md': '# H\n',
    'i18n/fr/docs/a.md':
      `# A\n\n## Bonjour\n\n[1](b.md#deux) [2](${N}b.md#two) [3](only.md#here) [4](${P}none.md) [5](/docs/b#deux) [6](${N}/docs/b#two) [7](/docs/seul#here) [8](/fr/docs/b#deux) [9](x.png) [10](#bonjour) [11](${N}#hello) [12](/docs/none2)\n`.replace(
        '/docs/none2',
        P + '/docs/none2',
      ),
    'i18n/fr/docs/b.md': '# B\n\n## Deux\n',
  },
  versions: {
    'site.config.ts': `export default { title: 'T', url: 'https://t.example', links: { rules: { 'orphan-page': 'off' } } };\n`,
    'content/docs/a.md': `# A\n\n[b](b.md#new) [old](/docs/b)\n`,
    'content/docs/b.md': '# B\n\n## New\n',
    'content/docs/new.md': '# New\n',
    'content/page.md': '# P\n\n[next](/docs/next/new) [a](/docs/a)\n',
    'versions/1.0/a.md': `# A\n\n[1](b.md#old) [2](${N}b.md#new) [3](${P}new.md) [4](/docs/b) [5](/docs/next/b#new) [6](${N}/docs/b#new)\n`,
    'versions/1.0/b.md': '# B\n\n## Old\n',
  },
};
sites['locales-config'] = {
  'site.config.ts': `export default { title: 'T', url: 'https://t.example', i18n: { defaultLocale: 'en', locales: [{ code: 'en' }, { code: 'fr' }] }, links: { rules: { 'orphan-page': 'off' } }, footer: { links: [{ label: 'x', to: '§anchor-not-found§/docs/b#two' }, { label: 'y', to: '/docs/a#hello' }, { label: 'z', to: '§page-not-found§/no' }] } };\n`,
  'content/docs/a.md': '# A\n\n## Hello\n',
  'content/docs/b.md': '# B\n\n## Two\n\n[x](a.md)\n',
  'i18n/fr/docs/b.md': '# B\n\n## Deux\n',
};

const near = (code: string, suggestion: string): string => `§${code}>${suggestion}§`;
sites['suggestions'] = {
  'site.config.ts': `export default { title: 'T', url: 'https://t.example', i18n: { defaultLocale: 'en', locales: [{ code: 'en' }, { code: 'fr' }] }, links: { rules: { 'orphan-page': 'off' } } };\n`,
  'content/docs/a.md': `# A\n\n[x](${near('page-not-found', './guide/set.md')}./set.md) [x](${near('page-not-found', '')}./seul.md) [x](${near('anchor-not-found', '')}#bonjour) [x](${near('anchor-not-found', './guide/set.md#here-only')}#here-only)\n\n[x](${near('asset-not-found', '/logo.png')}/lgo.png) [x](${near('asset-not-found', './plan.pdf')}./plna.pdf)\n`,
  'content/docs/plan.pdf': 'x',
  'static/logo.png': 'x',
  'content/docs/guide/set.md': '# Set\n\n## Here only\n',
  'i18n/fr/docs/guide/set.md': '# Set\n\n## Bonjour\n\n## Here only\n',
  'i18n/fr/docs/guide/seul.md': '# Seul\n',
  'versions/1.0/a.md': `# A\n\n[x](${near('page-not-found', '')}./guide/set.md) [x](${near('page-not-found', './guide/old.md')}./old.md) [x](${near('anchor-not-found', '')}#here-only)\n`,
  'versions/1.0/guide/old.md': '# Old\n',
};

sites['suggestions of versions'] = {
  'content/docs/a.md': `# A\n\n[x](${near('page-not-found', './new.md')}./nwe.md) [x](${near('page-not-found', '')}./odl.md) [x](${near('page-not-found', '/docs/next/new')}/docs/next/nwe)\n`,
  'content/docs/new.md': '# New\n',
  'content/page.md': `# P\n\n[x](${near('page-not-found', '/docs/next/new')}/docs/next/nwe) [x](${near('page-not-found', '/docs/old')}/docs/odl)\n`,
  'versions/1.0/a.md': `# A\n\n[x](${near('page-not-found', '')}./nwe.md) [x](${near('page-not-found', './old.md')}./odl.md)\n`,
  'versions/1.0/old.md': '# Old\n',
};
sites['suggestions of languages'] = {
  'site.config.ts': `export default { title: 'T', url: 'https://t.example', i18n: { defaultLocale: 'en', locales: [{ code: 'en' }, { code: 'fr' }] }, links: { rules: { 'orphan-page': 'off' } } };\n`,
  'content/docs/a.md': `# A\n\n[x](${near('page-not-found', '')}./seul.md) [x](${near('page-not-found', '/docs/a')}/docs/aa)\n`,
  'i18n/fr/docs/a.md': `# A\n\n[x](${near('page-not-found', './seul.md')}./suel.md)\n`,
  'i18n/fr/docs/seul.md': '# S\n',
};

describe('links of translations and versions', () => {
  it.each(Object.keys(sites))(
    '%s: exactly the broken links are reported, at their locations',
    async (name) => {
      await expectMarked(sites[name] ?? {});
    },
  );
});
