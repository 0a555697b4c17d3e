import { realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runInThisContext } from 'node:vm';
import { workFolder } from '../../cache/cache-folder.ts';
import { codeHash } from '../../cache/code-hash.ts';
import { CHANGED, createProbe, holds } from '../../cache/fact-recorder.ts';
import { hashOf } from '../../cache/file-hashes.ts';
import { outsideInputs } from '../../cache/outside-inputs.ts';
import { siteCacheFolder } from '../../cache/sealed-folder.ts';
import type { DiagnosticCode } from '../../diagnostics/codes.ts';
import { type Diagnostic, diagnostic, type Location } from '../../diagnostics/diagnostic.ts';
import { readText } from '../../diagnostics/frame.ts';
import { hintForThrown } from '../../diagnostics/thrown.ts';
import { contains, siteRelative } from '../folders.ts';
import { bundleProblem } from './bundle-problem.ts';
import type { Compilation } from './compile.ts';
import { locationsOfError, messageOfError } from './error-location.ts';
import { type Outcome, runModule } from './run-module.ts';
import { readTokens, type Token } from './tokens.ts';
import { writeModule, type WrittenModule } from './write-module.ts';

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

/** Compiles a module, or takes it from the cache, which all processes share: a file for each module, named by its path. */
async function compile(path: string, { siteDir, caches }: ModuleRequest): Promise<Compilation> {
  const folder = caches ? siteCacheFolder(siteDir, 'config') : undefined;
  const name = hashOf(JSON.stringify([process.env['NODE_PATH'] ?? '', path]));
  const text = folder?.read(name)?.toString() ?? '';
  if (text.startsWith(`${codeHash()}\n`)) {
    // The seal proves that it was written below.
    const known: Extract<Compilation, { kind: 'compiled' }> = JSON.parse(
      text.slice(text.indexOf('\n')),
    );
    const probe = createProbe();
    if (known.facts.every((fact) => holds(fact, probe))) return known;
  }
  const { compileConfig } = await import('./compile.ts');
  const outfile = join(workFolder(siteDir), 'config.mjs');
  const compilation = await compileConfig({ configFile: path, outfile });
  // A file that was saved a moment ago may have been read before.
  if (compilation.kind === 'compiled' && !compilation.facts.some(({ found }) => found === CHANGED))
    try {
      folder?.write(name, `${codeHash()}\n${JSON.stringify(compilation)}`);
    } catch {
      // A cache that cannot be written is not used.
    }
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

const IMPORT =
  /import (?:\{ (?<define>defineConfig) (?:, type \w+ )*(?:, )?\}|type \{ \w+ (?:, \w+ )*\}) from 'docwright' (?:; )?/;

const VALUE = /(?:[\w$]+ : |'\w*' : |(?:'\w*'|0|true|false|null|undefined|[-,[\]{}]) )/;

/** A module as its tokens, separated by spaces: literals in an object, in the usual ways to export one. */
const PLAIN = new RegExp(
  `^(?<start>(?:${IMPORT.source})?(?:export default |const (?<name>\\w+) (?:: \\w+ )?= )(?<call>defineConfig \\( )?)` +
    `(?<object>\\{ ${VALUE.source}*\\} )(?:satisfies \\w+ |as const )?(?<end>(?:, )?\\) )?(?:; )?` +
    '(?:export default (?<exported>\\w+) (?:; )?)?$',
);

/**
 * Reads a module that exports an object of literals, the form of most configurations; undefined for all others. Such a
 * module means the same in TypeScript and JavaScript, and running it has no effects.
 */
export function readPlainModule(text: string): { readonly value: unknown } | undefined {
  const { tokens, closes } = readTokens(text);
  const parts = PLAIN.exec(tokens.map(printToken).join(''))?.groups;
  if (parts === undefined) return undefined;
  const { start, name, define, call, object, end, exported } = parts;
  const isCall = call !== undefined;
  const isWhole =
    exported === name && isCall === (end !== undefined) && (!isCall || define !== undefined);
  const from = countTokens(start);
  const to = from + countTokens(object) - 1;
  const [first, last] = [tokens[from], tokens[to]];
  if (!isWhole || closes.get(from) !== to || first === undefined || last === undefined)
    return undefined;
  try {
    return { value: runInThisContext(`'use strict';(${text.slice(first.start, last.end)})`) };
  } catch {
    return undefined;
  }
}

function printToken({ kind, text }: Token): string {
  switch (kind) {
    case 'string':
      return /^.docwright.$/.test(text) ? `'docwright' ` : `'' `;
    case 'template':
      return text.includes('$') ? '$ ' : `'' `;
    case 'number':
      return '0 ';
    case 'word':
    case 'punct':
    case 'regex':
      return `${text} `;
  }
}

function countTokens(printed = ''): number {
  return printed.split(' ').length - 1;
}
