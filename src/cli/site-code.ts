import { MODULE_NAME as RENDERER } from '../bundle/package-root.ts';
import type { LoadedConfig } from '../config/load.ts';
import { messageOfError } from '../config/loading/error-location.ts';
import { COMPILED_CONFIG } from '../config/loading/write-module.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { ProgressEvent } from '../pipeline/produce.ts';
import { createProgress, redirectOutput } from './report.ts';
import type { namedSite } from './site-flags.ts';

/** The report of a command for a site whose code has thrown. */
interface Fault {
  readonly diagnostics: readonly [Diagnostic];
  /** True if the configuration has thrown. */
  readonly badUsage: boolean;
}

/**
 * Runs an action that executes code of the site, and shows its progress if that is `shown`. If the code throws in a timer
 * or an unhandled promise, `onError` returns the result. Rejects with errors of the action and uncaught errors of docwright.
 */
export async function runSiteCode<Result>(
  action: (onProgress: (event: ProgressEvent) => void) => Promise<Result>,
  onError: (fault: Fault) => Result,
  shown = false,
): Promise<Result> {
  const progress = createProgress({ enabled: shown });
  const restoreOutput = redirectOutput();
  // Active until the process ends: errors thrown after the action must not print a stack trace either.
  const fault = new Promise<Result>((resolve, reject) => {
    onFault((problem) => {
      resolve(onError({ diagnostics: [problem], badUsage: problem.code === 'config-load' }));
    }, reject);
  });
  try {
    return await Promise.race([action(progress.update), fault]);
  } finally {
    restoreOutput();
    progress.end();
  }
}

/** Loads the configuration of a site. */
export async function loadNamedSite(
  site: ReturnType<typeof namedSite>,
): Promise<Pick<LoadedConfig, 'config' | 'diagnostics'>> {
  const { loadSite } = await import('../publish/recover.ts');
  return runSiteCode<Pick<LoadedConfig, 'config' | 'diagnostics'>>(
    () => loadSite(site),
    (fault) => ({ ...fault, config: undefined }),
  );
}

/** Reports errors of the site's code in timers and unhandled promises; passes others to `fail`. */
export function onFault(tell: (problem: Diagnostic) => void, fail: (error: unknown) => void): void {
  process.on('uncaughtException', (error: unknown) => {
    // While the configuration is loaded, another listener reports the location too.
    if (process.listenerCount('uncaughtException') > 1) return;
    const stack = error instanceof Error ? (error.stack ?? '') : '';
    const isTemplate = stack.includes(RENDERER);
    // The site's code, or nothing but Node.
    const isFault =
      isTemplate ||
      COMPILED_CONFIG.test(stack) ||
      !stack.split('\n').some((line) => /^\s+at (?!.*(?:\bnode:|<anonymous>))/.test(line));
    if (!isFault) return fail(error);
    const subject = isTemplate ? 'a template or React page' : 'the configuration';
    const message = `${subject} throws after it was loaded: ${messageOfError(error)}`;
    tell(diagnostic(isTemplate ? 'template-error' : 'config-load', { message }));
  });
}
