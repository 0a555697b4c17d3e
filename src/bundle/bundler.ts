import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { relative, resolve } from 'node:path';
import { runInThisContext } from 'node:vm';
import type { Message } from 'esbuild';
import { createFactRecorder, createProbe } from '../cache/fact-recorder.ts';
import { outsideInputs } from '../cache/outside-inputs.ts';
import { type BundledSite, bundleProblem } from '../config/loading/bundle-problem.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { toFilePath } from '../shared/paths.ts';
import type { BundleCache } from './bundle-cache.ts';
import { PACKAGE_ROOT } from './package-root.ts';
import { packagedOutput } from './packaged-bundles.ts';
import { type BundleJob, type BundleOutput, PAGE, runJob } from './run-job.ts';
import { isBuildFailure } from '../config/loading/esbuild.ts';

/** Runs jobs or answers them from a cache; the output is the same, byte for byte. */
export interface Bundler {
  /** Runs a job, cached by its name. Rejects with esbuild's failure (see `bundleDiagnostics`). */
  readonly run: (name: string, job: BundleJob) => Promise<BundleOutput>;
  /** Runs the only module of an output and returns its exports. Throws if the module does. */
  readonly evaluate: (output: BundleOutput, options: EvaluateOptions) => Evaluated;
}

export interface BundlerOptions {
  /** Cache on disk; without it, nothing is read from or written to disk. */
  readonly cache?: BundleCache;
}

/** Caches nothing in memory: for commands that build the site once. */
export function plainBundler({ cache }: BundlerOptions = {}): Bundler {
  return {
    run: async (name, job) => {
      const kept = packagedOutput(job) ?? cache?.read(name, job, createProbe());
      if (kept !== undefined) return kept;
      const output = await runJob(job, createFactRecorder());
      cache?.write(name, job, output);
      return output;
    },
    evaluate,
  };
}

interface EvaluateOptions {
  /** Name of the module in stack traces. */
  readonly filename: string;
  /** Modules that the code may require, by name, in addition to Node's. */
  readonly host?: Evaluated;
}

/** The exports of a CommonJS module that has run. */
export interface Evaluated {
  readonly exports: unknown;
  /** Hash of its code, of what that reads, and of its host's. */
  readonly hash: string;
}

/** Compiles and runs the only script of an output. Throws if the script does. */
export function evaluate(output: BundleOutput, { filename, host }: EvaluateOptions): Evaluated {
  const code = textOf(output, '.js');
  const module: { exports: unknown } = { exports: {} };
  const hosted = new Map<string, unknown>(Object.entries(host?.exports ?? {}));
  const nodes = createRequire(`${PACKAGE_ROOT}package.json`);
  const require = (name: string): unknown => hosted.get(name) ?? nodes(name);
  // The engine keeps what it compiles of a script: a second one of the same text costs nothing.
  const run = runInThisContext(`(function (module, exports, require) {\n${code}\n})`, {
    filename,
    lineOffset: -1,
  });
  run(module, module.exports, require);
  const hash = createHash('sha256').update(`${host?.hash ?? ''} ${outsideInputs(code)} ${code}`);
  return { exports: module.exports, hash: hash.digest('hex') };
}

/** The source map of an output's only script, as JSON. */
export function sourceMapOf(output: BundleOutput): string {
  return textOf(output, '.js.map');
}

function textOf({ entries, files }: BundleOutput, ending: '.js' | '.js.map'): string {
  const [entry = ''] = entries.values();
  const bytes = files.get(toFilePath(entry.replace(/\.js$/, ending)));
  return bytes === undefined ? '' : Buffer.from(bytes).toString();
}

/** Converts a failed esbuild call to diagnostics. Rethrows anything else. */
export function bundleDiagnostics(cause: unknown, siteDir: string): readonly Diagnostic[] {
  if (!isBuildFailure(cause)) throw cause;
  return cause.errors.map((message) =>
    diagnostic('bundle-error', bundleProblem(message, bundledSite(siteDir))),
  );
}

/** The modules with the errors of a failed esbuild call, as a job names them in `broken`. */
export function failedModules(cause: unknown): readonly string[] {
  if (!isBuildFailure(cause)) return [];
  return cause.errors.flatMap(({ location }) => {
    const file = location?.file ?? '';
    return pageName(file) ?? /^(?:source|docwright-island):(.*)$/s.exec(file)?.[1] ?? [];
  });
}

/** Converts esbuild's warnings about the site's own files. */
export function bundleWarnings(
  warnings: readonly Message[],
  siteDir: string,
): readonly Diagnostic[] {
  return warnings
    .filter(({ location }) => location !== null && siteFile(location.file) !== undefined)
    .map((message) => diagnostic('bundle-warning', bundleProblem(message, bundledSite(siteDir))));
}

/** The code of a page keeps its name: its lines are not those of the page. */
function pageName(file: string): string | undefined {
  return file.startsWith(PAGE) ? file : undefined;
}

/** Modules of packages are named `source:package/…`; mostly, their folder is in that of the site. */
function packageFile(name: string): string | undefined {
  const path = /^(?:(?:source|docwright-island):)?package\/(.*)$/.exec(name)?.[1];
  return path && `node_modules/${path}`;
}

function bundledSite(siteDir: string): BundledSite {
  return {
    siteDir,
    printFile: (file) =>
      siteFile(file) ??
      pageName(file) ??
      packageFile(file) ??
      toFilePath(
        relative(siteDir, resolve(PACKAGE_ROOT, file.replace(/^(?:source|docwright-island):/, ''))),
      ),
  };
}

/** The site file of a module: modules are named `source:site/…` (see resolve-plugin.ts). */
export function siteFile(name: string): string | undefined {
  return /^(?:(?:source|docwright-island):)?site\/(.*)$/.exec(name)?.[1];
}
