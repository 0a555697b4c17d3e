import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { SearchReply } from '../../src/client/search/messages.ts';
import type { SearchDocument, SearchHitDetails } from '../../src/search/query/search-index.ts';
import { accessibilityViolations } from '../support/axe.ts';
import { searchFor, searchSuite } from './support/searching.ts';

const { reader } = searchSuite();

function hit(changes: Partial<SearchDocument>): SearchHitDetails {
  const document = {
    id: changes.sectionRoute ?? '',
    title: '',
    content: 'Text of the section.',
    tags: [],
    sidebarParentCategories: [],
    type: 'docs',
    sectionTitle: changes.title ?? '',
    pageTitle: changes.title ?? '',
    sectionRoute: '',
    ...changes,
  } as const;
  return { document, score: 1, terms: [], missing: [] };
}

/** Answers each question with the next reply, and then with the last one. */
async function answerWith(page: Page, ...replies: readonly Partial<SearchReply>[]): Promise<void> {
  const empty: SearchReply = {
    hits: [],
    corrections: [],
    synonyms: [],
    types: ['docs'],
    incomplete: false,
  };
  const whole = JSON.stringify(replies.map((reply) => ({ ...empty, ...reply })));
  const body = `const replies = ${whole}; addEventListener('message', ({ data }) => {
    if (data.type !== 'ask') return;
    const reply = data.question.options.literal ? replies.at(-1) : replies.length > 1 ? replies.shift() : replies[0];
    postMessage({ id: data.id, reply });
  });`;
  await page.route('**/search-worker-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body }),
  );
}

const badge = { sidebarParentCategories: ['Badges'], pageTitle: 'Mint a badge' };
const HITS = [
  hit({ title: 'Intro', sectionRoute: '/base/docs/usage/' }),
  hit({
    ...badge,
    sectionTitle: 'badgeId',
    sectionRoute: '/base/docs/mint/#id',
    kind: 'parameter',
  }),
  hit({
    ...badge,
    sectionTitle: 'owner',
    sectionRoute: '/base/docs/mint/#owner',
    kind: 'property',
  }),
  hit({ title: 'Achievement', sectionRoute: '/base/docs/achievement/' }),
  hit({ ...badge, sectionTitle: 'Errors', sectionRoute: '/base/docs/mint/#errors' }),
];

/** Where the first and the last character of an element are, from the left. */
function endsOf(element: Element): readonly number[] {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const places: number[] = [];
  while (texts.nextNode()) {
    const length = texts.currentNode.textContent?.length ?? 0;
    for (const at of [0, length - 1]) {
      range.setStart(texts.currentNode, at);
      range.setEnd(texts.currentNode, at + 1);
      places.push(range.getBoundingClientRect().left);
    }
  }
  return [places[0] ?? 0, places.at(-1) ?? 0];
}

describe('an answer', () => {
  it(
    'is shown in its order, with the operation of parameters and properties',
    reader(
      async ({ page, open }) => {
        await answerWith(page, { hits: HITS });
        await open('');
        const { list, hits } = await searchFor(page, 'badge');
        const titles = await hits.locator('.search-title').allInnerTexts();
        expect(titles.map((title) => title.trim())).toEqual([
          'Intro',
          'Mint a badge › badgeId',
          'Mint a badge › owner',
          'Achievement',
          'Errors',
        ]);
        expect(await list.locator('.search-group-hits .search-heading').count()).toBe(0);
        const places = await hits.evaluateAll((rows) =>
          rows.map((row) => row.querySelector('.search-crumbs')?.textContent ?? ''),
        );
        expect(places).toEqual([
          '',
          'Badges ',
          'Badges ',
          '',
          expect.stringMatching(/^Badges.*Mint a badge $/),
        ]);
        expect(await accessibilityViolations(page)).toEqual([]);
      },
      { context: { bypassCSP: true } },
    ),
  );

  it(
    'is laid out in the direction of its language',
    reader(
      async ({ page, open }) => {
        const arabic = 'تعيد build() النتيجة (نص).';
        const found = {
          title: 'الدالة build()',
          content: arabic,
          sectionRoute: '/base/docs/usage/',
        };
        const english = { title: 'build()', content: 'Calls build() (twice).' };
        const hits = [hit(found), hit({ ...english, sectionRoute: '/base/docs/mint/' })];
        const marked = hits.map((one) => ({ ...one, terms: ['build'] }));
        await answerWith(page, { hits: marked });
        await open('');
        for (const dir of ['ltr', 'rtl']) {
          await page.evaluate((value) => document.documentElement.setAttribute('dir', value), dir);
          const { hits: rows } = await searchFor(page, 'build');
          for (const part of ['.search-title', '.search-excerpt']) {
            const all = await rows.locator(part).all();
            const ends = await Promise.all(all.map((one) => one.evaluate(endsOf)));
            expect(
              ends.map(([first = 0, last = 0]) => first < last),
              `${dir} ${part}`,
            ).toEqual([false, true]);
          }
        }
      },
      { context: { bypassCSP: true } },
    ),
  );

  it(
    'names synonyms, also for screen readers, and can be had without them',
    reader(async ({ page, open }) => {
      const synonyms = [{ typed: 'testnet', used: ['test chain', 'sandbox'] }];
      const corrections = [{ typed: 'faucett', used: ['faucet'] }];
      await answerWith(page, { hits: HITS, synonyms, corrections }, { hits: HITS.slice(0, 1) });
      await open('');
      const { dialog, rows } = await searchFor(page, 'testnet faucett');
      await dialog.getByText('Also searched for test chain, sandbox', { exact: true }).waitFor();
      await dialog.getByText('Showing results for testnet faucet', { exact: true }).waitFor();
      expect(await dialog.getByRole('status').innerText()).toBe(
        '5 results. Showing results for testnet faucet. Also searched for test chain, sandbox',
      );
      await rows.filter({ hasText: 'Search for “testnet faucett” instead' }).click();
      await dialog.locator('.search-note').first().waitFor({ state: 'detached' });
    }),
  );

  it(
    'that is incomplete can be asked for again by keys alone',
    reader(async ({ page, open }) => {
      await answerWith(page, { hits: HITS.slice(0, 1), incomplete: true }, { hits: HITS });
      await open('');
      const { dialog, hits, active } = await searchFor(page, 'badge');
      await dialog.getByText('Part of the search index could not be loaded.').first().waitFor();
      expect(await hits.count()).toBe(1);
      await page.keyboard.press('ArrowDown');
      expect(await active.innerText()).toBe('Try again');
      await page.keyboard.press('Enter');
      await hits.nth(4).waitFor();
      expect(await dialog.locator('.search-warning').count()).toBe(0);
      expect(await active.getAttribute('id')).toBe(await hits.first().getAttribute('id'));
    }),
  );
});
