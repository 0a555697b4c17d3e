import type { Stage } from './stage.ts';

const INTERRUPTED = 130;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * On SIGINT, SIGTERM or SIGHUP removes the staging folder and ends the process with exit code 130; removes it also
 * when the process exits for another reason. A publication that is sealed is finished first: from the seal on it runs
 * in one piece, so that the handler comes after it.
 * Returns a function that takes the handlers away.
 */
export function cleanUpOnSignal(stage: Pick<Stage, 'abort'>): () => void {
  const end = (): void => {
    void stage.abort().finally(() => process.exit(INTERRUPTED));
  };
  // What `abort` does it has done when it returns.
  const leave = (): void => void stage.abort();
  for (const signal of SIGNALS) process.on(signal, end);
  process.on('exit', leave);
  return () => {
    for (const signal of SIGNALS) process.off(signal, end);
    process.off('exit', leave);
  };
}
