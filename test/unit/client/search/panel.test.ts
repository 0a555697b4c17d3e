import { describe, expect, it } from 'vitest';
import type { SearchPanel } from '../../../../src/client/search/dialog-props.ts';
import type { SearchReply } from '../../../../src/client/search/messages.ts';
import {
  buildPanel,
  correctedQuery,
  firstActive,
  moveActive,
  type PanelInput,
} from '../../../../src/client/search/panel.ts';

import { searchMessages } from '../../../../src/shared/ui-messages.ts';
import { hit, reply } from './documents.ts';

function panel(changes: Partial<PanelInput>): SearchPanel | undefined {
  return buildPanel({
    messages: searchMessages,
    query: 'token',
    answered: undefined,
    recent: [],
    links: [{ label: 'Docs', href: '/docs' }],
    hotkeys: undefined,
    excerpts: new Map(),
    hrefOf: (route) => route,
    searchUrl: (query) => `?q=${query}`,
    ...changes,
  });
}

function answered(
  changes: Partial<SearchReply>,
  types?: readonly ['docs'],
): Pick<PanelInput, 'answered'> {
  const options = { limit: 8, ...(types === undefined ? {} : { types }) };
  return { answered: { question: { query: 'token', files: [], options }, reply: reply(changes) } };
}

/** Each group as its heading and its rows with their place. */
const shown = (built: SearchPanel | undefined): readonly string[] =>
  (built?.groups ?? []).flatMap(({ heading, rows }) => [
    ...(heading === '' ? [] : [`# ${heading}`]),
    ...rows.map((row) =>
      row.type === 'hit'
        ? [...row.crumbs, row.title.map(({ text }) => text).join('')].join(' > ')
        : `(${row.label})`,
    ),
  ]);

const TWO_PAGES = [
  hit({
    sectionTitle: 'One',
    pageTitle: 'Page',
    sectionRoute: '/p#one',
    sidebarParentCategories: ['Up'],
  }),
  hit({
    sectionTitle: 'Other',
    pageTitle: 'Other',
    sectionRoute: '/o',
    sidebarParentCategories: ['Side'],
  }),
  hit({
    sectionTitle: 'Two',
    pageTitle: 'Page',
    sectionRoute: '/p#two',
    sidebarParentCategories: ['Up'],
  }),
];

describe('buildPanel', () => {
  it('shows nothing before the first answer', () => {
    expect(panel({})).toBeUndefined();
  });

  it('shows recent searches and entry pages where nothing is typed', () => {
    const blank = panel({ query: '  ', recent: ['mint'], ...answered({ hits: TWO_PAGES }) });
    expect(shown(blank)).toEqual([
      '# Recent searches',
      '(mint)',
      '# Pages',
      '(Docs)',
      '# Options',
      '(Clear recent searches)',
    ]);
    expect(firstActive(blank?.groups ?? [])).toBeUndefined();
    expect(shown(panel({ query: '' }))).toEqual(['# Pages', '(Docs)']);
  });

  it('shows hits in their order, each with its place', () => {
    const built = panel(answered({ hits: TWO_PAGES }));
    expect(shown(built)).toEqual(['Up > Page > One', 'Side > Other', 'Up > Page > Two']);
    expect(built?.groups.map(({ kind }) => kind)).toEqual(['hits']);
  });

  it('names the operation of a parameter or property in its row, not in its place', () => {
    const parts = (['parameter', 'property'] as const).map((kind) =>
      hit({
        kind,
        sectionTitle: 'badgeId',
        pageTitle: 'Mint a badge',
        sectionRoute: `/${kind}#id`,
        sidebarParentCategories: ['Badges'],
      }),
    );
    const built = panel(answered({ hits: parts }));
    const named = { owner: [{ text: 'Mint a badge' }], title: [{ text: 'badgeId' }] };
    expect(built?.groups[0]?.rows).toMatchObject(
      parts.map(() => ({ ...named, crumbs: ['Badges'] })),
    );
  });

  it('marks titles and excerpts, and has method and path of operations', () => {
    const operation = hit(
      {
        sectionTitle: 'Get tokens',
        content: 'Reads a token.',
        tags: ['GET', '/tokens', 'GET /tokens', 'getTokens'],
      },
      { terms: ['token'], missing: ['other'] },
    );
    const row = panel(answered({ hits: [operation] }))?.groups[0]?.rows[0];
    expect(row).toMatchObject({
      badge: 'GET',
      isPage: true,
      missing: ['other'],
      title: [
        { text: 'Get ', marked: false },
        { text: 'tokens', marked: true },
      ],
      path: [
        { text: '/', marked: false },
        { text: 'tokens', marked: true },
      ],
      excerpt: [
        { text: 'Reads a ', marked: false },
        { text: 'token', marked: true },
        { text: '.', marked: false },
      ],
    });
  });

  it('prefers the text around a match to the beginning of the section', () => {
    const excerpts = new Map([['/p#one', 'Around.']]);
    const row = panel({ ...answered({ hits: TWO_PAGES }), excerpts })?.groups[0]?.rows[0];
    expect(row).toMatchObject({ excerpt: [{ text: 'Around.' }] });
  });

  it('offers the literal query where words were corrected', () => {
    const corrections = [{ typed: 'token', used: ['broken', 'spoken'] }];
    const built = panel(answered({ hits: TWO_PAGES, corrections }));
    expect(built?.correctedTo).toBe('broken');
    expect(shown(built)).toContain('(Search for “token” instead)');
  });

  it('names synonyms, and offers the literal query', () => {
    const synonyms = [
      { typed: 'token', used: ['coin', 'key'] },
      { typed: 'tokens', used: ['coin'] },
    ];
    const built = panel(answered({ hits: TWO_PAGES, synonyms }));
    expect(built?.alsoFor).toEqual(['coin', 'key']);
    expect(built?.correctedTo).toBeUndefined();
    expect(shown(built)).toContain('(Search for “token” instead)');
  });

  it('offers kinds of pages where there are several, and the way back', () => {
    const several = panel(answered({ hits: TWO_PAGES, types: ['docs', 'others'] }));
    expect(shown(several).slice(-2)).toEqual(['(Only documentation)', '(Only other pages)']);
    const narrowed = panel(answered({ types: ['docs', 'others'] }, ['docs']));
    expect(shown(narrowed)).toContain('(Search everywhere)');
  });

  it('offers other searches, parts of the site and all pages where nothing is found', () => {
    const built = panel({ ...answered({}), recent: ['token', 'mint'] });
    expect(built?.nothingFor).toBe('token');
    expect(shown(built)).toEqual(['# Try these', '(mint)', '(Docs)']);
  });

  it('warns of an incomplete answer, and offers to try again', () => {
    const nothing = panel({ ...answered({ incomplete: true }) });
    expect(nothing?.warning).toBe(searchMessages.notLoaded);
    expect(nothing?.nothingFor).toBe('token');
    expect(shown(nothing)).toEqual(['# Try these', '(Try again)', '(Docs)']);
    expect(firstActive(nothing?.groups ?? [])).toBe(nothing?.groups[0]?.rows[0]?.id);
    const some = panel(answered({ incomplete: true, hits: TWO_PAGES }));
    expect(some?.warning).toBe(searchMessages.partlyLoaded);
    expect(shown(some).slice(-2)).toEqual(['# Options', '(Try again)']);
    expect(firstActive(some?.groups ?? [])).toBe(some?.groups[0]?.rows[0]?.id);
    expect(shown(panel(answered({ hits: TWO_PAGES })))).not.toContain('(Try again)');
  });
});

describe('correctedQuery', () => {
  it('has the best correction in the place of each word', () => {
    const corrections = [{ typed: 'pakage', used: ['package', 'packages'] }];
    expect(correctedQuery('The  Pakage json', corrections)).toBe('The package json');
    expect(correctedQuery('json', [])).toBeUndefined();
    expect(correctedQuery('The "Pákage"?', corrections)).toBe('The "package"?');
    expect(correctedQuery('json-pakage', corrections)).toBe('json-package');
  });
});

describe('moveActive', () => {
  const groups = panel({
    ...answered({ hits: TWO_PAGES, types: ['docs', 'others'] }),
  })?.groups;
  const ids = (groups ?? []).flatMap(({ rows }) => rows.map(({ id }) => id));
  const move = (from: number | undefined, step: 'up' | 'down'): number =>
    ids.indexOf(moveActive(groups ?? [], from === undefined ? undefined : ids[from], step) ?? '');

  it('has three hits and two actions to go through', () => {
    expect(ids).toHaveLength(5);
    expect(firstActive(groups ?? [])).toBe(ids[0]);
  });

  it('goes down through hits and actions, and to the first again', () => {
    expect([0, 1, 2, 3, 4].map((from) => move(from, 'down'))).toEqual([1, 2, 3, 4, 0]);
  });

  it('goes up, and from the first hit to the last', () => {
    expect([0, 1, 2, 3, 4].map((from) => move(from, 'up'))).toEqual([2, 0, 1, 2, 3]);
  });

  it('begins at either end where there are only actions, of which none is active', () => {
    const recent = panel({ query: '', recent: ['a', 'b'] })?.groups ?? [];
    const labels = recent.flatMap(({ rows }) => rows.map(({ id }) => id));
    expect(firstActive(recent)).toBeUndefined();
    expect(moveActive(recent, undefined, 'down')).toBe(labels[0]);
    expect(moveActive(recent, undefined, 'up')).toBe(labels.at(-1));
    expect(moveActive([], undefined, 'down')).toBeUndefined();
  });
});
