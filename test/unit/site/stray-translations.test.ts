import { expect, it } from 'vitest';
import { type SiteFiles, site } from '../../support/site.ts';

const CONFIG = `export default { title: 'T', url: 'https://t.example', baseUrl: '/base/',
  i18n: { locales: [{ code: 'en' }, { code: 'fr' }, { code: 'pt-BR' }] } };
`;

/** `code file: message (hint)` of each finding of a site with two docs. */
async function findings(files: SiteFiles): Promise<readonly string[]> {
  const driver = await site({
    'site.config.ts': CONFIG,
    'content/docs/install.md': '# Install\n',
    'content/docs/use.md': '# Use\n',
    'i18n/fr/docs/use.md': '# Utiliser\n',
    'i18n/pt-BR/docs/use.md': '# Usar\n',
    ...files,
  }).build();
  const { diagnostics } = driver.result();
  driver.dispose();
  return diagnostics.map(
    ({ code, location, message, hint }) => `${code} ${location?.file}: ${message} (${hint})`,
  );
}

it('reports nothing where each translation has its original', async () => {
  expect(await findings({ 'i18n/fr/docs/install.mdx': '# Installer\n' })).toEqual([]);
});

it('suggests the original that a lost translation was for, with its address', async () => {
  expect(
    await findings({ 'i18n/fr/docs/instal.md': '# A\n', 'i18n/fr/docs/entirely-new.md': '# B\n' }),
  ).toEqual([
    'lost-translation i18n/fr/docs/entirely-new.md: i18n/fr/docs/entirely-new.md translates no page: the default language has none at /base/docs/entirely-new/ (name it as its original, or remove it with that; for pages in one language only, turn "lost-translation" off in rules)',
    'lost-translation i18n/fr/docs/instal.md: i18n/fr/docs/instal.md translates no page: the default language has none at /base/docs/instal/ (did you mean content/docs/install.md (/base/docs/install/)? Its translation is i18n/fr/docs/install.md)',
  ]);
});

it('takes the generated home page for an original', async () => {
  expect(await findings({ 'i18n/fr/index.md': '# Accueil\n' })).toEqual([]);
});

it('reports a folder that repeats the content folder once', async () => {
  expect(
    await findings({
      'i18n/fr/content/docs/install.md': '# A\n',
      'i18n/fr/content/docs/use.md': '# B\n',
    }),
  ).toEqual([
    'repeated-folder i18n/fr/content/docs/install.md: i18n/fr/content/docs/install.md translates no page: i18n/fr has the folders of content, but not content itself (move what is in i18n/fr/content to i18n/fr: the translation of /base/docs/install/ is i18n/fr/docs/install.md)',
  ]);
});

it('reports folders of locales that are not configured', async () => {
  expect(
    await findings({
      'i18n/pt-BR/docs/use.md': '',
      'i18n/pt_BR/docs/use.md': '# Usar\n',
      'i18n/vi/docs/use.md': '# C\n',
      'i18n/notes.txt': 'x',
      'i18n/tools/list.json': '[]',
    }),
  ).toEqual(
    expect.arrayContaining([
      'unknown-locale i18n/pt_BR/docs/use.md: i18n/pt_BR is not read: "pt_BR" is no locale of the site (did you mean "pt-BR"? Rename it to i18n/pt-BR, or add the locale to i18n.locales)',
      'unknown-locale i18n/vi/docs/use.md: i18n/vi is not read: "vi" is no locale of the site (add { code: \'vi\' } to i18n.locales, or move the folder elsewhere)',
    ]),
  );
});

it('reports a locale without any translation at its entry in the configuration', async () => {
  const config = CONFIG.replace("{ code: 'pt-BR' }", "{ code: 'pt-BR' }, { code: 'de' }");
  expect(await findings({ 'site.config.ts': config })).toEqual([
    'empty-locale site.config.ts: no page is translated to Deutsch: all of them are shown in the default language (the translation of /base/docs/install/ is read from i18n/de/docs/install.md)',
  ]);
});

it('reports files of UI messages with names that are not read', async () => {
  const text = 'interface: {}\n';
  const found = await findings({
    'i18n/fr/messages.yaml': text,
    'i18n/pt-BR/mesages.yml': text,
    'i18n/fr.json': '{}',
    'i18n/fr/prices.json': '[]',
  });
  expect(found).toEqual([
    'messages-file-name i18n/fr.json: i18n/fr.json is not read: UI messages are in messages.yml of the folder of a locale (did you mean i18n/fr/messages.yml?)',
    'messages-file-name i18n/fr/messages.yaml: i18n/fr/messages.yaml is not read: UI messages are in messages.yml of the folder of a locale (did you mean i18n/fr/messages.yml?)',
    'messages-file-name i18n/pt-BR/mesages.yml: i18n/pt-BR/mesages.yml is not read: UI messages are in messages.yml of the folder of a locale (did you mean i18n/pt-BR/messages.yml?)',
  ]);
});

it('names the place of a translation of what is outside of the content', async () => {
  const blog = CONFIG.replace('{ title', "{ blog: { until: '2026-02-01' }, title");
  const files = { 'site.config.ts': blog, 'blog/2026-01-01-a.md': '# A\n\nText.\n' };
  const driver = await site({ ...files, 'i18n/fr/blog/2026-01-01-a.md': '# Un\n\nMot.\n' }).build();
  const { diagnostics } = driver.result();
  driver.dispose();
  expect(diagnostics.map(({ hint }) => hint)).toEqual([
    'the translation of /base/blog/2026/01/01/a/ is read from i18n/pt-BR/blog/2026-01-01-a.md',
  ]);
});
