import { dirname, resolve } from 'node:path';
import type { Message } from 'esbuild';
import { diagnostic } from '../../diagnostics/create.ts';
import type { Diagnostic, Location } from '../../diagnostics/diagnostic.ts';
import { VIRTUAL_MODULE } from './compile.ts';
import { messageOfError, placeOfError } from './error-place.ts';
import type { Outcome } from './run-module.ts';

/** Prints an absolute path relative to the site folder, as diagnostics name files. */
export type PrintFile = (path: string) => string;

/**
 * A problem that esbuild found, at its place; `workingDir` is the folder that esbuild's paths are
 * relative to.
 */
export function compileProblem(
  message: Message,
  workingDir: string,
  printFile: PrintFile,
): Diagnostic {
  const { location } = message;
  const text = message.text.replace(`${VIRTUAL_MODULE}:docwright`, 'docwright');
  if (location === null) return diagnostic('config-load', { message: text });
  const column = utf16Column(location.lineText, location.column);
  const endColumn = utf16Column(location.lineText, location.column + location.length);
  const place: Location = {
    file: printFile(resolve(workingDir, location.file)),
    line: location.line,
    column,
    ...(endColumn > column ? { endLine: location.line, endColumn } : {}),
  };
  return diagnostic('config-load', { message: text, location: place });
}

/** esbuild counts columns in bytes of UTF-8 from 0; a byte order mark does not count here. */
function utf16Column(line: string, bytes: number): number {
  const before = Buffer.from(line).subarray(0, bytes).toString('utf8');
  return before.replace(/^\uFEFF/, '').length + 1;
}

export interface ModuleContext {
  /** Absolute path of the configuration file. */
  readonly configFile: string;
  /** Absolute path that the source map's sources are relative to. */
  readonly outfile: string;
  readonly map: string;
  /** File name of the module, as it stands in stack traces. */
  readonly moduleName: string;
  readonly printFile: PrintFile;
}

type Failure = Exclude<Outcome, { readonly kind: 'value' }>;

/** Why a compiled configuration gave no value, at the place where it happened if that is known. */
export function runProblem(outcome: Failure, context: ModuleContext): Diagnostic {
  const start = { file: context.printFile(context.configFile), line: 1, column: 1 };
  switch (outcome.kind) {
    case 'no-default':
      return diagnostic('config-load', {
        message: 'the configuration file has no default export',
        location: start,
        hint: 'write "export default defineConfig({ … })"',
      });
    case 'thrown':
      return diagnostic('config-load', {
        message: `the configuration throws: ${messageOfError(outcome.error)}`,
        location: thrownAt(outcome.error, context) ?? start,
      });
    case 'exit':
      return diagnostic('config-load', {
        message: 'the configuration calls process.exit',
        location: thrownAt(outcome.error, context) ?? start,
        hint: 'throw an error to stop the build',
      });
    case 'stuck':
      return diagnostic('config-load', {
        message: 'the configuration waits for something that never happens',
        location: start,
      });
  }
}

function thrownAt(error: unknown, context: ModuleContext): Location | undefined {
  const place = placeOfError(error, context.moduleName, context.map);
  if (place === undefined) return undefined;
  const file = resolve(dirname(context.outfile), place.source);
  return { file: context.printFile(file), line: place.line, column: place.column };
}
