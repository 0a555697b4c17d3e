import type { BundleCache } from './bundle-cache.ts';
import type { BundleJob, BundleOutput } from './bundle-job.ts';
import { type Evaluated, type EvaluateOptions, evaluate } from './evaluate.ts';
import { createFactRecorder } from './fact-recorder.ts';
import { createProbe } from './facts.ts';
import { runJob } from './run-job.ts';

/** Who runs the jobs: each time anew, or with what is kept of earlier runs. What comes out is the same to the byte. */
export interface Bundler {
  /** A job by its name. Rejects with esbuild's failure (see `bundleDiagnostics`). */
  readonly run: (name: string, job: BundleJob) => Promise<BundleOutput>;
  /** Runs the one module of an output and returns what it exports. Throws what the module throws. */
  readonly evaluate: (output: BundleOutput, options: EvaluateOptions) => Evaluated;
}

export interface BundlerOptions {
  /** Where outputs are kept for other processes; without it nothing is read from or written to disk. */
  readonly cache?: BundleCache;
}

/** Keeps nothing in memory: for commands that make the site once. */
export function plainBundler({ cache }: BundlerOptions = {}): Bundler {
  return {
    run: async (name, job) => {
      const kept = cache?.read(name, job, createProbe());
      if (kept !== undefined) return kept;
      const output = await runJob(job, createFactRecorder());
      cache?.write(name, job, output);
      return output;
    },
    evaluate,
  };
}
