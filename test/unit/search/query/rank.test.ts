import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../../src/search/query/engine.ts';
import type { SearchDocument, SearchIndexFile } from '../../../../src/search/query/search-index.ts';
import { tokenize } from '../../../../src/search/query/tokenize.ts';
import { searchSection } from '../../../support/search.ts';

type Section = readonly [title: string, text?: string, fields?: Partial<SearchDocument>];

/** An index in which each word of a title or text has the weight 1, so that scores can be computed by hand. */
function evenIndex(sections: readonly Section[]): SearchIndexFile {
  const documents = sections.map(([title, text = '', fields], number) => ({
    ...searchSection(title, text, fields).document,
    id: String(number),
  }));
  const wordsOf = (text: string): readonly string[] => [...new Set(tokenize(text))];
  const vocabulary = [
    ...new Set(documents.flatMap(({ title, content }) => wordsOf(`${title} ${content}`))),
  ].toSorted();
  const vector = (text: string) =>
    wordsOf(text).flatMap((word) => [vocabulary.indexOf(word), 1] as const);
  return {
    documents,
    index: {
      fieldVectors: documents.flatMap(({ id, title, content }) => [
        [`title/${id}`, vector(title)],
        [`content/${id}`, vector(content)],
      ]),
      invertedIndex: vocabulary.map((word, _index) => [word, { _index }]),
    },
  };
}

/** The titles of the hits with their scores, best first. */
function scored(sections: readonly Section[], query: string): readonly string[] {
  const { hits } = createEngine(evenIndex(sections)).search(query, { limit: 99 });
  return hits.map(({ document, score }) => `${document.title} ${score.toPrecision(12)}`);
}

function expected(entries: Readonly<Record<string, number>>): readonly string[] {
  return Object.entries(entries).map(([title, score]) => `${title} ${score.toPrecision(12)}`);
}

const INSTALL: readonly Section[] = [
  ['Cli', 'install docwright'],
  ['Docwright install'],
  ['Install docwright now'],
  ['Install docwright'],
];
/** Two words of equal weight, each found exactly and as a beginning. */
const TWO = Math.sqrt(2);
/** One word exact, one unfinished. */
const HALF = 3 / Math.sqrt(5);

describe('a title', () => {
  it.each<[query: string, hits: Readonly<Record<string, number>>]>([
    // 1 + its share that matches, twice that for the same title, times 1.2 if it begins with the query.
    [
      'install',
      {
        'Install docwright': 1.5 * 1.2,
        'Install docwright now': (1 + 1 / 3) * 1.2,
        'Docwright install': 1.5,
        Cli: 1,
      },
    ],
    [
      ' INSTALL: docwright! ',
      {
        'Install docwright': TWO * 2 * 2 * 1.2,
        'Docwright install': TWO * 2 * 2,
        'Install docwright now': TWO * (1 + 2 / 3) * 1.2,
        Cli: TWO,
      },
    ],
    // An unfinished word counts half, with 1.6 for a title without other words.
    [
      'install docw',
      {
        'Install docwright': HALF * 1.75 * 1.6 * 1.2,
        'Docwright install': HALF * 1.75 * 1.6,
        'Install docwright now': HALF * 1.5 * 1.2,
        Cli: HALF,
      },
    ],
    // Two unfinished words are too many for it.
    [
      'inst docw',
      {
        'Docwright install': TWO * 1.5,
        'Install docwright': TWO * 1.5,
        'Install docwright now': TWO * (1 + 1 / 3),
        Cli: TWO,
      },
    ],
    // Half of the query: coverage cubed, and half of the share.
    [
      'install unicorns',
      {
        'Docwright install': 1.25 / 8,
        'Install docwright': 1.25 / 8,
        'Install docwright now': (1 + 1 / 6) / 8,
        Cli: 1 / 8,
      },
    ],
  ])('decides the score of %s', (query, hits) => {
    expect(scored(INSTALL, query)).toEqual(expected(hits));
  });
});

describe('a section', () => {
  const sections: readonly Section[] = [
    ['Logger', '', { sectionRoute: '/logger' }],
    ['Options', '', { sectionRoute: '/logger#options' }],
    ['Other', 'logger', { sectionRoute: '/logger#other' }],
    ['Server', '', { sectionRoute: '/server' }],
    ['More options', '', { sectionRoute: '/server#options' }],
  ];

  it('inherits from the title of its page if it matches other words', () => {
    expect(scored(sections, 'logger options')).toEqual(
      expected({
        Options: (1.5 / TWO) * 4,
        Logger: 1 / TWO / 8 + 0.5 / TWO / 8,
        'More options': 1.25 / TWO / 8,
        Other: 1 / TWO / 8,
      }),
    );
  });

  it('inherits nothing for the words that its page has', () => {
    expect(scored(sections, 'logger')).toEqual(expected({ Logger: 4.8, Other: 1 }));
    expect(scored(sections, 'options')).toEqual(expected({ Options: 4.8, 'More options': 1.5 }));
  });

  it('does not lack the words of the title of its page', () => {
    const { hits } = createEngine(evenIndex(sections)).search('logger options unicorns');
    expect(hits.map(({ document, missing }) => [document.title, missing.join(' ')])).toEqual([
      ['Options', 'unicorns'],
      ['Logger', 'options unicorns'],
      ['More options', 'logger unicorns'],
      ['Other', 'options unicorns'],
    ]);
  });
});

/** With another inflection: 2 for the word, 0.25 for the inflection. */
const FORMS = Math.sqrt(4 + 1 / 16);
const STOP = Math.sqrt(4 + 1 / 100);

describe('the words of a query', () => {
  it.each<
    [title: string, query: string, sections: readonly Section[], hits: Record<string, number>]
  >([
    [
      'count less in another inflection, at 0.8 outside titles',
      'minting',
      [['Mints'], ['Minting'], ['Guide', 'mints']],
      {
        Minting: (2 / FORMS) * 4.8,
        Mints: (0.25 / FORMS) * 1.5,
        Guide: (0.25 / FORMS) * 0.8 ** 3,
      },
    ],
    [
      'count once as a beginning and an inflection',
      'mint',
      [['Mints'], ['Mint']],
      { Mint: (2 / Math.sqrt(5)) * 4.8, Mints: (1 / Math.sqrt(5)) * 1.5 * 1.2 },
    ],
    [
      'have inflections from four letters on',
      'code',
      [['Code'], ['Coding']],
      { Code: (2 / FORMS) * 4.8, Coding: (0.25 / FORMS) * 1.5 },
    ],
    [
      'are corrected by other inflections',
      'install minted',
      [['Install minting']],
      { 'Install minting': (2.5 / Math.sqrt(4.25)) * 4 },
    ],
    ['have inflections unless they are stop words', 'have', [['Have'], ['Having']], { Have: 4.8 }],
    [
      'are corrected at half weight',
      'install pakage',
      [['Install package'], ['Package'], ['Install']],
      {
        'Install package': (2.5 / Math.sqrt(4.25)) * 4,
        Install: (2 / Math.sqrt(4.25) / 8) * 1.5,
        Package: (0.5 / Math.sqrt(4.25) / 8) * 1.5,
      },
    ],
    [
      'weigh a tenth if they are stop words among others, and only as typed',
      'the guide',
      [['Guide book'], ['Guide'], ['The guide'], ['There']],
      { 'The guide': (2.1 / STOP) * 4.8, Guide: (2 / STOP) * 4, 'Guide book': (2 / STOP) * 1.5 },
    ],
    [
      'count fully if all are stop words',
      'the',
      [['The guide'], ['There']],
      { 'The guide': (2 / Math.sqrt(5)) * 1.5 * 1.2, There: (1 / Math.sqrt(5)) * 1.5 * 1.2 },
    ],
    [
      'are found by their parts',
      'foo-bar',
      [['Foo'], ['Bar'], ['Foo bar'], ['Fool']],
      {
        'Foo bar': (3 / Math.sqrt(5)) * 4.8,
        Bar: (2 / Math.sqrt(5) / 8) * 1.5,
        Foo: (1 / Math.sqrt(5) / 8) * 1.5,
      },
    ],
    [
      'are found by some of their parts',
      'baz foo-bar',
      [['Foo'], ['Baz']],
      { Baz: (2 / Math.sqrt(5) / 8) * 1.5, Foo: (1 / Math.sqrt(5) / 64) * 1.25 },
    ],
    [
      'are not continued where a short one is finished',
      'go guide',
      [['Go'], ['Golang'], ['Guide']],
      { Guide: (2 / Math.sqrt(5) / 8) * 1.5, Go: (1 / Math.sqrt(5) / 8) * 1.5 },
    ],
  ])('%s', (...[, query, sections, hits]) => {
    expect(scored(sections, query)).toEqual(expected(hits));
  });

  it.each<[query: string, sections: readonly Section[], corrections: Record<string, string>]>([
    ['bats', [['Cats'], ['Beats'], ['Bath'], ['Bat']], { bats: 'bat bath beats cats' }],
    ['fooo-barn', [['Food'], ['Barn'], ['Barns']], { fooo: 'food' }],
    ['barn-fooo', [['Food'], ['Barn'], ['Barns']], { fooo: 'food' }],
    ['fooo-baar', [['Food'], ['Bar']], { fooo: 'food', baar: 'bar' }],
    ['fs.readfle', [['fs.readFile']], { 'fs.readfle': 'fs.readfile' }],
    ['--save', [['Save'], ['Other', 'x -save']], {}],
    ['foo-rafl rafl', [['Raffle'], ['Foo']], { rafl: 'raffle' }],
  ])('are corrected if they are unknown: %s', (query, sections, corrections) => {
    const made = createEngine(evenIndex(sections)).search(query).corrections;
    expect(Object.fromEntries(made.map(({ typed, used }) => [typed, used.join(' ')]))).toEqual(
      corrections,
    );
  });

  it('are missing unless a section has them or their parts', () => {
    const { hits } = createEngine(evenIndex([['Foo bar'], ['Foo'], ['The foo']])).search(
      'the foo-bar',
    );
    expect(hits.map(({ document, missing, terms }) => [document.title, missing, terms])).toEqual([
      ['Foo bar', [], ['bar', 'foo']],
      ['The foo', ['foo-bar'], ['foo']],
      ['Foo', ['foo-bar'], ['foo']],
    ]);
  });

  it('are continued if they are longer, last, or unknown', () => {
    const sections: readonly Section[] = [['Api'], ['Apis'], ['Golang'], ['Guide']];
    const titles = (query: string): string =>
      createEngine(evenIndex(sections))
        .search(query)
        .hits.map(({ document }) => document.title)
        .toSorted()
        .join(' ');
    expect(titles('api guide')).toBe('Api Apis Guide');
    expect(titles('guide ap')).toBe('Api Apis Guide');
    expect(titles('go guide')).toBe('Golang Guide');
    expect(titles('x-gui gui')).toBe('Guide');
  });
});

/** `count` words of four letters that begin with `prefix`. */
function series(prefix: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => {
    const letters = String.fromCharCode(97 + Math.floor(at / 26), 97 + (at % 26));
    return `${prefix}${letters}`;
  });
}

describe('limits', () => {
  const find = (sections: readonly Section[], query: string, limit?: number) =>
    createEngine(evenIndex(sections)).search(query, limit === undefined ? {} : { limit });
  const titles = (words: readonly string[]): readonly Section[] => words.map((word) => [word]);

  it('gives 8 hits unless asked for more, and 200 at most', () => {
    const sections = titles(series('same ', 201));
    expect(find(sections, 'same').hits).toHaveLength(8);
    expect(find(sections, 'same', 3).hits).toHaveLength(3);
    expect(find(sections, 'same', -1).hits).toHaveLength(0);
    expect(find(sections, 'same', 999).hits).toHaveLength(200);
  });

  it('looks up 24 words', () => {
    const words = series('qu', 25).map((word) => `${word}z`);
    expect(find(titles(words), words.join(' '), 99).hits).toHaveLength(24);
  });

  it('continues one or two letters with the 64 most frequent words', () => {
    const words = series('ab', 66);
    const sections = titles([...words, `twice ${words.at(-1)}`]);
    const found = find(sections, 'ab', 99).hits.map(({ document }) => document.title);
    expect(found.toSorted()).toEqual(
      [...words.slice(0, 63), words.at(-1), `twice ${words.at(-1)}`].toSorted(),
    );
    expect(find(titles(words.slice(0, 64)), 'ab', 99).hits).toHaveLength(64);
    expect(find(titles(series('abc', 66)), 'abc', 99).hits).toHaveLength(66);
  });

  it('corrects a beginning by the 8 most frequent words', () => {
    const words = series('raffle', 10);
    const sections = titles([...words, `twice ${words.at(-1)}`]);
    expect(find(sections, 'rafle').corrections).toEqual([
      { typed: 'rafle', used: [words.at(-1), ...words.slice(0, 7)] },
    ]);
  });
});

describe('the highlighted words of a hit', () => {
  it('are those that it contains', () => {
    const sections: readonly Section[] = [['Alpha'], ['Alpine alphas'], ['Alps', 'alpha']];
    const { hits } = createEngine(evenIndex(sections)).search('al');
    expect(hits.map(({ document, terms }) => [document.title, ...terms])).toEqual([
      ['Alps', 'alpha', 'alps'],
      ['Alpine alphas', 'alphas', 'alpine'],
      ['Alpha', 'alpha'],
    ]);
  });
});

describe('an operation', () => {
  const operation = (title: string, ...tags: readonly string[]): Section => [title, '', { tags }];
  const sections = [
    operation('Read', 'GET', 'summary', '/v1/boxes/{id}', '/boxes/{id}'),
    operation('Own', 'GET', '/boxes/mine'),
    operation('Write', 'POST', '/boxes'),
    operation('Guide', '/boxes'),
    operation('Root', 'DELETE', '/'),
    operation('Version', 'GET', '/boxes/{id}/v{number}.json'),
  ];
  /** The score of what was found only by its path, times the factors of a beginning, values and the whole path. */
  const [begins, values, whole] = [30e-6, 1, 1000];

  it.each<[query: string, hits: Record<string, number>]>([
    ['/boxes/{id}', { Read: whole, Version: begins }],
    ['/boxes/:other', { Read: whole, Version: begins }],
    ['/BOXES/{other', { Read: whole, Version: begins }],
    ['get  https://api.example/boxes/7?q#h', { Read: values }],
    ['/v1/boxes/{id}/', { Read: whole }],
    ['/boxes/mine', { Own: whole, Read: values }],
    ['/boxes/mi', { Read: values, Own: begins }],
    ['/boxes', { Write: whole, Read: begins, Own: begins, Version: begins }],
    ['GET /boxes', { Read: begins, Own: begins, Version: begins }],
    ['post /bo', { Write: begins }],
    ['/boxes/1/v2.json', { Version: values }],
    ['/boxes/{id}/v2.json/more', {}],
    ['/cars/{id}', {}],
    ['/summary', {}],
    ['/v1/bo/{id}', {}],
    ['PUT /boxes', {}],
    ['fetch /boxes', {}],
    ['DELETE /', { Root: whole }],
    ['GET /', {}],
  ])('is found by %s', (query, hits) => {
    expect(scored(sections, query)).toEqual(expected(hits));
  });
});
