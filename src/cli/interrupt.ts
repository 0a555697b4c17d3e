import { EXIT } from './exit-codes.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Ends the process with 130 on an interrupt, after all other handlers of the signal had their turn to clean up. */
export function endOnInterrupt(exit: (code: number) => never): void {
  for (const signal of SIGNALS) process.on(signal, () => setImmediate(exit, EXIT.interrupted));
}
