import { MODULE_NAME as RENDERER } from '../bundle/bundle-renderer.ts';
import { messageOfError } from '../config/loading/error-place.ts';
import { COMPILED_CONFIG } from '../config/loading/write-module.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { redirectOutput } from './report.ts';

/** `fault`: code of the site threw when nobody waited for it any more, in a timer or an unhandled promise. */
export type SiteRun<Result> =
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'fault'; readonly problem: Diagnostic };

/** Runs an action that runs code of the site. Rejects with what it throws, and with uncaught errors of docwright. */
export async function runSiteCode<Result>(action: () => Promise<Result>): Promise<SiteRun<Result>> {
  const restoreOutput = redirectOutput();
  try {
    return await Promise.race([done(action), firstFault()]);
  } finally {
    restoreOutput();
  }
}

async function done<Result>(action: () => Promise<Result>): Promise<SiteRun<Result>> {
  return { kind: 'done', result: await action() };
}

/** Listens to the end of the process: what is thrown after the action must not print a stack trace either. */
function firstFault(): Promise<SiteRun<never>> {
  return new Promise((resolve, reject) => {
    onFault((problem) => resolve({ kind: 'fault', problem }), reject);
  });
}

/** Tells what code of the site throws when nobody waits for it any more, and errors that are not the site's. */
export function onFault(tell: (problem: Diagnostic) => void, fail: (error: unknown) => void): void {
  process.on('uncaughtException', (error: unknown) => {
    // Another listener knows more: while the configuration is loaded it tells the place.
    if (process.listenerCount('uncaughtException') > 1) return;
    if (isFault(error)) tell(faultProblem(error));
    else fail(error);
  });
}

/** An error with code of the site among its calls, or with no calls but those of Node. */
function isFault(error: unknown): boolean {
  const stack = stackOf(error);
  if (COMPILED_CONFIG.test(stack) || stack.includes(RENDERER)) return true;
  return !stack.split('\n').some((line) => /^\s+at (?!.*(?:\bnode:|<anonymous>))/.test(line));
}

function faultProblem(error: unknown): Diagnostic {
  const message = messageOfError(error);
  return stackOf(error).includes(RENDERER)
    ? diagnostic('template-error', {
        message: `a template or React page throws after it was loaded: ${message}`,
      })
    : diagnostic('config-load', {
        message: `the configuration throws after it was loaded: ${message}`,
      });
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? '') : '';
}
