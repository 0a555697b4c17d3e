import lunr from 'lunr';
import { describe, expect, it } from 'vitest';
import { expandPlan } from '../../../../src/search/query/expand.ts';
import { matchPostings } from '../../../../src/search/query/match.ts';
import { planQuery } from '../../../../src/search/query/plan.ts';
import { readPostings } from '../../../../src/search/query/postings.ts';
import { indexFile, madeUpSections, SEARCH_FIELDS } from '../../../support/search.ts';

const FILE = indexFile(madeUpSections(150));
const POSTINGS = readPostings(FILE);
const LOADED = lunr.Index.load(FILE.index);

type Clause = readonly [term: string, options: { wildcard?: lunr.Query.wildcard; boost?: number }];

/** lunr's scores by document for terms given as clauses. */
function lunrScores(clauses: readonly Clause[]): ReadonlyMap<number, number> {
  const results = LOADED.query((query) => {
    for (const [term, options] of clauses)
      query.term(term, { fields: [...SEARCH_FIELDS], usePipeline: false, ...options });
  });
  return new Map(results.map(({ ref, score }) => [Number(ref), score]));
}

function ownScores(query: string, literal: boolean): ReadonlyMap<number, number> {
  const { expansions } = expandPlan(planQuery(query), POSTINGS, literal);
  const { documents, scores } = matchPostings(expansions, POSTINGS);
  return new Map(documents.map((document) => [document, scores[document] ?? 0]));
}

function expectSame(own: ReadonlyMap<number, number>, expected: ReadonlyMap<number, number>): void {
  expect([...own.keys()].toSorted()).toEqual([...expected.keys()].toSorted());
  for (const [document, score] of expected) expect(own.get(document)).toBeCloseTo(score, 4);
}

/** Words and beginnings of words of the index, of three letters at least, some unknown. */
const TYPED = POSTINGS.vocabulary.words
  .filter((word, place) => word.length >= 3 && place % 3 === 0)
  .map((word, place) => word.slice(0, Math.max(3, word.length - (place % 4))))
  .concat('zzzz', 'unknown');

describe('matchPostings', () => {
  it('scores a word as lunr does exactly and with a trailing wildcard', () => {
    for (const word of TYPED) {
      expectSame(
        ownScores(word, true),
        lunrScores([
          [word, {}],
          [word, { wildcard: lunr.Query.wildcard.TRAILING }],
        ]),
      );
    }
  });

  it('scores several words as lunr does', () => {
    for (const [place, word] of TYPED.entries()) {
      const words = [...new Set([word, TYPED[(place * 7) % TYPED.length] ?? '', 'conga'])];
      const clauses = words.flatMap((term): Clause[] => [
        [term, {}],
        [term, { wildcard: lunr.Query.wildcard.TRAILING }],
      ]);
      expectSame(ownScores(words.join(' '), true), lunrScores(clauses));
    }
  });

  it('takes corrections at half weight', () => {
    let corrected = 0;
    for (const word of POSTINGS.vocabulary.words.filter(({ length }) => length > 4)) {
      const typed = word.slice(0, 2) + word.charAt(3) + word.charAt(2) + word.slice(4);
      const { expansions, corrections } = expandPlan(planQuery(typed), POSTINGS, false);
      const used = corrections.flatMap((correction) => correction.used);
      if (used.length === 0) continue;
      corrected += 1;
      const { documents, scores } = matchPostings(expansions, POSTINGS);
      const own = new Map(documents.map((place) => [place, scores[place] ?? 0]));
      expectSame(own, lunrScores(used.map((term): Clause => [term, { boost: 0.5 }])));
    }
    expect(corrected).toBeGreaterThan(20);
  });
});
