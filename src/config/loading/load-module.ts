import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { workFolder } from '../../cache/cache-folder.ts';
import { outsideInputs } from '../../cache/outside-inputs.ts';
import type { DiagnosticCode } from '../../diagnostics/codes.ts';
import { type Diagnostic, diagnostic, type Location } from '../../diagnostics/diagnostic.ts';
import { hintForThrown } from '../../diagnostics/thrown.ts';
import { readText } from '../../diagnostics/frame.ts';
import { contains, siteRelative } from '../folders.ts';
import { bundleProblem } from './bundle-problem.ts';
import type { Compilation } from './compile.ts';
import { createConfigCache } from './config-cache.ts';
import { locationsOfError, messageOfError } from './error-location.ts';
import { readPlainModule } from './plain-module.ts';
import { type Outcome, runModule } from './run-module.ts';
import { type WrittenModule, writeModule } from './write-module.ts';

/** A module of the site that runs when the site is built: the configuration, or one that it names. */
interface ModuleRequest {
  readonly siteDir: string;
  /** Absolute path. */
  readonly path: string;
  /** Code of problems. */
  readonly code: DiagnosticCode;
  /** Subject of messages: `the configuration`. */
  readonly subject: string;
  /** The default export, for hints: `configuration`. */
  readonly exported: string;
  /** The shortest possible module. */
  readonly example: string;
  /** Whether a default export that is a function is called. */
  readonly calls: boolean;
  /** Whether to read and write the compiled module in the cache of the site. */
  readonly caches: boolean;
}

/** Locates errors of a module that was loaded. Data, so that equal modules are equal. */
export interface CompiledModule {
  /** Name in stack traces. */
  readonly name: string;
  readonly map: string;
  /** Absolute folder that the sources of the map are relative to. */
  readonly folder: string;
  /** The site folder without symbolic links, as esbuild names it. */
  readonly realDir: string;
}

export interface LoadedModule {
  /** Absolute path without symbolic links, and relative to the site folder. */
  readonly path: string;
  readonly file: string;
  /** Absolute paths of the module and its imports, as far as they are known. */
  readonly inputs: readonly string[];
  /** Hash of the compiled code, with all files of the site in it; empty if it does not compile. */
  readonly hash: string;
  /** Changes with other inputs that functions of the module read, as far as its code shows. */
  readonly outside: string;
  readonly result:
    | { readonly value: unknown; readonly compiled: CompiledModule }
    | { readonly problems: readonly Diagnostic[] };
}

/** Compiles and runs a module, and copies its default export. */
export async function loadModule(request: ModuleRequest): Promise<LoadedModule> {
  const { siteDir, code } = request;
  const realDir = await realpath(siteDir);
  const path = await realpath(request.path);
  const folder = workFolder(siteDir);
  const file = siteRelative(realDir, path);
  const inputsOf = (files: readonly string[]): readonly string[] => {
    const unique = new Set([path, ...files.map((name) => resolve(dirname(path), name))]);
    return Array.from(unique, (name) =>
      contains(realDir, name) ? join(siteDir, siteRelative(realDir, name)) : name,
    );
  };
  const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
  const text = readText(path) ?? '';
  const plain = readPlainModule(text);
  if (plain !== undefined) {
    const compiled = { name: '', map: '{}', folder, realDir };
    const result = { value: plain.value, compiled };
    return { path, file, inputs: inputsOf([]), hash: hashOf(text), outside: '', result };
  }
  const compilation = await compile(path, request);
  if (compilation.kind === 'failed') {
    const printFile = (name: string): string => siteRelative(realDir, resolve(dirname(path), name));
    const problems = compilation.errors.map((message) =>
      diagnostic(code, bundleProblem(message, { siteDir: realDir, printFile })),
    );
    const broken = compilation.errors.flatMap(({ location }) => location?.file ?? []);
    return { path, file, inputs: inputsOf(broken), hash: '', outside: '', result: { problems } };
  }
  const { compiled } = compilation;
  const place = { map: compiled.map, folder, realDir };
  const result = await runCompiled(compiled.code, { ...request, file, ...place });
  const { code: script, inputs } = compiled;
  const outside = outsideInputs(script);
  return { path, file, inputs: inputsOf(inputs), hash: hashOf(script), outside, result };
}

/** Compiles a module, or takes it from the cache. */
async function compile(path: string, { siteDir, caches }: ModuleRequest): Promise<Compilation> {
  const cache = caches ? createConfigCache(siteDir) : undefined;
  const known = cache?.read(path);
  if (known !== undefined) return { kind: 'compiled', compiled: known, facts: [] };
  const { compileConfig } = await import('./compile.ts');
  const outfile = join(workFolder(siteDir), 'config.mjs');
  const compilation = await compileConfig({ configFile: path, outfile });
  if (compilation.kind === 'compiled') cache?.write(path, compilation);
  return compilation;
}

interface Running extends ModuleRequest, Omit<CompiledModule, 'name'> {
  readonly file: string;
}

async function runCompiled(script: string, running: Running): Promise<LoadedModule['result']> {
  const { siteDir, code, subject, calls, map, folder, realDir } = running;
  let written: WrittenModule;
  try {
    written = writeModule(siteDir, script);
  } catch (error) {
    const message = `the compiled ${running.exported} cannot be written: ${messageOfError(error)}`;
    return { problems: [diagnostic(code, { message })] };
  }
  const url = pathToFileURL(written.path).href;
  const outcome = await runModule(url, { calls }).finally(written.remove);
  const compiled = { name: written.name, map, folder, realDir };
  if (outcome.kind === 'value') return { value: outcome.value, compiled };
  return { problems: [runProblem(outcome, { ...running, subject, compiled })] };
}

type Failure = Exclude<Outcome, { readonly kind: 'value' }>;

/** Explains why a compiled module gave no value, with the location of the error if it is known. */
function runProblem(
  outcome: Failure,
  { code, subject, file, compiled, ...hints }: Running & { readonly compiled: CompiledModule },
): Diagnostic {
  const start = { file, line: 1, column: 1 };
  if (outcome.kind === 'no-default') {
    const call = outcome.names.length > 0 ? undefined : topLevelCall(join(hints.siteDir, file));
    const missing = `write "export default" before ${call?.name}(`;
    const hint = call === undefined ? hintForExport(outcome.names, hints) : missing;
    const location = { ...start, line: call?.line ?? 1 };
    return diagnostic(code, { message: `${subject} has no default export`, location, hint });
  }
  if (outcome.kind === 'stuck') {
    const message = `${subject} waits for something that never happens`;
    const hint = 'check what it awaits: a promise must settle';
    return diagnostic(code, { message, location: start, hint });
  }
  const location = locateError(outcome.error, compiled) ?? start;
  const reason = messageOfError(outcome.error);
  if (outcome.kind === 'thrown')
    return diagnostic(code, {
      message: `${subject} throws: ${reason}`,
      location,
      hint: hintForThrown(reason),
    });
  const hint = 'throw an error to stop the build';
  return diagnostic(code, { message: `${subject} calls process.exit`, location, hint });
}

/** The `defineConfig(…)` of a module, whose value was meant. */
function topLevelCall(file: string): { readonly name: string; readonly line: number } | undefined {
  const lines = readText(file)?.split('\n') ?? [];
  const line = lines.findLastIndex((text) => /^define\w+\(/.test(text));
  const name = /^\w+/.exec(lines[line] ?? '')?.[0];
  return name === undefined ? undefined : { name, line: line + 1 };
}

function hintForExport(
  [name, ...others]: readonly string[],
  { exported, example }: Pick<ModuleRequest, 'exported' | 'example'>,
): string {
  if (name === undefined) return `write the line: ${example}`;
  return others.length > 0
    ? `write "export default" before the ${exported}`
    : `add the line "export default ${name};"`;
}

/** Returns the location of the innermost call of a module that led to an error, if it is known. */
export function locateError(
  error: unknown,
  { name, map, folder, realDir }: CompiledModule,
): Location | undefined {
  const [call] = locationsOfError(error, name, map);
  if (call === undefined) return undefined;
  const file = siteRelative(realDir, resolve(folder, call.source));
  return { file, line: call.line, column: call.column };
}
