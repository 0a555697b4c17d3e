import { itemAt } from '../../shared/item-at.ts';
import type { Expansion } from './expand.ts';
import type { Postings } from './postings.ts';

/** The matches of a query, by document index. Bits are numbers of the plan's terms. */
export interface Matches {
  /** Documents that match any term, in no order. */
  readonly documents: readonly number[];
  /** lunr's scores. */
  readonly scores: Float64Array;
  /** The part of the score that comes from words in the title. */
  readonly titleScores: Float64Array;
  /** Terms in the document: the word itself, a word that begins with it, or a correction. */
  readonly found: Uint32Array;
  /** Terms of which the document has another inflection. */
  readonly inflected: Uint32Array;
  /** Terms in the document's title, in any form. */
  readonly inTitle: Uint32Array;
  /** Terms in the document's title exactly as typed. */
  readonly exactInTitle: Uint32Array;
  /** Terms that the index has exactly as typed. */
  readonly known: number;
  /** The words of the index that match the query. */
  readonly words: ReadonlyMap<number, QueryWord>;
}

/** One dimension of lunr's query vector. */
export interface QueryWord {
  weight: number;
  /** Terms that match the word. */
  bits: number;
  /** Terms of which the word is another inflection. */
  inflectedBits: number;
  /** Terms that are the word itself. */
  exactBits: number;
}

// Boosts of clauses: 1 for the word itself and for a trailing wildcard.
const FULL = 1;
const CORRECTED = 0.5;
const INFLECTION = 0.25;

/**
 * Scores like `lunr.Index.prototype.query` (2.3.9): the product of the query vector and the vector of each field,
 * divided by the length of the query vector, summed over the fields.
 */
export function matchPostings(expansions: readonly Expansion[], postings: Postings): Matches {
  const { count } = postings;
  const words = queryVector(expansions);
  const matches = {
    documents: [],
    scores: new Float64Array(count),
    titleScores: new Float64Array(count),
    found: new Uint32Array(count),
    inflected: new Uint32Array(count),
    inTitle: new Uint32Array(count),
    exactInTitle: new Uint32Array(count),
    known: Array.from(words.values()).reduce((bits, { exactBits }) => bits | exactBits, 0),
    words,
  };
  let squares = 0;
  for (const { weight } of words.values()) squares += weight * weight;
  for (const [index, word] of words)
    addWord(matches, postings, { index, word, scale: word.weight / Math.sqrt(squares) });
  return matches;
}

/** The words that the terms match; the weights of a word that several terms match are added. */
function queryVector(expansions: readonly Expansion[]): ReadonlyMap<number, QueryWord> {
  const words = new Map<number, QueryWord>();
  const add = (index: number, weight: number, bits: number): QueryWord => {
    const word = words.get(index) ?? { weight: 0, bits: 0, inflectedBits: 0, exactBits: 0 };
    word.weight += weight;
    word.bits |= bits;
    words.set(index, word);
    return word;
  };
  for (const [number, { exact, prefix, instead, inflections, boost }] of expansions.entries()) {
    const bit = 1 << number;
    if (exact >= 0) add(exact, FULL * boost, bit).exactBits |= bit;
    for (const index of prefix) add(index, FULL * boost, bit);
    for (const index of inflections) add(index, INFLECTION, 0).inflectedBits |= bit;
    for (const index of instead) add(index, CORRECTED, bit).exactBits |= bit;
  }
  return words;
}

function addWord(
  matches: Matches & { readonly documents: number[] },
  postings: Postings,
  { index, word, scale }: Readonly<{ index: number; word: QueryWord; scale: number }>,
): void {
  const { documents, scores, titleScores, found, inflected, inTitle, exactInTitle } = matches;
  const end = itemAt(postings.starts, index + 1);
  for (let entry = itemAt(postings.starts, index); entry < end; entry += 1) {
    const document = itemAt(postings.documents, entry);
    const score = scale * itemAt(postings.weights, entry);
    if (found[document] === 0 && inflected[document] === 0) documents.push(document);
    scores[document] = itemAt(scores, document) + score;
    found[document] = itemAt(found, document) | word.bits;
    inflected[document] = itemAt(inflected, document) | word.inflectedBits;
    if (postings.inTitle[entry] === 0) continue;
    titleScores[document] = itemAt(titleScores, document) + score;
    inTitle[document] = itemAt(inTitle, document) | word.bits | word.inflectedBits;
    exactInTitle[document] = itemAt(exactInTitle, document) | word.exactBits;
  }
}
