import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../../src/bundle/package-root.ts';
import { nearestCatalog } from '../../../src/content/catalogs.ts';
import { builderMessages } from '../../../src/shared/request/builder-messages.ts';
import { fillCounted, pluralForms } from '../../../src/shared/plural-messages.ts';
import {
  apiMessages,
  articleMessages,
  constraintMessages,
  searchMessages,
  uiMessages,
} from '../../../src/shared/ui-messages.ts';

const ENGLISH: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  interface: uiMessages,
  search: searchMessages,
  article: articleMessages,
  api: apiMessages,
  request: builderMessages,
  constraints: constraintMessages,
};

const FOLDER = join(PACKAGE_ROOT, 'messages');
const NAMES = readdirSync(FOLDER).map((file) => file.replace('.json', ''));

type Entry = readonly [key: string, text: string];

/** All messages of a table of tables, by `section.key`. */
function entries(tables: Readonly<Record<string, Readonly<Record<string, string>>>>): Entry[] {
  return Object.entries(tables).flatMap(([section, table]) =>
    Object.entries(table).map(([key, text]): Entry => [`${section}.${key}`, text]),
  );
}

function catalog(name: string): Entry[] {
  return entries(JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8')));
}

/** The places of a text, those with plural forms too. */
function places(text: string): readonly string[] {
  return [...text.matchAll(/\{(\w+)(?:\}|, plural,)/g)].map(([, name = '']) => name).toSorted();
}

/** Messages whose number is at least two: the others have one of their own for one. */
const COUNTING = 'showValues showProperties showItems showVariants showItemVariants'.split(' ');

describe('the UI messages that ship', () => {
  it('are in seventeen languages', () => {
    expect(NAMES.toSorted()).toEqual(
      'ar de es fr he hi it ja ko nl pl pt-BR ru tr uk zh-CN zh-TW'.split(' '),
    );
  });

  it.each(NAMES)('have every key of English and its places: %s', (name) => {
    const facts = (list: readonly Entry[]) => list.map(([key, text]) => [key, places(text)]);
    expect(facts(catalog(name))).toEqual(facts(entries(ENGLISH)));
  });

  it.each(NAMES)(
    'have no empty text, no space at an end and nothing left in English: %s',
    (name) => {
      const english = new Map(entries(ENGLISH));
      const wrong = catalog(name).filter(([key, text]) => {
        const isSentence = / \w+ \w+/.test(english.get(key) ?? '');
        return text === '' || text.trim() !== text || (isSentence && text === english.get(key));
      });
      expect(wrong).toEqual([]);
    },
  );

  it.each(NAMES)('have the plural forms that the language has for whole numbers: %s', (name) => {
    const rules = new Intl.PluralRules(name);
    const needed = new Set(Array.from({ length: 300 }, (_, index) => rules.select(index + 2)));
    const known = rules.resolvedOptions().pluralCategories;
    const counted = catalog(name).filter(([, text]) => text.includes(', plural,'));
    for (const [key, text] of counted) {
      const forms = [...pluralForms(text).keys()];
      expect([key, [...needed].filter((category) => !forms.includes(category))]).toEqual([key, []]);
      expect([key, forms.filter((category) => !known.some((of) => of === category))]).toEqual([
        key,
        [],
      ]);
    }
    // Words after a number change in a language with a form for few.
    const keys = counted.map(([key]) => key);
    if (known.includes('few'))
      expect(keys).toEqual(expect.arrayContaining(COUNTING.map((key) => `api.${key}`)));
  });

  it.each([
    ['de-AT', 'de'],
    ['pt', 'pt-BR'],
    ['pt-PT', 'pt-BR'],
    ['zh', 'zh-CN'],
    ['zh-SG', 'zh-CN'],
    ['zh-Hant', 'zh-TW'],
    ['zh-HK', 'zh-TW'],
    ['iw', 'he'],
    ['de-1996-1996', 'de'],
    ['sv', undefined],
    ['en-GB', undefined],
    ['ru-Latn', undefined],
  ])('are those of the nearest language for %s: %s', (tag, name) => {
    expect(nearestCatalog(tag, NAMES)).toBe(name);
  });
});

describe('a message with plural forms', () => {
  const text = '{count, plural, one {# файл} few {# файла} other {# файлов}} в {name}';
  it.each([
    ['1', '1 файл в src'],
    ['22', '22 файла в src'],
    ['25', '25 файлов в src'],
  ])('has the one of its number: %s', (count, filled) => {
    expect(fillCounted(text, { count, name: 'src' }, new Intl.PluralRules('ru'))).toBe(filled);
  });
});
