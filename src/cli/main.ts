import { guardExit } from '../config/loading/run-module.ts';
import { acceptClosedStreams, EXIT, flushStreams } from './report.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Ends the process with 130 on an interrupt, after all other handlers of the signal had their turn to clean up. */
function endOnInterrupt(exit: (code: number) => never): void {
  for (const signal of SIGNALS) process.on(signal, () => setImmediate(exit, EXIT.interrupted));
}

// Node ends with 0 when the event loop drains early; only a command that ran to its end may do so.
process.exitCode = EXIT.internal;
// The configuration runs under another `process.exit`, which must not stop an interrupt.
const exit = process.exit.bind(process);
// Code of the site that wants to end the process is reported as a fault of the site.
guardExit(() => {});
endOnInterrupt(exit);
acceptClosedStreams();
// Loaded now, when an interrupt is heard already: this is most of the time before a command starts.
const { runProgram } = await import('./program.ts');
await runProgram(process.argv);
await flushStreams();
// Timers of the site may still run.
exit();
