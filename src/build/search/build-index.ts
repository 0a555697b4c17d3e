import { tokenize } from '../../shared/search/tokenize.ts';
import type { SearchDocument } from '../../shared/search/types.ts';
import { createVocabulary, type Vocabulary } from './vocabulary.ts';

/** A section as the index reads it: the document and its whole text. */
export interface IndexedSection {
  readonly document: SearchDocument;
  readonly text: string;
}

/** Version of lunr whose serialised form is written. */
const LUNR_VERSION = '2.3.9';

/** Field boosts of the specification. lunr honours them when the index is built, not when it is queried. */
export const FIELD_BOOSTS = { title: 5, content: 1, tags: 3, sidebarParentCategories: 2 } as const;

/** Okapi BM25 as lunr sets it: how fast repetition saturates, and how much length counts. */
const K1 = 1.2;
const B = 0.75;

/** The words of one field of one section: word numbers in ascending order and how often each occurs. */
interface FieldTerms {
  readonly section: number;
  readonly terms: Uint32Array;
  readonly counts: Uint32Array;
  readonly length: number;
}

interface Field {
  readonly name: string;
  readonly boost: number;
  readonly entries: FieldTerms[];
  /** Sections by word number. */
  readonly postings: Map<number, number[]>;
}

/**
 * Writes `search-index-<tag>.json`: the documents, and over their full text an index in lunr's serialised
 * form, the same as `lunr.Builder` makes of the same words with an empty pipeline. The index is not
 * stemmed: a prefix of every word has to stay findable while it is typed.
 */
export function buildSearchIndex(sections: readonly IndexedSection[]): string {
  const vocabulary = createVocabulary(tokenize);
  const fields = Object.entries(FIELD_BOOSTS).map(([name, boost]) => emptyField(name, boost));
  sections.forEach((section, number) => {
    for (const field of fields)
      addText(field, vocabulary, { section: number, text: fieldText(field.name, section) });
  });
  const documents = JSON.stringify(sections.map(({ document }) => document));
  const names = JSON.stringify(fields.map(({ name }) => name));
  const vectors = printVectors(fields, { vocabulary, sections: sections.length });
  const inverted = printInverted(fields, vocabulary);
  return `{"documents":${documents},"index":{"version":"${LUNR_VERSION}","fields":${names},"fieldVectors":[${vectors}],"invertedIndex":[${inverted}],"pipeline":[]}}`;
}

function emptyField(name: string, boost: number): Field {
  return { name, boost, entries: [], postings: new Map() };
}

function fieldText(name: string, { document, text }: IndexedSection): string {
  switch (name) {
    case 'title':
      return document.title;
    case 'tags':
      return document.tags.join(' ');
    case 'sidebarParentCategories':
      return document.sidebarParentCategories.join(' ');
    default:
      return text;
  }
}

/** An empty field is left out: it would distort the average length. */
function addText(
  field: Field,
  vocabulary: Vocabulary,
  input: { section: number; text: string },
): void {
  const { section, text } = input;
  const words = vocabulary.read(text);
  if (words.length === 0) return;
  const terms = Uint32Array.from(new Set(words)).sort();
  const places = new Map(Array.from(terms, (term, place) => [term, place]));
  const counts = new Uint32Array(terms.length);
  for (const word of words) {
    const place = places.get(word) ?? 0;
    counts[place] = (counts[place] ?? 0) + 1;
  }
  field.entries.push({ section, terms, counts, length: words.length });
  for (const term of terms) {
    const list = field.postings.get(term);
    if (list === undefined) field.postings.set(term, [section]);
    else list.push(section);
  }
}

interface Corpus {
  readonly vocabulary: Vocabulary;
  readonly sections: number;
}

/** One vector for each field of each section, in the order of sections. */
function printVectors(fields: readonly Field[], corpus: Corpus): string {
  const rarity = inverseFrequencies(fields, corpus);
  const printed: string[][] = Array.from({ length: corpus.sections }, () => []);
  for (const field of fields) {
    const average =
      field.entries.reduce((sum, { length }) => sum + length, 0) / field.entries.length;
    for (const entry of field.entries) {
      const lengthShare = K1 * (1 - B + B * (entry.length / average));
      const pairs: string[] = [];
      for (const [place, term] of entry.terms.entries()) {
        const count = entry.counts[place] ?? 0;
        const weight = ((rarity[term] ?? 0) * (K1 + 1) * count) / (lengthShare + count);
        pairs.push(`${term},${rounded(weight * field.boost)}`);
      }
      printed[entry.section]?.push(`["${field.name}/${entry.section}",[${pairs.join(',')}]]`);
    }
  }
  return printed.flat().join(',');
}

/** Two significant digits: the order of results stays, and the file packs better. */
function rounded(weight: number): number {
  return Number(weight.toPrecision(2));
}

/** lunr's idf: the number of fields of sections that hold the word, against the number of sections. */
function inverseFrequencies(
  fields: readonly Field[],
  { vocabulary, sections }: Corpus,
): Float64Array {
  const rarity = new Float64Array(vocabulary.words.length);
  for (const term of rarity.keys()) {
    let found = 0;
    for (const { postings } of fields) found += postings.get(term)?.length ?? 0;
    rarity[term] = Math.log(1 + Math.abs((sections - found + 0.5) / (found + 0.5)));
  }
  return rarity;
}

/** Every word in the order of code units, with the sections of each field that hold it. */
function printInverted(fields: readonly Field[], { words }: Vocabulary): string {
  const order = Array.from(words.keys()).sort((a, b) =>
    (words[a] ?? '') < (words[b] ?? '') ? -1 : 1,
  );
  const entries = order.map((term) => {
    const postings = fields.map(({ name, postings: lists }) => {
      const sections = lists.get(term) ?? [];
      return `"${name}":{${sections.map((section) => `"${section}":{}`).join(',')}}`;
    });
    return `[${JSON.stringify(words[term])},{"_index":${term},${postings.join(',')}}]`;
  });
  return entries.join(',');
}
