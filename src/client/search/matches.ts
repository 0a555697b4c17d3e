import { fold, isSpaceless, splitScripts, stem, withoutArticle } from '../../search/query/words.ts';

/** A range of a text, in UTF-16 code units. */
export type TextRange = Readonly<Record<'start' | 'end', number>>;

/** A part of a text; `marked` if it matches the query. */
export interface TextPart {
  readonly text: string;
  readonly marked: boolean;
}

/** Finds the ranges of a word to mark: none, or usually the whole word. */
export type Matcher = (word: string) => readonly TextRange[];

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const HUMPS = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u;

/** Minimum length of marked words. */
const SHORTEST = 2;

/** The folded words of a text by script, and their parts in camel case. */
export function foldedWords(text: string): readonly string[] {
  return [...text.matchAll(WORD)].flatMap(({ 0: word }) =>
    splitScripts(word).flatMap(wordAndParts),
  );
}

function wordAndParts(word: string): readonly string[] {
  const parts = word.split(HUMPS);
  const folded = (parts.length > 1 ? [word, ...parts] : parts).map(fold);
  return [...new Set(folded.flatMap((part) => [part, withoutArticle(part)]))];
}

/** Matches words, and their parts in camel case, that begin with a term or have its English stem. */
export function createMatcher(terms: readonly string[]): Matcher {
  const long = terms.filter((term) => term.length >= SHORTEST);
  const stems = new Set(long.map(stem));
  const isMatch = (part: string): boolean =>
    stems.has(stem(part)) || long.some((term) => part.startsWith(term));
  const matchPiece = (piece: string): readonly TextRange[] => {
    // The index contains pairs of letters for such scripts.
    if (isSpaceless(piece)) return long.flatMap((term) => occurrences(piece, term));
    return wordAndParts(piece).some(isMatch) ? [{ start: 0, end: piece.length }] : [];
  };
  return (word) => {
    let at = 0;
    return splitScripts(word).flatMap((piece) => {
      const own = at;
      at += piece.length;
      return matchPiece(piece).map(({ start, end }) => ({ start: own + start, end: own + end }));
    });
  };
}

function occurrences(text: string, term: string): readonly TextRange[] {
  // Folding has split the vowel of `ทำ`.
  const part = term.replaceAll('\u0e4d\u0e32', '\u0e33').replaceAll('\u0ecd\u0eb2', '\u0eb3');
  const ranges: TextRange[] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length))
    ranges.push({ start: at, end: at + part.length });
  return ranges;
}

/** The ranges of a text to mark, in order; adjacent ranges are merged. */
export function matchRanges(text: string, matcher: Matcher): readonly TextRange[] {
  const found = [...text.matchAll(WORD)].flatMap(({ 0: word, index }) =>
    matcher(word).map(({ start, end }) => ({ start: index + start, end: index + end })),
  );
  const ranges: TextRange[] = [];
  for (const range of found.toSorted((one, other) => one.start - other.start)) {
    const before = ranges.at(-1);
    if (before === undefined || before.end < range.start) ranges.push(range);
    else ranges[ranges.length - 1] = { start: before.start, end: Math.max(before.end, range.end) };
  }
  return ranges;
}

export function markParts(text: string, matcher: Matcher): readonly TextPart[] {
  const parts: TextPart[] = [];
  let done = 0;
  for (const { start, end } of matchRanges(text, matcher)) {
    if (start > done) parts.push({ text: text.slice(done, start), marked: false });
    parts.push({ text: text.slice(start, end), marked: true });
    done = end;
  }
  if (done < text.length) parts.push({ text: text.slice(done), marked: false });
  return parts;
}
