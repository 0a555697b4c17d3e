import type { Plan } from './plan.ts';

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
  const atomsOf = (terms: number): number => {
    const before = known.get(terms);
    if (before !== undefined) return before;
    let atoms = 0;
    for (const { needs, covers } of alternatives) if ((terms & needs) === needs) atoms |= covers;
    known.set(terms, atoms);
    return atoms;
  };
  const sums = new Map<number, number>();
  const sum = (set: number): number => {
    if (weights === undefined) return bitCount(set);
    const before = sums.get(set);
    if (before !== undefined) return before;
    const value = weights.reduce(
      (all, one, atom) => all + ((set & (1 << atom)) === 0 ? 0 : one),
      0,
    );
    sums.set(set, value);
    return value;
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
