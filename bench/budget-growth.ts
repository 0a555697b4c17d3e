/** The work, the output and the input of a construct at n, 2n and 4n. */
export interface Growth {
  readonly name: string;
  readonly work: readonly number[];
  /** UTF-16 code units of reports, and bytes of published files. */
  readonly output: readonly number[];
  readonly input: readonly number[];
  /** Findings of the construct's code; all of them for other constructs. */
  readonly findings: readonly number[];
}

/** Of n log n, the second difference is 2 to 2.3 times the first one for n from 64 up; of n², four times. */
const MOST_GROWTH = 2.4;
/** The share of the work at n that may be noise or a bounded part; later versions of Node count blocks less evenly. */
const SLACK = process.versions.node.startsWith('20.') ? 0.2 : 0.5;

/** Describes a construct that grows faster than n log n; undefined if none of its figures does. */
export function growthProblem({ name, work, output }: Growth): string | undefined {
  const wrong = Object.entries({ work, output }).filter(([, figures]) => isSuperlinear(figures));
  const parts = wrong.map(([what, figures]) => `${what} ${figures.map(Math.round).join(', ')}`);
  return parts.length === 0 ? undefined : `${name}: ${parts.join('; ')}`;
}

function isSuperlinear([small = 0, middle = 0, large = 0]: readonly number[]): boolean {
  return large - middle > MOST_GROWTH * Math.max(0, middle - small) + SLACK * small;
}
