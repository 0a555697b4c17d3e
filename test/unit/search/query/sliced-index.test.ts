import { describe, expect, it } from 'vitest';
import type { IndexedSection } from '../../../../src/search/index/build-index.ts';
import type { SearchIndex } from '../../../../src/search/query/open-index.ts';
import type { LoadSlice } from '../../../../src/search/query/sliced-index.ts';
import { tokenize } from '../../../../src/search/query/tokenize.ts';
import { isStopWord } from '../../../../src/search/query/words.ts';
import {
  FOLDER,
  madeUpSections,
  openSections,
  openSliced,
  type SlicedFiles,
  searchSection,
  slicedFiles,
  sliceLoader,
  titlesOf,
} from '../../../support/search.ts';

const SECTIONS: readonly IndexedSection[] = [
  ...madeUpSections(400),
  ...Array.from({ length: 600 }, (_, at) =>
    searchSection(`Guide to ${at}x`, 'The keeper of the lighthouse, everywhere.'),
  ),
  searchSection('Create box', 'Makes a box.', {
    kind: 'operation',
    tags: ['POST', '/boxes', '/v1/boxes', 'createBox'],
  }),
  searchSection('peerDependencies', 'Packages that the host has.'),
  searchSection('Box', 'A box has a lid.', { kind: 'schema' }),
];
const FILES = slicedFiles(SECTIONS);

/** Words of the sections, and how many have each. */
const COUNTS = new Map<string, number>();
for (const { document, text } of SECTIONS) {
  const words = tokenize(`${document.title} ${text}`).filter((word) => !isStopWord(word));
  for (const word of new Set(words)) COUNTS.set(word, (COUNTS.get(word) ?? 0) + 1);
}
const WORDS = [...COUNTS.keys()].filter((word) => word.length > 3).toSorted();
const SAMPLE = WORDS.filter((_, at) => at % 6 === 0);

/** The scores of hits by route, best first. */
async function scoresOf(
  index: SearchIndex,
  query: string,
  limit: number,
): Promise<ReadonlyMap<string, number>> {
  const { hits, incomplete } = await index.search(query, { limit });
  expect(incomplete).toBe(false);
  return new Map(hits.map(({ document, score }) => [document.sectionRoute, score]));
}

/** Counts loads that are started together as one round. */
function countRounds(load: LoadSlice) {
  const counts = { rounds: 0, loads: 0 };
  let isStarted = false;
  const counting: LoadSlice = (path) => {
    if (!isStarted) counts.rounds += 1;
    counts.loads += 1;
    isStarted = true;
    queueMicrotask(() => (isStarted = false));
    return new Promise((resolve) => setTimeout(() => resolve(load(path))));
  };
  return { counts, load: counting };
}

describe('an index in slices', () => {
  const whole = openSections(SECTIONS);
  const sliced = openSliced(FILES);
  /** The whole index has rounded weights and slices have rounded lengths, so that similar scores may change places. */
  const expectSame = async (queries: readonly string[]): Promise<void> => {
    for (const query of queries) {
      const own = await scoresOf(sliced, query, 20);
      const expected = await scoresOf(whole, query, 150);
      expect(own.size, query).toBe(Math.min(20, expected.size));
      let least = Number.POSITIVE_INFINITY;
      for (const route of own.keys()) {
        const score = expected.get(route) ?? 0;
        expect(score, `${query}: ${route}`).toBeLessThan(least * 1.4);
        least = Math.min(least, score);
      }
      const last = [...expected.values()][own.size - 1] ?? 0;
      expect(least, query).toBeGreaterThanOrEqual(last / 1.4);
    }
  };

  it('finds for a word what the whole index finds', async () => {
    await expectSame([...SAMPLE, 'lighthouse', 'guide', 'box', 'peer dependencies']);
  });

  it('finds for two words what the whole index finds', async () => {
    await expectSame(SAMPLE.map((word, at) => `${word} ${SAMPLE[(at * 7 + 3) % SAMPLE.length]}`));
    await expectSame(['guide lighthouse', 'create box', 'POST /boxes', 'createBox']);
  });

  it('finds for a misspelled word what the whole index finds', async () => {
    const misspelled = WORDS.filter((word) => word.length >= 5 && (COUNTS.get(word) ?? 0) > 9).map(
      (word) => word.slice(0, 2) + word.charAt(3) + word.charAt(2) + word.slice(4),
    );
    await expectSame([...misspelled, 'lihgthouse', 'lightouse']);
    for (const query of [...misspelled, 'lihgthouse']) {
      const { corrections } = await sliced.search(query);
      expect(corrections, query).toEqual((await whole.search(query)).corrections);
    }
  });

  it('tells the same of hits: what matched, and what is missing', async () => {
    for (const query of ['lighthouse keeper unicorns', 'create box', 'peerDependencies']) {
      const [own] = (await sliced.search(query)).hits;
      const [expected] = (await whole.search(query)).hits;
      expect(own?.terms).toEqual(expected?.terms);
      expect(own?.missing).toEqual(expected?.missing);
      expect({ ...own?.document, id: '' }).toEqual({ ...expected?.document, id: '' });
    }
  });

  it('finds something for one or two letters of titles', async () => {
    for (const query of ['g', 'gu', 'pe', 'bo', 'cr'])
      expect((await scoresOf(sliced, query, 8)).size, query).toBeGreaterThan(0);
  });

  it('never loses all results while a word of three letters or more is typed', async () => {
    const gaps: string[] = [];
    for (const word of [...SAMPLE, 'lighthouse', 'peerdependencies', 'createbox'])
      for (let length = 3; length <= word.length; length += 1)
        if ((await scoresOf(sliced, word.slice(0, length), 8)).size === 0)
          gaps.push(word.slice(0, length));
    expect(gaps).toEqual([]);
  });

  it('answers known words after at most two rounds of loads', async () => {
    for (const query of [...SAMPLE.slice(0, 40), 'lighthouse', 'guide lighthouse', 'gu', 'box']) {
      const { counts, load } = countRounds(sliceLoader(FILES));
      await openSliced(FILES, load).search(query);
      expect(counts.rounds, query).toBeLessThanOrEqual(2);
    }
  });

  it('answers unknown words after at most three', async () => {
    for (const query of ['lihgthouse', 'keeper lihgthouse', 'zzzzzzzz']) {
      const { counts, load } = countRounds(sliceLoader(FILES));
      await openSliced(FILES, load).search(query);
      expect(counts.rounds, query).toBeLessThanOrEqual(3);
    }
  });

  it('answers the same whatever was asked before', async () => {
    const sections = Array.from({ length: 60 }, (_, at) => searchSection(`Good thing ${at}x`, ''));
    const files = slicedFiles(sections);
    const index = openSliced(files);
    for (const query of ['goo', 'goo g', 'goo g', 'g goo', 'good g', 'g']) {
      const answer = await index.search(query, { limit: 100 });
      expect(answer, query).toEqual(await openSliced(files).search(query, { limit: 100 }));
      if (query !== 'g') expect(answer.hits, query).toHaveLength(60);
    }
  });

  it('loads a slice only once', async () => {
    const loaded: string[] = [];
    const index = openSliced(FILES, (path) => {
      loaded.push(path);
      return sliceLoader(FILES)(path);
    });
    await Promise.all([index.search('lighthouse'), index.search('lighthouse keeper')]);
    await index.search('lighthouse keeper');
    expect(loaded).toEqual([...new Set(loaded)]);
  });
});

describe('unusual sections in slices', () => {
  it('are found by words of every script', async () => {
    const titles = [
      '𐌰𐌱𐌲 𐌰𐌱𐌳',
      'Ünïcode Straße',
      '设置语言',
      '한국어',
      'العربية',
      'C++ -g .env ~1.2.3',
    ];
    const index = openSliced(slicedFiles(titles.map((title) => searchSection(title, ''))));
    for (const title of titles)
      for (const word of title.split(' '))
        expect(titlesOf(await index.search(word))[0], word).toBe(title);
  });

  it('are found on a page of very many', async () => {
    const sections = Array.from({ length: 9000 }, (_, at) =>
      searchSection(`Entry ${at}x`, '', {
        pageTitle: 'Entries',
        sectionRoute: at === 0 ? '/entries' : `/entries#e${at}`,
      }),
    );
    const index = openSliced(slicedFiles([...sections, searchSection('Last', 'A page.')]));
    for (const at of [0, 1, 4095, 4096, 4097, 8191, 8192, 8999]) {
      const [hit] = (await index.search(`${at}x`)).hits;
      expect(hit?.document).toEqual({ ...sections[at]?.document, id: hit?.document.id });
    }
    expect(titlesOf(await index.search('last'))).toEqual(['Last']);
  });

  it('have no type if there are none', () => {
    expect(openSliced(slicedFiles([])).types).toEqual([]);
    expect(openSliced(slicedFiles([searchSection('One', '')])).types).toEqual(['docs']);
  });

  it('have titles of very many words', async () => {
    const title = Array.from({ length: 60 }, (_, at) => `word${at}x`).join(' ');
    const index = openSliced(slicedFiles([searchSection(title, ''), searchSection('Other', '')]));
    for (const query of ['word0x', 'word59x', title])
      expect(titlesOf(await index.search(query)), query).toEqual([title]);
  });
});

/** A loader that rejects while `broken` has the path. */
function breaking(files: SlicedFiles) {
  const broken = new Set<string>();
  const loaded: string[] = [];
  const load: LoadSlice = async (path) => {
    loaded.push(path);
    if (broken.has(path)) throw new Error('no network');
    return sliceLoader(files)(path);
  };
  return { broken, loaded, load };
}

describe('a slice that cannot be loaded', () => {
  it('leaves what others tell, and is tried again for the next question', async () => {
    const { broken, loaded, load } = breaking(FILES);
    await openSliced(FILES, load).search('lighthouse');
    const own = new Set(loaded);
    loaded.length = 0;
    await openSliced(FILES, load).search('peerdependencies');
    const other = loaded.filter((path) => !own.has(path));
    expect(other.length).toBeGreaterThan(0);

    for (const path of other) broken.add(path);
    const index = openSliced(FILES, load);
    const partial = await index.search('lighthouse peerdependencies');
    expect(partial.incomplete).toBe(true);
    expect(titlesOf(partial)[0]).toContain('Guide');
    broken.clear();
    const complete = await index.search('lighthouse peerdependencies');
    expect(complete.incomplete).toBe(false);
    expect(titlesOf(complete)).toContain('peerDependencies');
  });

  it.each(['words', 'vocabulary', 'documents', 'operations'])(
    'gives an incomplete answer, whichever it is: %s',
    async (type) => {
      const { slices } = FILES;
      const rest = new Map([...slices].filter(([, text]) => !text.includes(`"type":"${type}"`)));
      const query = type === 'operations' ? 'GET /boxes' : 'lihgthouse';
      const { incomplete } = await openSliced({ ...FILES, slices: rest }).search(query);
      expect(incomplete).toBe(true);
      const whole = await openSliced(FILES).search(query);
      expect(whole.incomplete).toBe(false);
    },
  );
});

describe('a slice of an unknown type', () => {
  it('is tried again for the next question', async () => {
    let isBroken = true;
    const index = openSliced(FILES, (path) =>
      isBroken ? Promise.resolve(JSON.parse('{}')) : sliceLoader(FILES)(path),
    );
    expect((await index.search('lighthouse')).incomplete).toBe(true);
    isBroken = false;
    const { hits, incomplete } = await index.search('lighthouse');
    expect(incomplete).toBe(false);
    expect(hits).toHaveLength(8);
  });
});

/** What a proxy, a cut connection or another site could serve in place of a slice. */
const HOSTILE: readonly unknown[] = [
  null,
  1,
  'text',
  [],
  {},
  { type: 'words' },
  { type: 'words', words: 5 },
  { type: 'words', words: '0lighthouse 0a 0b', sections: '////////', pages: '', numbers: '' },
  {
    type: 'words',
    words: '0lighthouse',
    sections: 'D',
    pages: '////////A/////////A/////////A',
    numbers: '////A//B',
    fields: '////////',
    counts: '😀',
    lengths: '////////////////////////////////',
    titles: '//////////////////////',
  },
  { type: 'vocabulary' },
  { type: 'vocabulary', words: 'zb 0zebra 0lighthous 3 9lighthouse 0', counts: '' },
  { type: 'vocabulary', words: [], counts: {} },
  { type: 'operations', operations: [1, [], [null, null, null, null], ['GET', {}, -1, 1e99]] },
  { type: 'documents' },
  { type: 'documents', pages: null },
  { type: 'documents', pages: [null] },
  { type: 'documents', pages: [{ route: 1, sections: 'x' }] },
  {
    type: 'documents',
    pages: Array.from({ length: 8 }, () => ({
      route: '/',
      title: 't',
      categories: [],
      tags: [],
      sections: [[], [1, 2, 3, 4, 5], null],
    })),
  },
  { type: 'other' },
];

describe('a slice with other content', () => {
  it.each(HOSTILE.map((content, at) => [at, content] as const))(
    'is answered without: %i %j',
    async (_, content) => {
      for (const isHostile of [
        () => true,
        (path: string) => path.charCodeAt(FOLDER.length) % 2 === 0,
        (path: string) => FILES.slices.get(path.slice(FOLDER.length))?.includes('"documents"'),
      ]) {
        const index = openSliced(FILES, async (path) =>
          isHostile(path) === true ? JSON.parse(JSON.stringify(content)) : sliceLoader(FILES)(path),
        );
        for (const query of ['lighthouse', 'lihgthouse', 'box gu', 'POST /boxes', 'g']) {
          const { hits } = await index.search(query);
          for (const { document } of hits) expect(typeof document.sectionRoute).toBe('string');
        }
      }
    },
  );
});
