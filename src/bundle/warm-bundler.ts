import { type Bundler, type BundlerOptions, type Evaluated, evaluate } from './bundler.ts';
import {
  createFactRecorder,
  createProbe,
  type FactRecorder,
  holds,
  type Probe,
} from './fact-recorder.ts';
import { isAuthorFile } from './package-root.ts';
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
interface Kept {
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
  const jobs = new Map<string, Kept>();
  const modules = new WeakMap<BundleOutput, { host: Evaluated | undefined; made: Evaluated }>();
  let probe = createProbe();

  const keptFor = (name: string, job: BundleJob): Kept => {
    const signature = JSON.stringify(job);
    const old = jobs.get(name);
    if (old?.signature === signature) return old;
    if (old !== undefined) void close(old);
    const kept = newKept(signature, job.siteDir);
    jobs.set(name, kept);
    return kept;
  };

  const produce = async (name: string, job: BundleJob, kept: Kept): Promise<BundleOutput> => {
    const isFirst = kept.output === undefined && kept.open === undefined;
    if (isStillRight(kept, probe)) return kept.output;
    kept.output = isFirst ? cache?.read(name, job, probe) : undefined;
    if (kept.output !== undefined) return kept.output;
    kept.open ??= await openJob(job, kept.recorder);
    const output = await kept.open.run();
    cache?.write(name, job, output);
    kept.output = output;
    return output;
  };

  return {
    run: (name, job) => {
      const kept = keptFor(name, job);
      const run = kept.last.then(() => produce(name, job, kept));
      kept.last = run.catch(() => undefined);
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

function newKept(signature: string, siteDir: string): Kept {
  return {
    signature,
    siteDir,
    recorder: createFactRecorder(),
    open: undefined,
    last: Promise.resolve(),
    output: undefined,
    pending: { paths: new Set(), everything: false },
  };
}

/** Checks the facts that pending changes affect, and clears these. Changes during a run are pending for its output. */
function isStillRight(kept: Kept, probe: Probe): kept is Kept & { output: BundleOutput } {
  const { everything, paths } = kept.pending;
  const affected = kept.output?.facts.filter(({ path }) => everything || paths.has(path)) ?? [];
  kept.pending.everything = false;
  paths.clear();
  return kept.output !== undefined && affected.every((fact) => holds(fact, probe));
}

async function close(kept: Kept): Promise<void> {
  await kept.last;
  await kept.open?.close();
  kept.open = undefined;
}

function authorFiles({ output, recorder, siteDir }: Kept): readonly string[] {
  return (output?.facts ?? recorder.facts())
    .filter(
      ({ stem, found, path }) => stem === undefined && found !== '' && isAuthorFile(path, siteDir),
    )
    .map(({ path }) => path);
}
