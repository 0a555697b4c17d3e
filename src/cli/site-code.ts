import { MODULE_NAME as RENDERER } from '../bundle/package-root.ts';
import { messageOfError } from '../config/loading/error-location.ts';
import { COMPILED_CONFIG } from '../config/loading/write-module.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { redirectOutput } from './report.ts';

/**
 * Runs an action that executes code of the site. If that code throws in a timer or an unhandled promise, `onError`
 * returns the result. Rejects with errors of the action and uncaught errors of docwright.
 */
export async function runSiteCode<Result>(
  action: () => Promise<Result>,
  onError: (problem: Diagnostic) => Result,
): Promise<Result> {
  const restoreOutput = redirectOutput();
  // Active until the process ends: errors thrown after the action must not print a stack trace either.
  const fault = new Promise<Result>((resolve, reject) => {
    onFault((problem) => resolve(onError(problem)), reject);
  });
  try {
    return await Promise.race([action(), fault]);
  } finally {
    restoreOutput();
  }
}

/** Reports errors of the site's code in timers and unhandled promises; passes others to `fail`. */
export function onFault(tell: (problem: Diagnostic) => void, fail: (error: unknown) => void): void {
  process.on('uncaughtException', (error: unknown) => {
    // While the configuration is loaded, another listener reports the location too.
    if (process.listenerCount('uncaughtException') > 1) return;
    if (isFault(error)) tell(faultProblem(error));
    else fail(error);
  });
}

/** True for an error with the site's code, or nothing but Node, in its stack. */
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
