import { collapseSpace } from '../../shared/cut-text.ts';

/** A query of readers for the file of queries; where it leads is to be filled in. */
interface Candidate {
  readonly query: string;
  readonly expect: readonly string[];
  readonly note: string;
}

/**
 * Reads the lines that sites with `searchReport` send, and lists the queries without an answer, most searched ones first:
 * at least two searches without a result, or of which none was followed by a choice.
 */
export function candidatesOf(
  text: string,
  known: ReadonlySet<string>,
): { readonly candidates: readonly Candidate[]; readonly unread: number } {
  const queries = new Map<string, { searches: number; empty: number; choices: number }>();
  let unread = 0;
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const read = readLine(line);
    if (read === undefined) {
      unread += 1;
      continue;
    }
    const counts = queries.get(read.query) ?? { searches: 0, empty: 0, choices: 0 };
    queries.set(read.query, counts);
    if (read.results === undefined) counts.choices += 1;
    else counts.searches += 1;
    if (read.results === 0) counts.empty += 1;
  }
  const candidates = [...queries]
    .filter(([query, { searches, empty, choices }]) => {
      // Names and addresses of people are no queries to keep.
      const isKept = !known.has(query) && !query.includes('@') && searches > 1;
      return isKept && (empty > 1 || choices === 0);
    })
    .toSorted(([, a], [, b]) => b.searches - a.searches)
    .map(([query, { searches, empty, choices }]) => ({
      query,
      expect: [],
      note: `${searches} searches, ${empty} without a result, ${choices} choices`,
    }));
  return { candidates, unread };
}

function readLine(line: string): { query: string; results: number | undefined } | undefined {
  try {
    const { query, results, rank }: Record<string, unknown> = JSON.parse(line);
    if (typeof query !== 'string' || query.trim() === '') return undefined;
    const isChoice = typeof rank === 'number';
    if (!isChoice && typeof results !== 'number') return undefined;
    return {
      query: collapseSpace(query).toLowerCase(),
      results: isChoice ? undefined : Number(results),
    };
  } catch {
    return undefined;
  }
}
