/** Results of the check of samples; sites without an API load no more of it. */
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Operations } from './find-operation.ts';

/** The findings in the samples of a page, and the operations that they show. */
export interface CheckedSamples {
  readonly diagnostics: readonly Diagnostic[];
  /** The operations that they show, as `<id of the API> <slug>`, each once. */
  readonly shown: readonly string[];
  /** Number of requests and bodies that were compared, and of those that cannot be read or are of something else. */
  readonly judged: number;
  readonly skipped: number;
}

export const NOTHING_SHOWN: CheckedSamples = { diagnostics: [], shown: [], judged: 0, skipped: 0 };

/** Numbers of samples, and of the operations that they show. */
export interface SampleCounts {
  readonly requests: number;
  readonly skipped: number;
  /** Number of all operations of the site. */
  readonly operations: number;
  /** Those that no page shows, such as `GET /orders`. */
  readonly missing: readonly string[];
}

export const NO_SAMPLES: SampleCounts = { requests: 0, skipped: 0, operations: 0, missing: [] };

interface SampleSources {
  readonly docs: readonly CheckedSamples[];
  readonly apis: readonly CheckedSamples[];
}

/** Adds up the samples of a site; only docs show operations. */
export function countSamples({ docs, apis }: SampleSources, { all }: Operations): SampleCounts {
  const sum = (key: 'judged' | 'skipped'): number =>
    [...docs, ...apis].reduce((total, checked) => total + checked[key], 0);
  const shown = new Set(docs.flatMap((doc) => doc.shown));
  const missing = all.flatMap(({ api, operation: { slug, method, path } }) =>
    shown.has(`${api.source.id} ${slug}`) ? [] : [`${method} ${path}`],
  );
  return { requests: sum('judged'), skipped: sum('skipped'), operations: all.length, missing };
}
