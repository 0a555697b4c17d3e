import { expect, it } from 'vitest';
import { checkLinks } from '../../../src/pipeline/check-links.ts';
import { site } from '../../support/site.ts';

it('pages that nothing leads to are reported, unless readers find them otherwise', async () => {
  const driver = site({
    'site.config.ts': `export default {
  title: 'T', url: 'https://t.example',
  i18n: { defaultLocale: 'en', locales: [{ code: 'en' }, { code: 'fr' }] },
  navbar: { items: [{ label: 'N', to: '/named' }] },
};\n`,
    'content/index.md': '# Home\n\n[x](./linked.md#part) [x](/shown)\n',
    'content/linked.md': '# Linked\n\n## Part\n',
    'content/named.md': '# Named\n',
    'content/alone.md': '# Alone\n\n[x](#alone) [x](./alone.md)\n',
    'content/found.md': '---\nsidebar: false\n---\n# Found\n',
    'content/unlisted.md': '---\nunlisted: true\n---\n# Unlisted\n',
    'content/docs/a.md': '# A\n',
    'content/shown.tsx':
      'export const meta = { title: "P" };\nexport default () => <main><a href="/named">x</a></main>;\n',
    'content/hidden.tsx':
      'export const meta = { title: "P" };\nexport default () => <main>x</main>;\n',
    'i18n/fr/alone.md': '# Seul\n',
  }).warm();
  const { diagnostics } = await checkLinks({ siteDir: driver.dir });
  driver.dispose();
  const hint = 'link to it, or set sidebar: false if readers find it by search';
  const found = diagnostics.filter(({ code }) => code === 'orphan-page');
  expect(found.toSorted((a, b) => (a.message < b.message ? -1 : 1))).toEqual(
    [
      ['/alone', 'content/alone.md'],
      ['/hidden', 'content/hidden.tsx'],
    ].map(([route, file]) => ({
      code: 'orphan-page',
      severity: 'info',
      message: `no link and no sidebar leads to "${route}"`,
      location: { file, line: 1, column: 1 },
      hint,
    })),
  );
});
