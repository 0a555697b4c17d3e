import { expect, it } from 'vitest';
import { printAccepted, readBlocks } from '../../src/translations/blocks.ts';
import { siteSuite } from '../support/suite.ts';

const BEFORE = '# Install\n\nGet it.\n\n## Options\n\nWait 30 seconds.\n\n## End\n\nDone.\n';
const accepted = printAccepted(
  '2026-01-31',
  readBlocks('a.md', BEFORE).blocks.map(({ hash }) => hash),
);

const { reader, server } = siteSuite({
  'static/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'site.config.ts': `export default { title: 'T', url: 'https://a.example',
    i18n: { locales: [{ code: 'en' }, { code: 'de' }] } };\n`,
  'content/docs/install.md': BEFORE.replace('30', '60'),
  'i18n/de/docs/install.md': `---\ntranslated_from: ${accepted}\n---\n# Installieren\n\nHol es.\n\n## Schalter\n\nWarte 30 Sekunden.\n\n## Ende\n\nFertig.\n`,
});

it(
  'readers of an outdated translation see its date and the sections, also without JavaScript',
  reader(
    async ({ page }) => {
      await page.goto(`${server.url}de/docs/install/`);
      const note = page.getByRole('note');
      expect(await note.innerText()).toBe(
        'Diese Übersetzung ist vom 31. Januar 2026. Seither hat sich das Original geändert, und zwar in: Schalter',
      );
      expect(await note.getByRole('link').getAttribute('href')).toBe('#schalter');
      await page.goto(`${server.url}docs/install/`);
      expect(await page.getByRole('note').count()).toBe(0);
    },
    { context: { javaScriptEnabled: false } },
  ),
);
