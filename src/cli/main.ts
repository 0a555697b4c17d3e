import { guardExit } from '../config/loading/run-module.ts';
import { printError } from './print.ts';
import { acceptClosedStreams, EXIT, failureCode, failureText, flushStreams } from './report.ts';

// Node exits with 0 when the event loop drains early; only a completed command may do so.
process.exitCode = EXIT.internal;
// While the configuration runs, `process.exit` is replaced, which must not block an interrupt.
const exit = process.exit.bind(process);
// A call of `process.exit` by the site's code is reported as its fault.
guardExit(() => {});
let isInterrupted = false;
// After all other handlers of the signal have cleaned up. The command may end before the process does.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    isInterrupted = true;
    setImmediate(exit, EXIT.interrupted);
  });
const isLost = acceptClosedStreams();
// Loaded after the interrupt handler is in place: loading is most of the startup time.
try {
  const { runProgram } = await import('./program.ts');
  await runProgram(process.argv);
} catch (cause) {
  printError(failureText(cause));
  process.exitCode = failureCode(cause);
}
await flushStreams();
if (isLost() && process.exitCode === EXIT.fine) process.exitCode = EXIT.siteErrors;
if (isInterrupted) process.exitCode = EXIT.interrupted;
// Timers of the site may still run.
exit();
