import type { Stage } from './stage.ts';

const INTERRUPTED = 130;
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * On SIGINT or SIGTERM removes the staging folder and ends the process with exit code 130. A publication that is
 * sealed is finished first: from the seal on it runs in one piece, so that the handler comes after it.
 * Returns a function that takes the handlers away.
 */
export function cleanUpOnSignal(stage: Pick<Stage, 'abort'>): () => void {
  const end = (): void => {
    void stage.abort().finally(() => process.exit(INTERRUPTED));
  };
  for (const signal of SIGNALS) process.on(signal, end);
  return () => {
    for (const signal of SIGNALS) process.off(signal, end);
  };
}
