import type { Plan, PlannedWord } from './plan.ts';

/**
 * The share of the reader's words that a set of terms holds, 0-1. `bits` are the terms that are there as
 * typed, by prefix or by correction, `akin` those of which there is another form.
 */
export type Coverage = (bits: number, akin?: number) => number;

/** What another form of a word is worth. */
const AKIN = 0.8;

/** Only words that count are counted; a compound whose whole is missing counts by its parts. */
export function createCoverage({ words }: Plan): Coverage {
  const counted = words.filter(({ counts }) => counts);
  const known = new Map<number, number>();
  return (bits, akin = 0) => {
    const key = bits * 2 ** 24 + akin;
    const before = known.get(key);
    if (before !== undefined) return before;
    const sum = counted.reduce((total, word) => total + shareOf(word, bits, akin), 0);
    const share = sum / counted.length;
    known.set(key, share);
    return share;
  };
}

function shareOf({ whole, parts }: PlannedWord, bits: number, akin: number): number {
  if (hasTerm(bits, whole)) return 1;
  if (hasTerm(akin, whole)) return AKIN;
  if (parts.length === 0) return 0;
  return parts.filter((part) => hasTerm(bits, part)).length / parts.length;
}

/** The words, as typed, of which neither the whole nor all parts are there in any form. */
export function missingWords({ words }: Plan, bits: number): readonly string[] {
  return words
    .filter(({ counts }) => counts)
    .filter(({ whole, parts }) => !hasTerm(bits, whole) && !hasAll(bits, parts))
    .map(({ typed }) => typed);
}

/** The terms of the words that count, as bits. */
export function countedTerms({ words }: Plan): number {
  return words
    .filter(({ counts }) => counts)
    .flatMap(({ whole, parts }) => [whole, ...parts])
    .reduce((bits, term) => bits | (1 << term), 0);
}

function hasAll(bits: number, parts: readonly number[]): boolean {
  return parts.length > 0 && parts.every((part) => hasTerm(bits, part));
}

function hasTerm(bits: number, term: number): boolean {
  return (bits & (1 << term)) !== 0;
}
