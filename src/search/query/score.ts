import lunr from 'lunr';
import { itemAt } from '../../shared/item-at.ts';
import { getOrInsert } from '../../shared/maps.ts';
import type { Clause } from './expand.ts';
import { FIELDS, type IndexView } from './index-reader.ts';

/** Version of lunr's serialized form. */
export const LUNR_VERSION = '2.3.9';

/** lunr's result for a section. */
export interface LunrScore {
  /** In all fields. */
  readonly score: number;
  /** Words of the index that matched. */
  readonly words: readonly string[];
}

/**
 * Scores sections with lunr, over an index that has only these sections and the words of the clauses. Their scores are
 * those over the whole index: a word's weights do not depend on other words. Multiplied by the length of the query's
 * vector, so that scores of different indexes compare.
 */
export function scoreSections(
  sections: readonly number[],
  clauses: readonly Clause[],
  view: IndexView,
): { readonly all: ReadonlyMap<number, LunrScore>; readonly titles: ReadonlyMap<number, number> } {
  const index = lunr.Index.load(cutIndex(new Set(sections), clauses, view));
  const ask = (fields: readonly string[]): lunr.Index.Result[] =>
    index.query((query) => {
      for (const { word, boost } of clauses)
        query.term(word, { fields: [...fields], boost, usePipeline: false });
    });
  const length = Math.hypot(...clauses.map(({ boost }) => boost));
  return {
    all: new Map(
      ask(FIELDS).map(({ ref, score, matchData }) => [
        Number(ref),
        { score: score * length, words: Object.keys(matchData.metadata) },
      ]),
    ),
    titles: new Map(ask([FIELDS[0]]).map(({ ref, score }) => [Number(ref), score * length])),
  };
}

/** The serialized form of an index of some sections and words. */
function cutIndex(
  sections: ReadonlySet<number>,
  clauses: readonly Clause[],
  view: IndexView,
): object {
  const vectors = new Map<string, number[]>();
  const words = clauses.map(({ word }) => word).sort();
  const inverted = words.map((word, number) => {
    const entry = { _index: number, ...Object.fromEntries(FIELDS.map((name) => [name, {}])) };
    const fields = FIELDS.map((name): Record<string, object> => Reflect.get(entry, name));
    const postings = view.postings(word);
    postings?.sections.forEach((section, at) => {
      if (!sections.has(section)) return;
      for (const [field, name] of FIELDS.entries()) {
        const weight = itemAt(postings.weights, at * FIELDS.length + field);
        if (weight === 0) continue;
        itemAt(fields, field)[section] = {};
        const reference = `${name}/${section}`;
        getOrInsert(vectors, reference, () => []).push(number, weight);
      }
    });
    return [word, entry];
  });
  return {
    version: LUNR_VERSION,
    fields: FIELDS,
    fieldVectors: [...vectors],
    invertedIndex: inverted,
    pipeline: [],
  };
}
