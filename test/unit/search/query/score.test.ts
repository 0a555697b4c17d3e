import lunr from 'lunr';
import { describe, expect, it } from 'vitest';
import { type Clause, expandPlan } from '../../../../src/search/query/expand.ts';
import { planQuery } from '../../../../src/search/query/plan.ts';
import { type LunrScore, scoreSections } from '../../../../src/search/query/score.ts';
import { readWholeIndex } from '../../../../src/search/query/whole-index.ts';
import { ENGLISH } from '../../../../src/search/query/words.ts';
import { indexFile, madeUpSections, SEARCH_FIELDS } from '../../../support/search.ts';

const FILE = indexFile(madeUpSections(150));
const READER = readWholeIndex(FILE);
const VIEW = READER.view();
const SECTIONS = FILE.documents.map((_, number) => number);
const LOADED = lunr.Index.load(FILE.index);
const WORDS = VIEW.vocabulary().words.filter(({ length }) => length >= 3);

/** lunr's scores over the whole index, times the length of the query's vector. */
function lunrScores(
  clauses: readonly Clause[],
  fields: readonly string[],
): ReadonlyMap<number, LunrScore> {
  const results = LOADED.query((query) => {
    for (const { word, boost } of clauses)
      query.term(word, { fields: [...fields], boost, usePipeline: false });
  });
  const length = Math.hypot(...clauses.map(({ boost }) => boost));
  return new Map(
    results.map(({ ref, score, matchData }) => [
      Number(ref),
      { score: score * length, words: Object.keys(matchData.metadata).toSorted() },
    ]),
  );
}

function expectSame(
  own: ReadonlyMap<number, LunrScore>,
  expected: ReadonlyMap<number, LunrScore>,
): void {
  expect([...own.keys()].toSorted()).toEqual([...expected.keys()].toSorted());
  for (const [section, { score, words }] of expected) {
    const found = own.get(section);
    expect(Math.abs((found?.score ?? 0) / score - 1)).toBeLessThan(1e-9);
    expect(found?.words.toSorted()).toEqual(words);
  }
}

const QUERIES: readonly string[] = [
  // Words, and beginnings of them.
  ...WORDS.map((word, at) => word.slice(0, Math.max(3, word.length - (at % 3)))),
  ...WORDS.map((word, at) => `${word} ${WORDS[(at * 7) % WORDS.length]} conga`),
  // Misspelled.
  ...WORDS.map((word) => word.slice(0, 2) + word.charAt(3) + word.charAt(2) + word.slice(4)),
].filter((_, at) => at % 4 === 0);

describe('scoreSections', () => {
  const clausesOf = (query: string): readonly Clause[] =>
    expandPlan(planQuery(query), VIEW, { literal: false, language: ENGLISH }).clauses;

  it('gives the scores of lunr over the whole index, for every section', () => {
    let found = 0;
    for (const query of QUERIES) {
      const clauses = clausesOf(query);
      // Without clauses, lunr finds everything.
      if (clauses.length === 0) continue;
      const { all, titles } = scoreSections(SECTIONS, clauses, VIEW);
      expectSame(all, lunrScores(clauses, SEARCH_FIELDS));
      const own = [...titles].map(([section, score]) => [section, score.toFixed(9)] as const);
      const expected = [...lunrScores(clauses, ['title'])].map(
        ([section, { score }]) => [section, score.toFixed(9)] as const,
      );
      expect(new Map(own)).toEqual(new Map(expected));
      found += all.size;
    }
    expect(found).toBeGreaterThan(1000);
  });

  it('gives some sections the scores that they have among all', () => {
    const some = SECTIONS.filter((section) => section % 7 === 0);
    for (const query of QUERIES.slice(0, 60)) {
      const clauses = clausesOf(query);
      const expected = lunrScores(clauses, SEARCH_FIELDS);
      const among = new Map([...expected].filter(([section]) => some.includes(section)));
      expectSame(scoreSections(some, clauses, VIEW).all, among);
    }
  });

  it('is empty without sections or clauses', () => {
    expect(scoreSections([], clausesOf('conga'), VIEW).all.size).toBe(0);
    expect(scoreSections(SECTIONS, [], VIEW).all.size).toBe(0);
  });
});
