import { describe, expect, it } from 'vitest';
import { createIndexBuilder } from '../../../../src/search/index/build-index.ts';
import { languageRules } from '../../../../src/search/index/languages.ts';
import { readLanguage } from '../../../../src/search/query/words.ts';
import { FOLDER, openSliced, searchSection, titlesOf } from '../../../support/search.ts';

/** What a query finds on a site in a language, by the titles of its pages; from one file and from slices. */
async function find(language: string, titles: readonly string[], query: string) {
  const sections = titles.map((title) => searchSection(title, title));
  const answers = await Promise.all(
    [1e6, 0].map(async (wholeLimit) => {
      const slices = new Map<string, string>();
      const builder = createIndexBuilder({
        wholeLimit,
        folder: FOLDER,
        language: languageRules(language),
        put: ({ name, content }) => void slices.set(name, content),
      });
      for (const section of sections)
        builder.addPage({ key: section.document.title, sections: () => [section] });
      return titlesOf(
        await openSliced({ content: builder.finish().content, slices }).search(query),
      );
    }),
  );
  expect(answers[1]).toEqual(answers[0]);
  return answers[0] ?? [];
}

describe('inflections', () => {
  it.each([
    ['de', 'Tests der Datenbank', 'datenbanken'],
    ['de', 'Verlängerung', 'verlängern'],
    ['de', 'Entwicklung', 'entwickeln'],
    ['de', 'Passwort', 'passwörter'],
    ['fr', 'Mise à jour partielle', 'partiels'],
    ['fr', 'Déploiement', 'déploiements'],
    ['es', 'Configuración', 'configurar'],
    ['pt-BR', 'Configurações', 'configuração'],
    ['it', 'Installazione', 'installare'],
    ['nl', 'Instelling', 'instellingen'],
    ['pl', 'Instalacja', 'instalację'],
    ['ru', 'Настройка', 'настройки'],
    ['uk', 'Налаштування', 'налаштувань'],
    ['tr', 'Ayarlar', 'ayarları'],
    ['ar', 'خطوات', 'خطوة'],
  ])('of %s: "%s" has %s', async (language, title, query) => {
    expect(await find(language, [title, 'API'], query)).toEqual([title]);
  });

  it('begin with their stem', () => {
    for (const language of ['ar', 'de', 'es', 'fr', 'it', 'nl', 'pl', 'pt', 'ru', 'tr', 'uk']) {
      const { stem } = readLanguage(languageRules(language));
      for (const word of ['einstellungen', 'deploiements', 'настроиками', 'خطوات'])
        expect(word.startsWith(stem(word))).toBe(true);
    }
  });
});

describe('stop words', () => {
  it('of the language do not count', async () => {
    const titles = ['Wie geht das', 'Datenbank'];
    expect((await find('de', titles, 'wie teste ich die Datenbank'))[0]).toBe('Datenbank');
    expect((await find('fr', ['De la', 'Base'], "qu'est-ce que la base"))[0]).toBe('Base');
  });

  it('can be all of a query', async () => {
    expect(await find('de', ['Über uns', 'API'], 'über')).toEqual(['Über uns']);
  });
});

describe('Arabic', () => {
  it.each([
    ['المكون', 'مكون'],
    ['مكون', 'المكون'],
    ['المكوّنات', 'مكونات'],
    ['للمكون', 'مكون'],
    ['بالمكون', 'مكون'],
    ['إدارة', 'اداره'],
    ['القائمة', 'قائمه'],
    ['مستوى', 'مستوي'],
    ['مـــكون', 'مكون'],
  ])('%s is found by %s', async (title, query) => {
    expect(await find('ar', [title, 'API'], query)).toEqual([title]);
  });
});

describe('an unknown compound', () => {
  it('finds what its beginning finds, and says so', async () => {
    const titles = ['Hintergrund', 'Aufgabe im Hintergrund', 'API'];
    expect(await find('de', titles, 'hintergrundjobs')).toEqual([
      'Hintergrund',
      'Aufgabe im Hintergrund',
    ]);
  });
});

it('an English index has no rules', () => {
  expect(languageRules('en-US')).toBeUndefined();
});
