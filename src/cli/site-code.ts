import { MODULE_NAME as RENDERER } from '../bundle/package-root.ts';
import { messageOfError } from '../config/loading/error-location.ts';
import { COMPILED_CONFIG } from '../config/loading/write-module.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { redirectOutput } from './report.ts';

/**
 * Runs an action that runs code of the site. Where that code throws in a timer or an unhandled promise, `onError` makes
 * the result. Rejects with what the action throws, and with uncaught errors of docwright.
 */
export async function runSiteCode<Result>(
  action: () => Promise<Result>,
  onError: (problem: Diagnostic) => Result,
): Promise<Result> {
  const restoreOutput = redirectOutput();
  // Listens to the end of the process: what is thrown after the action must not print a stack trace either.
  const fault = new Promise<Result>((resolve, reject) => {
    onFault((problem) => resolve(onError(problem)), reject);
  });
  try {
    return await Promise.race([action(), fault]);
  } finally {
    restoreOutput();
  }
}

/** Reports what code of the site throws in timers and unhandled promises, and errors that are not the site's. */
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
