import { describe, expect, it } from 'vitest';
import {
  createIndexBuilder,
  type IndexedSection,
} from '../../../../src/search/index/build-index.ts';
import { searchSection } from '../../../support/search.ts';

/** A page of an editable site. */
interface Page {
  readonly route: string;
  title: string;
  labels: string[];
  tags: string[];
  readonly sections: Section[];
  isHidden?: boolean;
}

interface Section {
  title: string;
  words: string[];
  kind?: 'parameter' | 'news' | undefined;
}

type Random = (below: number) => number;

function randomFrom(seed: number): Random {
  let state = seed * 7919 + 1;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * below);
  };
}

function pick<Item>(items: readonly Item[], random: Random): Item {
  const item = items[random(items.length)];
  if (item === undefined) throw new Error('nothing to pick');
  return item;
}

const SYLLABLES = 'ba con de fi ga in ko lu me nor pa qui re st ta un ve wor xi zen'.split(' ');

/** Few words are frequent, and half of all are rare. */
function word(random: Random): string {
  const rank = random(2) === 0 ? random(8000) : Math.floor(1.012 ** random(500));
  return [rank % 20, Math.floor(rank / 20) % 20, Math.floor(rank / 400) % 20]
    .slice(0, rank < 20 ? 1 : rank < 400 ? 2 : 3)
    .map((syllable) => SYLLABLES[syllable])
    .join('');
}

function words(random: Random, length: number): string[] {
  return Array.from({ length }, () => word(random));
}

/** The product's name, which a tenth of the page titles begins with: a few edits decide if it is common. */
const PRODUCT = 'Harbor';
/** Some 512 sections have it: a few edits decide if it is frequent. */
const NEARLY_FREQUENT = 'edge';

function makeSite(random: Random, size: number): Page[] {
  let number = 0;
  return Array.from({ length: size }, (_, page) => ({
    route: `/docs/p${String(page).padStart(4, '0')}`,
    title: `${page % 10 === 0 ? `${PRODUCT} ` : ''}${words(random, 2).join(' ')}`,
    labels: [pick(SYLLABLES, random)],
    tags: page % 40 === 0 ? ['GET', `/v1/${word(random)}`] : [],
    sections: Array.from({ length: 4 }, (): Section => {
      number += 1;
      return {
        title: words(random, 1 + random(2)).join(' '),
        words: [...words(random, 8), ...(number < 512 ? [NEARLY_FREQUENT] : [])],
      };
    }),
  }));
}

function sectionsOf({ route, title, labels, tags, ...page }: Page): readonly IndexedSection[] {
  const sections = page.isHidden === true ? [] : page.sections;
  return sections.map((section, number) =>
    searchSection(number === 0 ? title : section.title, section.words.join(' '), {
      pageTitle: title,
      sidebarParentCategories: labels,
      tags: number === 0 ? tags : [],
      sectionRoute: number === 0 ? route : `${route}#s${number}`,
      ...(section.kind === undefined ? {} : { kind: section.kind }),
    }),
  );
}

/** Edits that change sections of a page. */
const SECTION_EDITS: readonly ((page: Page, random: Random) => void)[] = [
  (page, random) => {
    const section = pick(page.sections, random);
    section.words[random(section.words.length)] = word(random);
  },
  (page, random) => void pick(page.sections, random).words.push(word(random)),
  (page, random) => pick(page.sections, random).words.splice(0, 1 + random(5)),
  (page, random) => {
    const section = pick(page.sections, random);
    const without = section.words.filter((one) => one !== NEARLY_FREQUENT);
    section.words =
      without.length === section.words.length ? [...without, NEARLY_FREQUENT] : without;
  },
  (page, random) => {
    pick(page.sections, random).title = words(random, 1 + random(3)).join('-');
  },
  (page, random) => {
    page.title = words(random, 2).join(' ');
  },
  (page, random) =>
    void page.sections.splice(1 + random(page.sections.length), 0, {
      title: word(random),
      words: words(random, random(20)),
    }),
  (page, random) => void page.sections.splice(1 + random(page.sections.length), 1),
  (page, random) => {
    page.tags = pick([[], words(random, 2), ['POST', `/v2/${word(random)}`, '/v3']], random);
  },
  (page, random) => {
    page.labels = words(random, random(3));
  },
  (page, random) => {
    const section = pick(page.sections, random);
    section.kind = ([undefined, 'parameter', 'news'] as const)[random(3)];
    section.title = 'limit';
    section.words = ['most', 'results', `of${random(2)}`];
  },
];

/** Edits of pages. */
const PAGE_EDITS: readonly ((site: Page[], random: Random) => void)[] = [
  (site, random) => {
    const isAdded = random(2) === 0;
    const page = site.find(({ title }) => title.startsWith(PRODUCT) !== isAdded);
    if (page !== undefined)
      page.title = isAdded ? `${PRODUCT} ${page.title}` : page.title.slice(PRODUCT.length + 1);
  },
  (site, random) => {
    const page = pick(site, random);
    page.isHidden = page.isHidden !== true;
  },
  (site, random) => {
    const [added] = makeSite(random, 1);
    if (added !== undefined)
      site.splice(random(site.length), 0, { ...added, route: `/docs/n${random(1e6)}` });
  },
  (site, random) => void site.splice(random(site.length), 1),
  (site) => void site.pop(),
  (site, random) => {
    const [moved] = site.splice(random(site.length), 1);
    if (moved !== undefined) site.splice(random(site.length), 0, moved);
  },
];

interface Built {
  readonly content: string;
  readonly slices: ReadonlyMap<string, string>;
  readonly state: Uint8Array;
  /** Routes of pages whose sections were read. */
  readonly read: readonly string[];
  readonly written: readonly string[];
}

interface BuildSettings {
  readonly wholeLimit: number;
  readonly last?: Built | undefined;
  readonly state?: Uint8Array | undefined;
  readonly isKept?: (name: string) => boolean;
}

function build(site: readonly Page[], settings: BuildSettings): Built {
  const { wholeLimit, last, state = last?.state, isKept = () => true } = settings;
  const slices = new Map<string, string>();
  const written: string[] = [];
  const read: string[] = [];
  const builder = createIndexBuilder({
    wholeLimit,
    folder: 'search/',
    put({ name, content }) {
      slices.set(name, content);
      written.push(content);
    },
    previous: state,
    keep(name) {
      const content = last?.slices.get(name);
      if (content === undefined || !isKept(name)) return false;
      slices.set(name, content);
      return true;
    },
  });
  for (const page of site) {
    const sections = sectionsOf(page);
    builder.addPage({
      key: JSON.stringify(sections),
      sections() {
        read.push(page.route);
        return sections;
      },
    });
  }
  const { content, state: next } = builder.finish();
  return { content, slices, read, written, state: next() };
}

function expectEqual(built: Built, fresh: Built, step: string): void {
  // Long texts make unreadable messages.
  expect(built.content === fresh.content, `content, ${step}`).toBe(true);
  expect([...built.slices.keys()].toSorted(), step).toEqual([...fresh.slices.keys()].toSorted());
  for (const [name, content] of fresh.slices)
    expect(built.slices.get(name) === content, `${name}, ${step}`).toBe(true);
}

function damaged(state: Uint8Array, random: Random): Uint8Array {
  const bytes = state.slice();
  switch (random(4)) {
    case 0:
      return new Uint8Array();
    case 1:
      return bytes.subarray(0, random(bytes.length));
    case 2:
      return Uint8Array.from({ length: 5000 }, () => random(256));
    default: {
      const at = random(bytes.length);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << random(8));
      return bytes;
    }
  }
}

/** The lowest limit at which the index of a site is one file. */
function sizeOf(site: readonly Page[]): number {
  let [low, high] = [0, 1e6];
  while (high - low > 100) {
    const wholeLimit = (low + high) / 2;
    if (isSliced(build(site, { wholeLimit }).content)) low = wholeLimit;
    else high = wholeLimit;
  }
  return high;
}

function isSliced(content: string): boolean {
  return content.startsWith('{"documents":[],');
}

interface SiteEdits extends Readonly<Record<'steps' | 'size' | 'wholeLimit', number>> {
  /** Number of pages that are hidden and shown together. */
  readonly toggled?: number;
}

/** Edits a site again and again, and compares each build with one that knows nothing of the last; returns the contents. */
function editRandomly(
  seed: number,
  { steps, size, wholeLimit, toggled = 0 }: SiteEdits,
): readonly string[] {
  const random = randomFrom(seed);
  const site = makeSite(random, size);
  const settings = { wholeLimit };
  const group = site.slice(0, toggled);
  const contents: string[] = [];
  let last = build(site, settings);
  for (let step = 0; step < steps; step += 1) {
    const edits = random(6) === 0 ? random(60) : random(3);
    for (let edit = 0; edit < edits; edit += 1) {
      if (random(8) === 0) pick(PAGE_EDITS, random)(site, random);
      else pick(SECTION_EDITS, random)(pick(site, random), random);
    }
    const isShown = random(2) === 0;
    for (const page of group) page.isHidden = !isShown;
    const state = random(12) === 0 ? damaged(last.state, random) : last.state;
    const isKept = random(3) === 0 ? () => random(10) > 0 : () => true;
    const built = build(site, { ...settings, last, state, isKept });
    expectEqual(built, build(site, settings), `seed ${seed}, step ${step}`);
    contents.push(built.content);
    last = built;
  }
  return contents;
}

/** The site with words at the end of a section's text. */
function withWords(
  site: readonly Page[],
  page: number,
  ...added: readonly string[]
): readonly Page[] {
  return site.map((one, at) =>
    at === page
      ? {
          ...one,
          sections: one.sections.map((section, number) =>
            number === 1 ? { ...section, words: [...section.words, ...added] } : section,
          ),
        }
      : one,
  );
}

describe('a build that knows the last one', () => {
  it.each([1, 2, 3, 4])('writes slices as one that does not (%i)', (seed) => {
    editRandomly(seed, { steps: 25, size: 150, wholeLimit: 0 });
  });

  it.each([5, 6])('writes one file as one that does not (%i)', (seed) => {
    editRandomly(seed, { steps: 15, size: 20, wholeLimit: 1e9 });
  });

  it.each([7, 8, 9])('crosses the limit of one file in both directions (%i)', (seed) => {
    const wholeLimit = 0.9 * sizeOf(makeSite(randomFrom(seed), 40));
    const contents = editRandomly(seed, { steps: 30, size: 40, wholeLimit, toggled: 10 });
    const forms = contents.map(isSliced);
    const changes = forms.filter((form, at) => at > 0 && form !== forms[at - 1]);
    expect(changes).toContain(true);
    expect(changes).toContain(false);
  });

  const site = makeSite(randomFrom(10), 150);
  const sliced = build(site, { wholeLimit: 0 });

  it('reads and writes nothing if nothing has changed', () => {
    for (const wholeLimit of [0, 1e9]) {
      const last = build(site, { wholeLimit });
      const { read, written, content, state } = build(site, { wholeLimit, last });
      expect([read, written]).toEqual([[], []]);
      expect(content === last.content).toBe(true);
      expect(state).toBe(last.state);
    }
  });

  it('reads the pages of one slice, and writes slices of changed words, after a text has changed', () => {
    const edited = withWords(site, 70, 'newword');
    const { read, written, slices } = build(edited, { wholeLimit: 0, last: sliced });
    expect([...read].toSorted()).toEqual(edited.slice(64, 72).map(({ route }) => route));
    expect(written.length).toBeGreaterThan(0);
    expect(written.length).toBeLessThan(slices.size / 2);
  });

  it('reads the pages of the last slice after a page was added behind it', () => {
    const [added] = makeSite(randomFrom(11), 1);
    const more = [...site, ...(added === undefined ? [] : [{ ...added, route: '/docs/q' }])];
    const { read } = build(more, { wholeLimit: 0, last: sliced });
    expect([...read].toSorted()).toEqual(more.slice(144).map(({ route }) => route));
  });

  it('writes again what is no longer there', () => {
    const isKept = (name: string): boolean => !name.startsWith('0');
    const { written } = build(site, { wholeLimit: 0, last: sliced, isKept });
    const missing = [...sliced.slices].filter(([name]) => !isKept(name));
    expect(missing.length).toBeGreaterThan(0);
    expect(written.toSorted()).toEqual(missing.map(([, content]) => content).toSorted());
  });

  it('reads a state at any place of a buffer', () => {
    const state = Buffer.concat([Buffer.from('x'), sliced.state]).subarray(1);
    expect(build(site, { wholeLimit: 0, last: sliced, state }).read).toEqual([]);
  });

  it('ignores the state of other settings', () => {
    const { read } = build(site, { wholeLimit: 1, last: sliced });
    expect(read).toHaveLength(site.length);
  });
});
