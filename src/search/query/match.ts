import { itemAt } from '../../shared/item-at.ts';
import { addTo } from '../../shared/maps.ts';
import type { Clause } from './expand.ts';
import { FIELDS, type IndexReader, type IndexView } from './index-reader.ts';

/** A word of the query in a title. */
export interface TitleMatch {
  readonly clause: Clause;
  /** First atom of the title that the word stands for, and their number. */
  readonly at: number;
  readonly size: number;
}

/** The sections that match a query. Values are by number of the section, sets of terms those of the plan. */
export interface Matches {
  /** Sections that match any term. */
  readonly sections: readonly number[];
  /** Terms in the section: the word itself, a word that begins with it, or a correction. */
  readonly found: Uint32Array;
  /** Terms of which the section has another inflection. */
  readonly inflected: Uint32Array;
  /** Terms in the section's title, in any form. */
  readonly inTitle: Uint32Array;
  readonly titles: ReadonlyMap<number, readonly TitleMatch[]>;
  /** Sum of the weights of the section's words in lunr's vectors; chooses the sections that lunr scores. */
  readonly weight: Float64Array;
}

/** Finds the sections that contain the words of the clauses. */
export function matchClauses(
  clauses: readonly Clause[],
  reader: IndexReader,
  view: IndexView,
): Matches {
  const lists = clauses.map((clause) => ({ clause, postings: view.postings(clause.word) }));
  const count = reader.count();
  const found = new Uint32Array(count);
  const inflected = new Uint32Array(count);
  const inTitle = new Uint32Array(count);
  const weight = new Float64Array(count);
  const titles = new Map<number, TitleMatch[]>();
  const sections: number[] = [];
  for (const { clause, postings } of lists) {
    if (postings === undefined) continue;
    const { weights, titleAt, titleSize } = postings;
    for (let entry = 0; entry < postings.sections.length; entry += 1) {
      const section = itemAt(postings.sections, entry);
      if (found[section] === 0 && inflected[section] === 0) sections.push(section);
      found[section] = itemAt(found, section) | clause.terms;
      inflected[section] = itemAt(inflected, section) | clause.inflected;
      const first = entry * FIELDS.length;
      let sum = 0;
      for (let at = first; at < first + FIELDS.length; at += 1) sum += itemAt(weights, at);
      weight[section] = itemAt(weight, section) + clause.boost * sum;
      if (weights[first] === 0) continue;
      inTitle[section] = itemAt(inTitle, section) | clause.terms | clause.inflected;
      const match = { clause, at: itemAt(titleAt, entry), size: itemAt(titleSize, entry) };
      addTo(titles, section, match);
    }
  }
  return { sections, found, inflected, inTitle, titles, weight };
}
