import { describe, expect, it } from 'vitest';
import { mergeAnswers } from '../../../../src/search/query/engine.ts';
import type { SearchAnswer } from '../../../../src/search/query/search-index.ts';
import { searchSection } from '../../../support/search.ts';

function answer(
  hits: Readonly<Record<string, number>>,
  corrections: SearchAnswer['corrections'] = [],
): SearchAnswer {
  return {
    hits: Object.entries(hits).map(([title, score]) => ({
      document: searchSection(title, '').document,
      score,
      terms: [],
      missing: [],
    })),
    corrections,
    synonyms: [],
    incomplete: false,
  };
}

function titles({ hits }: SearchAnswer): readonly string[] {
  return hits.map(({ document }) => document.title);
}

describe('mergeAnswers', () => {
  it('gives the best hits of all, ties in the order of the answers', () => {
    const answers = [answer({ a: 3, b: 1 }), answer({ c: 3, d: 2 }), answer({})];
    expect(titles(mergeAnswers(answers, 3))).toEqual(['a', 'c', 'd']);
    expect(titles(mergeAnswers(answers, 0))).toEqual([]);
    expect(mergeAnswers([], 8)).toEqual({
      hits: [],
      corrections: [],
      synonyms: [],
      incomplete: false,
    });
  });

  it('tells of corrections that made one of the hits', () => {
    const first = answer({ a: 3 }, [{ typed: 'pakage', used: ['package'] }]);
    const second = answer({ b: 2 }, [{ typed: 'pakage', used: ['package', 'packages'] }]);
    expect(mergeAnswers([first, second], 8).corrections).toEqual([
      { typed: 'pakage', used: ['package', 'packages'] },
    ]);
    expect(mergeAnswers([first, answer({ c: 9 })], 1).corrections).toEqual([]);
  });

  it('names synonyms that made one of the hits', () => {
    const first = { ...answer({ a: 3 }), synonyms: [{ typed: 'login', used: ['sign in'] }] };
    const second = { ...answer({ b: 2 }), synonyms: [{ typed: 'login', used: ['sign-on'] }] };
    expect(mergeAnswers([first, second], 8).synonyms).toEqual([
      { typed: 'login', used: ['sign in', 'sign-on'] },
    ]);
    expect(mergeAnswers([first, second], 1).synonyms).toEqual(first.synonyms);
  });

  it('is incomplete if one of the answers is', () => {
    const partial = { ...answer({}), incomplete: true };
    expect(mergeAnswers([answer({ a: 1 }), partial], 8).incomplete).toBe(true);
    expect(mergeAnswers([answer({ a: 1 }), answer({})], 8).incomplete).toBe(false);
  });
});
