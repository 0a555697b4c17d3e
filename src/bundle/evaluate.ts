import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import { PACKAGE_ROOT } from './package-root.ts';
import type { BundleOutput } from './run-job.ts';

export interface EvaluateOptions {
  /** What stack traces call the module. */
  readonly filename: string;
  /** Its exports, by name, are what the module requires; the rest is Node's. */
  readonly host?: Evaluated;
}

/** A CommonJS module that has run. */
export interface Evaluated {
  readonly exports: unknown;
  /** Hash of its code and of its host's. */
  readonly hash: string;
}

/** Compiles and runs the one script of an output. Throws what it throws. */
export function evaluate(output: BundleOutput, { filename, host }: EvaluateOptions): Evaluated {
  const code = textOf(output, '.js');
  const module: { exports: unknown } = { exports: {} };
  const hosted = new Map<string, unknown>(Object.entries(host?.exports ?? {}));
  const nodes = createRequire(`${PACKAGE_ROOT}package.json`);
  const require = (name: string): unknown => hosted.get(name) ?? nodes(name);
  const run = compileFunction(code, ['module', 'exports', 'require'], { filename });
  run(module, module.exports, require);
  const hash = createHash('sha256')
    .update(`${host?.hash ?? ''} ${code}`)
    .digest('hex');
  return { exports: module.exports, hash };
}

/** The source map of an output's one script, as JSON. */
export function sourceMapOf(output: BundleOutput): string {
  return textOf(output, '.js.map');
}

function textOf({ entries, files }: BundleOutput, ending: '.js' | '.js.map'): string {
  const [entry = ''] = entries.values();
  const wanted = entry.replace(/\.js$/, ending);
  for (const [path, bytes] of files) {
    if (path === wanted) return Buffer.from(bytes).toString();
  }
  return '';
}
