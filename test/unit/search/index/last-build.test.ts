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

/** Edits a site again and again, and compares each build with one that knows nothing of the last. */
function editRandomly(seed: number, { steps, size, wholeLimit }: Record<string, number>): void {
  const random = randomFrom(seed);
  const site = makeSite(random, size ?? 0);
  const settings = { wholeLimit: wholeLimit ?? 0 };
  let last = build(site, settings);
  for (let step = 0; step < (steps ?? 0); step += 1) {
    const edits = random(6) === 0 ? random(60) : random(3);
    for (let edit = 0; edit < edits; edit += 1) {
      if (random(8) === 0) pick(PAGE_EDITS, random)(site, random);
      else pick(SECTION_EDITS, random)(pick(site, random), random);
    }
    const state = random(12) === 0 ? damaged(last.state, random) : last.state;
    const isKept = random(3) === 0 ? () => random(10) > 0 : () => true;
    const built = build(site, { ...settings, last, state, isKept });
    expectEqual(built, build(site, settings), `seed ${seed}, step ${step}`);
    last = built;
  }
}

describe('a build that knows the last one', () => {
  it.each([1, 2, 3, 4])('writes slices as one that does not (%i)', (seed) => {
    editRandomly(seed, { steps: 25, size: 150, wholeLimit: 0 });
  });

  it.each([5, 6])('writes one file as one that does not (%i)', (seed) => {
    editRandomly(seed, { steps: 15, size: 20, wholeLimit: 1e9 });
  });

  it.each([7, 8, 9])('crosses the limit of one file in both directions (%i)', (seed) => {
    editRandomly(seed, { steps: 40, size: 40, wholeLimit: 19_000 });
  });
});
