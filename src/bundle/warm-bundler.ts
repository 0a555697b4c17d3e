import {
  createFactRecorder,
  createProbe,
  type FactRecorder,
  holds,
  type Probe,
} from '../cache/fact-recorder.ts';
import { type Bundler, type BundlerOptions, type Evaluated, evaluate } from './bundler.ts';
import { isAuthorFile } from './package-root.ts';
import { packagedOutput } from './packaged-bundles.ts';
import { type BundleJob, type BundleOutput, type OpenJob, openJob } from './run-job.ts';

/** Keeps outputs, and the modules that esbuild has parsed, until `changed` invalidates them. */
export interface WarmBundler extends Bundler {
  /** Takes absolute paths that changed; `structural` if files or folders came or went: imports may resolve differently. */
  readonly changed: (paths: ReadonlySet<string>, structural: boolean) => void;
  /** The author's files that outputs and failed runs depend on: absolute, without packages. */
  readonly inputs: () => ReadonlySet<string>;
  /** Closes esbuild's contexts, which keep the process alive. The bundler can be used again. */
  readonly close: () => Promise<void>;
}

/** The state of a job. */
interface JobState {
  readonly signature: string;
  readonly siteDir: string;
  /** Of the last run in this process. */
  readonly recorder: FactRecorder;
  /** Opened by the first run that no cache answers. */
  open: OpenJob | undefined;
  /** Runs of the same job are sequential. */
  last: Promise<unknown>;
  output: BundleOutput | undefined;
  readonly pending: PendingChanges;
}

/** Changes since the output was last known to be valid. */
interface PendingChanges {
  readonly paths: Set<string>;
  everything: boolean;
}

export function warmBundler({ cache }: BundlerOptions = {}): WarmBundler {
  const jobs = new Map<string, JobState>();
  const modules = new WeakMap<BundleOutput, { host: Evaluated | undefined; made: Evaluated }>();
  let probe = createProbe();

  const stateOf = (name: string, job: BundleJob): JobState => {
    const signature = JSON.stringify(job);
    const old = jobs.get(name);
    if (old?.signature === signature) return old;
    if (old !== undefined) void close(old);
    const state: JobState = {
      signature,
      siteDir: job.siteDir,
      recorder: createFactRecorder(),
      open: undefined,
      last: Promise.resolve(),
      output: undefined,
      pending: { paths: new Set(), everything: false },
    };
    jobs.set(name, state);
    return state;
  };

  const produce = async (name: string, job: BundleJob, state: JobState): Promise<BundleOutput> => {
    const isFirst = state.output === undefined && state.open === undefined;
    if (isStillValid(state, probe)) return state.output;
    state.output = isFirst ? (packagedOutput(job) ?? cache?.read(name, job, probe)) : undefined;
    if (state.output !== undefined) return state.output;
    state.open ??= await openJob(job, state.recorder);
    const output = await state.open.run();
    cache?.write(name, job, output);
    state.output = output;
    return output;
  };

  return {
    run: (name, job) => {
      const state = stateOf(name, job);
      const run = state.last.then(() => produce(name, job, state));
      state.last = run.catch(() => undefined);
      return run;
    },
    evaluate: (output, options) => {
      const known = modules.get(output);
      if (known !== undefined && known.host === options.host) return known.made;
      const made = evaluate(output, options);
      modules.set(output, { host: options.host, made });
      return made;
    },
    changed: (paths, structural) => {
      probe = createProbe();
      for (const { pending } of jobs.values()) {
        pending.everything ||= structural;
        for (const path of paths) pending.paths.add(path);
      }
    },
    inputs: () => new Set([...jobs.values()].flatMap(authorFiles)),
    close: async () => {
      await Promise.all([...jobs.values()].map(close));
      jobs.clear();
    },
  };
}

/** Checks the facts that pending changes affect, and clears these. Changes during a run are pending for its output. */
function isStillValid(state: JobState, probe: Probe): state is JobState & { output: BundleOutput } {
  const { everything, paths } = state.pending;
  const affected = state.output?.facts.filter(({ path }) => everything || paths.has(path)) ?? [];
  state.pending.everything = false;
  paths.clear();
  return state.output !== undefined && affected.every((fact) => holds(fact, probe));
}

async function close(state: JobState): Promise<void> {
  await state.last;
  await state.open?.close();
  state.open = undefined;
}

function authorFiles({ output, recorder, siteDir }: JobState): readonly string[] {
  return (output?.facts ?? recorder.facts())
    .filter(
      ({ stem, found, path }) => stem === undefined && found !== '' && isAuthorFile(path, siteDir),
    )
    .map(({ path }) => path);
}
