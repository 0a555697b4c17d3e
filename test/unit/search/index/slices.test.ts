import lunr from 'lunr';
import { describe, expect, it } from 'vitest';
import {
  createIndexBuilder,
  type IndexedSection,
} from '../../../../src/search/index/build-index.ts';
import type { SearchDocument } from '../../../../src/search/query/search-index.ts';
import { readWordList, type Slice } from '../../../../src/search/query/slice-format.ts';
import {
  FOLDER,
  madeUpSections,
  openSliced,
  type SlicedFiles,
  searchSection,
  slicedFiles,
  titlesOf,
} from '../../../support/search.ts';

/** A page with sections, in the order of a site: the first one has no anchor. */
function page(route: string, ...sections: readonly (readonly [string, string])[]) {
  return sections.map(([title, text], at) =>
    searchSection(title, text, {
      pageTitle: sections[0]?.[0] ?? '',
      sectionRoute: at === 0 ? route : `${route}#${title.toLowerCase().replace(/\W+/g, '-')}`,
    }),
  );
}

const HARBOR: readonly (readonly [string, string])[] = [
  ['Harbor', 'Where ships are.'],
  ['Piers', 'Ships are at the piers.'],
  ['Lighthouse', 'It has a keeper.'],
];
/** A different word for each number. */
function rare(number: number): string {
  return number
    .toString(26)
    .replace(
      /[0-9a-p]/g,
      (digit) => 'bcdfghjklmnpqrstvwxzaeiouy'[Number.parseInt(digit, 26)] ?? '',
    );
}
const BEFORE = madeUpSections(700).map(({ document, text }, at) => {
  const sectionRoute = at % 4 === 0 ? `/docs/p${at / 4}` : `/docs/p${Math.floor(at / 4)}#s${at}`;
  const words = [1, 2, 3, 4, 5].map((factor) => rare(at * 7919 * factor + 30_000));
  return { text: `${text} ${words.join(' ')}`, document: { ...document, sectionRoute } };
});
const AFTER = page('/docs/zoo', ['Zoo', 'Animals of the zoo.'], ['Zebras', 'Two zebras.']);
const SITE: readonly IndexedSection[] = [...BEFORE, ...page('/docs/q', ...HARBOR), ...AFTER];
const FILES = slicedFiles(SITE);

function build(sections: readonly IndexedSection[], wholeLimit: number): SlicedFiles {
  const slices = new Map<string, string>();
  const put = ({ name, content }: { name: string; content: string }) =>
    void slices.set(name, content);
  const builder = createIndexBuilder({ wholeLimit, folder: FOLDER, put });
  builder.addPage({ key: '', sections: () => sections });
  return { content: builder.finish().content, slices };
}

function parsed(content: string): Slice {
  return JSON.parse(content);
}

describe('an index file', () => {
  it('below the limit has all documents, and is loaded by lunr', () => {
    const { content, slices } = build(SITE, 1_000_000);
    const { documents, index } = JSON.parse(content);
    expect(documents).toHaveLength(SITE.length);
    expect(slices.size).toBe(0);
    const found = lunr.Index.load(index).search('lighthouse');
    expect(found.map(({ ref }) => documents[ref].title)).toEqual(['Lighthouse']);
  });

  it('above the limit has no documents, and the map of slices', () => {
    const { content, slices } = build(SITE, 1000);
    const { documents, index, ...others } = JSON.parse(content);
    expect(others).toEqual({});
    expect(documents).toEqual([]);
    expect(index).toMatchObject({
      version: 1,
      folder: FOLDER,
      type: 'docs',
      counts: { sections: SITE.length },
    });
    expect(index.counts.lengths).toHaveLength(4);
    const named = [
      ...index.slices.words.map(([, name]: readonly [string, string]) => name),
      ...index.slices.documents,
      index.slices.beginnings,
      index.slices.vocabulary,
    ];
    expect(new Set(named)).toEqual(new Set(slices.keys()));
    expect(index.slices.words.length).toBeGreaterThan(5);
    expect(index.slices.operations).toBe('');
  });

  it('holds little that grows with the sections', () => {
    const few = build(SITE.slice(0, 100), 0).content.length;
    const many = build(SITE, 0).content.length;
    expect(many - few).toBeLessThan((SITE.length - 100) * 8);
  });

  it('is the same for the same sections, with slices named by their content', () => {
    const again = slicedFiles(SITE);
    expect(again.content).toBe(FILES.content);
    expect([...again.slices]).toEqual([...FILES.slices]);
    for (const name of FILES.slices.keys()) expect(name).toMatch(/^[\w-]{10}\.json$/);
  });

  it('is the same whether the limit is passed early or late', () => {
    expect(build(SITE, 3000).content).toBe(build(SITE, 0).content);
    expect(build(SITE, 12_000).content).toBe(build(SITE, 0).content);
  });

  it('is empty for no sections', async () => {
    const empty = slicedFiles([]);
    expect((await openSliced(empty).search('anything')).hits).toEqual([]);
  });
});

describe('the documents in slices', () => {
  it('are those of the sections', async () => {
    const fields: Partial<SearchDocument> = {
      tags: ['POST', '/boxes'],
      kind: 'operation',
      type: 'others',
      sidebarParentCategories: ['Reference', 'Boxes'],
      pageTitle: 'Create box',
      sectionRoute: '/api/create-box',
    };
    const parameter: Partial<SearchDocument> = {
      ...fields,
      tags: [],
      kind: 'parameter',
      sectionRoute: '/api/create-box#query.lid',
    };
    const sections = [
      searchSection('Create box', 'Makes a box.', fields),
      searchSection('lid', 'Whether it has a lid.', parameter),
      searchSection('Boxes', 'A box.', { type: 'others', sectionRoute: '/boxes' }),
    ];
    const index = openSliced(slicedFiles(sections));
    for (const { document } of sections) {
      const { hits } = await index.search(document.title);
      expect({ ...hits[0]?.document, id: '' }).toEqual({
        ...document,
        sectionTitle: document.title,
      });
    }
    expect(index.types).toEqual(['others']);
  });

  it('are cut between words', async () => {
    const index = openSliced(slicedFiles([searchSection('Long', 'word '.repeat(200))]));
    const [hit] = (await index.search('long')).hits;
    expect(hit?.document.content).toMatch(/^(?:word )+word$/);
    expect(hit?.document.content.length).toBeLessThan(300);
  });
});

/** The slices that an edit changes: the words, or the routes of pages, or the type of each. */
function changes(site: readonly IndexedSection[]): {
  readonly words: ReadonlySet<string>[];
  readonly pages: readonly (readonly string[])[];
  readonly others: readonly string[];
} {
  const added = [...slicedFiles(site).slices].filter(([name]) => !FILES.slices.has(name));
  const slices = added.map(([, content]) => parsed(content));
  return {
    words: slices.flatMap((slice) =>
      slice.type === 'words' ? [new Set(readWordList(slice.words))] : [],
    ),
    pages: slices.flatMap((slice) =>
      slice.type === 'documents' ? [slice.pages.map(({ route }) => route)] : [],
    ),
    others: slices.flatMap(({ type }) => (type === 'words' || type === 'documents' ? [] : [type])),
  };
}

/** The site with other sections on one page. */
function edited(...sections: readonly (readonly [string, string])[]): readonly IndexedSection[] {
  return [...BEFORE, ...page('/docs/q', ...sections), ...AFTER];
}

describe('an edit', () => {
  const [first = ['', ''], second = ['', ''], third = ['', '']] = HARBOR;

  it('changes nothing if the words are the same', () => {
    expect(changes(edited(...HARBOR))).toEqual({ words: [], pages: [], others: [] });
  });

  it('that adds a word changes the slices of the words of its section, and its documents', () => {
    const { words, pages, others } = changes(
      edited(first, ['Piers', 'Ships are at the piers, moored.'], third),
    );
    // The section's length changes with the postings of its words.
    for (const slice of words)
      expect(['ships', 'piers', 'moored'].some((word) => slice.has(word))).toBe(true);
    expect(words.length).toBeGreaterThan(0);
    expect(pages).toHaveLength(1);
    expect(pages[0]).toContain('/docs/q');
    expect(others).toEqual([]);
  });

  it('that adds a word to two sections, or removes it, changes the vocabulary', () => {
    const moored: readonly [string, string] = ['Piers', 'Ships are at the piers, moored.'];
    const { others } = changes(edited(['Harbor', 'Where ships are moored.'], moored, third));
    expect(others).toEqual(['vocabulary']);
    expect(changes(edited(first, ['Piers', 'None.'], third)).others).toEqual(['vocabulary']);
  });

  it('that adds a known word leaves the vocabulary', () => {
    const { others, words } = changes(
      edited(first, second, ['Lighthouse', 'It has a keeper of ships.']),
    );
    expect(others).toEqual([]);
    for (const slice of words)
      expect(['ships', 'lighthouse', 'keeper'].some((word) => slice.has(word))).toBe(true);
  });

  it('that removes a word changes the slices of the words of its section', () => {
    const { words, pages, others } = changes(edited(first, second, ['Lighthouse', 'It has.']));
    for (const slice of words)
      expect(['lighthouse', 'keeper'].some((word) => slice.has(word))).toBe(true);
    expect(pages).toHaveLength(1);
    expect(others).toEqual([]);
  });

  it('that inserts a section changes only slices of words of it and of later sections of the page', () => {
    const { words, pages } = changes(edited(first, ['Boats', 'Rowing on tuesday.'], second, third));
    const moved = ['boats', 'rowing', 'tuesday', 'piers', 'ships', 'lighthouse', 'keeper'];
    for (const slice of words)
      expect(
        moved.some((word) => slice.has(word)),
        [...slice].join(),
      ).toBe(true);
    expect(pages).toHaveLength(1);
    expect(pages[0]).toContain('/docs/q');
  });

  it('is found', async () => {
    const index = openSliced(slicedFiles(edited(first, ['Boats', 'Rowing on tuesday.'], second)));
    expect(titlesOf(await index.search('tuesday'))).toEqual(['Boats']);
    expect(titlesOf(await index.search('lighthouse'))).toEqual([]);
    expect(titlesOf(await index.search('zebras'))[0]).toBe('Zebras');
  });
});
