import type { Plan } from './plan.ts';
import { getOrInsert } from '../../shared/maps.ts';

/** Weight of another inflection. */
const INFLECTION = 0.9;

/** The atoms of a query that sets of terms stand for. */
export interface Coverage {
  readonly atomsOf: (terms: number) => number;
  /** The share of the atoms that count, 0 to 1: `found` as typed, by prefix or corrected; `inflected` in another form. */
  readonly share: (found: number, inflected?: number) => number;
  /** The share of a set of atoms. */
  readonly shareOfAtoms: (atoms: number) => number;
}

/** `weights` are those of the atoms in `share`; default: all are equal. */
export function createCoverage(
  { alternatives, counted }: Plan,
  weights?: readonly number[],
): Coverage {
  // Few different sets occur.
  const known = new Map<number, number>();
  const atomsOf = (terms: number): number =>
    getOrInsert(known, terms, () =>
      alternatives
        .filter(({ needs }) => (terms & needs) === needs)
        .reduce((atoms, { covers }) => atoms | covers, 0),
    );
  const sums = new Map<number, number>();
  const sum = (set: number): number => {
    if (weights === undefined) return bitCount(set);
    const weightOf = (all: number, one: number, atom: number): number =>
      all + ((set & (1 << atom)) === 0 ? 0 : one);
    return getOrInsert(sums, set, () => weights.reduce(weightOf, 0));
  };
  const total = sum(counted) || 1;
  return {
    atomsOf,
    shareOfAtoms: (atoms) => sum(atoms & counted) / total,
    share(found, inflected = 0) {
      const own = atomsOf(found) & counted;
      const other = inflected === 0 ? 0 : atomsOf(found | inflected) & counted & ~own;
      return (sum(own) + INFLECTION * sum(other)) / total;
    },
  };
}

export function bitCount(set: number): number {
  let count = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}
